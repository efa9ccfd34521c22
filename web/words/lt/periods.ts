// Lithuanian words of periods: which are closed, and correcting one.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const periods: Words['periods'] = {
  title: 'Laikotarpiai',
  lead: 'Laikotarpis uždaromas, kai išsiunčiama arba apmokama bent viena jo sąskaita, ir vėl atidaromas tik tada, kai tokių nelieka. Kas paaiškėja vėliau, įtraukiama taisant laikotarpį.',
  none: 'Šiame name sąskaitų dar nerengta.',
  period: 'Laikotarpis',
  state: 'Būsena',
  open: 'Atviras',
  closed: 'Uždarytas',
  invoices: 'Sąskaitos',
  drafts: message('{count, plural, one {# juodraštis} few {# juodraščiai} other {# juodraščių}}'),
  corrections: 'Taisymai ir kreditinės',
  amount: 'Priskaičiuota',
  unpaid: 'Liko mokėti',
  bills: 'Tiekėjų sąskaitos',
  correct: 'Taisyti',
  correctOf: message('Taisyti: {period}'),
  correctPeriod: 'Taisyti laikotarpį',
  correctLead:
    'Laikotarpis perskaičiuojamas pagal dabartinius mokesčius, butus ir tiekėjų sąskaitas. Jei yra skirtumas, butas gauna papildomą arba kreditinę sąskaitą; kas išsiųsta, nesikeičia.',
  noPeriod: 'Pasirinkite laikotarpį sąraše.',
  late: 'Kas gauta pavėluotai',
  lateLead:
    'Tiekėjų sąskaitos ir kreditinės (su minusu), kurių laikotarpiui trūksta. Jei jų nėra, vertinama tik tai, kas name pasikeitė.',
  addBill: 'Pridėti sąskaitą',
  charge: 'Mokestis',
  net: 'Suma be PVM',
  supplier: 'Tiekėjas',
  number: 'Sąskaitos numeris',
  date: 'Sąskaitos diena',
  removeBill: message('Pašalinti sąskaitą: {name}'),
  look: 'Peržiūrėti rezultatą',
  result: 'Numatomas rezultatas',
  nothing: 'Skirtumų nėra: visos sąskaitos tokios, kokios turi būti.',
  corrected: 'Pataisyta',
  created: 'Naujos sąskaitos',
  unchanged: 'Nesikeičia',
  failed: 'Neįmanoma',
  sum: 'Iš viso',
  difference: 'Skirtumas su PVM',
  why: 'Dėl ko',
  of: 'Taiso',
  first: 'pirmoji sąskaita',
  make: message('{count, plural, one {Rengti # taisymą} few {Rengti # taisymus} other {Rengti # taisymų}}'),
  makeLead: 'Papildomos sąskaitos yra juodraščiai, siunčiami kaip ir kiti. Kas grąžinama, iš karto tampa buto permoka.',
  made: message('{count, plural, one {Parengtas # taisymas.} few {Parengti # taisymai.} other {Parengta # taisymų.}}'),
};
