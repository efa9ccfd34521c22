// Latvian words of invoices and of making them.
import { plural, type Words } from '../words.ts';

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
  cancelLead: (number) =>
    `Rēķins ${number} vairs nebūs jāmaksā. Tas, kas par to jau samaksāts, kļūs par avansu. To nevar atsaukt.`,
  cancelDifference: 'Starpība, ko tas izlīdzināja, būs rēķinā tikai tad, kad periodu izlabos vēlreiz.',
  cancelled: 'Rēķins ir anulēts.',
  statuses: { draft: 'Melnraksts', sent: 'Nosūtīts', overdue: 'Kavēts', paid: 'Apmaksāts', cancelled: 'Anulēts' },
  units: { apartment: 'dzīv.', m2: 'm²', share: 'daļa', person: 'pers.', m3: 'm³', kWh: 'kWh', MWh: 'MWh' },
};

export const computed: Words['computed'] = {
  title: 'Kā tas aprēķināts',
  vat: (rate) => `PVN ${rate} %`,
};

export const generate: Words['generate'] = {
  title: 'Sagatavot mēneša rēķinus',
  lead: 'Vispirms redzēsiet paredzamo rezultātu; līdz tam nekas netiks izveidots.',
  what: 'Par ko izraksta rēķinus',
  billOf: (name) => `Piegādātāja rēķins: ${name}`,
  billRecorded: (amount) => `Ievadīts ${amount}. Atstājiet tukšu, lai izmantotu šo summu.`,
  noBill: 'Vēl nekas nav ievadīts. Summa bez PVN.',
  look: 'Priekšskatīt',
  problems: 'Vispirms jāsakārto šis',
  result: 'Paredzamais rezultāts',
  drafts: 'Jauni melnraksti',
  sum: 'Summa',
  skipped: 'Izveidoti agrāk',
  failed: 'Nav iespējami',
  warnings: (count) =>
    plural('lv', count, {
      zero: `${count} vietu ir vērts apskatīt`,
      one: `${count} vietu ir vērts apskatīt`,
      other: `${count} vietas ir vērts apskatīt`,
    }),
  make: (count) =>
    plural('lv', count, {
      zero: `Izveidot ${count} melnrakstu`,
      one: `Izveidot ${count} melnrakstu`,
      other: `Izveidot ${count} melnrakstus`,
    }),
  makeLead: 'Pirms melnrakstus kādam nosūta, tos var apskatīt un anulēt.',
  made: (count) =>
    plural('lv', count, { one: `Izveidots ${count} melnraksts.`, other: `Izveidoti ${count} melnraksti.` }),
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
