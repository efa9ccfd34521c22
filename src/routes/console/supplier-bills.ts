// Suppliers' bills in the console: what a building was billed for each period, which generation splits when it is given no costs, and the correction of a closed period.

import type { PeriodBills } from '../../charging/model.ts';
import { listBilledPeriods, periodOrders } from '../../charging/supplier-bill-queries.ts';
import { listBills, savePeriodBills } from '../../charging/supplier-bills.ts';
import { createdReply, DataOf, okReply, operation, PageOf } from '../../http/operation.ts';
import { pageReply, pagingQuery } from '../../http/paging.ts';
import { Day, Id, Instant, Money, Nullable, OneOf, Paragraphs, Text, Type } from '../../http/schemas.ts';
import type { Params } from '../../http/validate-request.ts';
import type { CorrectionOutcome } from '../../invoicing/corrections/correct-period.ts';
import { correctPeriodAndSettle } from '../../payments/invoice-credit.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { amountFromCents } from '../../platform/values/money.ts';
import { getBuilding } from '../../properties/buildings.ts';
import { consoleBase } from './base-path.ts';

const sortable = Object.keys(periodOrders);

const charge = Type.String({
  minLength: 1,
  maxLength: 50,
  description: 'The code of a charge with costFrom: supplier_bill.',
  examples: ['heating'],
});
/** A bill as it is given. */
const WrittenBillBody = Type.Object(
  {
    charge,
    amount: Type.Number({ ...Money, description: 'Net, for the whole building; negative for a credit note.' }),
    quantity: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1e9,
        multipleOf: 0.000001,
        description: 'For display; of further bills of a charge the sum is shown.',
        examples: [87.31],
      }),
    ),
    supplier: Type.Optional(Text(200, { examples: ['Utilitas Tallinn AS'] })),
    number: Type.Optional(Text(100, { description: 'The bill’s number.', examples: ['U-202610-4711'] })),
    date: Type.Optional({ ...Day, description: 'The bill’s day.' }),
  },
  { 'x-open-point': 'P-36' },
);

const billFields = {
  charge,
  amount: Type.Number({ description: 'Net.', examples: [12_345.67] }),
  quantity: Nullable(Type.String({ description: 'Exact.', examples: ['87.31'] })),
  supplier: Nullable(Type.String({ examples: ['Utilitas Tallinn AS'] })),
  number: Nullable(Type.String({ examples: ['U-202610-4711'] })),
  date: Nullable(Day),
};
const PeriodBillsBody = Type.Object({
  id: { ...Id, description: 'Of the period; made of its days.' },
  periodStart: Day,
  periodEnd: Day,
  closed: Type.Boolean({ description: 'Whether an invoice of the period was sent or paid.' }),
  bills: Type.Array(Type.Object(billFields), { description: 'One for each charge.' }),
  furtherBills: Type.Array(
    Type.Object({
      id: Id,
      ...billFields,
      reason: Type.String({ examples: ['Heat meter read anew'] }),
      createdAt: Instant,
    }),
    { description: 'What a correction of the closed period brought in; each adds to its charge’s bill.' },
  ),
  updatedAt: Instant,
});

const buildingRoute = {
  path: '/buildings/:id/supplier-bills',
  tag: 'Invoices',
  found: (scope: Scope, { id = '' }: Params) => getBuilding(scope, id),
} as const;

const list = operation({
  ...buildingRoute,
  name: 'listSupplierBills',
  method: 'GET',
  permission: 'invoices:generate',
  summary: 'List the suppliers’ bills of a building',
  description: 'By period. With both ends of a period, that one alone.',
  query: Type.Object({
    periodStart: Type.Optional({ ...Day, description: 'Periods that begin on this day.' }),
    periodEnd: Type.Optional({ ...Day, description: 'Periods that end on this day.' }),
    ...pagingQuery(sortable),
  }),
  answers: { 200: { description: 'A page of periods with their bills.', schema: PageOf(PeriodBillsBody) } },
  refuses: [],
  openPoints: ['P-36'],
  handle: async (scope, { params: { id = '' }, query }) => {
    await getBuilding(scope, id);
    const list = { name: `bills of ${id}`, path: `${consoleBase}/buildings/${id}/supplier-bills`, sortable };
    return pageReply(scope, list, query, async (page) =>
      (await listBills(scope, id, query, page)).map(({ sortValue, ...period }) => ({
        ...periodBody(period),
        sortValue,
      })),
    );
  },
});

const BilledPeriodBody = Type.Object({
  id: { ...Id, description: 'Of the period; made of its days.' },
  periodStart: Day,
  periodEnd: Day,
  closed: Type.Boolean({ description: 'Whether an invoice of the period was sent or paid.' }),
  invoices: Type.Integer({ description: 'Those that are not cancelled, without corrections and credits.' }),
  drafts: Type.Integer({ description: 'Of these, and of its corrections and credits.' }),
  corrections: Type.Integer({ description: 'Corrections and credits that stand.' }),
  amount: Type.Number({ description: 'All of them, with VAT.', examples: [8123.4] }),
  open: Type.Number({ description: 'What is still to be paid of those that were sent.', examples: [312.6] }),
  bills: Type.Number({ description: 'The suppliers’ bills, net.', examples: [5210.11] }),
  updatedAt: Instant,
});

const periods = operation({
  ...buildingRoute,
  path: '/buildings/:id/periods',
  name: 'listPeriods',
  method: 'GET',
  permission: 'books:read',
  summary: 'List the periods of a building',
  description: 'Those with invoices that are not cancelled, or with suppliers’ bills.',
  query: Type.Object(pagingQuery(sortable)),
  answers: { 200: { description: 'A page of periods.', schema: PageOf(BilledPeriodBody) } },
  refuses: [],
  openPoints: ['P-36'],
  handle: async (scope, { params: { id = '' }, query }) => {
    await getBuilding(scope, id);
    const list = { name: `periods of ${id}`, path: `${consoleBase}/buildings/${id}/periods`, sortable };
    return pageReply(scope, list, query, async (page) =>
      (await listBilledPeriods(scope, id, page)).map(({ amount, open, bills, ...period }) => ({
        ...period,
        amount: amountFromCents(amount),
        open: amountFromCents(open),
        bills: amountFromCents(bills),
      })),
    );
  },
});

const replaceBills = operation({
  ...buildingRoute,
  name: 'putSupplierBills',
  method: 'PUT',
  permission: 'invoices:generate',
  summary: 'Record the suppliers’ bills of a period',
  description:
    'In place of all that were recorded for it, one for each charge that is split. generate-bulk splits them when it is given no costs. While no invoice of the period was sent or paid they can be changed; of invoices that exist as drafts, cancel those first, as they hold the figures of before. In a closed period the same bills again are 200, others 409.',
  body: Type.Object(
    {
      periodStart: Day,
      periodEnd: Day,
      bills: Type.Array(WrittenBillBody, { maxItems: 1000, description: 'Empty: the period has none.' }),
    },
    {
      examples: [
        {
          periodStart: '2026-10-01',
          periodEnd: '2026-10-31',
          bills: [
            {
              charge: 'heating',
              amount: 12_345.67,
              quantity: 87.31,
              supplier: 'Utilitas',
              number: 'U-4711',
              date: '2026-11-02',
            },
          ],
        },
      ],
    },
  ),
  answers: { 200: { description: 'The period with its bills.', schema: DataOf(PeriodBillsBody) } },
  refuses: ['period_closed'],
  openPoints: ['P-36'],
  handle: async (scope, { params: { id = '' }, body }) => okReply(periodBody(await savePeriodBills(scope, id, body))),
});

const CorrectedBody = Type.Object({
  apartmentId: Id,
  status: OneOf(['created', 'corrected', 'unchanged', 'failed'], {
    description: 'created: its first invoice. corrected: another one makes up for the difference. failed: see code.',
  }),
  invoiceId: Type.Optional({ ...Id, description: 'What was made; not in a dry run.' }),
  correctsInvoiceId: Type.Optional({ ...Id, description: 'The invoice that it corrects.' }),
  amount: Type.Optional(Type.Number({ description: 'With VAT; negative: given back.', examples: [-3.12] })),
  changes: Type.Optional(
    Type.Array(
      Type.Object({
        code: charge,
        description: Type.String({ examples: ['Küte'] }),
        amount: Type.Number({ description: 'With VAT.', examples: [-3.12] }),
      }),
      { description: 'What the amount is made of, charge by charge.' },
    ),
  ),
  code: Type.Optional(OneOf(['nothing_to_charge', 'period_overlaps', 'reading_missing'])),
});

const CorrectionBody = Type.Object({
  periodStart: Day,
  periodEnd: Day,
  created: Type.Integer(),
  corrected: Type.Integer(),
  unchanged: Type.Integer(),
  failed: Type.Integer(),
  invoices: Type.Array(CorrectedBody, {
    description: 'One for each apartment, removed ones with something to give back last.',
  }),
});

const correct = operation({
  ...buildingRoute,
  path: '/buildings/:id/corrections',
  name: 'correctPeriod',
  method: 'POST',
  permission: 'invoices:generate',
  limit: 'bulk',
  summary: 'Correct a closed period',
  description:
    'Brings in bills and credit notes that came late, each added to what is recorded of its charge, and reckons the period anew with the building’s apartments and charges as they are. An apartment without an invoice gets its first; the others get a further invoice or a credit for what differs, of the same period, drafts to be sent like others. Then the invoices add up to the bills again, to the cent. What meters were billed for stays, and is settled by their next readings; credits given by hand stay too. What is given back is credit of the apartment at once. A bill with the supplier and number of one that is recorded for the charge is 409. Nothing different: nothing is made.',
  body: Type.Object(
    {
      periodStart: Day,
      periodEnd: Day,
      reason: Paragraphs(500, { description: 'Why; residents read it on what they get.' }),
      bills: Type.Optional(
        Type.Array(WrittenBillBody, { maxItems: 1000, description: 'What came late; negative for a credit note.' }),
      ),
      dryRun: Type.Optional(Type.Boolean({ description: 'Answer as if, but make nothing.', default: false })),
    },
    {
      examples: [
        {
          periodStart: '2026-10-01',
          periodEnd: '2026-10-31',
          reason: 'The heat supplier corrected its bill.',
          bills: [{ charge: 'heating', amount: -120.5, number: 'K-4711' }],
        },
      ],
    },
  ),
  answers: {
    200: {
      description: 'Nothing was made: all is as it should be, or it was a dry run.',
      schema: DataOf(CorrectionBody),
    },
    201: { description: 'What was made.', schema: DataOf(CorrectionBody) },
  },
  refuses: ['period_open', 'bill_already_recorded'],
  openPoints: ['P-36'],
  handle: async (scope, { params: { id = '' }, body }) => {
    const { periodStart, periodEnd, invoices } = await correctPeriodAndSettle(scope, id, body);
    const count = (status: CorrectionOutcome['status']) =>
      invoices.filter((invoice) => invoice.status === status).length;
    const [made, corrected] = [count('created'), count('corrected')];
    const answer = {
      periodStart,
      periodEnd,
      created: made,
      corrected,
      unchanged: count('unchanged'),
      failed: count('failed'),
      invoices: invoices.map(({ invoiceId, amount, changes, ...one }) => ({
        ...one,
        ...(!body.dryRun && invoiceId !== undefined && { invoiceId }),
        ...(amount !== undefined && { amount: amountFromCents(amount) }),
        ...(changes && { changes: changes.map((change) => ({ ...change, amount: amountFromCents(change.amount) })) }),
      })),
    };
    if (body.dryRun || made + corrected === 0) return okReply(answer);
    return createdReply(answer, `${scope.config.basePath}/invoices?buildingId=${id}`);
  },
});

export const supplierBillOperations = [list, periods, replaceBills, correct];

function periodBody({ bills, furtherBills, ...period }: PeriodBills) {
  const shown = <B extends { readonly amount: number }>(bill: B) => ({ ...bill, amount: amountFromCents(bill.amount) });
  return { ...period, bills: bills.map(shown), furtherBills: furtherBills.map(shown) };
}
