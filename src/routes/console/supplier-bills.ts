// Console API: supplier bills of a building by period, which generation splits by default, and the correction of a
// closed period.

import type { PeriodBills } from '../../charging/model.ts';
import { listBilledPeriods, listPeriods, periodOrders } from '../../charging/supplier-bill-queries.ts';
import { savePeriodBills } from '../../charging/supplier-bills.ts';
import { createdResponse, DataOf, okResponse, operation, showsData, showsPage, tagged } from '../../http/operation.ts';
import { pageResponse, pagingQuery } from '../../http/paging.ts';
import { Day, Id, Instant, Money, Nullable, OneOf, Paragraphs, Text, Type } from '../../http/schemas.ts';

import type { CorrectionOutcome } from '../../invoicing/corrections/correct-period.ts';
import { correctPeriodAndApplyCredit } from '../../payments/apartment-credit.ts';
import { withAmounts } from '../../platform/values/money.ts';

import { getBuilding } from '../../properties/buildings.ts';

const sortable = Object.keys(periodOrders);

const charge = Type.String({
  minLength: 1,
  maxLength: 50,
  description: 'The code of a charge with costFrom: supplier_bill.',
  examples: ['heating'],
});
const quantity = Type.Optional(
  Type.Number({
    minimum: 0,
    maximum: 1e9,
    multipleOf: 0.000001,
    description:
      'For display, in the meters’ unit of a charge by meters; for several bills of a charge, the sum is shown.',
    examples: [87.31],
  }),
);
/** A bill as sent by the client. */
const WrittenBillBody = Type.Object(
  {
    charge,
    amount: Type.Number({ ...Money, description: 'Net, for the whole building; negative for a credit note.' }),
    quantity,
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
  id: { ...Id, description: 'The id of the period, derived from its days.' },
  periodStart: Day,
  periodEnd: Day,
  closed: Type.Boolean({ description: 'Whether an invoice of the period was sent or paid.' }),
  bills: Type.Array(Type.Object(billFields), { description: 'One for each charge.' }),
  furtherBills: Type.Array(
    Type.Object({
      id: Id,
      ...billFields,
      reason: Type.String({ examples: ['Heat meter read again'] }),
      createdAt: Instant,
    }),
    { description: 'Bills imported by a correction of the closed period; each adds to its charge’s bill.' },
  ),
  updatedAt: Instant,
});

const list = operation({
  name: 'listSupplierBills',
  route: 'GET /buildings/:id/supplier-bills',
  permission: 'invoices:generate',
  rules: ['unlogged'],
  summary: 'List the supplier bills of a building',
  description: 'By period. With both ends of a period, only that period.',
  query: Type.Object({
    periodStart: Type.Optional({ ...Day, description: 'The first day of the period.' }),
    periodEnd: Type.Optional({ ...Day, description: 'The last day of the period.' }),
    ...pagingQuery(sortable),
  }),
  responses: showsPage('A page of periods with their bills.', PeriodBillsBody),
  openPoints: ['P-36'],
  handle: async (scope, { path, params: { id = '' }, query }) => {
    await getBuilding(scope, id);
    return pageResponse(scope, { path, query }, sortable, async (page) =>
      (await listPeriods(scope, id, query, page)).map(({ sortValue, ...period }) => ({
        ...periodBody(period),
        sortValue,
      })),
    );
  },
});

const BilledPeriodBody = Type.Object({
  id: { ...Id, description: 'The id of the period, derived from its days.' },
  periodStart: Day,
  periodEnd: Day,
  closed: Type.Boolean({ description: 'Whether an invoice of the period was sent or paid.' }),
  invoices: Type.Integer({ description: 'Invoices that are not cancelled, without corrections and credit notes.' }),
  unsent: Type.Integer({
    description: 'Those still to be sent among these and among its corrections and credit notes.',
  }),
  corrections: Type.Integer({ description: 'Corrections and credit notes that are not cancelled.' }),
  amount: Type.Number({
    description: 'The sum of those that count in the accounts, with VAT: sent and paid ones, and all credit.',
    examples: [8123.4],
  }),
  open: Type.Number({ description: 'The open balance of the sent ones.', examples: [312.6] }),
  bills: Type.Number({ description: 'The suppliers’ bills, net.', examples: [5210.11] }),
  updatedAt: Instant,
});

const periods = operation({
  name: 'listPeriods',
  route: 'GET /buildings/:id/periods',
  permission: 'books:read',
  rules: ['unlogged'],
  summary: 'List the periods of a building',
  description: 'Periods with invoices that are not cancelled, or with supplier bills.',
  query: Type.Object(pagingQuery(sortable)),
  responses: showsPage('A page of periods.', BilledPeriodBody),
  openPoints: ['P-36'],
  handle: async (scope, { path, params: { id = '' }, query }) => {
    await getBuilding(scope, id);
    return pageResponse(scope, { path, query }, sortable, async (page) =>
      (await listBilledPeriods(scope, id, page)).map((period) => withAmounts(period, 'amount', 'open', 'bills')),
    );
  },
});

const replaceBills = operation({
  name: 'putSupplierBills',
  route: 'PUT /buildings/:id/supplier-bills',
  permission: 'invoices:generate',
  summary: 'Record the supplier bills of a period',
  description:
    'Replaces all recorded bills of the period, one for each split charge. generate-bulk splits them by default. They can be changed until an invoice of the period is sent or paid. Cancel existing drafts first, because they contain the former figures. In a closed period, the same bills again return 200, others 409.',
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
  responses: showsData('The period with its bills.', PeriodBillsBody),
  errors: ['period_closed'],
  openPoints: ['P-36'],
  handle: async (scope, { params: { id = '' }, body }) =>
    okResponse(periodBody(await savePeriodBills(scope, id, body))),
});

const CorrectedBody = Type.Object({
  apartmentId: Id,
  status: OneOf(['created', 'corrected', 'unchanged', 'failed'], {
    description: 'created: its first invoice. corrected: a further invoice for the difference. failed: see code.',
  }),
  invoiceId: Type.Optional({ ...Id, description: 'The new invoice; absent in a dry run.' }),
  correctsInvoiceId: Type.Optional({ ...Id, description: 'The corrected invoice.' }),
  amount: Type.Optional(Type.Number({ description: 'With VAT; negative: given back.', examples: [-3.12] })),
  changes: Type.Optional(
    Type.Array(
      Type.Object({
        code: charge,
        description: Type.String({ examples: ['Küte'] }),
        before: Type.Number({ description: 'What its invoices hold of the charge, with VAT.', examples: [103.12] }),
        amount: Type.Number({ description: 'The difference, with VAT.', examples: [-3.12] }),
        net: Type.Number({ description: 'The difference without VAT.', examples: [-2.52] }),
      }),
      { description: 'The amount by charge.' },
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
  bills: Type.Array(
    Type.Object({
      charge,
      before: Type.Number({ description: 'The total of its bills until now, net.', examples: [12_345.67] }),
      after: Type.Number({ description: 'The total with this correction, net.', examples: [12_225.17] }),
    }),
    { description: 'The charges whose bills change.' },
  ),
  invoices: Type.Array(CorrectedBody, {
    description: 'One for each apartment; deleted apartments with a credit come last.',
  }),
});

const correct = operation({
  name: 'correctPeriod',
  route: 'POST /buildings/:id/corrections',
  permission: 'invoices:generate',
  rules: ['bulk'],
  summary: 'Correct a closed period',
  description:
    'Records late bills and credit notes, each added to the recorded bills of its charge, and correct totals of wrong bills, and recalculates the period with the building’s current apartments and charges. An apartment without an invoice gets its first; the others get a further invoice or a credit note for the difference, in the same period, as drafts to be sent like others. Then the invoices add up to the bills again, to the cent. Billed metered consumption does not change and is settled by the next readings; manual credit notes stay too. Credited amounts become credit of the apartment at once. A bill with the supplier and number of a recorded bill of the charge is 409. Without differences, nothing is created.',
  body: Type.Object(
    {
      periodStart: Day,
      periodEnd: Day,
      reason: Paragraphs(500, { description: 'The reason, shown to residents on the documents.' }),
      bills: Type.Optional(
        Type.Array(WrittenBillBody, { maxItems: 1000, description: 'The late bills; negative for a credit note.' }),
      ),
      correctedBills: Type.Optional(
        Type.Array(
          Type.Object({ charge, amount: Type.Number({ ...Money, description: 'The correct total, net.' }), quantity }),
          {
            maxItems: 1000,
            description:
              'The correct totals of charges whose bills were recorded wrong. The difference from the recorded bills is recorded as a further bill with the reason. Repeating a total changes nothing. A charge has a late bill or a total, not both.',
          },
        ),
      ),
      dryRun: Type.Optional(
        Type.Boolean({ description: 'Return the result without creating anything.', default: false }),
      ),
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
  responses: {
    200: {
      description: 'Nothing was created: there is no difference, or it was a dry run.',
      schema: DataOf(CorrectionBody),
    },
    201: { description: 'The created documents.', schema: DataOf(CorrectionBody) },
  },
  errors: ['period_open', 'bill_already_recorded'],
  openPoints: ['P-36'],
  handle: async (scope, { params: { id = '' }, body }) => {
    const { periodStart, periodEnd, bills, invoices } = await correctPeriodAndApplyCredit(scope, id, body);
    const count = (status: CorrectionOutcome['status']) =>
      invoices.filter((invoice) => invoice.status === status).length;
    const [created, corrected] = [count('created'), count('corrected')];
    const result = {
      periodStart,
      periodEnd,
      created,
      corrected,
      unchanged: count('unchanged'),
      failed: count('failed'),
      bills: bills.map(({ charge, before, after }) => withAmounts({ charge, before, after }, 'before', 'after')),
      invoices: invoices.map(({ invoiceId, changes, ...invoice }) => ({
        ...withAmounts(invoice, 'amount'),
        ...(!body.dryRun && invoiceId !== undefined && { invoiceId }),
        ...(changes && { changes: changes.map((change) => withAmounts(change, 'before', 'amount', 'net')) }),
      })),
    };
    if (body.dryRun || created + corrected === 0) return okResponse(result);
    return createdResponse(result, `${scope.config.basePath}/invoices?buildingId=${id}`);
  },
});

export const supplierBillOperations = tagged('Invoices', [list, periods, replaceBills, correct]);

function periodBody({ bills, furtherBills, ...period }: PeriodBills) {
  return {
    ...period,
    bills: bills.map((bill) => withAmounts(bill, 'amount')),
    furtherBills: furtherBills.map((bill) => withAmounts(bill, 'amount')),
  };
}
