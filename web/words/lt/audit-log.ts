// Lithuanian words of the audit log.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const auditLog: Words['auditLog'] = {
  none: 'Įrašų nerasta.',
  noneNext:
    'Čia matoma, ką žmonės, API raktai ir paslauga peržiūri, keičia, siunčia ir atsisiunčia. Ką peržiūri gyventojai, neįrašoma.',
  what: 'Kas',
  action: 'Rūšis',
  anyAction: 'Visos rūšys',
  actions: {
    seen: 'Peržiūrėta',
    exported: 'Atsisiųsta',
    changed: 'Pakeista',
    sent: 'Išsiųsta',
    security: 'Saugumas',
  },
  operation: 'Veiksmas',
  aboutId: 'Objekto ID',
  object: 'Objektas',
  ids: 'ID šiame įraše',
  showAbout: 'Rodyti visus įrašus su šiuo ID',
  details: 'Įrašo duomenys',
  changes: 'Pakeisti laukai',
  field: 'Laukas',
  before: 'Prieš',
  after: 'Po',
  notKept: 'Nesaugoma',
  result: 'Rezultatas',
  csv: 'Atsisiųsti CSV',
  jsonl: 'Atsisiųsti JSON Lines',
  proof: 'Įrodymas',
  proofLead:
    'Naujų įrašų maišos kas minutę pridedamos prie grandinės. Ji parodo, ar įrašas vėliau buvo pakeistas, pašalintas ar pridėtas.',
  checkpoint: 'Naujausias kontrolinis taškas',
  checkpointLead:
    'Užsirašykite jį ne „Haldur“ sistemoje. Jis vėliau įrodo, kad nė vienas ankstesnis įrašas nepakeistas.',
  noCheckpoint: 'Dar nėra. Pirmasis atsiras per minutę.',
  waiting: message(
    '{count, plural, =0 {Visi įrašai yra grandinėje.} one {# įrašo dar nėra grandinėje.} few {# įrašų dar nėra grandinėje.} other {# įrašų dar nėra grandinėje.}}',
  ),
  noted: 'Užsirašytas kontrolinis taškas (neprivaloma)',
  notedInvalid: 'Kontrolinis taškas yra skaičius, brūkšnelis ir 64 ženklai.',
  verify: 'Tikrinti',
  verifying: message(
    '{count, plural, one {Iki šiol palygintas # įrašas} few {Iki šiol palyginti # įrašai} other {Iki šiol palyginta # įrašų}}',
  ),
  verified: message(
    '{count, plural, =0 {Grandinėje dar nėra nė vieno įrašo.} one {Patikrintas # įrašas. Niekas nepakeista.} few {Patikrinti # įrašai. Niekas nepakeista.} other {Patikrinta # įrašų. Niekas nepakeista.}}',
  ),
  broken: message('{count, plural, one {Rasta # problema} few {Rastos # problemos} other {Rasta # problemų}}'),
  more: 'Rodomos tik pirmosios problemos. Paslaugos prižiūrėtojas visas mato komanda: npm run admin -- verify-audit-log',
  problems: {
    changed: 'Įrašas pakeistas',
    missing: 'Įrašas pašalintas',
    added: 'Įrašas pridėtas vėliau',
    link_changed: 'Grandinė pakeista',
    links_missing: 'Dalis grandinės pašalinta',
  },
  link: message('Grandinės grandis {number}'),
  results: {
    confirmed: 'Užsirašytas kontrolinis taškas patvirtintas.',
    contradicted: 'Užsirašyto kontrolinio taško grandinėje nėra: žurnalas po jo užrašymo buvo pakeistas.',
    no_longer_kept: 'Užsirašytas kontrolinis taškas senesnis už saugomus įrašus.',
  },
  keep: 'Saugojimas',
  keepLead: 'Senesni įrašai ištrinami. Iki tol „Haldur“ sistemoje niekas jų ištrinti negali.',
  years: 'Metai',
  saved: 'Saugojimo trukmė išsaugota.',
};
