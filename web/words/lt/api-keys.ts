// Lithuanian words of API keys.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const apiKeys: Words['apiKeys'] = {
  limits: 'Apribojimai',
  noLimits: 'Nėra',
  readOnly: 'Tik skaityti',
  readOnlyLead: 'Skaitymas, peržiūros ir bandymai. Niekas nekeičiama.',
  buildings: 'Namai',
  buildingsLead: 'Tuščia: visa organizacija. Kitaip raktas mato ir keičia tik šiuos namus.',
  buildingCount: message('{count, plural, one {# namas} few {# namai} other {# namų}}'),
  networks: 'Leidžiami tinklai',
  networksLead: 'Pavyzdžiui, 192.0.2.0/24 arba 2001:db8::/32, atskirti kableliais. Tuščia: visi tinklai.',
  usedFrom: message('iš {address}'),
  editTitle: 'Keisti API raktą',
  replace: 'Pakeisti nauju',
  replaceTitle: 'Pakeisti API raktą nauju',
  replaceLead: message('„{name}“ gauna naują raktą, kuris rodomas vieną kartą. Vaidmuo ir apribojimai lieka.'),
  overlap: 'Senas raktas dar veikia',
  overlaps: {
    hours0: '0 valandų (baigiasi iš karto)',
    hours1: '1 valandą',
    hours24: '24 valandas',
    hours72: '3 dienas',
    hours168: '7 dienas',
  },
  previous: message('{hint} veikia iki {until}'),
};
