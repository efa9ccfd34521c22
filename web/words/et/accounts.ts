// Estonian words of the accounts that money goes to.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const accounts: Words['accounts'] = {
  title: 'Konto maksete jaoks',
  lead: 'Sellele kontole makstakse arveid. Muudatuse kohta saab iga omanik kirja, milles olev link võtab selle seitsme päeva jooksul tagasi.',
  none: 'konto puudub',
  password: 'Teie parool',
  passwordLead: 'Vajalik uuesti, et muuta, kuhu raha läheb.',
  changed: 'Konto on muudetud.',
  unconfirmed: 'See konto on kinnitamata',
  changedBy: message('Muutja: {who}, {at}.'),
  before: message('Enne: {account}.'),
  ownerConfirms: 'Selle saab kinnitada organisatsiooni omanik.',
  confirm: 'Kinnita see konto',
  confirmed: 'Konto on kinnitatud.',
  key: message('API võti „{name}”'),
  rule: 'Programmid ja kontod',
  ruleLead:
    'Programmid tegutsevad API võtmetega. Kui see on sees, saavad ainult inimesed muuta kontosid, kuhu arveid makstakse.',
  ruleSwitch: 'Kontosid saavad muuta ainult inimesed',
  programs: { allowed: 'lubatud', refused: 'keelatud' },
  fields: {
    iban: 'Konto (IBAN)',
    beneficiary: 'Saaja',
    role: 'Roll',
    name: 'Nimi',
    keyHint: 'Võti',
    expiresAt: 'Kehtib kuni',
    events: 'Sündmused',
    secret: 'Saladus',
    activatesAt: 'Hakkab kehtima',
    status: 'Olek',
    programs: 'Programmid muudavad kontosid',
    title: 'Mida elanikud loevad',
    provider: 'Liik',
    url: 'Aadress',
    merchant: 'Kaupmees',
    bankId: 'Panga tunnus',
    version: 'Versioon',
    service: 'Teenus',
    lengths: 'Pikkuste ühik',
    key: 'Meie võti',
    bankKey: 'Panga võti',
  },
};
