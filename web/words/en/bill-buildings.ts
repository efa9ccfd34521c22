// English words of the invoices of many buildings.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const billBuildings = {
  title: 'Bill all buildings',
  lead: 'One preview for all buildings. What is ready is created and sent together; the rest says why.',
  find: 'Find building',
  preview: message<{ count: number }>('{count, plural, one {Preview # building} other {Preview # buildings}}'),
  progress: message<{ done: number; all: number }>('{done, number} of {all, number} buildings'),
  working: 'Creating and sending…',
  newInvoices: 'New invoices',
  ready: 'Ready',
  sent: message<{ count: number }>('{count, plural, one {# sent} other {# sent}}'),
  createAndSend: message<{ count: number }>(
    '{count, plural, one {Create and send # invoice} other {Create and send # invoices}}',
  ),
  sumOf: message<{ buildings: number; sum: string }>(
    '{buildings, plural, one {# building} other {# buildings}}, {sum}.',
  ),
  notTried: message<{ count: number }>(
    '{count, plural, one {# building was not tried} other {# buildings were not tried}}',
  ),
  noneReady: 'No building is ready. Select those to create anyway; open a building to fix what was found.',
};
