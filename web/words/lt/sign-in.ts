// Lithuanian words of signing in.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const signIn: Words['signIn'] = {
  title: 'Prisijungimas',
  lead: 'Namai, sąskaitos, skaitikliai ir mokėjimai vienoje vietoje.',
  email: 'El. pašto adresas',
  password: 'Slaptažodis',
  submit: 'Prisijungti',
  sendLink: 'Atsiųsti man nuorodą',
  linkSent:
    'Jei šis adresas turi paskyrą, laiškas su nuoroda jau siunčiamas. Nuoroda veikia vieną kartą ir galioja dešimt minučių.',
  emailFirst: 'Pirmiausia įrašykite savo el. pašto adresą.',
  or: 'arba',
  withProvider: message('Tęsti su {name}'),
  finishing: 'Jungiamasi …',
  back: 'Atgal',
};
