// Estonian words of invoices and of making them.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const computed: Words['computed'] = { title: 'Kuidas see arvutati', vat: message('Käibemaks {rate} %') };

export const generate: Words['generate'] = {
  title: 'Koosta kuu arved',
  lead: 'Midagi ei koostata enne, kui oled näinud, mis sellest tuleb.',
  what: 'Mille eest arve esitatakse',
  billOf: message('Tarnija arve: {name}'),
  billRecorded: message('Sisestatud on {amount}. Jäta tühjaks, et kasutada seda.'),
  noBill: 'Veel ei ole midagi sisestatud. Summa ilma käibemaksuta.',
  look: 'Vaata, mis sellest tuleb',
  problems: 'See tuleb enne korda teha',
  result: 'Mis sellest tuleks',
  drafts: 'Uusi mustandeid',
  sum: 'Summa',
  skipped: 'Varem koostatud',
  failed: 'Ei saa koostada',
  warnings: message('{count, plural, one {# asi väärib tähelepanu} other {# asja väärivad tähelepanu}}'),
  make: message('{count, plural, one {Koosta # mustand} other {Koosta # mustandit}}'),
  makeLead: 'Mustandeid saab vaadata ja tühistada, enne kui need kellelegi saadetakse.',
  made: message('{count, plural, one {# mustand on koostatud.} other {# mustandit on koostatud.}}'),
  bill: 'Arve',
  allocated: 'Jagatud',
  before: 'Eelmine kuu',
  change: 'Muutus',
  outcomes: { created: 'Uus', skipped: 'Varem koostatud', failed: 'Ei saa koostada' },
  codes: {
    nothing_to_charge: 'Ei ole midagi arvele võtta',
    period_overlaps: 'Periood kattub teise arvega',
    reading_missing: 'Näit puudub',
  },
};

export const invoices: Words['invoices'] = {
  title: 'Arved',
  invoice: 'Arve',
  generate: 'Koosta kuu arved',
  none: 'Siin ei ole arveid.',
  number: 'Number',
  status: 'Olek',
  anyStatus: 'Iga olek',
  building: 'Maja',
  anyBuilding: 'Kõik majad',
  apartment: 'Korter',
  anyApartment: 'Kõik korterid',
  period: 'Periood',
  issued: 'Väljastatud',
  due: 'Tähtaeg',
  amount: 'Summa',
  balance: 'Maksta',
  owedBefore: 'Varasemast tasumata',
  paidAhead: 'Ettemaks',
  toPayInAll: 'Kokku maksta',
  paid: 'Makstud',
  reference: 'Viitenumber',
  recipients: 'Saajad',
  noRecipients: 'Keegi ei saa seda',
  positions: 'Read',
  net: 'Ilma käibemaksuta',
  vat: 'Käibemaks',
  pdf: 'Ava PDF',
  markPaid: 'Märgi makstuks',
  paidOn: 'Makstud',
  markedPaid: 'Arve on märgitud makstuks.',
  cancel: 'Tühista arve',
  cancelLead: message(
    'Arvet {number} ei pea enam maksma. Mis sellest on makstud, saab ettemaksuks. Seda ei saa tagasi võtta.',
  ),
  cancelDifference: 'Vahe, mille see tasaarvestas, läheb arvele alles siis, kui periood uuesti parandatakse.',
  cancelled: 'Arve on tühistatud.',
  statuses: {
    draft: 'Mustand',
    sent: 'Saadetud',
    overdue: 'Tähtaja ületanud',
    paid: 'Makstud',
    cancelled: 'Tühistatud',
  },
  units: { apartment: 'krt', m2: 'm²', share: 'osa', person: 'in', m3: 'm³', kWh: 'kWh', MWh: 'MWh' },
};
