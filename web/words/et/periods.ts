// Estonian words of periods: which are closed, and correcting one.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const periods: Words['periods'] = {
  title: 'Perioodid',
  lead: 'Periood on suletud, kui kas või üks selle arve on saadetud või makstud, ja jälle avatud alles siis, kui ühtki ei ole. Hiljem saabunu tuuakse sisse parandusega.',
  none: 'Selles majas ei ole veel arveid esitatud.',
  period: 'Periood',
  state: 'Olek',
  open: 'Avatud',
  closed: 'Suletud',
  invoices: 'Arveid',
  drafts: message('{count, plural, one {# mustand} other {# mustandit}}'),
  corrections: 'Parandusi ja kreeditarveid',
  amount: 'Arveid summas',
  unpaid: 'Maksmata',
  bills: 'Tarnijate arved',
  correct: 'Paranda',
  correctOf: message('Paranda: {period}'),
  correctPeriod: 'Paranda perioodi',
  correctLead:
    'Periood arvutatakse uuesti praeguste kuluridade, korterite ja tarnijate arvetega. Iga korter saab vahe kohta lisaarve või kreediti; saadetud arved jäävad nii, nagu on.',
  noPeriod: 'Vali periood perioodide loendist.',
  late: 'Mis saabus hilinemisega',
  lateLead:
    'Tarnijate arved ja kreeditarved (miinusega), mis perioodil puudu on. Ilma nendeta läheb arvesse ainult see, mis majas on muutunud.',
  addBill: 'Lisa arve',
  charge: 'Kulurida',
  net: 'Netosumma',
  supplier: 'Tarnija',
  number: 'Arve number',
  date: 'Arve kuupäev',
  removeBill: message('Eemalda arve: {name}'),
  look: 'Vaata, mis sellest tuleb',
  result: 'Mis sellest tuleks',
  nothing: 'Vahet ei ole: kõik arved on nii, nagu peab.',
  corrected: 'Parandusi',
  created: 'Uusi arveid',
  unchanged: 'Jääb nii',
  failed: 'Ei saa koostada',
  sum: 'Kokku',
  difference: 'Vahe käibemaksuga',
  why: 'Mille tõttu',
  of: 'Parandab',
  first: 'esimene arve',
  make: message('{count, plural, one {Koosta # parandus} other {Koosta # parandust}}'),
  makeLead: 'Lisaarved on mustandid ja saadetakse nagu teised. Tagasi antav on kohe korteri ettemaks.',
  made: message('{count, plural, one {# parandus on koostatud.} other {# parandust on koostatud.}}'),
};
