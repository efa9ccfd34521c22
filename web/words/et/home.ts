// Estonian words of the home page.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const home: Words['home'] = {
  title: 'Avaleht',
  greeting: message('Tere, {name}'),
  buildings: 'Majad',
  noBuildings: 'Maju ei ole veel lisatud.',
  accounts: message('{count, plural, one {kontomuudatus kinnitada} other {kontomuudatust kinnitada}}'),
  readings: message('{count, plural, one {näit kinnitada} other {näitu kinnitada}}'),
  payments: message('{count, plural, one {sidumata laekumine} other {sidumata laekumist}}'),
  drafts: message('{count, plural, one {arve saata} other {arvet saata}}'),
  overdue: message('{count, plural, one {tähtaja ületanud arve} other {tähtaja ületanud arvet}}'),
  requests: message('{count, plural, one {uus pöördumine} other {uut pöördumist}}'),
  webhooks: message('{count, plural, one {mittetoimiv webhook’i aadress} other {mittetoimivat webhook’i aadressi}}'),
  nothingWaits: 'Kõik on tehtud.',
  steps: 'Alustamine',
  stepDone: 'tehtud',
  stepNotNeeded: 'ei ole vaja',
  hideSteps: 'Peida',
  stepsHidden: 'Peidetud. Sammud saate uuesti avada oma menüüst.',
  stepNames: {
    building: 'Lisa maja',
    apartments: 'Lisa korterid',
    charges: 'Seadista kululiigid',
    account: 'Lisa pangakonto',
    meters: 'Lisa arvestid',
    residents: 'Lisa elanikud',
    invoices: 'Saada esimesed arved',
  },
  stepHints: {
    building: 'Alustuseks piisab nimetusest ja aadressist.',
    apartments: 'Ükshaaval või tabelist kleepides.',
    charges: 'Igal kululiigil on hind või jaotatav ostuarve.',
    account: 'Näidatakse arvetel koos pangarakenduse maksekoodiga.',
    meters: 'Ainult näitude põhjal arvestatavate kulude jaoks.',
    residents: 'Ükshaaval, kutsega või failist. Arved saadetakse neile.',
    invoices: 'Enne koostamist näete eelvaadet ja enne saatmist mustandeid.',
  },
  money: 'Rahavoog sel kuul',
  noMoney: 'Arveid ega makseid ei ole veel.',
  received: 'Laekunud',
  invoiced: 'Arveldatud',
  supplierBills: 'Ostuarved',
};
