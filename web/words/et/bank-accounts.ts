// Estonian words of bank accounts of buildings.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const bankAccounts: Words['bankAccounts'] = {
  title: 'Arvelduskonto',
  lead: 'Arved makstakse sellele kontole. Muudatuse kohta saab iga peakasutaja e-kirja, mille lingiga saab muudatuse seitsme päeva jooksul tagasi võtta.',
  none: 'konto puudub',
  password: 'Teie parool',
  passwordHint: 'Kinnitage parooliga, et soovite maksete kontot muuta.',
  changed: 'Konto on muudetud.',
  unconfirmed: 'See konto on kinnitamata',
  changedBy: message('Muutja: {who}, {at}.'),
  previous: message('Varem: {account}.'),
  ownerConfirms: 'Selle saab kinnitada organisatsiooni peakasutaja.',
  confirm: 'Kinnita konto',
  confirmed: 'Konto on kinnitatud.',
  key: message('API võti „{name}”'),
  rule: 'API võtmed ja pangakontod',
  ruleLead: 'Kui see on sees, saavad arvete kontosid muuta ainult inimesed, mitte API võtmed.',
  ruleSwitch: 'Pangakontosid saavad muuta ainult inimesed',
  apiKeyRule: { allowed: 'lubatud', refused: 'keelatud' },
  fields: {
    iban: 'Konto (IBAN)',
    beneficiary: 'Saaja',
    role: 'Roll',
    name: 'Nimi',
    keyHint: 'Võti',
    expiresAt: 'Kehtib kuni',
    events: 'Sündmused',
    secret: 'Allkirjavõti',
    activatesAt: 'Hakkab kehtima',
    status: 'Olek',
    programs: 'API võtmed tohivad kontosid muuta',
    title: 'Elanikele näidatav nimi',
    provider: 'Liik',
    url: 'URL',
    merchant: 'Kaupmees',
    bankId: 'Panga tunnus',
    version: 'Versioon',
    service: 'Teenus',
    lengths: 'Pikkuste ühik',
    key: 'Meie võti',
    bankKey: 'Panga võti',
  },
};
