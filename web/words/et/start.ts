// Estonian words of the first start.
import type { Words } from '../words.ts';

export const start: Words['start'] = {
  title: 'Loo oma organisatsioon',
  lead: 'See teenus on uus. Sinust saab selle esimene omanik.',
  organization: 'Organisatsiooni nimi',
  organizationHint: 'Näiteks KÜ Kase 12',
  name: 'Sinu nimi',
  email: 'Sinu e-posti aadress',
  password: 'Parool',
  passwordHint: 'Vähemalt 8 märki; mõni sõna on parim.',
  submit: 'Loo',
  noToken: 'Siia on vaja kogu linki, mille teenus käivitamisel välja kirjutas.',
  toSignIn: 'Logi sisse',
};
