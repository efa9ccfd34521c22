// Latvian words of API keys.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const apiKeys: Words['apiKeys'] = {
  limits: 'Ierobežojumi',
  noLimits: 'Nav',
  readOnly: 'Tikai lasīšanai',
  readOnlyLead: 'Lasīšana, priekšskatījumi un izmēģinājumi. Nekas netiek mainīts.',
  buildings: 'Mājas',
  buildingsLead: 'Tukšs: visa organizācija. Citādi atslēga redz un maina tikai šīs mājas.',
  buildingCount: message('{count, plural, zero {# māju} one {# māja} other {# mājas}}'),
  networks: 'Atļautie tīkli',
  networksLead: 'Piemēram, 192.0.2.0/24 vai 2001:db8::/32, atdalīti ar komatiem. Tukšs: visi tīkli.',
  usedFrom: message('no adreses {address}'),
  editTitle: 'Mainīt API atslēgu',
  replace: 'Nomainīt',
  replaceTitle: 'Nomainīt API atslēgu',
  replaceLead: message('“{name}” saņem jaunu atslēgu, kas tiek parādīta vienu reizi. Loma un ierobežojumi paliek.'),
  overlap: 'Vecā atslēga darbojas vēl',
  overlaps: {
    hours0: '0 stundas (beidzas uzreiz)',
    hours1: '1 stundu',
    hours24: '24 stundas',
    hours72: '3 dienas',
    hours168: '7 dienas',
  },
  previous: message('{hint} darbojas līdz {until}'),
};
