// Estonian words of signing in.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const signIn: Words['signIn'] = {
  title: 'Logi sisse',
  lead: 'Majad, arved, arvestid ja maksed ühes kohas.',
  email: 'E-posti aadress',
  password: 'Parool',
  submit: 'Logi sisse',
  sendLink: 'Saada sisselogimislink e-postile',
  linkSent:
    'Kui sellel aadressil on konto, saadetakse sinna e-kiri lingiga. Link toimib ühe korra, kümne minuti jooksul.',
  emailFirst: 'Sisestage kõigepealt oma e-posti aadress.',
  or: 'või',
  withProvider: message('Jätka teenusega {name}'),
  finishing: 'Logime sisse …',
  back: 'Tagasi',
};
