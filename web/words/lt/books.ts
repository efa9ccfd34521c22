// Lithuanian words of the accountant's books.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const books: Words['books'] = {
  title: 'Skolos',
  lead: 'Neapmokėtos sąskaitos pagal tai, kiek laiko jos pradelstos, ir permokos.',
  building: 'Namas',
  all: 'Visi namai',
  apartment: 'Butas',
  notDue: 'Nepradelsta',
  to30: '1–30 dienų',
  to60: '31–60 dienų',
  to90: '61–90 dienų',
  over90: 'Nuo 91 dienos',
  total: 'Iš viso',
  credit: 'Permoka',
  together: 'Visi butai kartu',
  nothingOpen: 'Skolų nėra: visos išsiųstos sąskaitos apmokėtos.',
  exportCsv: 'Atsisiųsti CSV',
  statement: message('Buto {number} atsiskaitymai'),
  from: 'Nuo',
  to: 'Iki',
  opening: 'Likutis pradžioje',
  closing: 'Likutis pabaigoje',
  day: 'Diena',
  what: 'Įrašas',
  invoice: message('Sąskaita {number}'),
  payment: message('Mokėjimas: {payer}'),
  paymentOfNobody: 'Mokėjimas',
  refund: message('Grąžinta: {note}'),
  refundWithoutNote: 'Grąžinta',
  billed: 'Priskaičiuota',
  paid: 'Sumokėta',
  balance: 'Likutis',
  noEntries: 'Šiomis dienomis nebuvo nei sąskaitų, nei mokėjimų.',
  owes: 'Teigiamas likutis – buto skola, neigiamas – permoka.',
};
