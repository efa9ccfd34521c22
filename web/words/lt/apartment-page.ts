// Lithuanian words of an apartment’s page.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const apartmentPage: Words['apartmentPage'] = {
  title: message('Butas {number}'),
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
  requests: 'Neužbaigti pranešimai',
  thisApartment: 'Šis butas',
};
