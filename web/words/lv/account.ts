// Latvian words of a person’s account page.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const account: Words['account'] = {
  title: 'Jūsu konts',
  profile: 'Jūsu dati',
  name: 'Vārds, uzvārds',
  email: 'E-pasta adrese',
  language: 'E-pasta valoda',
  saved: 'Saglabāts',
  password: 'Parole',
  currentPassword: 'Pašreizējā parole',
  currentPasswordHint: 'Nav vajadzīga pirmās 15 minūtes pēc pieteikšanās ar e-pastā saņemtu saiti.',
  newPassword: 'Jaunā parole',
  changePassword: 'Mainīt paroli',
  passwordChanged: 'Parole ir nomainīta. Sesijas citās ierīcēs ir beigtas.',
  organizations: 'Organizācijas',
  openOrganization: message('Atvērt {name}'),
  open: 'Atvērt',
  current: 'Pašreizējā',
  trySample: 'Izmēģināt ar parauga datiem',
  trySampleLead:
    'Tiks izveidota atsevišķa organizācija ar izdomātu māju un trīs mēnešu rēķiniem. Jūsu īstos datus tas neskar.',
  providers: {
    title: 'Pieteikšanās pakalpojumi',
    none: 'Neviens konts vēl nav piesaistīts.',
    link: message('Piesaistīt {name}'),
    linkedAt: 'Piesaistīts',
    lastUsed: 'Pēdējoreiz lietots',
    unlink: 'Atsaistīt',
    unlinkLead: message('Jūs vairs nevarēsiet pieteikties ar {name}. Sesijas paliek.'),
    unlinked: 'Atsaistīts',
  },
};
