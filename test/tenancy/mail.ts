// The mail queries that a second organization tries on the first one's data.
import * as mail from '../../src/mail/mail-queries.ts';
import * as mailbox from '../../src/mail/test-mailbox-queries.ts';
import { newId } from '../../src/platform/values/ids.ts';
import { hash, now, page, type TenancyQueries } from './two-organizations.ts';

export const testMailboxQueries: TenancyQueries = (theirs) => ({
  insertTestMail: (s) =>
    mailbox.insertTestMail(s, {
      id: newId(),
      kind: 'invoice',
      recipient: 'mine@example.org',
      recipientName: null,
      letter: hash,
      attachmentName: null,
      attachment: null,
    }),
  deleteOldTestMails: (s) => mailbox.deleteOldTestMails(s, 0),
  listTestMails: (s) => mailbox.listTestMails(s, { ...page, by: 'sentAt' }),
  findTestMail: (s) => mailbox.findTestMail(s, theirs.testMailId),
  findTestAttachment: (s) => mailbox.findTestAttachment(s, theirs.testMailId),
});

export const mailQueries: TenancyQueries = (theirs) => ({
  insertMails: (s) =>
    mail.insertMails(s, [
      {
        id: newId(),
        kind: 'magic-link',
        rank: 0,
        recipient: 'mine@example.org',
        language: 'et',
        content: hash,
        aboutId: theirs.invitationId,
        sendBefore: null,
        attachment: null,
      },
    ]),
  // The subject's id is what was asked for; the second organization may have found its own mail about it.
  findMailsAbout: async (s) => (await mail.findMailsAbout(s, [theirs.invitationId])).map(({ recipient }) => recipient),
  findPendingAbout: (s) =>
    mail
      .findPendingAbout(s, 'invitation', [theirs.invitationId])
      .then((found) => found.map(({ recipient }) => recipient)),
  countByStatus: async (s) => [...(await mail.countByStatus(s, 'payment-reminder', theirs.invitationId))],
  recordAttempt: (s) =>
    mail.recordAttempt(s, { mailId: theirs.mailId, before: 0, attempts: 1, becomes: 'sent', dueAt: now, error: null }),
  claimMails: (s) => mail.claimMails(s, { rank: 1, maxMails: 100, leaseUntil: new Date('2099-01-01') }),
  withdrawMails: (s) => mail.withdrawMails(s, [theirs.invitationId]),
  findTimeZone: (s) => mail.findTimeZone(s),
  countMails: (s) => mail.countMails(s, 'invitation', 'canary-guest@example.org', new Date('2001-01-01')),
  deleteOldMails: (s) => mail.deleteOldMails(s, new Date('2099-01-01'), 100),
});
