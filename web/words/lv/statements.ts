// Latvian words of the dialog that maps a statement’s columns.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const statements: Words['statements'] = {
  open: 'Norādīt kolonnas',
  title: 'Norādiet šī faila kolonnu nozīmi',
  lead: 'Šīs bankas fails vēl nav zināms. Vienreiz norādiet, ko kolonnas nozīmē: nākamais fails ar tiem pašiem virsrakstiem tiks nolasīts pats.',
  headingRow: 'Virsraksti ir',
  row: message('{row}. rinda: {text}'),
  column: 'Kolonna',
  examples: 'Pirmās rindas',
  meaning: 'Nozīme',
  unused: 'Netiek importēta',
  name: 'Formāta nosaukums',
  currency: 'Valūta',
  askCurrency: 'Jautāt katram failam',
  account: 'Jūsu konts (IBAN), ja fails to nenosauc',
  save: 'Saglabāt un nolasīt failu',
  saved: 'Formāts ir saglabāts.',
  formats: 'Izrakstu formāti',
  formatsLead: 'Faili ar šiem virsrakstiem tiek nolasīti tā, kā norādījāt.',
  rename: 'Pārdēvēt',
  renamed: 'Formāts ir pārdēvēts.',
  remove: 'Dzēst',
  removeLead: 'Importētais paliek. Nākamā šāda faila kolonnas būs jānorāda no jauna.',
  removed: 'Formāts ir izdzēsts.',
  currencyMissing: 'Failā nav norādīta valūta',
  currencyLead: 'Izvēlieties summu valūtu.',
  readIn: message('Nolasīt failu valūtā {currency}'),
  meanings: {
    date: 'Datums',
    amount: 'Summa',
    paidIn: 'Saņemts',
    paidOut: 'Izmaksāts',
    direction: 'Debets vai kredīts',
    payer: 'Maksātājs',
    payerAccount: 'Maksātāja konts',
    reference: 'Atsauce',
    text: 'Maksājuma mērķis',
    currency: 'Valūta',
    account: 'Jūsu konts',
  },
};
