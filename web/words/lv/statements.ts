// Latvian words of statements whose columns a person explains, and of what they leave open.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const statements: Words['statements'] = {
  open: 'Norādīt kolonnu nozīmi',
  title: 'Norādiet šī faila kolonnu nozīmi',
  lead: 'Šīs bankas fails vēl nav zināms. Vienreiz norādiet, ko kolonnas nozīmē: nākamais fails ar tiem pašiem virsrakstiem tiks nolasīts pats.',
  headingRow: 'Virsraksti ir',
  row: message('{row}. rinda: {text}'),
  column: 'Kolonna',
  examples: 'Pirmās rindas',
  means: 'Nozīme',
  unused: 'Netiek importēta',
  name: 'Formāta nosaukums',
  currency: 'Summu valūta',
  currencyAsked: 'Jautāt katram failam',
  account: 'Jūsu konts (IBAN), ja fails to nenosauc',
  keep: 'Saglabāt un nolasīt failu',
  kept: 'Formāts ir saglabāts.',
  own: 'Jūsu formāti',
  ownLead: 'Faili ar šiem virsrakstiem tiek nolasīti tā, kā norādījāt.',
  rename: 'Pārdēvēt',
  renamed: 'Formāts ir pārdēvēts.',
  remove: 'Dzēst',
  removeLead: 'Importētais paliek. Nākamā šāda faila kolonnas būs jānorāda no jauna.',
  removed: 'Formāts ir izdzēsts.',
  currencyMissing: 'Failā nav norādīta valūta',
  currencyLead: 'Izvēlieties summu valūtu. Tā netiek pieņemta.',
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
