// English words of moving in and moving out.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const moves = {
  moveIn: 'Move in',
  moveOut: 'Days / move out',
  title: message<{ name: string; number: string }>('{name}, apartment {number}'),
  firstDay: 'First day',
  lastDay: 'Last day',
  lastDayHint: 'Empty: until further notice. The person has the apartment until the end of this day.',
  receives: 'Receives the apartment’s invoices',
  person: 'Person',
  newPerson: 'New person',
  saved: 'Days saved.',
  payersHint: 'Invoices follow these days: each person pays for their own. Existing invoices do not change.',
  delete: 'Recorded by mistake',
  deleteLead: message<{ name: string; number: string }>(
    'It will be as if {name} had never had apartment {number}: they no longer see its invoices, and their days are billed to others. If they really lived there, enter their last day instead.',
  ),
  deleted: 'Deleted.',
  residencies: 'Apartments',
  stillThere: message<{ name: string; number: string }>(
    '{name} still has apartment {number}. Enter the last day there first; then the resident can be deleted.',
  ),
};
