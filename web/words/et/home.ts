// Estonian words of the first page.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const home: Words['home'] = {
  title: 'Avaleht',
  greeting: message('Tere, {name}'),
  buildings: 'Majad',
  noBuildings: 'Siin ei ole veel ühtegi maja.',
  accounts: message('{count, plural, one {kontomuudatus kinnitada} other {kontomuudatust kinnitada}}'),
  readings: message('{count, plural, one {näit kinnitada} other {näitu kinnitada}}'),
  payments: message('{count, plural, one {sidumata laekumine} other {sidumata laekumist}}'),
  drafts: message('{count, plural, one {arve saata} other {arvet saata}}'),
  overdue: message('{count, plural, one {tähtaja ületanud arve} other {tähtaja ületanud arvet}}'),
  requests: message('{count, plural, one {uus pöördumine} other {uut pöördumist}}'),
  webhooks: message('{count, plural, one {mittetoimiv webhook’i aadress} other {mittetoimivat webhook’i aadressi}}'),
  nothingWaits: 'Midagi ei oota sind.',
  steps: 'Esimesed sammud',
  stepDone: 'tehtud',
  stepNames: {
    building: 'Lisa maja',
    apartments: 'Sisesta korterid',
    charges: 'Pane kirja, mille eest arve esitatakse',
    account: 'Lisa konto, kuhu makstakse',
    meters: 'Sisesta arvestid',
    residents: 'Lisa elanikud',
    invoices: 'Koosta esimese kuu arved',
  },
  stepHints: {
    building: 'Alustuseks piisab nimest ja aadressist.',
    apartments: 'Ükshaaval või tabelist kleepides.',
    charges: 'Igal kulureal on hind või tarnija arve, mis jagatakse.',
    account: 'See on arvel koos maksekoodiga pangaäpi jaoks.',
    meters: 'Ainult siis, kui midagi arvestatakse näitude järgi.',
    residents: 'Käsitsi, kutsega või failist. Neile lähevad arved.',
    invoices: 'Enne koostamist näed, mis sellest tuleb.',
  },
  money: 'Raha sel kuul',
  noMoney: 'Midagi ei ole veel arvele võetud ega makstud.',
  received: 'Laekunud',
  invoiced: 'Arveid väljastatud',
  spent: 'Tarnijate arved',
};
