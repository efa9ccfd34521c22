// Lithuanian words of the letterhead.
import type { Words } from '../words.ts';

export const letterhead: Words['letterhead'] = {
  title: 'Rekvizitai',
  lead: 'Rodomi sąskaitose. E. sąskaitoms reikia įmonės kodo, o jei yra PVM – ir PVM kodo.',
  registrationNumber: 'Įmonės kodas',
  vatNumber: 'PVM kodas',
  street: 'Gatvė ir namas',
  city: 'Miestas',
  postalCode: 'Pašto kodas',
  country: 'Šalis, dvi raidės',
  email: 'El. pašto adresas',
  phone: 'Telefonas',
  logo: 'Logotipas',
  noLogo: 'Be logotipo sąskaitose rodomas pavadinimas.',
  chooseLogo: 'Pasirinkti paveikslėlį',
  removeLogo: 'Pašalinti logotipą',
};
