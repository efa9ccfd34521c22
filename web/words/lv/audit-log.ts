// Latvian words of the audit log.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const auditLog: Words['auditLog'] = {
  none: 'Ieraksti nav atrasti.',
  noneNext:
    'Šeit ir redzams, ko personas, API atslēgas un pakalpojums skata, maina, sūta un lejupielādē. Iedzīvotāju skatītais netiek reģistrēts.',
  what: 'Kas',
  action: 'Veids',
  anyAction: 'Visi veidi',
  actions: {
    seen: 'Skatīts',
    exported: 'Lejupielādēts',
    changed: 'Mainīts',
    sent: 'Nosūtīts',
    security: 'Drošība',
  },
  operation: 'Darbība',
  aboutId: 'Objekta ID',
  object: 'Objekts',
  ids: 'ID šajā ierakstā',
  showAbout: 'Rādīt visus ierakstus ar šo ID',
  details: 'Ieraksta dati',
  changes: 'Mainītie lauki',
  field: 'Lauks',
  before: 'Pirms',
  after: 'Pēc',
  notKept: 'Netiek glabāts',
  result: 'Rezultāts',
  csv: 'Lejupielādēt CSV',
  jsonl: 'Lejupielādēt JSON Lines',
  proof: 'Pierādījums',
  proofLead:
    'Jauno ierakstu jaucējvērtības katru minūti tiek pievienotas ķēdei. Tā parāda, vai ieraksts vēlāk ir mainīts, noņemts vai pievienots.',
  checkpoint: 'Jaunākais kontrolpunkts',
  checkpointLead: 'Pierakstiet to ārpus Haldur. Tas vēlāk pierāda, ka neviens agrāks ieraksts nav mainīts.',
  noCheckpoint: 'Vēl nav. Pirmais parādīsies minūtes laikā.',
  waiting: message(
    '{count, plural, =0 {Visi ieraksti ir ķēdē.} zero {# ierakstu vēl nav ķēdē.} one {# ieraksts vēl nav ķēdē.} other {# ieraksti vēl nav ķēdē.}}',
  ),
  noted: 'Pierakstītais kontrolpunkts (nav obligāti)',
  notedInvalid: 'Kontrolpunkts ir skaitlis, domuzīme un 64 rakstzīmes.',
  verify: 'Pārbaudīt',
  verifying: message(
    '{count, plural, zero {Līdz šim salīdzināti # ieraksti} one {Līdz šim salīdzināts # ieraksts} other {Līdz šim salīdzināti # ieraksti}}',
  ),
  verified: message(
    '{count, plural, =0 {Ķēdē vēl nav neviena ieraksta.} zero {Pārbaudīti # ieraksti. Nekas nav mainīts.} one {Pārbaudīts # ieraksts. Nekas nav mainīts.} other {Pārbaudīti # ieraksti. Nekas nav mainīts.}}',
  ),
  broken: message('{count, plural, zero {Atrastas # problēmas} one {Atrasta # problēma} other {Atrastas # problēmas}}'),
  more: 'Redzamas tikai pirmās problēmas. Pakalpojuma uzturētājs visas redz ar komandu: npm run admin -- verify-audit-log',
  problems: {
    changed: 'Ieraksts ir mainīts',
    missing: 'Ieraksts ir noņemts',
    added: 'Ieraksts ir pievienots vēlāk',
    link_changed: 'Ķēde ir mainīta',
    links_missing: 'Daļa ķēdes ir noņemta',
  },
  link: message('Ķēdes posms {number}'),
  results: {
    confirmed: 'Pierakstītais kontrolpunkts ir apstiprināts.',
    contradicted: 'Pierakstītā kontrolpunkta ķēdē nav: žurnāls pēc tā pierakstīšanas ir mainīts.',
    no_longer_kept: 'Pierakstītais kontrolpunkts ir vecāks par glabātajiem ierakstiem.',
  },
  keep: 'Glabāšana',
  keepLead: 'Vecāki ieraksti tiek dzēsti. Līdz tam Haldur neviens tos nevar dzēst.',
  years: 'Gadi',
  saved: 'Glabāšanas laiks ir saglabāts.',
};
