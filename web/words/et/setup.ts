// Estonian words of the first start.
import type { Words } from '../words.ts';

export const setup: Words['setup'] = {
  title: 'Loo oma organisatsioon',
  lead: 'Teist saab selle esimene peakasutaja.',
  organization: 'Organisatsiooni nimi',
  organizationHint: 'Näiteks KÜ Kase 12',
  name: 'Teie nimi',
  email: 'Teie e-posti aadress',
  password: 'Parool',
  passwordHint: 'Vähemalt 8 märki. Kõige parem on mitu sõna.',
  submit: 'Loo organisatsioon',
  noToken: 'Avage terve link, mille teenus käivitamisel väljastas.',
  toSignIn: 'Logi sisse',
};
