// Lithuanian words of the dialog that maps a statement’s columns.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const statements: Words['statements'] = {
  open: 'Susieti stulpelius',
  title: 'Nurodykite šio failo stulpelių reikšmę',
  lead: 'Šio banko failas dar nepažįstamas. Vieną kartą nurodykite, ką reiškia stulpeliai: kitas failas su tomis pačiomis antraštėmis bus nuskaitytas savaime.',
  headingRow: 'Antraštės yra',
  row: message('{row} eilutė: {text}'),
  column: 'Stulpelis',
  examples: 'Pirmosios eilutės',
  meaning: 'Reikšmė',
  unused: 'Neimportuojama',
  name: 'Formato pavadinimas',
  currency: 'Valiuta',
  askCurrency: 'Klausti kiekvieno failo',
  account: 'Jūsų sąskaita (IBAN), jei faile jos nėra',
  save: 'Išsaugoti ir nuskaityti failą',
  saved: 'Formatas išsaugotas.',
  formats: 'Išrašų formatai',
  formatsLead: 'Failai su šiomis antraštėmis nuskaitomi taip, kaip nurodėte.',
  rename: 'Pervadinti',
  renamed: 'Formatas pervadintas.',
  remove: 'Ištrinti',
  removeLead: 'Kas įkelta, lieka. Kito tokio failo stulpelius reikės nurodyti iš naujo.',
  removed: 'Formatas ištrintas.',
  currencyMissing: 'Faile nenurodyta valiuta',
  currencyLead: 'Pasirinkite sumų valiutą.',
  readIn: message('Nuskaityti failą valiuta {currency}'),
  meanings: {
    date: 'Data',
    amount: 'Suma',
    paidIn: 'Gauta',
    paidOut: 'Išmokėta',
    direction: 'Debetas ar kreditas',
    payer: 'Mokėtojas',
    payerAccount: 'Mokėtojo sąskaita',
    reference: 'Įmokos kodas',
    text: 'Paskirtis',
    currency: 'Valiuta',
    account: 'Jūsų sąskaita',
  },
};
