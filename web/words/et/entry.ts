// Estonian words of coming in.
import type { Words } from '../words.ts';

export const entry: Words['entry'] = {
  title: 'Logi sisse',
  lead: 'Majad, arved, arvestid ja maksed ühes kohas.',
  email: 'E-posti aadress',
  password: 'Parool',
  submit: 'Logi sisse',
  link: 'Saada mulle hoopis link',
  linkSent: 'Kui sellel aadressil on konto, on kiri lingiga teel. Link toimib ühe korra, kümne minuti jooksul.',
  emailFirst: 'Kirjuta kõigepealt oma e-posti aadress.',
};
