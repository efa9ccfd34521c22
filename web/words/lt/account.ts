// Lithuanian words of one's own account.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const account: Words['account'] = {
  title: 'Jūsų paskyra',
  data: 'Jūsų duomenys',
  name: 'Vardas ir pavardė',
  email: 'El. pašto adresas',
  emailLead: 'Norėdami pakeisti adresą, kreipkitės į organizacijos pagrindinį naudotoją.',
  language: 'Laiškų kalba',
  saved: 'Išsaugota',
  password: 'Slaptažodis',
  current: 'Dabartinis slaptažodis',
  currentLead: 'Nereikia, jei per pastarąsias penkiolika minučių prisijungėte laiške gauta nuoroda.',
  next: 'Naujas slaptažodis',
  change: 'Keisti slaptažodį',
  changed: 'Slaptažodis pakeistas. Kiti įrenginiai atjungti.',
  organizations: 'Organizacijos',
  enter: message('Atidaryti: {name}'),
  open: 'Atidaryti',
  here: 'Esate čia',
  sample: 'Pavyzdys',
  trySample: 'Išbandyti su pavyzdiniais duomenimis',
  tryLead: 'Bus sukurta atskira organizacija su išgalvotu namu ir trijų mėnesių sąskaitomis. Jūsų duomenys nesikeis.',
  removeSample: 'Pašalinti pavyzdį',
  removeAsk: 'Pavyzdinė organizacija ir visa, kas joje yra, bus ištrinta. Tikri duomenys nesikeis.',
  removed: 'Pavyzdys pašalintas.',
  inSample: 'Tai pavyzdinė organizacija: viskas joje išgalvota ir bet kada gali būti pašalinta.',
};
