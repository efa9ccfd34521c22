// Lithuanian words of an apartment’s page.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const apartmentPage: Words['apartmentPage'] = {
  title: message('Butas {number}'),
  tabs: { people: 'Žmonės', money: 'Sąskaitos', meters: 'Skaitikliai ir prašymai' },
  people: 'Žmonės',
  nobody: 'Prie šio buto dar niekas neįrašytas.',
  former: 'Buvę gyventojai',
  invitedPeople: message('Pakviesti: {people}'),
  invited: 'Pakviestas',
  receives: 'Gauna sąskaitas',
  yes: 'Taip',
  no: 'Ne',
  days: 'Laikotarpis',
  sinceDay: message('nuo {day}'),
  untilDay: message('iki {day}'),
  noMeters: 'Šis butas skaitiklių neturi.',
  noInvoices: 'Sąskaitų dar nėra.',
  statement: 'Buto sąskaitos išrašas',
  thisApartment: 'Šis butas',
  account: 'Buto sąskaita',
  changed: 'Paskutinis pakeitimas',
  history: 'Istorija',
  noHistory: 'Dar nieko neįrašyta.',
  event: 'Įvykis',
  movedIn: message('Įsikėlė {name} ({role})'),
  movedOut: message('Išsikėlė {name} ({role})'),
  meterInstalled: message('Įrengtas skaitiklis: {meter}'),
  meterRemoved: message('Nuimtas skaitiklis: {meter}'),
};
