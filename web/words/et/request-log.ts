// Estonian words of the request log, and of API keys that reject unknown fields.
import type { Words } from '../words.ts';

export const requestLog: Words['requestLog'] = {
  none: 'Päringuid ei leitud.',
  noneNext:
    'Siin on viimase 14 päeva päringud, sekund pärast vastust. Elanike päringutest jäävad alles ainult ebaõnnestunud.',
  caller: 'API võti või isik',
  anyCaller: 'Kõik API võtmed ja isikud',
  request: 'Päring',
  status: 'Tulemus',
  anyStatus: 'Kõik tulemused',
  classes: {
    '2xx': '2xx: õnnestus',
    '3xx': '3xx: muutmata',
    '4xx': '4xx: tagasi lükatud',
    '5xx': '5xx: teenuse viga',
  },
  searchPath: 'Tee, ID või osa sellest',
  code: 'Veakood',
  requestId: 'Päringu ID',
  from: 'Alates',
  to: 'Kuni',
  duration: 'Kestus',
  idempotencyKey: 'Idempotentsusvõti',
  ignored: 'Eiratud väljad',
  onlyIgnored: 'Ainult eiratud väljadega',
  filters: 'Filtrid',
  reset: 'Tühjenda filtrid',
  details: 'Päringu andmed',
  show: 'Näita päringute logis',
  strict: 'Lükka tundmatud väljad tagasi',
  strictLead:
    'Valesti kirjutatud väljade või parameetritega päringud lükatakse tagasi. Muidu neid eiratakse ja need on näha päringute logis.',
  changed: 'API võti on muudetud.',
};
