// English words of the home page.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const home = {
  title: 'Home',
  greeting: message<{ name: string }>('Welcome, {name}'),
  buildings: 'Buildings',
  noBuildings: 'No buildings yet.',
  accounts: message<{ count: number }>(
    '{count, plural, one {account change to confirm} other {account changes to confirm}}',
  ),
  readings: message<{ count: number }>('{count, plural, one {reading to confirm} other {readings to confirm}}'),
  payments: message<{ count: number }>('{count, plural, one {unmatched payment} other {unmatched payments}}'),
  drafts: message<{ count: number }>('{count, plural, one {draft invoice to send} other {draft invoices to send}}'),
  overdue: message<{ count: number }>('{count, plural, one {overdue invoice} other {overdue invoices}}'),
  requests: message<{ count: number }>(
    '{count, plural, one {new maintenance request} other {new maintenance requests}}',
  ),
  webhooks: message<{ count: number }>(
    '{count, plural, one {failing webhook endpoint} other {failing webhook endpoints}}',
  ),
  nothingWaits: 'You’re all caught up.',
  steps: 'Get started',
  stepDone: 'done',
  stepNotNeeded: 'not needed',
  hideSteps: 'Hide',
  stepsHidden: 'Hidden. You can open the steps again from your menu.',
  stepNames: {
    building: 'Add a building',
    apartments: 'Add apartments',
    charges: 'Set up charges',
    account: 'Add the bank account',
    meters: 'Add meters',
    residents: 'Add residents',
    invoices: 'Send the first invoices',
  },
  stepHints: {
    building: 'A name and an address are enough to start.',
    apartments: 'One by one, or pasted from a spreadsheet.',
    charges: 'Each has a price, or a supplier bill that is allocated.',
    account: 'Shown on invoices, with a payment code for bank apps.',
    meters: 'Only for charges based on meter readings.',
    residents: 'One by one, by invitation or from a file. They receive the invoices.',
    invoices: 'You get a preview before anything is created, and review the drafts before they are sent.',
  },
  money: 'Cash flow this month',
  noMoney: 'No invoices or payments yet.',
  received: 'Received',
  invoiced: 'Invoiced',
  supplierBills: 'Supplier bills',
};
