// The queries of sending invoices that a second organization tries on the first one's data.
import * as sending from '../../src/invoicing/sending/sending-queries.ts';
import { page, type TenancyQueries } from './two-organizations.ts';

const days = [{ timeZone: 'Europe/Tallinn', today: '2099-01-01' }];

export const sendingQueries: TenancyQueries = (theirs) => ({
  lockSendableInvoices: async (s) => [
    await sending.lockSendableInvoices(s, [theirs.invoiceId]),
    await sending.lockSendableInvoices(s, { buildingId: theirs.building.id, ...theirs.period }),
  ],
  findPaperInvoices: (s) => sending.findPaperInvoices(s, { buildingId: theirs.building.id }, { ...page, by: 'number' }),
  listInvoiceReceivers: (s) => sending.listInvoiceReceivers(s, [theirs.invoiceId]),
  updateSendingState: (s) => sending.updateSendingState(s, [theirs.invoiceId], 'queued'),
  recordSent: (s) => sending.recordSent(s, theirs.invoiceId, { by: 'paper', recipients: [] }),
  listSentFiles: (s) => sending.listSentFiles(s, theirs.invoiceId),
  insertSentFile: (s) =>
    sending.insertSentFile(s, { invoiceId: theirs.invoiceId, language: 'lv', fileId: theirs.file.id }),
  recordFileSent: (s) => sending.recordFileSent(s, theirs.invoiceId, 'et'),
  deleteUnsentFiles: (s) => sending.deleteUnsentFiles(s, [theirs.invoiceId]),
  findReminder: (s) => sending.findReminder(s, theirs.building.id),
  saveReminder: (s) => sending.saveReminder(s, theirs.building.id, { daysAfterDue: 1, since: '2026-11-01' }),
  deleteReminder: (s) => sending.deleteReminder(s, theirs.building.id),
  lockOverdueInvoices: (s) => sending.lockOverdueInvoices(s, days, [String(theirs.apartment.id)], 10),
  findRemindedToday: (s) => sending.findRemindedToday(s, [theirs.invoiceId]),
  markReminded: (s) => sending.markReminded(s, days, 100),
  insertReminded: (s) => sending.insertReminded(s, [{ mailId: theirs.mailId, invoiceId: theirs.invoiceId }]),
  findReminders: (s) => sending.findReminders(s, theirs.invoiceId),
  hasOpenInvoice: (s) => sending.hasOpenInvoice(s, theirs.mailId, theirs.invoiceId),
});
