// Estonian words of buildings and their apartments.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const apartments: Words['apartments'] = {
  title: 'Korterid',
  add: 'Lisa korter',
  edit: 'Muuda korterit',
  paste: 'Kleebi tabelist',
  none: 'Kortereid ei ole veel. Lisage need ükshaaval või kleepige tabelist.',
  number: 'Number',
  floor: 'Korrus',
  area: 'Pindala, m²',
  heatedArea: 'Köetav pind, m²',
  shares: 'Kaasomandi osa',
  residentCount: 'Elanike arv',
  reference: 'Viitenumber',
  residents: 'Elanikud',
  meters: 'Arvestid',
  saved: 'Korter on salvestatud.',
  removed: 'Korter on kustutatud.',
  remove: 'Kustuta korter',
  removeLead: message('Korter {number} eemaldatakse kõigist loenditest. Selle arved säilivad.'),
};

export const buildings: Words['buildings'] = {
  title: 'Majad',
  add: 'Lisa maja',
  name: 'Nimetus',
  address: 'Aadress',
  charges: 'Kululiigid',
  iban: 'Konto (IBAN)',
  beneficiary: 'Saaja',
  prefix: 'Arvenumbri eesliide',
  paymentTerm: 'Maksetähtaeg päevades',
  lateInterest: 'Viivis, % päevas (pole kohustuslik)',
  billedFrom: 'Arveldamise algus (pole kohustuslik)',
  invoiceLanguage: 'Arvete keel',
  timeZone: 'Ajavöönd',
  saved: 'Salvestatud.',
  delete: 'Kustuta maja',
  deleteLead:
    'Maja, selle korterid ja arvestid eemaldatakse kõigist loenditest. Arved jäävad raamatupidamisse. Seda ei saa tagasi võtta.',
  deleted: 'Maja on kustutatud.',
  tabs: {
    apartments: 'Korterid',
    charges: 'Kululiigid',
    bills: 'Perioodid ja ostuarved',
    oneOffs: 'Ühekordsed kulud',
    settings: 'Seaded',
  },
};
