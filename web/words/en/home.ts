// English words of the first page.
import { messagesIn } from '../../../src/platform/messages.ts';

const message = messagesIn('en');

export const home = {
  title: 'Home',
  greeting: message<{ name: string }>('Good to see you, {name}'),
  buildings: 'Buildings',
  noBuildings: 'There is no building here yet.',
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
  nothingWaits: 'Nothing waits for you.',
  steps: 'First steps',
  stepDone: 'done',
  stepNames: {
    building: 'Add a building',
    apartments: 'Enter its apartments',
    charges: 'Say what is charged for',
    account: 'Name the account to pay to',
    meters: 'Enter the meters',
    residents: 'Add the residents',
    invoices: 'Make the first month’s invoices',
  },
  stepHints: {
    building: 'Its name and address are enough to begin with.',
    apartments: 'One by one, or pasted from a spreadsheet.',
    charges: 'Each with a price, or with a supplier’s bill that is split.',
    account: 'It stands on the invoices, with a payment code for bank apps.',
    meters: 'Only where something is charged for by what meters count.',
    residents: 'By hand, by invitation or from a file. Invoices go to them.',
    invoices: 'You see what would come of it before anything is made.',
  },
  money: 'Money this month',
  noMoney: 'Nothing was invoiced or paid yet.',
  received: 'Received',
  invoiced: 'Invoiced',
  spent: 'Suppliers’ bills',
};
