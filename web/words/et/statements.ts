// Estonian words of statements whose columns a person explains, and of what they leave open.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const statements: Words['statements'] = {
  open: 'Määra veergude tähendus',
  title: 'Määra selle faili veergude tähendus',
  lead: 'Selle panga faili veel ei tunta. Ütle üks kord, mida veerud tähendavad: järgmine samade pealkirjadega fail loetakse juba ise.',
  headingRow: 'Pealkirjad on real',
  row: message('Rida {row}: {text}'),
  column: 'Veerg',
  examples: 'Esimesed read',
  means: 'Tähendus',
  unused: 'Ei impordita',
  name: 'Vormingu nimi',
  currency: 'Summade valuuta',
  currencyAsked: 'Küsi iga faili korral',
  account: 'Teie konto (IBAN), kui fail seda ei nimeta',
  keep: 'Salvesta ja loe fail',
  kept: 'Vorming on salvestatud.',
  own: 'Teie vormingud',
  ownLead: 'Nende pealkirjadega failid loetakse nii, nagu olete määranud.',
  rename: 'Nimeta ümber',
  renamed: 'Vorming on ümber nimetatud.',
  remove: 'Kustuta',
  removeLead: 'Imporditu jääb alles. Järgmise sellise faili veerud tuleb uuesti määrata.',
  removed: 'Vorming on kustutatud.',
  currencyMissing: 'Fail ei ütle oma valuutat',
  currencyLead: 'Vali summade valuuta. Seda ei oletata.',
  readIn: message('Loe fail valuutas {currency}'),
  meanings: {
    date: 'Kuupäev',
    amount: 'Summa',
    paidIn: 'Laekumine',
    paidOut: 'Väljaminek',
    direction: 'Deebet või kreedit',
    payer: 'Maksja',
    payerAccount: 'Maksja konto',
    reference: 'Viitenumber',
    text: 'Selgitus',
    currency: 'Valuuta',
    account: 'Teie konto',
  },
};
