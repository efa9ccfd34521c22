// Lithuanian words of residents and invitations.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const residents: Words['residents'] = {
  title: 'Gyventojai',
  tabs: { residents: 'Gyventojai', invitations: 'Kvietimai', import: 'Importas' },
  add: 'Pridėti gyventoją',
  edit: 'Keisti gyventojo duomenis',
  none: 'Gyventojų nerasta.',
  search: 'Ieškoti pagal vardą ar el. paštą',
  name: 'Vardas',
  apartments: 'Butai',
  email: 'El. pašto adresas',
  phone: 'Telefonas',
  account: 'Prieiga',
  hasAccount: 'Yra',
  role: 'Vaidmuo',
  since: 'Nuo',
  personalCode: 'Asmens kodas (nebūtinas)',
  personalCodeLead:
    'Kartu su šalimi, pavyzdžiui, LT38001085718. Tada kvietimą gali priimti tik šis asmuo su savo e. tapatybe. Pats kodas nesaugomas.',
  roles: { owner: 'savininkas', tenant: 'nuomininkas' },
  saved: 'Gyventojo duomenys išsaugoti.',
  remove: 'Pašalinti gyventoją',
  removeLead: message('{name} bus pašalintas iš visų sąrašų ir nebegalės prisijungti.'),
  removed: 'Gyventojas pašalintas.',
  invite: 'Pakviesti',
  invited: 'Kvietimas išsiųstas.',
  noInvitations: 'Laukiančių kvietimų nėra.',
  invitationStatuses: { pending: 'Laukia', accepted: 'Priimtas', cancelled: 'Atšauktas', expired: 'Nebegalioja' },
  expires: 'Galioja iki',
  revoke: 'Atšaukti',
  invitationRevoked: 'Kvietimas atšauktas.',
  importSince: 'Gyventojai nuo',
  importSinceHint:
    'Eilutėms be datos. Pasirinkite pirmąją dieną, už kurią išrašote sąskaitą: vėlesni gyventojai už ją sąskaitos negauna.',
  line: message('{line} eilutė'),
};
