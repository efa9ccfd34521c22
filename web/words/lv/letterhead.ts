// Latvian words of the letterhead.
import type { Words } from '../words.ts';

export const letterhead: Words['letterhead'] = {
  title: 'Rekvizīti',
  lead: 'Tie ir redzami rēķinos. E-rēķinam vajadzīgs reģistrācijas numurs un, ja ir PVN, arī PVN numurs.',
  registrationNumber: 'Reģistrācijas numurs',
  vatNumber: 'PVN numurs',
  street: 'Iela un māja',
  city: 'Pilsēta vai ciems',
  postalCode: 'Pasta indekss',
  country: 'Valsts, divi burti',
  email: 'E-pasta adrese',
  phone: 'Tālrunis',
  logo: 'Logotips',
  noLogo: 'Ja logotipa nav, rēķinos ir nosaukums.',
  chooseLogo: 'Izvēlēties attēlu',
  removeLogo: 'Dzēst logotipu',
};
