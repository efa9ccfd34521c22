// Latvian words of invoices and their generation.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const calculation: Words['calculation'] = { title: 'Aprēķins', vat: message('PVN {rate}%') };

export const generate: Words['generate'] = {
  title: 'Sagatavot rēķinus',
  lead: 'Pirms izveides redzēsiet priekšskatījumu.',
  bills: 'Mēneša piegādātāju rēķini',
  billOf: message('Piegādātāja rēķins: {name}'),
  billRecorded: message('Ievadīts {amount}. Atstājiet tukšu, lai izmantotu šo summu.'),
  noBill: 'Vēl nekas nav ievadīts.',
  preview: 'Priekšskatīt',
  problems: 'Vispirms jāizlabo',
  result: 'Priekšskatījums',
  drafts: 'Jauni melnraksti',
  total: 'Kopā',
  skipped: 'Jau izveidoti',
  failed: 'Neizdevās',
  create: message(
    '{count, plural, zero {Izveidot # melnrakstu} one {Izveidot # melnrakstu} other {Izveidot # melnrakstus}}',
  ),
  createLead: 'Pirms melnrakstus kādam nosūta, tos var apskatīt un anulēt.',
  created: message(
    '{count, plural, zero {Izveidoti # melnraksti.} one {Izveidots # melnraksts.} other {Izveidoti # melnraksti.}}',
  ),
  bill: 'Piegādātāja rēķins',
  allocated: 'Sadalīts',
  previous: 'Mēnesi iepriekš',
  change: 'Izmaiņa',
  outcomes: { created: 'Jauns', skipped: 'Jau izveidots', failed: 'Neizdevās' },
  codes: {
    nothing_to_charge: 'Nav par ko izrakstīt rēķinu',
    period_overlaps: 'Periods pārklājas ar citu rēķinu',
    reading_missing: 'Trūkst rādījuma',
  },
};

export const invoices: Words['invoices'] = {
  title: 'Rēķini',
  invoice: 'Rēķins',
  generate: 'Sagatavot rēķinus',
  none: 'Rēķini nav atrasti.',
  number: 'Numurs',
  status: 'Statuss',
  anyStatus: 'Visi statusi',
  building: 'Māja',
  anyBuilding: 'Visas mājas',
  chooseBuilding: 'Izvēlieties māju',
  apartment: 'Dzīvoklis',
  anyApartment: 'Visi dzīvokļi',
  period: 'Periods',
  issued: 'Izrakstīts',
  due: 'Termiņš',
  amount: 'Summa',
  balance: 'Apmaksai',
  tooManyToSum: message('Vairāk nekā {count, number} rēķinu. Lai redzētu summas, izvēlieties datumus.'),
  previousBalance: 'Iepriekšējais parāds',
  prepaid: 'Avanss',
  totalDue: 'Kopā jāmaksā',
  credit: 'Kredīts',
  paid: 'Samaksāts',
  reference: 'Atsauce',
  recipients: 'Saņēmēji',
  noRecipients: 'Saņēmēju nav',
  lineItems: 'Rindas',
  net: 'Bez PVN',
  vat: 'PVN',
  pdf: 'Atvērt PDF',
  markPaid: 'Atzīmēt apmaksātu',
  paidOn: 'Samaksāts',
  markedPaid: 'Rēķins ir atzīmēts kā apmaksāts.',
  cancel: 'Anulēt rēķinu',
  cancelLead: message(
    'Rēķins {number} vairs nebūs jāmaksā. Tas, kas par to jau samaksāts, kļūs par avansu. To nevar atsaukt.',
  ),
  cancelDifference: 'Starpība, ko tas izlīdzināja, būs rēķinā tikai tad, kad periodu izlabos vēlreiz.',
  cancelled: 'Rēķins ir anulēts.',
  statuses: {
    credit: 'Kredīts',
    draft: 'Melnraksts',
    sent: 'Nosūtīts',
    overdue: 'Kavēts',
    paid: 'Apmaksāts',
    cancelled: 'Anulēts',
  },
  counts: {
    apartment: message('{quantity} {count, plural, zero {dzīvokļu} one {dzīvoklis} other {dzīvokļi}}'),
    share: message('{quantity} {count, plural, zero {daļu} one {daļa} other {daļas}}'),
    person: message('{quantity} {count, plural, zero {personu} one {persona} other {personas}}'),
  },
  units: { apartment: 'dzīv.', m2: 'm²', share: 'daļa', person: 'pers.', m3: 'm³', kWh: 'kWh', MWh: 'MWh' },
};
