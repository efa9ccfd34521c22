// Lithuanian words of receivables and accounts.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const receivables: Words['receivables'] = {
  title: 'Skolos',
  lead: 'Neapmokėtos sąskaitos pagal tai, kiek laiko jos pradelstos, ir permokos.',
  building: 'Namas',
  allBuildings: 'Visi namai',
  apartment: 'Butas',
  columns: {
    notDue: 'Nepradelsta',
    to30: '1–30 dienų',
    to60: '31–60 dienų',
    to90: '61–90 dienų',
    over90: 'Nuo 91 dienos',
    total: 'Iš viso',
    credit: 'Permoka',
  },
  allApartments: 'Visi butai kartu',
  nothingOpen: 'Skolų nėra: visos išsiųstos sąskaitos apmokėtos.',
  exportCsv: 'Eksportuoti CSV',
  statement: message('Buto {number} atsiskaitymai'),
  from: 'Nuo',
  to: 'Iki',
  opening: 'Likutis pradžioje',
  closing: 'Likutis pabaigoje',
  date: 'Data',
  transaction: 'Operacija',
  invoice: message('Sąskaita {number}'),
  payment: message('Mokėjimas: {payer}'),
  paymentWithoutPayer: 'Mokėjimas',
  refund: message('Grąžinta: {note}'),
  refundWithoutNote: 'Grąžinta',
  invoiced: 'Priskaičiuota',
  received: 'Gauta',
  balance: 'Likutis',
  noEntries: 'Šiuo laikotarpiu operacijų nėra.',
  balanceHint: 'Teigiamas likutis – buto skola, neigiamas – permoka.',
};
