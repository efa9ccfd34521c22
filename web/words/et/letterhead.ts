// Estonian words of the letterhead.
import type { Words } from '../words.ts';

export const letterhead: Words['letterhead'] = {
  title: 'Andmed arvetel',
  lead: 'Need on arvetel kirjas. E-arve jaoks on vaja registrikoodi ja käibemaksu korral ka KMKR numbrit.',
  registrationNumber: 'Registrikood',
  vatNumber: 'KMKR number',
  street: 'Tänav ja maja',
  city: 'Linn või asula',
  postalCode: 'Sihtnumber',
  country: 'Riik, kaks tähte',
  email: 'E-posti aadress',
  phone: 'Telefon',
  logo: 'Logo',
  noLogo: 'Ilma logota on arvetel nimi.',
  chooseLogo: 'Vali pilt',
  removeLogo: 'Eemalda logo',
};
