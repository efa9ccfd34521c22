// Estonian words of API keys.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const apiKeys: Words['apiKeys'] = {
  limits: 'Piirangud',
  noLimits: 'Puuduvad',
  readOnly: 'Ainult lugemiseks',
  readOnlyLead: 'Lugemine, eelvaated ja proovikäivitused. Midagi ei muudeta.',
  buildings: 'Majad',
  buildingsLead: 'Tühi: kogu organisatsioon. Muidu näeb ja muudab võti ainult neid maju.',
  buildingCount: message('{count, plural, one {# maja} other {# maja}}'),
  networks: 'Lubatud võrgud',
  networksLead: 'Näiteks 192.0.2.0/24 või 2001:db8::/32, komadega eraldatud. Tühi: kõik võrgud.',
  usedFrom: message('aadressilt {address}'),
  editTitle: 'Muuda API võtit',
  replace: 'Vaheta välja',
  replaceTitle: 'Vaheta API võti välja',
  replaceLead: message('„{name}“ saab uue võtme, mida näidatakse ühe korra. Roll ja piirangud jäävad samaks.'),
  overlap: 'Vana võti kehtib veel',
  overlaps: {
    hours0: '0 tundi (lõpeb kohe)',
    hours1: '1 tund',
    hours24: '24 tundi',
    hours72: '3 päeva',
    hours168: '7 päeva',
  },
  previous: message('{hint} kehtib kuni {until}'),
};
