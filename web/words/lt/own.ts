// Lithuanian words of a resident's own pages.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const own: Words['own'] = {
  title: 'Mano namai',
  owed: 'Mokėti',
  owedNothing: 'Viskas apmokėta.',
  due: message('apmokėti iki {day}'),
  pay: 'Mokėti',
  payTitle: message('Apmokėti sąskaitą {number}'),
  bankOf: message('Mokėti: {title}'),
  byTransfer: 'Arba savo pavedimu',
  scan: 'Nuskaitykite kodą banko programėle.',
  codeOf: message('Mokėjimo QR kodas, suma {amount}'),
  beneficiary: 'Gavėjas',
  account: 'Banko sąskaita',
  reference: 'Įmokos kodas',
  amount: 'Suma',
  copy: 'Kopijuoti',
  copied: 'Nukopijuota',
  noWay: 'Bendrija dar nenurodė, kaip mokėti. Kreipkitės į administratorių.',
  paidNow: 'Pagal šią sąskaitą mokėti nebereikia.',
  latest: 'Sąskaitos',
  payments: 'Jūsų mokėjimai',
  noInvoices: 'Sąskaitų jums dar nėra.',
  statuses: { draft: 'Juodraštis', sent: 'Neapmokėta', paid: 'Apmokėta', cancelled: 'Anuliuota' },
  overdue: 'Pradelsta',
  meters: 'Skaitikliai',
  noMeters: 'Jūsų butas čia skaitiklių neturi.',
  lastRead: message('{value}, {day}'),
  neverRead: 'Rodmenų dar nėra',
  submit: 'Pateikti rodmenis',
  waits: message('{value} – laukia administratoriaus patvirtinimo'),
  rejected: message('{value} – nepriimta: {why}'),
  usage: message('{type}: suvartojimas pagal mėnesius'),
  mine: 'Mano',
  average: 'Namo vidurkis',
  noHome: 'Jūsų paskyra šiandien nesusieta su jokiu butu. Kreipkitės į administratorių.',
  apartment: message('Butas {number}'),
};
