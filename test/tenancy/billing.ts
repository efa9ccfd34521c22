// The billing queries that a second organization tries on the first one's data.

import * as ledger from '../../src/accounting/ledger-export-queries.ts';
import * as metered from '../../src/charging/charge-ledger-queries.ts';
import * as invoicePeriods from '../../src/charging/invoice-period-queries.ts';
import * as invoiceStatus from '../../src/charging/invoice-status-queries.ts';
import * as bills from '../../src/charging/supplier-bill-queries.ts';
import * as coPayers from '../../src/invoicing/co-payer-queries.ts';
import * as comparing from '../../src/invoicing/compare-invoice-queries.ts';
import * as corrections from '../../src/invoicing/corrections/correction-queries.ts';
import * as eInvoices from '../../src/invoicing/documents/e-invoice-queries.ts';
import * as invoicePages from '../../src/invoicing/documents/invoice-document-queries.ts';
import * as history from '../../src/invoicing/invoice-history-queries.ts';
import * as invoiceLists from '../../src/invoicing/invoice-list-queries.ts';
import * as billing from '../../src/invoicing/invoice-queries.ts';
import * as lateInterest from '../../src/invoicing/late-interest-queries.ts';
import * as oneOffs from '../../src/invoicing/one-off-charge-queries.ts';
import * as claims from '../../src/invoicing/planned-invoice-queries.ts';
import * as preflight from '../../src/invoicing/preflight-queries.ts';
import { newId } from '../../src/platform/values/ids.ts';
import { now, page, type TenancyQueries } from './two-organizations.ts';

const days = [{ timeZone: 'Europe/Tallinn', today: '2099-01-01' }];

const position = {
  code: 'mine',
  description: '',
  quantity: '1',
  unit: 'm2',
  unitPrice: '1',
  amount: 1,
  vatRate: '0',
  vatAmount: 0,
  ordinal: 99,
  calculation: { method: 'credit', unit: 'm2', raw: '1', invoiceNumber: '', of: 1, creditedBefore: 0 },
} as const;

/** The queries of metered billing's ledgers that a second organization tries. */
export const ledgerQueries: TenancyQueries = ({ building, apartment, meter, period, invoiceId }) => {
  const id = building.id;
  const row = {
    ...period,
    invoiceId,
    number: 99,
    ordinal: 1,
    charge: 'c',
    quantity: '1',
    amount: 1,
    vatAmount: 0,
  };
  const priced = { ...row, unitPrice: '1', vatRate: '0' };
  return {
    findBilledPeriods: (s) => metered.findBilledPeriods(s, id),
    sumConsumption: (s) => metered.sumConsumption(s, id, [meter.id], { until: '2099-01-01', excluded: undefined }),
    findFirstDays: (s) => metered.findFirstDays(s, id),
    sumOfPeriod: (s) => metered.sumOfPeriod(s, id, period),
    sumRemainders: (s) => metered.sumRemainders(s, id, '2099-01-01', period),
    findCharged: (s) => metered.findCharged(s, id, { from: '2000-01-01' }),
    findOwnRows: (s) => metered.findOwnRows(s, [invoiceId]),
    insertLedgerRows: (s) =>
      metered.insertLedgerRows(s, id, [
        { ...priced, meterId: meter.id, coefficient: '1', isEstimated: false, isCredit: false },
      ]),
    reverseLedgerRows: (s) => metered.reverseLedgerRows(s, invoiceId),
    findFirstInvoicedDays: async (s) => [...(await metered.findFirstInvoicedDays(s, id, [apartment.id]))],
    findBilledLater: async (s) => [
      ...(await metered.findBilledLater(s, id, { periodStart: '2000-01-01', periodEnd: '2026-10-15' })),
    ],
    findNeverBilledMeters: async (s) => [...(await metered.findNeverBilledMeters(s, id, '2099-01-01'))],
  };
};

export const billingQueries: TenancyQueries = (theirs) => ({
  findIssued: (s) => eInvoices.findIssued(s, theirs.building.id, {}, 10),
  findInvoiceContext: (s) => invoicePages.findInvoiceContext(s, theirs.invoiceId),
  findInvoiceDays: (s) => coPayers.findInvoiceDays(s, [theirs.invoiceId]),
  findUnpaidBefore: (s) => coPayers.findUnpaidBefore(s, [theirs.invoiceId]),
  findResidentIds: (s) => billing.findResidentIds(s, [theirs.invoiceId]),
  findPositions: (s) => billing.findPositions(s, [theirs.invoiceId]),
  findInvoice: (s) => billing.findInvoice(s, theirs.invoiceId),
  lockInvoice: (s) => billing.lockInvoice(s, theirs.invoiceId),
  lockBuildingOf: (s) => billing.lockBuildingOf(s, theirs.invoiceId),
  listInvoices: (s) => invoiceLists.listInvoices(s, { buildingId: theirs.building.id }, page, days),
  sumInvoices: (s) => invoiceLists.sumInvoices(s, { buildingId: theirs.building.id, status: 'overdue' }, days, 1),
  lockBalances: (s) => billing.lockBalances(s, [theirs.invoiceId]),
  lockOpenInvoices: (s) =>
    billing.lockOpenInvoices(s, {
      references: [theirs.invoice.reference],
      numbers: [theirs.invoice.number.toUpperCase()],
      apartments: [theirs.apartment.id],
    }),
  updatePaidDates: (s) => billing.updatePaidDates(s, [theirs.invoiceId]),
  addPaidAmounts: (s) =>
    billing.addPaidAmounts(s, [{ invoiceId: theirs.invoiceId, amount: 1, paidOn: '2026-11-01', fromCredit: false }]),
  subtractPaidAmounts: (s) => billing.subtractPaidAmounts(s, [{ invoiceId: theirs.invoiceId, amount: 1 }]),
  updateInvoice: (s) => billing.updateInvoice(s, theirs.invoice),
  listTimeZones: async (s) => (await billing.listTimeZones(s)).length,
  markOverdue: (s) => billing.markOverdue(s, days, 100),
  listBilledPeriods: (s) => bills.listBilledPeriods(s, theirs.building.id, { ...page, by: 'periodStart' }),
  listPeriods: (s) => bills.listPeriods(s, theirs.building.id, {}, { ...page, by: 'periodStart' }),
  findPeriodState: (s) => bills.findPeriodState(s, theirs.building.id, theirs.period),
  periodIsClosed: (s) => bills.periodIsClosed(s, theirs.building.id, theirs.period),
  findSupplierBills: (s) => bills.findSupplierBills(s, theirs.building.id, theirs.period),
  replaceBills: (s) => bills.replaceBills(s, theirs.building.id, theirs.period, []),
  recordSupplierBills: (s) =>
    bills.recordSupplierBills(s, theirs.building.id, theirs.period, [{ charge: 'heat', amount: 1 }]),
  findOverlappingInvoices: (s) => claims.findOverlappingInvoices(s, theirs.building.id, theirs.period),
  sumInvoicedByCharge: async (s) => [...(await claims.sumInvoicedByCharge(s, theirs.building.id, theirs.period))],
  isOfPeriod: (s) =>
    s.db`select i.id from invoices i where i.tenant_id = ${s.caller.tenantId} and ${invoicePeriods.isOfPeriod(s.db, theirs.period)}`,
  positionsOfInvoice: (s) =>
    s.db`select p.code from invoices i ${invoicePeriods.positionsOfInvoice(s)} where i.tenant_id = ${s.caller.tenantId} and i.building_id = ${theirs.building.id}`,
  ledgerRowsOfInvoice: (s) =>
    s.db`select l.charge from invoices i ${invoicePeriods.ledgerRowsOfInvoice(s)} where i.tenant_id = ${s.caller.tenantId} and i.building_id = ${theirs.building.id}`,
  findInvoicedAmounts: (s) => corrections.findInvoicedAmounts(s, theirs.building.id, theirs.period),
  findOrdinaryInvoices: (s) => corrections.findOrdinaryInvoices(s, theirs.building.id, theirs.period),
  findCreditedAmounts: (s) => corrections.findCreditedAmounts(s, theirs.building.id, theirs.period),
  findDuplicateBills: (s) =>
    bills.findDuplicateBills(s, theirs.building.id, theirs.period, [{ charge: 'heat', number: 'K-1' }]),
  insertFurtherBills: (s) =>
    bills.insertFurtherBills(s, theirs.building.id, theirs.period, [{ charge: 'heat', amount: 1 }], [{}], 'x'),
  findCorrectedPositions: (s) => corrections.findCorrectedPositions(s, theirs.invoiceId),
  findCreditablePositions: (s) => corrections.findCreditablePositions(s, theirs.invoiceId),
  isCorrected: (s) => corrections.isCorrected(s, theirs.invoiceId),
  insertCorrections: (s) =>
    corrections.insertCorrections(s, { issueDate: '2026-11-01', dueDate: '2026-11-15' }, [
      {
        id: newId(),
        number: 'mine',
        reference: '1',
        apartmentId: theirs.apartment.id,
        amount: -1,
        positions: [],
        correctsId: theirs.invoiceId,
        cause: 'credit',
        reason: 'x',
      },
    ]),
  clearPaidAmount: (s) => corrections.clearPaidAmount(s, theirs.invoiceId),
  insertPositions: (s) => billing.insertPositions(s, [{ ...theirs.invoice, positions: [position] }]),
  findLines: (s) => ledger.findLines(s, theirs.building.id, {}, '', 10),
  sumLedger: (s) => ledger.sumLedger(s, theirs.building.id, {}),
  findBilledAmounts: async (s) => {
    const { charges, apartments } = await preflight.findBilledAmounts(s, theirs.building.id, theirs.period);
    return [...charges, ...apartments];
  },
  findChargeFigures: (s) => comparing.findChargeFigures(s, theirs.invoiceId),
  insertHistory: (s) =>
    history.insertHistory(s, [{ id: newId(), invoiceId: theirs.invoiceId, action: 'cancelled', detail: {} }]),
  listHistory: (s) => history.listHistory(s, theirs.invoiceId, { ...page, by: 'at' }),
  findRates: (s) => lateInterest.findRates(s, theirs.building.id),
  findDebts: (s) =>
    lateInterest.findDebts(
      s,
      { id: theirs.building.id, currency: 'EUR', timeZone: 'Europe/Tallinn' },
      '2000-01-01',
      '2200-01-01',
    ),
  listOneOffs: (s) => oneOffs.listOneOffs(s, { buildingId: theirs.building.id }, page),
  findOneOff: (s) => oneOffs.findOneOff(s, theirs.oneOffId),
  findUnbilledOneOffs: (s) => oneOffs.findUnbilledOneOffs(s, theirs.building.id, '2099-01-01'),
  insertOneOffs: (s) => {
    const [amount, invoiceId] = [1, null];
    const of = { buildingId: theirs.building.id, apartmentId: theirs.apartment.id, dueFrom: '2026-10-01', invoiceId };
    const what = { id: newId(), description: 'mine', amount, vatRate: '0', createdAt: now, updatedAt: now };
    return oneOffs.insertOneOffs(s, [{ ...of, ...what }], 'mine');
  },
  deleteOneOff: (s) => oneOffs.deleteOneOff(s, theirs.oneOffId),
  markOneOffsBilled: (s) => oneOffs.markOneOffsBilled(s, [{ id: theirs.oneOffId, invoiceId: theirs.invoiceId }]),
  countsInAccounts: (s) =>
    s.db`select i.id from invoices i where i.tenant_id = ${s.caller.tenantId} and ${invoiceStatus.countsInAccounts(s.db)}`,
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
