// Estonian words of the dialog that maps a statement’s columns.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const statements: Words['statements'] = {
  open: 'Määra veerud',
  title: 'Määrake faili veerud',
  lead: 'See vorming ei ole veel tuntud. Määrake veerud üks kord; samade päistega failid loetakse edaspidi automaatselt.',
  headingRow: 'Päiserida',
  row: message('Rida {row}: {text}'),
  column: 'Veerg',
  examples: 'Esimesed read',
  meaning: 'Väli',
  unused: 'Ei impordita',
  name: 'Vormingu nimi',
  currency: 'Valuuta',
  askCurrency: 'Küsi iga faili puhul',
  account: 'Teie konto (IBAN), kui seda failis ei ole',
  save: 'Salvesta ja loe fail',
  saved: 'Vorming on salvestatud.',
  formats: 'Väljavõtte vormingud',
  formatsLead: 'Nende päistega failid loetakse määratud veergude järgi.',
  rename: 'Nimeta ümber',
  renamed: 'Vorming on ümber nimetatud.',
  remove: 'Kustuta',
  removeLead: 'Imporditud maksed säilivad. Järgmise sellise faili veerud tuleb uuesti määrata.',
  removed: 'Vorming on kustutatud.',
  currencyMissing: 'Failis puudub valuuta',
  currencyLead: 'Valige summade valuuta.',
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
