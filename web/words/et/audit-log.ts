// Estonian words of the audit log.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const auditLog: Words['auditLog'] = {
  none: 'Kirjeid ei leitud.',
  noneNext:
    'Siin on, mida inimesed, API võtmed ja teenus vaatavad, muudavad, saadavad ja alla laadivad. Elanike vaatamisi ei salvestata.',
  what: 'Mis',
  action: 'Liik',
  anyAction: 'Kõik liigid',
  actions: {
    seen: 'Vaadatud',
    exported: 'Alla laaditud',
    changed: 'Muudetud',
    sent: 'Saadetud',
    security: 'Turvalisus',
  },
  operation: 'Toiming',
  aboutId: 'Objekti ID',
  object: 'Objekt',
  ids: 'ID-d selles kirjes',
  showAbout: 'Näita kõiki kirjeid selle ID-ga',
  details: 'Kirje andmed',
  changes: 'Muudetud väljad',
  field: 'Väli',
  before: 'Enne',
  after: 'Pärast',
  notKept: 'Ei säilitata',
  result: 'Tulemus',
  csv: 'Laadi alla CSV',
  jsonl: 'Laadi alla JSON Lines',
  proof: 'Tõendus',
  proofLead:
    'Uute kirjete räsid lisatakse iga minut ahelasse. See näitab, kas kirjet on hiljem muudetud, eemaldatud või lisatud.',
  checkpoint: 'Uusim kontrollpunkt',
  checkpointLead:
    'Märkige see üles väljaspool Haldurit. See tõendab hiljem, et ühtegi varasemat kirjet ei ole muudetud.',
  noCheckpoint: 'Veel ei ole. Esimene tekib minuti jooksul.',
  waiting: message(
    '{count, plural, =0 {Kõik kirjed on ahelas.} one {# kirje ei ole veel ahelas.} other {# kirjet ei ole veel ahelas.}}',
  ),
  noted: 'Üles märgitud kontrollpunkt (valikuline)',
  notedInvalid: 'Kontrollpunkt on arv, sidekriips ja 64 märki.',
  verify: 'Kontrolli',
  verifying: message('{count, plural, one {Seni võrreldud # kirje} other {Seni võrreldud # kirjet}}'),
  verified: message(
    '{count, plural, =0 {Ahelas ei ole veel ühtegi kirjet.} one {# kirje kontrollitud. Midagi ei ole muudetud.} other {# kirjet kontrollitud. Midagi ei ole muudetud.}}',
  ),
  broken: message('{count, plural, one {Leiti # probleem} other {Leiti # probleemi}}'),
  more: 'Näha on ainult esimesed probleemid. Teenuse pidaja näeb kõiki käsuga: npm run admin -- verify-audit-log',
  problems: {
    changed: 'Kirjet on muudetud',
    missing: 'Kirje on eemaldatud',
    added: 'Kirje on hiljem lisatud',
    link_changed: 'Ahelat on muudetud',
    links_missing: 'Osa ahelast on eemaldatud',
  },
  link: message('Ahela lüli {number}'),
  results: {
    confirmed: 'Üles märgitud kontrollpunkt on kinnitatud.',
    contradicted: 'Üles märgitud kontrollpunkti ei ole ahelas: logi on pärast selle märkimist muudetud.',
    no_longer_kept: 'Üles märgitud kontrollpunkt on vanem kui säilitatavad kirjed.',
  },
  keep: 'Säilitamine',
  keepLead: 'Vanemad kirjed kustutatakse. Enne seda ei saa neid Halduris keegi kustutada.',
  years: 'Aastat',
  saved: 'Säilitusaeg on salvestatud.',
};
