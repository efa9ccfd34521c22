// Estonian words of an apartment’s page.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const apartmentPage: Words['apartmentPage'] = {
  title: message('Korter {number}'),
  tabs: { people: 'Inimesed', money: 'Arved', meters: 'Arvestid ja pöördumised' },
  people: 'Inimesed',
  nobody: 'Selle korteri juures ei ole veel kedagi kirjas.',
  former: 'Endised elanikud',
  invitedPeople: message('Kutse on saadetud: {people}'),
  invited: 'Kutse saadetud',
  receives: 'Saab arved',
  yes: 'Jah',
  no: 'Ei',
  days: 'Ajavahemik',
  sinceDay: message('alates {day}'),
  untilDay: message('kuni {day}'),
  noMeters: 'Sellel korteril ei ole arvesteid.',
  noInvoices: 'Arveid ei ole veel.',
  statement: 'Saldoväljavõte',
  thisApartment: 'See korter',
  account: 'Saldo liikumine',
  changed: 'Viimati muudetud',
  history: 'Ajalugu',
  noHistory: 'Midagi ei ole veel kirjas.',
  event: 'Sündmus',
  movedIn: message('{name} kolis sisse ({role})'),
  movedOut: message('{name} kolis välja ({role})'),
  meterInstalled: message('Paigaldati arvesti: {meter}'),
  meterRemoved: message('Eemaldati arvesti: {meter}'),
};
