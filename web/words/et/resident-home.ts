// Estonian words of a resident’s pages.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const residentHome: Words['residentHome'] = {
  title: 'Minu kodu',
  balanceDue: 'Tasuda',
  nothingDue: 'Kõik arved on tasutud.',
  due: message('tähtaeg {day}'),
  pay: 'Tasu',
  payTitle: message('Tasu arve {number}'),
  payWithBank: message('Tasu pangas: {title}'),
  byTransfer: 'Või tavalise pangamaksega',
  scan: 'Skannige oma pangarakendusega.',
  paymentCode: message('Maksekood summale {amount}'),
  beneficiary: 'Saaja',
  account: 'Konto',
  reference: 'Viitenumber',
  amount: 'Summa',
  copy: 'Kopeeri',
  copied: 'Kopeeritud',
  noPaymentMethod: 'Makseandmeid ei ole veel lisatud. Küsige haldajalt.',
  invoicePaid: 'See arve on tasutud.',
  invoices: 'Arved',
  payments: 'Teie maksed',
  noInvoices: 'Arveid ei ole veel.',
  statuses: { draft: 'Mustand', sent: 'Tasumata', paid: 'Tasutud', cancelled: 'Tühistatud' },
  overdue: 'Tähtaja ületanud',
  meters: 'Arvestid',
  noMeters: 'Teie korteril ei ole arvesteid.',
  lastRead: message('{value}, {day}'),
  neverRead: 'Näitu ei ole veel',
  submitReading: 'Esita näit',
  awaitingConfirmation: message('{value} ootab haldaja kinnitust'),
  rejected: message('{value} lükati tagasi: {why}'),
  usage: message('{type}: tarbimine kuude kaupa'),
  mine: 'Minu korter',
  average: 'Maja keskmine',
  noHome: 'Teie konto ei ole ühegi korteriga seotud. Küsige haldajalt.',
  apartment: message('Korter {number}'),
};
