// Estonian words of a person’s account page.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const account: Words['account'] = {
  title: 'Teie konto',
  profile: 'Teie andmed',
  name: 'Nimi',
  email: 'E-posti aadress',
  language: 'E-kirjade keel',
  saved: 'Salvestatud',
  password: 'Parool',
  currentPassword: 'Praegune parool',
  currentPasswordHint: 'Ei ole vaja 15 minuti jooksul pärast e-kirja lingiga sisselogimist.',
  newPassword: 'Uus parool',
  changePassword: 'Muuda parool',
  passwordChanged: 'Parool on muudetud. Teie teised seadmed on välja logitud.',
  organizations: 'Organisatsioonid',
  openOrganization: message('Ava {name}'),
  open: 'Ava',
  current: 'Praegune',
  trySample: 'Proovi näidisandmetega',
  trySampleLead: 'Loob eraldi organisatsiooni väljamõeldud maja ja kolme kuu arvetega. Teie andmeid ei muudeta.',
  providers: {
    title: 'Sisselogimisteenused',
    none: 'Ühtegi kontot ei ole veel seotud.',
    link: message('Seo {name}'),
    linkedAt: 'Seotud',
    lastUsed: 'Viimati kasutatud',
    unlink: 'Eemalda seos',
    unlinkLead: message('Te ei saa enam teenusega {name} sisse logida. Seansid jäävad alles.'),
    unlinked: 'Seos on eemaldatud',
  },
};
