// English words of an apartment’s page.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const apartmentPage = {
  title: message<{ number: string }>('Apartment {number}'),
  tabs: { people: 'People', money: 'Invoices', meters: 'Meters and requests' },
  people: 'People',
  nobody: 'Nobody is recorded for this apartment yet.',
  former: 'Former residents',
  invitedPeople: message<{ people: string }>('Invited: {people}'),
  invited: 'Invited',
  receives: 'Receives invoices',
  yes: 'Yes',
  no: 'No',
  days: 'Days',
  sinceDay: message<{ day: string }>('since {day}'),
  untilDay: message<{ day: string }>('until {day}'),
  noMeters: 'This apartment has no meters.',
  noInvoices: 'No invoices yet.',
  statement: 'Account statement',
  thisApartment: 'This apartment',
  account: 'Account',
  changed: 'Last change',
  history: 'History',
  noHistory: 'Nothing is recorded yet.',
  event: 'Event',
  movedIn: message<{ name: string; role: string }>('{name} moved in ({role})'),
  movedOut: message<{ name: string; role: string }>('{name} moved out ({role})'),
  meterInstalled: message<{ meter: string }>('Meter installed: {meter}'),
  meterRemoved: message<{ meter: string }>('Meter removed: {meter}'),
};
