// Latvian words of one's own account.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const account: Words['account'] = {
  title: 'Jūsu konts',
  data: 'Jūsu dati',
  name: 'Vārds, uzvārds',
  email: 'E-pasta adrese',
  emailLead: 'Ja adrese jāmaina, vērsieties pie organizācijas galvenā lietotāja.',
  language: 'Vēstuļu valoda',
  saved: 'Saglabāts',
  password: 'Parole',
  current: 'Pašreizējā parole',
  currentLead: 'Nav vajadzīga pirmās 15 minūtes pēc pieteikšanās ar e-pastā saņemtu saiti.',
  next: 'Jaunā parole',
  change: 'Mainīt paroli',
  changed: 'Parole ir nomainīta. Sesijas citās ierīcēs ir beigtas.',
  organizations: 'Organizācijas',
  enter: message('Atvērt {name}'),
  open: 'Atvērt',
  here: 'Jūs esat šeit',
  sample: 'Paraugs',
  trySample: 'Izmēģināt ar parauga datiem',
  tryLead:
    'Tiks izveidota atsevišķa organizācija ar izdomātu māju un trīs mēnešu rēķiniem. Jūsu īstos datus tas neskar.',
  removeSample: 'Dzēst paraugu',
  removeAsk: 'Parauga organizācija un viss, kas tajā ir, tiks dzēsts. Īstos datus tas neskar.',
  removed: 'Paraugs ir dzēsts.',
  inSample: 'Šī ir parauga organizācija: viss tajā ir izdomāts, un to var jebkurā brīdī dzēst.',
};
