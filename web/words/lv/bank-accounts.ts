// Latvian words of bank accounts of buildings.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const bankAccounts: Words['bankAccounts'] = {
  title: 'Konts maksājumiem',
  lead: 'Uz šo kontu maksā rēķinus. Par maiņu katrs galvenais lietotājs saņem vēstuli ar saiti, kas to septiņas dienas ļauj atsaukt.',
  none: 'konta nav',
  changed: 'Konts ir mainīts.',
  unconfirmed: 'Šis konts nav apstiprināts',
  changedBy: message('Mainīja: {who}, {at}.'),
  previous: message('Iepriekš: {account}.'),
  ownerConfirms: 'To var apstiprināt organizācijas galvenais lietotājs.',
  confirm: 'Apstiprināt šo kontu',
  confirmed: 'Konts ir apstiprināts.',
  key: message('API atslēga „{name}”'),
  rule: 'API atslēgas un konti',
  ruleLead:
    'Programmas darbojas ar API atslēgām. Kad tas ir ieslēgts, kontus, uz kuriem maksā rēķinus, var mainīt tikai cilvēki.',
  ruleSwitch: 'Kontus var mainīt tikai cilvēki',
  apiKeyRule: { allowed: 'atļauts', refused: 'liegts' },
  fields: {
    iban: 'Konts (IBAN)',
    beneficiary: 'Saņēmējs',
    role: 'Loma',
    name: 'Nosaukums',
    keyHint: 'Atslēga',
    expiresAt: 'Derīga līdz',
    access: 'Piekļuve',
    buildings: 'Tikai mājas',
    networks: 'Tikai tīkli',
    previousUntil: 'Vecā atslēga darbojas līdz',
    events: 'Notikumi',
    secret: 'Paraksta atslēga',
    activatesAt: 'Stājas spēkā',
    status: 'Stāvoklis',
    programs: 'Programmas maina kontus',
    secondFactor: 'Darbinieku divpakāpju pieteikšanās',
    title: 'Iedzīvotājiem redzamais nosaukums',
    provider: 'Veids',
    url: 'URL',
    merchant: 'Tirgotājs',
    bankId: 'Bankas identifikators',
    version: 'Versija',
    service: 'Pakalpojums',
    lengths: 'Garuma vienība',
    key: 'Mūsu atslēga',
    bankKey: 'Bankas atslēga',
  },
};
