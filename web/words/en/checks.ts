// English words of the checklist before invoices are generated.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const checks = {
  none: 'Nothing to check.',
  gravities: {
    blocks: 'Fix these first',
    leaves_out: 'These apartments get no invoice',
    money: 'Amounts that may be wrong',
    review: 'Please review',
  },
  titles: {
    negative_remainder: 'A remainder would be credited',
    negative_invoice: 'Negative invoice',
    amount_changed: 'Large change from the previous month',
    account_missing: 'No bank account: residents can’t pay these invoices',
    name_not_printable: 'Name in letters that the PDF can’t print: write it in Latin letters',
  },
  fixes: {
    apartments: 'Open apartments',
    bill: 'Enter bills',
    charges: 'Open charges',
    earlier: 'Generate the earlier month',
    invoices: 'Open invoices',
    meters: 'Open meters',
    readings: 'Enter readings',
    usage: 'Compare consumption',
  },
  showAll: message<{ count: number }>('Show all {count}'),
  usually: message<{ quantity: string; usual: string }>('{quantity}, usually {usual}'),
  otherApartments: message<{ quantity: string; usual: string }>('{quantity}, in other apartments {usual}'),
  remainder: message<{ main: string; explained: string; difference: string }>(
    'main meter {main}, apartments {explained}, difference {difference}',
  ),
  estimated: message<{ quantity: string }>('{quantity}, estimated'),
  between: message<{ quantity: string; from: string; to: string }>(
    '{quantity}, calculated by days between the readings of {from} and {to}',
  ),
  recipientsFrom: message<{ day: string }>('recipients only from {day}'),
  verifiedUntil: message<{ day: string }>('verified until {day}'),
  since: message<{ day: string }>('since {day}'),
  laterInvoice: message<{ day: string }>('on an invoice from {day}'),
  firstReading: message<{ value: string; day: string }>('first reading {value} on {day}'),
  countedFrom: message<{ value: string }>('counted from {value}'),
  handedOver: message<{ day: string }>('the apartment changed hands on {day}'),
  changed: message<{ amount: string; previous: string }>('{amount}, previously {previous}'),
  split: message<{ bill: string; invoiced: string; missing: string }>(
    'of {bill}, existing invoices contain {invoiced} and the missing ones {missing}',
  ),
};
