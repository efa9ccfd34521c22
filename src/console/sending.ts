// Door 2, what reaches people about their invoices, and what became of it.
import { getReminder, setReminder } from '../billing/sending/remind.ts';
import { DataOf, data, nothing, operation } from '../http/operation.ts';
import { Type } from '../http/shapes.ts';
import type { Scope } from '../platform/scope.ts';
import { getBuilding } from '../portfolio/buildings.ts';

type Params = Readonly<Record<string, string>>;

const ReminderBody = Type.Object({
  daysAfterDue: Type.Integer({
    minimum: 1,
    maximum: 90,
    description: 'How many days after the due date recipients are reminded.',
    examples: [7],
  }),
});

const reminderOf = {
  path: '/buildings/:id/payment-reminder',
  tag: 'Invoices',
  refuses: [],
  openPoints: ['P-34'],
  found: (scope: Scope, { id = '' }: Params) => getBuilding(scope, id),
} as const;

const showReminder = operation({
  ...reminderOf,
  name: 'getPaymentReminder',
  method: 'GET',
  summary: 'Fetch when a building reminds of unpaid invoices',
  description: 'After how many days; null when nobody is reminded.',
  permission: 'buildings:read',
  answers: { 200: { description: 'The setting.', schema: DataOf(Type.Union([ReminderBody, Type.Null()])) } },
  handle: async (scope, { params: { id = '' } }) => data(await getReminder(scope, id)),
});

const changeReminder = operation({
  ...reminderOf,
  name: 'setPaymentReminder',
  method: 'PATCH',
  summary: 'Remind of unpaid invoices',
  description:
    'From today on, the recipients of a sent invoice of which something is still to be paid so many days after its due date get one e-mail, in their language, with the amount. Once for each due date.',
  permission: 'buildings:write',
  body: ReminderBody,
  answers: { 200: { description: 'The setting.', schema: DataOf(ReminderBody) } },
  handle: async (scope, { params: { id = '' }, body: { daysAfterDue } }) => {
    await setReminder(scope, id, { daysAfterDue });
    return data({ daysAfterDue });
  },
});

const removeReminder = operation({
  ...reminderOf,
  name: 'deletePaymentReminder',
  method: 'DELETE',
  summary: 'Stop reminding of unpaid invoices',
  description: 'Reminders that wait already still leave, unless the invoice is paid.',
  permission: 'buildings:write',
  answers: { 204: { description: 'Gone, or not there before.' } },
  handle: async (scope, { params: { id = '' } }) => {
    await setReminder(scope, id, null);
    return nothing;
  },
});

export const sendingOperations = [showReminder, changeReminder, removeReminder];
