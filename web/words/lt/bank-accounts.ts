// Lithuanian words of bank accounts of buildings.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const bankAccounts: Words['bankAccounts'] = {
  title: 'Sąskaita mokėjimams',
  lead: 'Į šią banko sąskaitą mokama. Apie pakeitimą kiekvienas pagrindinis naudotojas gauna laišką su nuoroda, kuria jį septynias dienas galima atšaukti.',
  none: 'sąskaitos nėra',
  password: 'Jūsų slaptažodis',
  passwordHint: 'Reikia dar kartą, norint keisti, kur keliauja pinigai.',
  changed: 'Sąskaita pakeista.',
  unconfirmed: 'Ši sąskaita nepatvirtinta',
  changedBy: message('Pakeitė: {who}, {at}.'),
  previous: message('Anksčiau: {account}.'),
  ownerConfirms: 'Ją gali patvirtinti organizacijos pagrindinis naudotojas.',
  confirm: 'Patvirtinti šią sąskaitą',
  confirmed: 'Sąskaita patvirtinta.',
  key: message('API raktas „{name}“'),
  rule: 'API raktai ir sąskaitos',
  ruleLead: 'Programos veikia su API raktais. Kai tai įjungta, sąskaitas, į kurias mokama, gali keisti tik žmonės.',
  ruleSwitch: 'Sąskaitas gali keisti tik žmonės',
  apiKeyRule: { allowed: 'leidžiama', refused: 'draudžiama' },
  fields: {
    iban: 'Banko sąskaita (IBAN)',
    beneficiary: 'Gavėjas',
    role: 'Vaidmuo',
    name: 'Pavadinimas',
    keyHint: 'Raktas',
    expiresAt: 'Galioja iki',
    events: 'Įvykiai',
    secret: 'Pasirašymo raktas',
    activatesAt: 'Įsigalioja',
    status: 'Būsena',
    programs: 'Programos keičia sąskaitas',
    title: 'Gyventojams rodomas pavadinimas',
    provider: 'Rūšis',
    url: 'URL',
    merchant: 'Prekybininkas',
    bankId: 'Banko ID',
    version: 'Versija',
    service: 'Paslauga',
    lengths: 'Ilgio vienetas',
    key: 'Mūsų raktas',
    bankKey: 'Banko raktas',
  },
};
