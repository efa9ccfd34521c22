// English words of sending invoices.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const sending = {
  title: 'Send drafts',
  send: 'Send',
  sendAll: message<{ count: number }>('{count, plural, one {Send # invoice} other {Send # invoices}}'),
  lead: 'Each invoice is e-mailed with its PDF to the apartment’s recipients. This can’t be undone.',
  byEmail: message<{ count: number }>('By e-mail: {count}.'),
  onPaper: message<{ count: number; apartments: string }>('On paper: {count}, apt. {apartments}.'),
  toNobody: message<{ count: number; apartments: string }>('Without recipients: {count}, apt. {apartments}.'),
  queued: message<{ count: number; unreachable: number }>(
    '{count, plural, one {# invoice is being sent} other {# invoices are being sent}}{unreachable, plural, =0 {} one {; # has no recipient} other {; # have no recipient}}.',
  ),
  emails: message<{ count: number }>(
    '{count, plural, one {# e-mail is being sent.} other {# e-mails are being sent.}}',
  ),
  sending: 'Sending',
  emailsTitle: 'E-mails',
  noEmails: 'No e-mails sent yet.',
  sendToMissed: 'Send to missed recipients',
  kind: 'Type',
  kinds: { invoice: 'Invoice', 'payment-reminder': 'Payment reminder' },
  statuses: { pending: 'Sending', sent: 'Sent', refused: 'Rejected', failed: 'Failed', expired: 'Expired' },
  reminder: 'Payment reminders',
  reminderNone: 'No payment reminders are sent in this building.',
  reminderLead: message<{ days: number }>(
    'The recipients of an unpaid invoice get one e-mail {days, plural, one {# day} other {# days}} after the due date.',
  ),
  reminderDays: 'Days after the due date',
  reminderStart: 'Enable',
};
