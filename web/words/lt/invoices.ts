// Lithuanian words of invoices and their generation.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const calculation: Words['calculation'] = { title: 'Skaičiavimas', vat: message('PVM {rate}%') };

export const generate: Words['generate'] = {
  title: 'Rengti sąskaitas',
  lead: 'Prieš rengdami matysite peržiūrą.',
  bills: 'Mėnesio tiekėjų sąskaitos',
  billOf: message('Tiekėjo sąskaita: {name}'),
  billRecorded: message('Įvesta: {amount}. Jei suma tinka, lauką palikite tuščią.'),
  noBill: 'Dar nieko neįvesta.',
  preview: 'Peržiūrėti',
  problems: 'Pirmiausia pataisykite',
  result: 'Peržiūra',
  drafts: 'Nauji juodraščiai',
  total: 'Iš viso',
  skipped: 'Jau parengta',
  failed: 'Nepavyko',
  create: message('{count, plural, one {Rengti # juodraštį} few {Rengti # juodraščius} other {Rengti # juodraščių}}'),
  createLead: 'Juodraščius galėsite peržiūrėti ir anuliuoti, kol jie dar niekam neišsiųsti.',
  created: message(
    '{count, plural, one {Parengtas # juodraštis.} few {Parengti # juodraščiai.} other {Parengta # juodraščių.}}',
  ),
  bill: 'Tiekėjo sąskaita',
  allocated: 'Paskirstyta',
  previous: 'Ankstesnis mėnuo',
  change: 'Pokytis',
  outcomes: { created: 'Nauja', skipped: 'Jau parengta', failed: 'Nepavyko' },
  codes: {
    nothing_to_charge: 'Nėra už ką mokėti',
    period_overlaps: 'Laikotarpis kertasi su kita sąskaita',
    reading_missing: 'Trūksta rodmenų',
  },
};

export const invoices: Words['invoices'] = {
  title: 'Sąskaitos',
  invoice: 'Sąskaita',
  generate: 'Rengti sąskaitas',
  none: 'Sąskaitų nerasta.',
  number: 'Numeris',
  status: 'Būsena',
  anyStatus: 'Visos būsenos',
  building: 'Namas',
  anyBuilding: 'Visi namai',
  chooseBuilding: 'Pasirinkite namą',
  apartment: 'Butas',
  anyApartment: 'Visi butai',
  period: 'Laikotarpis',
  issued: 'Išrašyta',
  due: 'Apmokėti iki',
  amount: 'Suma',
  balance: 'Liko mokėti',
  tooManyToSum: message('Daugiau nei {count, number} sąskaitų. Kad matytumėte sumas, pasirinkite datas.'),
  previousBalance: 'Ankstesnė skola',
  prepaid: 'Permoka',
  totalDue: 'Iš viso mokėti',
  credit: 'Kreditas',
  paid: 'Sumokėta',
  reference: 'Įmokos kodas',
  recipients: 'Gavėjai',
  noRecipients: 'Gavėjų nėra',
  lineItems: 'Eilutės',
  net: 'Be PVM',
  vat: 'PVM',
  pdf: 'Atidaryti PDF',
  markPaid: 'Pažymėti apmokėta',
  paidOn: 'Mokėjimo diena',
  markedPaid: 'Sąskaita pažymėta kaip apmokėta.',
  cancel: 'Anuliuoti sąskaitą',
  cancelLead: message(
    'Sąskaitos {number} mokėti nereikės. Kas pagal ją jau sumokėta, taps permoka. Atšaukti to nebus galima.',
  ),
  cancelDifference: 'Skirtumas, kurį ji išlygino, bus vėl įtrauktas į sąskaitą tik iš naujo pataisius laikotarpį.',
  cancelled: 'Sąskaita anuliuota.',
  statuses: {
    credit: 'Kreditas',
    draft: 'Juodraštis',
    sent: 'Išsiųsta',
    overdue: 'Pradelsta',
    paid: 'Apmokėta',
    cancelled: 'Anuliuota',
  },
  counts: {
    apartment: message('{quantity} {count, plural, one {butas} few {butai} other {butų}}'),
    share: message('{quantity} {count, plural, one {dalis} few {dalys} other {dalių}}'),
    person: message('{quantity} {count, plural, one {asmuo} few {asmenys} other {asmenų}}'),
  },
  units: { apartment: 'butas', m2: 'm²', share: 'dalis', person: 'asm.', m3: 'm³', kWh: 'kWh', MWh: 'MWh' },
};
