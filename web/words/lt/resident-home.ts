// Lithuanian words of a resident’s pages.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const residentHome: Words['residentHome'] = {
  title: 'Mano namai',
  balanceDue: 'Mokėti',
  nothingDue: 'Viskas apmokėta.',
  due: message('apmokėti iki {day}'),
  pay: 'Mokėti',
  payTitle: message('Apmokėti sąskaitą {number}'),
  payWithBank: message('Mokėti: {title}'),
  byTransfer: 'Arba savo pavedimu',
  scan: 'Nuskaitykite kodą banko programėle.',
  paymentCode: message('Mokėjimo QR kodas, suma {amount}'),
  beneficiary: 'Gavėjas',
  account: 'Banko sąskaita',
  reference: 'Įmokos kodas',
  amount: 'Suma',
  copy: 'Kopijuoti',
  copied: 'Nukopijuota',
  noPaymentMethod: 'Bendrija dar nenurodė, kaip mokėti. Kreipkitės į administratorių.',
  invoicePaid: 'Ši sąskaita apmokėta.',
  invoices: 'Sąskaitos',
  payments: 'Jūsų mokėjimai',
  noInvoices: 'Sąskaitų jums dar nėra.',
  statuses: { draft: 'Juodraštis', sent: 'Neapmokėta', paid: 'Apmokėta', cancelled: 'Anuliuota' },
  overdue: 'Pradelsta',
  meters: 'Skaitikliai',
  noMeters: 'Jūsų butas čia skaitiklių neturi.',
  lastRead: message('{value}, {day}'),
  neverRead: 'Rodmenų dar nėra',
  submitReading: 'Pateikti rodmenis',
  awaitingConfirmation: message('{value} – laukia administratoriaus patvirtinimo'),
  rejected: message('{value} – nepriimta: {why}'),
  usage: message('{type}: suvartojimas pagal mėnesius'),
  mine: 'Mano butas',
  average: 'Namo vidurkis',
  noHome: 'Jūsų paskyra šiandien nesusieta su jokiu butu. Kreipkitės į administratorių.',
  apartment: message('Butas {number}'),
};
