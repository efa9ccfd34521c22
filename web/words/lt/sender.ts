// Lithuanian words of sender details.
import type { Words } from '../words.ts';

export const sender: Words['sender'] = {
  title: 'Sąskaitos išrašytojo duomenys',
  lead: 'Rodomi sąskaitose. E. sąskaitoms reikia įmonės kodo, o jei yra PVM – ir PVM kodo.',
  registrationNumber: 'Įmonės kodas',
  vatNumber: 'PVM kodas',
  street: 'Gatvė ir namas',
  city: 'Miestas',
  postalCode: 'Pašto kodas',
  country: 'Šalies kodas',
  email: 'El. pašto adresas',
  phone: 'Telefonas',
  logo: 'Logotipas',
  noLogo: 'Be logotipo sąskaitose rodomas pavadinimas.',
  chooseLogo: 'Įkelti logotipą',
  removeLogo: 'Pašalinti logotipą',
};
