// Latvian words of a resident’s pages.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const residentHome: Words['residentHome'] = {
  title: 'Mans mājoklis',
  balanceDue: 'Apmaksai',
  nothingDue: 'Viss ir samaksāts.',
  due: message('termiņš {day}'),
  pay: 'Maksāt',
  payTitle: message('Apmaksāt rēķinu {number}'),
  payWithBank: message('Maksāt: {title}'),
  byTransfer: 'Vai ar parastu pārskaitījumu',
  scan: 'Skenējiet to savas bankas lietotnē.',
  paymentCode: message('Maksājuma kods summai {amount}'),
  beneficiary: 'Saņēmējs',
  account: 'Konts',
  reference: 'Maksājuma atsauce',
  amount: 'Summa',
  copy: 'Kopēt',
  copied: 'Nokopēts',
  noPaymentMethod: 'Biedrība vēl nav norādījusi, kā maksāt. Jautājiet pārvaldniekam.',
  invoicePaid: 'Šis rēķins ir apmaksāts.',
  invoices: 'Rēķini',
  payments: 'Jūsu maksājumi',
  noInvoices: 'Jums vēl nav neviena rēķina.',
  statuses: { draft: 'Melnraksts', sent: 'Neapmaksāts', paid: 'Apmaksāts', cancelled: 'Anulēts' },
  overdue: 'Kavēts',
  meters: 'Skaitītāji',
  noMeters: 'Jūsu dzīvoklim šeit nav skaitītāju.',
  lastRead: message('{value}, {day}'),
  neverRead: 'Vēl nav nolasīts',
  submitReading: 'Nodot rādījumu',
  awaitingConfirmation: message('{value} gaida pārvaldnieka apstiprinājumu'),
  rejected: message('Rādījums {value} ir noraidīts: {why}'),
  usage: message('{type}: patēriņš pa mēnešiem'),
  mine: 'Mans dzīvoklis',
  average: 'Vidēji mājā',
  noHome: 'Jūsu konts šodien nav saistīts ar nevienu dzīvokli. Jautājiet pārvaldniekam.',
  apartment: message('Dzīvoklis {number}'),
};
