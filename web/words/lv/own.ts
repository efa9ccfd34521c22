// Latvian words of a resident's own pages.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const own: Words['own'] = {
  title: 'Mans mājoklis',
  owed: 'Apmaksai',
  owedNothing: 'Viss ir samaksāts.',
  due: message('termiņš {day}'),
  pay: 'Maksāt',
  payTitle: message('Apmaksāt rēķinu {number}'),
  bankOf: message('Maksāt: {title}'),
  byTransfer: 'Vai ar parastu pārskaitījumu',
  scan: 'Skenējiet to savas bankas lietotnē.',
  codeOf: message('Maksājuma kods summai {amount}'),
  beneficiary: 'Saņēmējs',
  account: 'Konts',
  reference: 'Maksājuma atsauce',
  amount: 'Summa',
  copy: 'Kopēt',
  copied: 'Nokopēts',
  noWay: 'Biedrība vēl nav norādījusi, kā maksāt. Jautājiet pārvaldniekam.',
  paidNow: 'Šajā rēķinā vairs nekas nav jāmaksā.',
  latest: 'Rēķini',
  payments: 'Jūsu maksājumi',
  noInvoices: 'Jums vēl nav neviena rēķina.',
  statuses: { draft: 'Melnraksts', sent: 'Neapmaksāts', paid: 'Apmaksāts', cancelled: 'Anulēts' },
  overdue: 'Kavēts',
  meters: 'Skaitītāji',
  noMeters: 'Jūsu dzīvoklim šeit nav skaitītāju.',
  lastRead: message('{value}, {day}'),
  neverRead: 'Vēl nav nolasīts',
  submit: 'Nodot rādījumu',
  waits: message('{value} gaida pārvaldnieka apstiprinājumu'),
  rejected: message('Rādījums {value} ir noraidīts: {why}'),
  usage: message('{type}: patēriņš pa mēnešiem'),
  mine: 'Mans patēriņš',
  average: 'Vidēji mājā',
  noHome: 'Jūsu konts šodien nav saistīts ar nevienu dzīvokli. Jautājiet pārvaldniekam.',
  apartment: message('Dzīvoklis {number}'),
};
