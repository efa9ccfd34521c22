// Estonian words of buildings and their apartments.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const apartments: Words['apartments'] = {
  title: 'Korterid',
  add: 'Lisa korter',
  change: 'Muuda korterit',
  paste: 'Kleebi tabelist',
  none: 'Kortereid ei ole veel. Lisa need ükshaaval või kleebi tabelist.',
  number: 'Number',
  floor: 'Korrus',
  area: 'Pindala, m²',
  heatedArea: 'Köetav pind, m²',
  shares: 'Osa',
  residentCount: 'Elanikke',
  reference: 'Viitenumber',
  people: 'Inimesed',
  meters: 'Arvestid',
  balance: 'Maksta',
  total: 'Kokku',
  saved: 'Korter on salvestatud.',
  removed: 'Korter on eemaldatud.',
  remove: 'Eemalda korter',
  removeLead: message('Korter {number} kaob kõigist loenditest; arved jäävad alles.'),
  pasteLead:
    'Kopeeri read oma tabelist ja kleebi siia. Veerud on: number, korrus, pindala, köetav pind, osa, elanikud. Päiserida võib need nimetada teises järjekorras.',
  pasteHere: 'Read',
  pasteRows: message('{count, plural, one {# korter on valmis} other {# korterit on valmis}}'),
  pasteExists: 'on juba olemas, seda muudetakse',
  pasteProblem: message('Rida {line}: {what}'),
  pasteNoNumber: 'korteri number puudub',
  pasteTwice: 'number on siin kaks korda',
  pasteNoFigure: message('„{text}” ei ole arv'),
  pasteSave: 'Too sisse',
  pasteDone: message('{count, plural, one {# korter toodi sisse.} other {# korterit toodi sisse.}}'),
};

export const buildings: Words['buildings'] = {
  title: 'Majad',
  add: 'Lisa maja',
  name: 'Nimi',
  address: 'Aadress',
  charges: 'Kuluread',
  iban: 'Konto (IBAN)',
  beneficiary: 'Saaja',
  prefix: 'Arvenumbrite algus',
  paymentTerm: 'Maksetähtaeg, päeva',
  lateInterest: 'Viivis, % päevas (tühi: ei arvestata)',
  invoiceLanguage: 'Arvete keel',
  timeZone: 'Ajavöönd',
  saved: 'Salvestatud.',
  delete: 'Kustuta maja',
  deleteLead:
    'Maja, selle korterid ja arvestid kaovad kõigist loenditest. Arved jäävad raamatupidamisse. Seda ei saa tagasi võtta.',
  deleted: 'Maja on kustutatud.',
  tabs: {
    apartments: 'Korterid',
    charges: 'Kuluread',
    bills: 'Perioodid ja arved',
    oneOffs: 'Ühekordsed',
    settings: 'Seaded',
  },
};
