// English words of comparing an invoice, and of who would get it.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const comparison = {
  title: 'Comparison',
  lead: 'Compared without VAT with the previous period, and with the building’s average: per m² for charges by area, otherwise per apartment.',
  current: 'This invoice',
  previous: 'Previous period',
  change: 'Change',
  average: 'Building’s average',
  perArea: message<{ amount: string }>('{amount}/m²'),
  intended: 'Would be sent to',
  byEmail: message<{ name: string; email: string }>('{name}, by e-mail to {email}'),
  onPaper: message<{ name: string }>('{name}, on paper: no e-mail address'),
  nobody: 'Nobody: no resident receives invoices',
};
