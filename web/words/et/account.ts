// Estonian words of one's own account.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const account: Words['account'] = {
  title: 'Sinu konto',
  data: 'Sinu andmed',
  name: 'Nimi',
  email: 'E-posti aadress',
  emailLead: 'Aadressi muutmiseks pöördu organisatsiooni omaniku poole.',
  language: 'Kirjade keel',
  saved: 'Salvestatud',
  password: 'Parool',
  current: 'Praegune parool',
  currentLead: 'Ei ole vaja veerand tundi pärast postkasti saadetud lingiga sisenemist.',
  next: 'Uus parool',
  change: 'Muuda parool',
  changed: 'Parool on muudetud. Teised seadmed on välja logitud.',
  organizations: 'Organisatsioonid',
  enter: message('Ava {name}'),
  open: 'Ava',
  here: 'Oled siin',
  sample: 'Näidis',
  trySample: 'Proovi näidisandmetega',
  tryLead: 'Loob eraldi organisatsiooni väljamõeldud maja ja kolme kuu arvetega. Sinu andmeid ei puudutata.',
  removeSample: 'Eemalda näidis',
  removeAsk: 'Näidisorganisatsioon ja kõik selles kustutatakse. Päris andmeid ei puudutata.',
  removed: 'Näidis on eemaldatud.',
  inSample: 'See on näidisorganisatsioon: kõik siin on välja mõeldud ja seda saab kohe eemaldada.',
};
