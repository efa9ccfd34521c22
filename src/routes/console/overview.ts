// Console API: the overview page, with open tasks, money by month, and the state of each building's month.
import { okResponse, operation, showsData, tagged } from '../../http/operation.ts';
import { Id, Month, Nullable, OneOf, Type } from '../../http/schemas.ts';
import { type BuildingState, listBuildingStates, nextSteps } from '../../overview/building-states.ts';
import { getOverview } from '../../overview/overview.ts';
import { withAmounts } from '../../platform/values/money.ts';

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
  paymentsWaiting: talliesSchema('Payments that wait for a decision; the amount is the part that does.'),
  returnsWaiting: talliesSchema('Returns of payments by the bank that wait for a decision.'),
  unsent: talliesSchema('Invoices still to be sent and not being sent: drafts, and those paid before they were sent.'),
  overdue: talliesSchema('Sent invoices past their due date; the amount is the open balance.'),
  months: Type.Array(
    Type.Object({
      month: Type.String({ examples: ['2026-11'] }),
      currency,
      invoiced: amount('Invoices sent or paid, by the first day of their period.'),
      received: amount('Payments, by payment day; without credit notes, and without what was dismissed.'),
      spent: amount('Supplier bills, by the first day of their period.'),
    }),
    { description: 'The last twelve months for each currency in use, the current month last.' },
  ),
  unassigned: Type.Array(
    Type.Object({ month: Type.String({ examples: ['2026-11'] }), currency, amount: amount('Their amounts.') }),
    {
      description:
        'Of `received` in `months`, what waits to be matched: month-end has it beside its own. Months without any are left out.',
    },
  ),
});

const show = operation({
  name: 'getOverview',
  route: 'GET /overview',
  summary: 'Fetch the overview',
  description: 'Counts of open tasks, and money in and out by month, over all buildings of the organization.',
  permission: 'overview:read',
  rules: ['unlogged'],
  responses: showsData('The current overview.', OverviewBody),
  handle: async (scope) => {
    const { paymentsWaiting, returnsWaiting, unsent, overdue, months, unassigned, ...counts } =
      await getOverview(scope);
    return okResponse({
      ...counts,
      paymentsWaiting: paymentsWaiting.map((sum) => withAmounts(sum, 'amount')),
      returnsWaiting: returnsWaiting.map((sum) => withAmounts(sum, 'amount')),
      unsent: unsent.map((sum) => withAmounts(sum, 'amount')),
      overdue: overdue.map((sum) => withAmounts(sum, 'amount')),
      months: months.map((month) => withAmounts(month, 'invoiced', 'received', 'spent')),
      unassigned: unassigned.map((sum) => withAmounts(sum, 'amount')),
    });
  },
});

const BuildingStateBody = Type.Object({
  buildingId: Id,
  name: Type.String({ examples: ['Kase 12'] }),
  currency,
  month: Month,
  monthToBill: {
    ...Month,
    description: 'The last month with readings or bills that is not billed; otherwise the one after the last billed.',
  },
  inUse: Type.Boolean({
    description:
      'Whether it has apartments and charges and, in the last three full months or since, was billed, got readings or bills, or was added with residents.',
  }),
  meters: Type.Integer({ description: 'Meters in use at its end; 0 if no charge goes by meters.' }),
  metersRead: Type.Integer({ description: 'Of these, with a confirmed reading for the month (open point P-91).' }),
  bills: Type.Integer({ description: 'Charges that divide a supplier bill.' }),
  billsRecorded: Type.Integer({ description: 'Of these, with a bill of the month.' }),
  invoices: Type.Integer({ description: 'Invoices of the month, without credits and corrections.' }),
  invoicesSent: Type.Integer({ description: 'Of these, those that were sent.' }),
  invoicesSending: Type.Integer({ description: 'Of these, those whose e-mails wait to be sent.' }),
  invoiced: amount('The amounts of those that are not drafts.'),
  invoicesPaid: Type.Integer({ description: 'Of those that are not drafts, the ones that are paid.' }),
  invoicesIssued: Type.Integer({ description: 'Those that are not drafts.' }),
  paid: amount('What is paid of them; money that waits to be matched is not.'),
  unsent: Type.Integer({ description: 'Invoices of all months that are still to be sent.' }),
  sending: Type.Integer({ description: 'Of these, those whose e-mails wait to be sent.' }),
  overdue: Type.Integer({ description: 'Overdue invoices of all months.' }),
  overdueAmount: amount('Their open amounts.'),
  waiting: Type.Array(
    Type.Object({
      currency,
      payments: Type.Integer(),
      returns: Type.Integer({ description: 'Returns of payments by the bank that wait; not in the amount.' }),
      amount: Type.Number(),
      sharedWith: Type.Array(Type.String(), { description: 'The names of the other buildings with this account.' }),
    }),
    {
      description:
        'Unmatched payments and returns on the account of the building; of an account that buildings share, once.',
    },
  ),
  waitingAt: Nullable(
    Type.String({
      description: 'The name of the building that has what waits on a shared account.',
      examples: ['Kase 12'],
    }),
  ),
  next: OneOf(nextSteps, { description: 'What to do next.', examples: ['generate'] }),
});

const listStates = operation({
  name: 'listBuildingStates',
  route: 'GET /overview/buildings',
  summary: 'List the state of each building',
  description:
    'For each building, how far its month is, from readings to paid invoices, and what to do next. Those with something to do first.',
  permission: 'overview:read',
  rules: ['unlogged'],
  query: Type.Object({ month: Type.Optional({ ...Month, description: 'By default the month that each is at.' }) }),
  responses: showsData('The buildings.', Type.Array(BuildingStateBody)),
  handle: async (scope, { query }) => okResponse((await listBuildingStates(scope, query.month)).map(buildingStateBody)),
});

function buildingStateBody({ waiting, ...state }: BuildingState) {
  return {
    ...withAmounts(state, 'invoiced', 'paid', 'overdueAmount'),
    waiting: waiting.map((money) => withAmounts(money, 'amount')),
  };
}

export const overviewOperations = tagged('Overview', [show, listStates]);
