// What a second organization asks the queries of billing for.

import * as claims from '../../src/billing/claims/queries.ts';
import * as eInvoices from '../../src/billing/e-invoice/queries.ts';
import * as invoicePages from '../../src/billing/pdf/queries.ts';
import * as billing from '../../src/billing/queries.ts';
import * as registers from '../../src/billing/registers/queries.ts';
import { newId } from '../../src/platform/ids.ts';
import { page, type Questions } from './ground.ts';

const days = [{ timeZone: 'Europe/Tallinn', today: '2099-01-01' }];

/** What a second organization asks the queries of billed registers for. */
export const registersQuestions: Questions = ({ building, apartment, meter, period, invoiceId }) => {
  const values = { start: '0', end: '1', endOn: '2026-10-31', consumption: '1', weighed: '1' };
  const register = { id: newId(), meterId: meter.id, invoiceId, shared: false, ...values };
  return {
    sumBilled: (s) => registers.sumBilled(s, building.id, '2099-01-01', false),
    sharedIn: (s) => registers.sharedIn(s, building.id, period),
    dropShared: (s) => registers.dropShared(s, building.id, period),
    insertRegisters: (s) => registers.insertRegisters(s, building.id, period, [register]),
    firstInvoiced: async (s) => [...(await registers.firstInvoiced(s, [apartment.id]))],
  };
};

export const billingQuestions: Questions = (theirs) => ({
  findIssued: (s) => eInvoices.findIssued(s, theirs.building.id, {}, 10),
  findSurroundings: (s) => invoicePages.findSurroundings(s, theirs.invoiceId),
  findInvoice: (s) => billing.findInvoice(s, theirs.invoiceId),
  lockInvoice: (s) => billing.lockInvoice(s, theirs.invoiceId),
  listInvoices: (s) => billing.listInvoices(s, { buildingId: theirs.building.id }, page, days),
  placesExist: (s) => billing.placesExist(s, { buildingId: theirs.building.id, apartmentId: theirs.apartment.id }),
  lockBalances: (s) => billing.lockBalances(s, [theirs.invoiceId]),
  lockOpenInvoices: (s) =>
    billing.lockOpenInvoices(s, {
      references: [theirs.invoice.reference],
      numbers: [theirs.invoice.number.toUpperCase()],
      apartments: [theirs.apartment.id],
    }),
  addPaid: (s) =>
    billing.addPaid(s, [{ invoiceId: theirs.invoiceId, amount: 1, paidOn: '2026-11-01', fromCredit: false }]),
  takePaid: (s) => billing.takePaid(s, [{ invoiceId: theirs.invoiceId, amount: 1 }]),
  updateInvoice: (s) => billing.updateInvoice(s, theirs.invoice),
  listTimeZones: async (s) => (await billing.listTimeZones(s)).length,
  markOverdue: (s) => billing.markOverdue(s, days, 100),
  findSupplierBills: (s) => billing.findSupplierBills(s, theirs.building.id, theirs.period),
  recordSupplierBills: (s) =>
    billing.recordSupplierBills(s, theirs.building.id, theirs.period, [{ charge: 'heat', amount: 1 }]),
  findInvoicesTouching: (s) => claims.findInvoicesTouching(s, theirs.building.id, theirs.period),
  sumByCharge: async (s) => [...(await claims.sumByCharge(s, theirs.building.id, theirs.period))],
  preferIndexes: (s) => billing.preferIndexes(s),
  insertInvoices: (s) =>
    billing.insertInvoices(
      s,
      {
        ...theirs.period,
        buildingId: theirs.building.id,
        currency: 'EUR',
        issueDate: '2026-11-01',
        dueDate: '2026-11-15',
      },
      [{ id: newId(), number: 'mine', reference: '1', apartmentId: theirs.apartment.id, amount: 1, positions: [] }],
    ),
});
