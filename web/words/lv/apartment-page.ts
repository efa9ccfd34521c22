// Latvian words of an apartment’s page.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const apartmentPage: Words['apartmentPage'] = {
  title: message('Dzīvoklis {number}'),
  tabs: { people: 'Cilvēki', money: 'Rēķini', meters: 'Skaitītāji un pieteikumi' },
  people: 'Cilvēki',
  nobody: 'Šim dzīvoklim vēl neviens nav pierakstīts.',
  former: 'Bijušie iedzīvotāji',
  invitedPeople: message('Uzaicināti: {people}'),
  invited: 'Uzaicināts',
  receives: 'Saņem rēķinus',
  yes: 'Jā',
  no: 'Nē',
  days: 'Laiks',
  sinceDay: message('kopš {day}'),
  untilDay: message('līdz {day}'),
  noMeters: 'Šim dzīvoklim nav skaitītāju.',
  noInvoices: 'Rēķinu vēl nav.',
  statement: 'Konta izraksts',
  thisApartment: 'Šis dzīvoklis',
  account: 'Konts',
  changed: 'Pēdējās izmaiņas',
  history: 'Vēsture',
  noHistory: 'Vēl nekas nav pierakstīts.',
  event: 'Notikums',
  movedIn: message('Ievācās {name} ({role})'),
  movedOut: message('Izvācās {name} ({role})'),
  meterInstalled: message('Uzstādīts skaitītājs: {meter}'),
  meterRemoved: message('Noņemts skaitītājs: {meter}'),
};
