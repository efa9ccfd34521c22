// Latvian words of invoices and of making them.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const computed: Words['computed'] = { title: 'Kā tas aprēķināts', vat: message('PVN {rate} %') };

export const generate: Words['generate'] = {
  title: 'Sagatavot mēneša rēķinus',
  lead: 'Vispirms redzēsiet paredzamo rezultātu; līdz tam nekas netiks izveidots.',
  what: 'Par ko izraksta rēķinus',
  billOf: message('Piegādātāja rēķins: {name}'),
  billRecorded: message('Ievadīts {amount}. Atstājiet tukšu, lai izmantotu šo summu.'),
  noBill: 'Vēl nekas nav ievadīts. Summa bez PVN.',
  look: 'Priekšskatīt',
  problems: 'Vispirms jāsakārto šis',
  result: 'Paredzamais rezultāts',
  drafts: 'Jauni melnraksti',
  sum: 'Summa',
  skipped: 'Izveidoti agrāk',
  failed: 'Nav iespējami',
  warnings: message(
    '{count, plural, zero {# vietu ir vērts apskatīt} one {# vietu ir vērts apskatīt} other {# vietas ir vērts apskatīt}}',
  ),
  make: message(
    '{count, plural, zero {Izveidot # melnrakstu} one {Izveidot # melnrakstu} other {Izveidot # melnrakstus}}',
  ),
  makeLead: 'Pirms melnrakstus kādam nosūta, tos var apskatīt un anulēt.',
  made: message(
    '{count, plural, zero {Izveidoti # melnraksti.} one {Izveidots # melnraksts.} other {Izveidoti # melnraksti.}}',
  ),
  bill: 'Rēķins',
  allocated: 'Sadalīts',
  before: 'Mēnesi iepriekš',
  change: 'Izmaiņa',
  outcomes: { created: 'Jauns', skipped: 'Izveidots agrāk', failed: 'Nav iespējams' },
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
  none: 'Šeit rēķinu nav.',
  number: 'Numurs',
  status: 'Statuss',
  anyStatus: 'Jebkurš statuss',
  building: 'Māja',
  anyBuilding: 'Visas mājas',
  apartment: 'Dzīvoklis',
  anyApartment: 'Visi dzīvokļi',
  period: 'Periods',
  issued: 'Izrakstīts',
  due: 'Termiņš',
  amount: 'Summa',
  balance: 'Vēl jāmaksā',
  owedBefore: 'Iepriekšējais parāds',
  paidAhead: 'Avanss',
  toPayInAll: 'Kopā jāmaksā',
  paid: 'Samaksāts',
  reference: 'Atsauce',
  recipients: 'Saņēmēji',
  noRecipients: 'To nesaņem neviens',
  positions: 'Rindas',
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
  statuses: { draft: 'Melnraksts', sent: 'Nosūtīts', overdue: 'Kavēts', paid: 'Apmaksāts', cancelled: 'Anulēts' },
  units: { apartment: 'dzīv.', m2: 'm²', share: 'daļa', person: 'pers.', m3: 'm³', kWh: 'kWh', MWh: 'MWh' },
};
