// What a second organization asks the queries of sending for.
import * as sending from '../../src/invoicing/sending/sending-queries.ts';
import { page, type Questions } from './two-organizations.ts';

const days = [{ timeZone: 'Europe/Tallinn', today: '2099-01-01' }];

export const sendingQuestions: Questions = (theirs) => ({
  lockSendable: async (s) => [
    await sending.lockSendable(s, [theirs.invoiceId]),
    await sending.lockSendable(s, { buildingId: theirs.building.id, ...theirs.period }),
  ],
  listOnPaper: (s) => sending.listOnPaper(s, { buildingId: theirs.building.id }, { ...page, by: 'number' }),
  listReceivers: (s) => sending.listReceivers(s, [theirs.invoiceId]),
  setSending: (s) => sending.setSending(s, [theirs.invoiceId], 'queued'),
  noteSent: (s) => sending.noteSent(s, theirs.invoiceId, { by: 'paper', recipients: [] }),
  listSentFiles: (s) => sending.listSentFiles(s, theirs.invoiceId),
  insertSentFile: (s) =>
    sending.insertSentFile(s, { invoiceId: theirs.invoiceId, language: 'lv', fileId: theirs.file.id }),
  noteFileSent: (s) => sending.noteFileSent(s, theirs.invoiceId, 'et'),
  deleteUnsentFiles: (s) => sending.deleteUnsentFiles(s, [theirs.invoiceId]),
  findReminder: (s) => sending.findReminder(s, theirs.building.id),
  saveReminder: (s) => sending.saveReminder(s, theirs.building.id, { daysAfterDue: 1, since: '2026-11-01' }),
  deleteReminder: (s) => sending.deleteReminder(s, theirs.building.id),
  noteReminded: (s) => sending.noteReminded(s, days, 100),
  findBalance: (s) => sending.findBalance(s, theirs.invoiceId),
});
