// Console API: the overview page, with open tasks and money by month.
import { DataOf, okResponse, operation } from '../../http/operation.ts';
import { Type } from '../../http/schemas.ts';
import { getOverview } from '../../overview/overview.ts';
import { amountFromCents } from '../../platform/values/money.ts';

const currency = Type.String({ examples: ['EUR'] });
const amount = (description: string) => Type.Number({ description, examples: [1250.4] });
const talliesSchema = (description: string) =>
  Type.Array(Type.Object({ currency, count: Type.Integer(), amount: Type.Number() }), { description });

const OverviewBody = Type.Object({
  readingsToConfirm: Type.Integer(),
  maintenanceNew: Type.Integer(),
  webhooksFailing: Type.Integer({ description: 'Endpoints that are disabled or failed at the last attempt.' }),
  accountsUnconfirmed: Type.Array(Type.String({ format: 'uuid' }), {
    description: 'Buildings with an account change not confirmed by an owner.',
  }),
  paymentsWaiting: talliesSchema('Payments with an unmatched amount; the amount is that part.'),
  drafts: talliesSchema('Invoices that are not sent yet.'),
  overdue: talliesSchema('Sent invoices past their due date; the amount is the open balance.'),
  months: Type.Array(
    Type.Object({
      month: Type.String({ examples: ['2026-11'] }),
      currency,
      invoiced: amount('Invoices sent or paid, by their issue date.'),
      received: amount('Payments, by payment day; without credit notes.'),
      spent: amount('Supplier bills, by the first day of their period.'),
    }),
    { description: 'The last twelve months for each currency in use, the current month last.' },
  ),
});

const show = operation({
  name: 'getOverview',
  method: 'GET',
  path: '/overview',
  tag: 'Overview',
  summary: 'Fetch the overview',
  description: 'Counts of open tasks, and money in and out by month, over all buildings of the organization.',
  permission: 'overview:read',
  responses: { 200: { description: 'The current overview.', schema: DataOf(OverviewBody) } },
  errors: [],
  openPoints: [],
  handle: async (scope) => {
    const { paymentsWaiting, drafts, overdue, months, ...counts } = await getOverview(scope);
    const inMoney = <T extends { readonly amount: number }>(t: T) => ({
      ...t,
      amount: amountFromCents(t.amount),
    });
    return okResponse({
      ...counts,
      paymentsWaiting: paymentsWaiting.map(inMoney),
      drafts: drafts.map(inMoney),
      overdue: overdue.map(inMoney),
      months: months.map((month) => ({
        ...month,
        invoiced: amountFromCents(month.invoiced),
        received: amountFromCents(month.received),
        spent: amountFromCents(month.spent),
      })),
    });
  },
});

export const overviewOperations = [show];
