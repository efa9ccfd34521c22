// English words of sending invoices.
import { messagesIn } from '../../../src/platform/messages.ts';

const message = messagesIn('en');

export const sending = {
  title: 'Send the drafts',
  send: 'Send',
  sendAll: message<{ count: number }>('{count, plural, one {Send # invoice} other {Send # invoices}}'),
  lead: 'Each goes by e-mail to everybody who receives the apartment’s invoices, with its PDF. Sent letters cannot be called back.',
  queued: message<{ count: number; unreachable: number }>(
    '{count, plural, one {# invoice is being sent} other {# invoices are being sent}}{unreachable, plural, =0 {} one {; # has no recipient} other {; # have no recipient}}.',
  ),
  letters: message<{ count: number }>(
    '{count, plural, one {# letter is on its way.} other {# letters are on their way.}}',
  ),
  onItsWay: 'On its way',
  lettersTitle: 'Letters',
  noLetters: 'Nobody was written to about this invoice yet.',
  missing: 'Send to those it has not reached',
  kind: 'About',
  kinds: { invoice: 'The invoice', 'payment-reminder': 'Reminder to pay' },
  statuses: { pending: 'On its way', sent: 'Sent', refused: 'Refused', failed: 'Failed', expired: 'Given up' },
  reminder: 'Reminder to pay',
  reminderNone: 'Nobody is reminded of unpaid invoices in this building.',
  reminderLead: message<{ days: number }>(
    'The recipients of an unpaid invoice get one e-mail {days, plural, one {# day} other {# days}} after the due date.',
  ),
  reminderDays: 'Days after the due date',
  reminderStart: 'Remind',
};
