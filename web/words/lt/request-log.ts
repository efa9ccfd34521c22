// Lithuanian words of the request log, and of API keys that reject unknown fields.
import type { Words } from '../words.ts';

export const requestLog: Words['requestLog'] = {
  none: 'Užklausų nerasta.',
  noneNext:
    'Čia rodomos paskutinių 14 dienų užklausos, praėjus sekundei po atsakymo. Iš gyventojų užklausų saugomos tik nepavykusios.',
  caller: 'API raktas arba asmuo',
  anyCaller: 'Visi API raktai ir asmenys',
  request: 'Užklausa',
  status: 'Rezultatas',
  anyStatus: 'Visi rezultatai',
  classes: {
    '2xx': '2xx: pavyko',
    '3xx': '3xx: nepakito',
    '4xx': '4xx: atmesta',
    '5xx': '5xx: paslaugos klaida',
  },
  searchPath: 'Kelias, ID arba jų dalis',
  code: 'Klaidos kodas',
  requestId: 'Užklausos ID',
  from: 'Nuo',
  to: 'Iki',
  duration: 'Trukmė',
  idempotencyKey: 'Idempotentiškumo raktas',
  ignored: 'Nepaisyti laukai',
  onlyIgnored: 'Tik su nepaisytais laukais',
  filters: 'Filtrai',
  reset: 'Išvalyti filtrus',
  details: 'Užklausos duomenys',
  show: 'Rodyti užklausų žurnale',
  strict: 'Atmesti nežinomus laukus',
  strictLead:
    'Užklausos su klaidingai parašytais laukais ar parametrais atmetamos. Kitaip jų nepaisoma, ir jie matomi užklausų žurnale.',
  changed: 'API raktas pakeistas.',
};
