// Lithuanian words of a person’s account page.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const account: Words['account'] = {
  title: 'Jūsų paskyra',
  profile: 'Jūsų duomenys',
  name: 'Vardas ir pavardė',
  email: 'El. pašto adresas',
  language: 'Laiškų kalba',
  saved: 'Išsaugota',
  password: 'Slaptažodis',
  currentPassword: 'Dabartinis slaptažodis',
  currentPasswordHint: 'Nereikia, jei per pastarąsias penkiolika minučių prisijungėte laiške gauta nuoroda.',
  newPassword: 'Naujas slaptažodis',
  changePassword: 'Keisti slaptažodį',
  passwordChanged: 'Slaptažodis pakeistas. Kiti įrenginiai atjungti.',
  organizations: 'Organizacijos',
  openOrganization: message('Atidaryti: {name}'),
  open: 'Atidaryti',
  current: 'Dabartinė',
  trySample: 'Išbandyti su pavyzdiniais duomenimis',
  trySampleLead:
    'Bus sukurta atskira organizacija su išgalvotu namu ir trijų mėnesių sąskaitomis. Jūsų duomenys nesikeis.',
  providers: {
    title: 'Prisijungimo paslaugos',
    none: 'Dar nesusieta nė viena paskyra.',
    link: message('Susieti {name}'),
    linkedAt: 'Susieta',
    lastUsed: 'Paskutinį kartą naudota',
    unlink: 'Atsieti',
    unlinkLead: message('Per {name} prisijungti nebegalėsite. Seansai liks.'),
    unlinked: 'Atsieta',
  },
};
