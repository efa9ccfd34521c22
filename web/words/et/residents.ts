// Estonian words of residents and invitations.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const residents: Words['residents'] = {
  title: 'Elanikud',
  tabs: { residents: 'Elanikud', invitations: 'Kutsed', import: 'Import' },
  add: 'Lisa elanik',
  edit: 'Muuda elanikku',
  none: 'Elanikke ei leitud.',
  search: 'Otsi nime või e-posti järgi',
  name: 'Nimi',
  apartments: 'Korterid',
  email: 'E-posti aadress',
  phone: 'Telefon',
  account: 'Ligipääs',
  hasAccount: 'Olemas',
  role: 'Roll',
  since: 'Alates',
  personalCode: 'Isikukood (valikuline)',
  personalCodeLead:
    'Koos riigiga, näiteks EE38001085718. Siis saab kutse vastu võtta ainult see inimene oma e-ID-ga. Koodi ennast ei salvestata.',
  roles: { owner: 'omanik', tenant: 'üürnik' },
  saved: 'Elanik on salvestatud.',
  remove: 'Kustuta elanik',
  removeLead: message('{name} eemaldatakse kõigist loenditest ja ta ei saa enam sisse logida.'),
  removed: 'Elanik on kustutatud.',
  invite: 'Saada kutse',
  invited: 'Kutse on saadetud.',
  noInvitations: 'Ootel kutseid ei ole.',
  invitationStatuses: { pending: 'Ootel', accepted: 'Vastu võetud', cancelled: 'Tühistatud', expired: 'Aegunud' },
  expires: 'Kehtib kuni',
  revoke: 'Tühista',
  invitationRevoked: 'Kutse on tühistatud.',
  importSince: 'Elanikud alates',
  importSinceHint:
    'Kuupäevata ridade jaoks. Valige esimene päev, mille eest arveldate: hilisemad elanikud selle eest arvet ei saa.',
  line: message('Rida {line}'),
};
