// Door 2, the first page: what waits for people, and money by month.
import { DataOf, okReply, operation } from '../../http/operation.ts';
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
  webhooksFailing: Type.Integer({ description: 'Endpoints that are disabled, or whose last attempt failed.' }),
  accountsUnconfirmed: Type.Array(Type.String({ format: 'uuid' }), {
    description: 'The buildings whose changed account no owner has confirmed.',
  }),
  paymentsWaiting: talliesSchema('Payments with money that pays no invoice; the amount is that money.'),
  drafts: talliesSchema('Invoices that were not sent yet.'),
  overdue: talliesSchema('Sent invoices past their due date; the amount is what is still to be paid.'),
  months: Type.Array(
    Type.Object({
      month: Type.String({ examples: ['2026-11'] }),
      currency,
      invoiced: amount('Invoices sent or paid, by their issue date.'),
      received: amount('Payments, by the day they were paid; what credit invoices are worth is none.'),
      spent: amount('Suppliers’ bills, by the first day of their period.'),
    }),
    { description: 'The last twelve months for each currency in use, the present month last.' },
  ),
});

const show = operation({
  name: 'getOverview',
  method: 'GET',
  path: '/overview',
  tag: 'Overview',
  summary: 'What needs a person',
  description: 'Counts of what waits, and money in and out by month, over all buildings of the organization.',
  permission: 'overview:read',
  answers: { 200: { description: 'As it is now.', schema: DataOf(OverviewBody) } },
  refuses: [],
  openPoints: [],
  handle: async (scope) => {
    const { paymentsWaiting, drafts, overdue, months, ...counts } = await getOverview(scope);
    const inMoney = <T extends { readonly amount: number }>(t: T) => ({
      ...t,
      amount: amountFromCents(t.amount),
    });
    return okReply({
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
