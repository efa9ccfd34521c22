// The privacy queries that a second organization tries on the first one's data.
import * as account from '../../src/privacy/account-data-queries.ts';
import * as erasure from '../../src/privacy/erasure-queries.ts';
import type { Subject } from '../../src/privacy/model.ts';
import * as ownAccount from '../../src/privacy/own-account-queries.ts';
import * as person from '../../src/privacy/person-data-queries.ts';
import * as retention from '../../src/privacy/retention-queries.ts';
import { hash, now, type TenancyQueries } from './two-organizations.ts';

const later = new Date('2099-01-01');
const lastDay = '2098-12-31';
const old = { from: '1990-01-01', until: lastDay };
const settings = {
  mailDays: 90,
  invitationDays: 90,
  securityLogDays: 365,
  readingPhotoMonths: 36,
  maintenanceMonths: 36,
  booksYears: 7,
  financialYearEndMonth: 12,
};
const email = 'canary-guest@example.org';

export const retentionQueries: TenancyQueries = ({ requestId, file, invoice }) => ({
  findRetention: (s) => retention.findRetention(s),
  lockRetention: (s) => retention.lockRetention(s),
  saveRetention: (s) => retention.saveRetention(s, settings),
  listRemovals: (s) => retention.listRemovals(s, 100),
  addRemoval: (s) => retention.addRemoval(s, '2026-11-20', 'mails', 1),
  deleteOldRemovals: (s) => retention.deleteOldRemovals(s, lastDay),
  deleteEndedInvitations: (s) => retention.deleteEndedInvitations(s, later, 100),
  detachOldPhotos: (s) => retention.detachOldPhotos(s, later, 100),
  deleteReadingPhotos: (s) => retention.deleteReadingPhotos(s, [file.id]),
  lockFinishedRequests: (s) => retention.lockFinishedRequests(s, later, 100),
  deleteMaintenanceRequests: (s) => retention.deleteMaintenanceRequests(s, [requestId]),
  lockOldInvoices: (s) => retention.lockOldInvoices(s, old, 100),
  removeRecipients: (s) => retention.removeRecipients(s, [invoice.id]),
  removePayers: (s) => retention.removePayers(s, old, 100),
  removeEntryPayers: (s) => retention.removeEntryPayers(s, lastDay, 100),
});

export const erasureQueries: TenancyQueries = ({ residentId, residentUserId: userId }) => ({
  findErasure: (s) => erasure.findErasure(s, residentId),
  insertErasure: (s) => erasure.insertErasure(s, residentId, 'service', { removed: [], kept: [] }),
  findUnsettledInvoice: (s) => erasure.findUnsettledInvoice(s, residentId),
  countBooks: (s) => erasure.countBooks(s, residentId, 'canary'),
  countOpenRequests: (s) => erasure.countOpenRequests(s, userId),
  findSecurityEvents: (s) => erasure.findSecurityEvents(s, { userId, name: 'canary', email }),
  countAuditEntries: (s) => erasure.countAuditEntries(s, userId),
  countOwnFields: (s) => erasure.countOwnFields(s, residentId),
  eraseOwnTexts: (s) => erasure.eraseOwnTexts(s, userId, '…'),
  eraseMentions: (s) => erasure.eraseMentions(s, 'canary', '…'),
  hasOtherRecord: (s) => erasure.hasOtherRecord(s, userId, userId),
  isSharedAddress: (s) => erasure.isSharedAddress(s, { residentId: userId, emailKey: email }),
  deleteInvitationsTo: (s) => erasure.deleteInvitationsTo(s, email),
  listWaysToWrite: (s) => erasure.listWaysToWrite(s, email),
  deleteMailsTo: (s) => erasure.deleteMailsTo(s, [email]),
  countMailsTo: (s) => erasure.countMailsTo(s, [email]),
  deleteRemindersOf: (s) => erasure.deleteRemindersOf(s, residentId),
});

export const ownAccountQueries: TenancyQueries = ({ residentUserId: userId }) => ({
  findAddressChange: (s) => ownAccount.findAddressChange(s, hash),
  useAddressChange: (s) => ownAccount.useAddressChange(s, hash),
  hasChangedSince: (s) => ownAccount.hasChangedSince(s, userId, new Date(0)),
  updateAddress: (s) => ownAccount.updateAddress(s, { userId, email: 'x', emailKey: 'x' }),
  updateResidentAddresses: (s) =>
    ownAccount.updateResidentAddresses(s, { userId, email: 'x', emailKey: 'x', beforeKey: 'mari@example.org' }),
  deleteExpiredAddressChanges: (s) => ownAccount.deleteExpiredAddressChanges({ ...s, realNow: later }),
  saveAddressChange: (s) =>
    ownAccount.saveAddressChange(s, { userId, email: 'x', emailKey: 'x', tokenHash: hash, expiresAt: now }),
});

export const accountDataQueries: TenancyQueries = () => ({
  listOwnSignIns: (s) => account.listOwnSignIns(s),
  listOwnDevices: (s) => account.listOwnDevices(s),
  listOwnFactors: (s) => account.listOwnFactors(s),
  listOwnLinkedAccounts: (s) => account.listOwnLinkedAccounts(s),
});

export const personQueries: TenancyQueries = ({ residentId, residentUserId: userId }) => {
  const subject: Subject = {
    name: 'canary',
    language: 'et',
    userId,
    residentIds: [residentId],
    emailKeys: [email, 'mari@example.org'],
    names: ['mari tamm'],
  };
  return {
    findAccount: (s) => person.findAccount(s, userId),
    listRecords: (s) => person.listRecords(s, userId),
    listMembershipsOfPerson: (s) => person.listMembershipsOfPerson(s, subject),
    listContactsOfPerson: (s) => person.listContactsOfPerson(s, subject),
    listResidenciesOfPerson: (s) => person.listResidenciesOfPerson(s, subject),
    listNotesOfPerson: (s) => person.listNotesOfPerson(s, subject),
    listInvoicesOfPerson: (s) => person.listInvoicesOfPerson(s, subject),
    listPaymentsOfPerson: (s) => person.listPaymentsOfPerson(s, subject),
    listPlansOfPerson: (s) => person.listPlansOfPerson(s, subject),
    listReadingsOfPerson: (s) => person.listReadingsOfPerson(s, subject),
    listRequestsOfPerson: (s) => person.listRequestsOfPerson(s, subject),
    listCommentsOfPerson: (s) => person.listCommentsOfPerson(s, subject),
    listPhotosOfPerson: (s) => person.listPhotosOfPerson(s, subject),
    listMailsOfPerson: (s) => person.listMailsOfPerson(s, subject),
    listInvitationsOfPerson: (s) => person.listInvitationsOfPerson(s, subject),
    listChargesOfPerson: (s) => person.listChargesOfPerson(s, subject),
    listBankEntriesOfPerson: (s) => person.listBankEntriesOfPerson(s, subject),
    listStartedPaymentsOfPerson: (s) => person.listStartedPaymentsOfPerson(s, subject),
    listRefundsOfPerson: (s) => person.listRefundsOfPerson(s, subject),
    listRemindersOfPerson: (s) => person.listRemindersOfPerson(s, subject),
    listAuditEntriesOfPerson: (s) => person.listAuditEntriesOfPerson(s, subject),
    listSecurityEventsOfPerson: (s) => person.listSecurityEventsOfPerson(s, subject),
    listLoggedRequestsOfPerson: (s) => person.listLoggedRequestsOfPerson(s, subject),
  };
};
