// Latvian words of the request log, and of API keys that reject unknown fields.
import type { Words } from '../words.ts';

export const requestLog: Words['requestLog'] = {
  none: 'Pieprasījumi nav atrasti.',
  noneNext:
    'Šeit ir pēdējo 14 dienu pieprasījumi, sekundi pēc atbildes. No iedzīvotāju pieprasījumiem glabājas tikai neveiksmīgie.',
  caller: 'API atslēga vai persona',
  anyCaller: 'Visas API atslēgas un personas',
  request: 'Pieprasījums',
  status: 'Rezultāts',
  anyStatus: 'Visi rezultāti',
  classes: {
    '2xx': '2xx: izdevās',
    '3xx': '3xx: nav mainīts',
    '4xx': '4xx: noraidīts',
    '5xx': '5xx: pakalpojuma kļūda',
  },
  searchPath: 'Ceļš, ID vai tā daļa',
  code: 'Kļūdas kods',
  requestId: 'Pieprasījuma ID',
  from: 'No',
  to: 'Līdz',
  duration: 'Ilgums',
  idempotencyKey: 'Idempotences atslēga',
  ignored: 'Neievērotie lauki',
  onlyIgnored: 'Tikai ar neievērotiem laukiem',
  filters: 'Filtri',
  reset: 'Notīrīt filtrus',
  details: 'Pieprasījuma dati',
  show: 'Rādīt pieprasījumu žurnālā',
  strict: 'Noraidīt nezināmus laukus',
  strictLead:
    'Pieprasījumi ar kļūdaini uzrakstītiem laukiem vai parametriem tiek noraidīti. Citādi tie netiek ņemti vērā un ir redzami pieprasījumu žurnālā.',
  changed: 'API atslēga ir mainīta.',
};
