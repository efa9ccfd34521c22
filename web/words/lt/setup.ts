// Lithuanian words of the first start.
import type { Words } from '../words.ts';

export const setup: Words['setup'] = {
  title: 'Sukurkite savo organizaciją',
  lead: 'Sistema nauja. Būsite pirmasis jos pagrindinis naudotojas.',
  organization: 'Organizacijos pavadinimas',
  organizationHint: 'Pavyzdžiui, DNSB „Liepų 12“',
  name: 'Jūsų vardas ir pavardė',
  email: 'Jūsų el. pašto adresas',
  password: 'Slaptažodis',
  passwordHint: 'Bent 8 ženklai; geriausia – keli žodžiai.',
  submit: 'Sukurti organizaciją',
  noToken: 'Šiam puslapiui reikia visos nuorodos, kurią sistema parodė paleidžiama.',
  toSignIn: 'Prisijungti',
};
