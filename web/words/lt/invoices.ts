// Lithuanian words of invoices and of making them.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const computed: Words['computed'] = { title: 'Kaip tai apskaičiuota', vat: message('PVM {rate} %') };

export const generate: Words['generate'] = {
  title: 'Parengti mėnesio sąskaitas',
  lead: 'Pirmiausia pamatysite rezultatą; iki tol nieko nesukuriama.',
  what: 'Už ką rengiamos sąskaitos',
  billOf: message('Tiekėjo sąskaita: {name}'),
  billRecorded: message('Įvesta: {amount}. Jei suma tinka, lauką palikite tuščią.'),
  noBill: 'Dar nieko neįvesta. Suma be PVM.',
  look: 'Peržiūrėti rezultatą',
  problems: 'Pirmiausia reikia sutvarkyti',
  result: 'Numatomas rezultatas',
  drafts: 'Nauji juodraščiai',
  sum: 'Suma',
  skipped: 'Parengta anksčiau',
  failed: 'Neįmanoma',
  warnings: message(
    '{count, plural, one {Atkreipkite dėmesį į # vietą} few {Atkreipkite dėmesį į # vietas} other {Atkreipkite dėmesį į # vietų}}',
  ),
  make: message('{count, plural, one {Rengti # juodraštį} few {Rengti # juodraščius} other {Rengti # juodraščių}}'),
  makeLead: 'Juodraščius galėsite peržiūrėti ir anuliuoti, kol jie dar niekam neišsiųsti.',
  made: message(
    '{count, plural, one {Parengtas # juodraštis.} few {Parengti # juodraščiai.} other {Parengta # juodraščių.}}',
  ),
  bill: 'Sąskaita',
  allocated: 'Padalyta',
  before: 'Ankstesnis mėnuo',
  change: 'Pokytis',
  outcomes: { created: 'Nauja', skipped: 'Parengta anksčiau', failed: 'Neįmanoma' },
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
  none: 'Sąskaitų čia nėra.',
  number: 'Numeris',
  status: 'Būsena',
  anyStatus: 'Visos būsenos',
  building: 'Namas',
  anyBuilding: 'Visi namai',
  apartment: 'Butas',
  anyApartment: 'Visi butai',
  period: 'Laikotarpis',
  issued: 'Išrašyta',
  due: 'Apmokėti iki',
  amount: 'Suma',
  balance: 'Liko mokėti',
  owedBefore: 'Ankstesnė skola',
  paidAhead: 'Permoka',
  toPayInAll: 'Iš viso mokėti',
  paid: 'Sumokėta',
  reference: 'Įmokos kodas',
  recipients: 'Gavėjai',
  noRecipients: 'Niekas negauna',
  positions: 'Eilutės',
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
  statuses: { draft: 'Juodraštis', sent: 'Išsiųsta', overdue: 'Pradelsta', paid: 'Apmokėta', cancelled: 'Anuliuota' },
  units: { apartment: 'butas', m2: 'm²', share: 'dalis', person: 'asm.', m3: 'm³', kWh: 'kWh', MWh: 'MWh' },
};
