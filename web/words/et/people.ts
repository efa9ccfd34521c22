// Estonian words of residents and invitations.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const people: Words['people'] = {
  title: 'Elanikud',
  tabs: { residents: 'Elanikud', invitations: 'Kutsed', import: 'Failist' },
  add: 'Lisa elanik',
  change: 'Muuda elanikku',
  none: 'Siin ei ole elanikke.',
  search: 'Otsi nime või aadressi järgi',
  name: 'Nimi',
  apartments: 'Korterid',
  email: 'E-posti aadress',
  phone: 'Telefon',
  account: 'Konto',
  hasAccount: 'Logib sisse',
  as: 'Kellena',
  since: 'Alates',
  roles: { owner: 'omanik', tenant: 'üürnik' },
  saved: 'Elanik on salvestatud.',
  remove: 'Eemalda elanik',
  removeLead: message('{name} kaob kõigist loenditest ega saa enam sisse logida.'),
  removed: 'Elanik on eemaldatud.',
  invite: 'Kutsu',
  invited: 'Kutse on teel.',
  noInvitations: 'Ükski kutse ei oota vastuvõtmist.',
  invitationStatuses: { pending: 'Ootab', accepted: 'Vastu võetud', cancelled: 'Tagasi võetud', expired: 'Aegunud' },
  expires: 'Kehtib kuni',
  withdraw: 'Võta tagasi',
  invitationCancelled: 'Kutse on tagasi võetud.',
  importLead:
    'CSV-fail veergudega korter, nimi, e-posti aadress, telefon, roll ja alates, mis tahes järjekorras. Enne proovitakse; midagi ei kirjutata, kuni oled näinud, mis sellest tuleb.',
  importFound: message(
    '{rows, plural, one {# rida} other {# rida}}: {created, plural, one {# uus elanik} other {# uut elanikku}}, {changed, plural, one {# muudetud} other {# muudetud}}.',
  ),
  imported: message(
    '{created, plural, one {# elanik lisatud} other {# elanikku lisatud}}, {changed, number} muudetud.',
  ),
  line: message('Rida {line}'),
  bring: 'Too sisse',
};
