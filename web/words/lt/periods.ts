// Lithuanian words of periods: which are closed, and correcting one.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const periods: Words['periods'] = {
  title: 'Laikotarpiai',
  lead: 'Laikotarpis uždaromas, kai išsiunčiama arba apmokama bent viena jo sąskaita. Vėlesni pakeitimai atliekami taisymu.',
  none: 'Šiame name sąskaitų dar nerengta.',
  period: 'Laikotarpis',
  previousMonth: 'Ankstesnis mėnuo',
  nextMonth: 'Kitas mėnuo',
  status: 'Būsena',
  open: 'Atviras',
  closed: 'Uždarytas',
  invoices: 'Sąskaitos',
  drafts: message('{count, plural, one {# juodraštis} few {# juodraščiai} other {# juodraščių}}'),
  corrections: 'Taisymai ir kreditinės',
  invoiced: 'Priskaičiuota',
  balanceDue: 'Liko mokėti',
  bills: 'Tiekėjų sąskaitos',
  correct: 'Taisyti',
  correctOf: message('Taisymas: {period}'),
  correctPeriod: 'Taisyti laikotarpį',
  correctLead:
    'Laikotarpis perskaičiuojamas pagal dabartinius mokesčius, butus ir tiekėjų sąskaitas. Jei yra skirtumas, butas gauna papildomą arba kreditinę sąskaitą; kas išsiųsta, nesikeičia.',
  noPeriod: 'Pasirinkite laikotarpį sąraše.',
  lateBills: 'Vėliau gautos sąskaitos',
  lateBillsLead:
    'Tiekėjų sąskaitos ir kreditinės (su minusu), kurių laikotarpiui trūksta. Be jų taisomi tik namo duomenų pakeitimai.',
  addBill: 'Pridėti sąskaitą',
  charge: 'Mokestis',
  net: 'Suma be PVM',
  supplier: 'Tiekėjas',
  number: 'Sąskaitos numeris',
  date: 'Sąskaitos diena',
  removeBill: message('Pašalinti sąskaitą: {name}'),
  preview: 'Peržiūrėti',
  result: 'Peržiūra',
  nothing: 'Skirtumų nėra.',
  corrected: 'Pataisyta',
  created: 'Naujos sąskaitos',
  unchanged: 'Nesikeičia',
  failed: 'Nepavyko',
  total: 'Iš viso',
  difference: 'Skirtumas su PVM',
  changes: 'Pakeitimai',
  corrects: 'Taiso',
  newInvoice: 'nauja sąskaita',
  create: message('{count, plural, one {Rengti # taisymą} few {Rengti # taisymus} other {Rengti # taisymų}}'),
  createLead: 'Papildomos sąskaitos parengiamos kaip juodraščiai. Grąžinimai pritaikomi iš karto.',
  correctionsCreated: message(
    '{count, plural, one {Parengtas # taisymas.} few {Parengti # taisymai.} other {Parengta # taisymų.}}',
  ),
};
