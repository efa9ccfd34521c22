// Latvian words of signing in.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const signIn: Words['signIn'] = {
  title: 'Pieteikties',
  lead: 'Mājas, rēķini, skaitītāji un maksājumi vienuviet.',
  email: 'E-pasta adrese',
  password: 'Parole',
  submit: 'Pieteikties',
  sendLink: 'Pieteikties ar saiti e-pastā',
  linkSent:
    'Ja šai adresei ir konts, vēstule ar saiti jau ir ceļā. Saite ir izmantojama vienu reizi desmit minūšu laikā.',
  emailFirst: 'Vispirms ierakstiet savu e-pasta adresi.',
  or: 'vai',
  withProvider: message('Turpināt ar {name}'),
  finishing: 'Notiek pieteikšanās …',
  back: 'Atpakaļ',
};
