// Latvian words of sender details.
import type { Words } from '../words.ts';

export const sender: Words['sender'] = {
  title: 'Rēķina izsniedzēja dati',
  lead: 'Tie ir redzami rēķinos. E-rēķinam vajadzīgs reģistrācijas numurs un, ja ir PVN, arī PVN numurs.',
  registrationNumber: 'Reģistrācijas numurs',
  vatNumber: 'PVN numurs',
  street: 'Iela un māja',
  city: 'Pilsēta vai ciems',
  postalCode: 'Pasta indekss',
  country: 'Valsts kods',
  email: 'E-pasta adrese',
  phone: 'Tālrunis',
  logo: 'Logotips',
  noLogo: 'Ja logotipa nav, rēķinos ir nosaukums.',
  chooseLogo: 'Augšupielādēt logotipu',
  removeLogo: 'Dzēst logotipu',
};
