// Estonian words of sender details.
import type { Words } from '../words.ts';

export const sender: Words['sender'] = {
  title: 'Arve esitaja andmed',
  lead: 'Näidatakse arvetel. E-arve jaoks on vaja registrikoodi ja käibemaksu korral ka KMKR numbrit.',
  registrationNumber: 'Registrikood',
  vatNumber: 'KMKR number',
  street: 'Tänav ja majanumber',
  city: 'Linn või asula',
  postalCode: 'Sihtnumber',
  country: 'Riigikood',
  email: 'E-posti aadress',
  phone: 'Telefon',
  logo: 'Logo',
  noLogo: 'Ilma logota näidatakse arvetel nime.',
  chooseLogo: 'Laadi logo üles',
  removeLogo: 'Eemalda logo',
};
