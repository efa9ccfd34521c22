// Latvian words of the first start.
import type { Words } from '../words.ts';

export const setup: Words['setup'] = {
  title: 'Izveidojiet savu organizāciju',
  lead: 'Šī sistēma ir jauna. Jūs būsiet tās pirmais galvenais lietotājs.',
  organization: 'Organizācijas nosaukums',
  organizationHint: 'Piemēram, DzĪB “Bērzu iela 12”',
  name: 'Jūsu vārds',
  email: 'Jūsu e-pasta adrese',
  password: 'Parole',
  passwordHint: 'Vismaz 8 rakstzīmes; vislabāk – daži vārdi.',
  submit: 'Izveidot organizāciju',
  noToken: 'Šai lapai vajadzīga visa saite, ko sistēma parādīja, kad to palaida.',
  toSignIn: 'Pieteikties',
};
