// Estonian words of a change of owner or tenant.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const handOver: Words['handOver'] = {
  title: 'Omaniku- või üürnikuvahetus',
  titleOf: message('Omaniku- või üürnikuvahetus: korter {number}'),
  lead: 'Üks inimene lahkub ja teine tuleb. Midagi ei salvestata enne, kui lõpus kinnitate.',
  who: 'Päev ja inimesed',
  day: 'Üleandmise päev',
  dayHint: 'Uue elaniku esimene päev. Lahkujal on korter kuni eelmise päevani.',
  leaving: 'Kes lahkub',
  nobodyLeaves: 'Valige, kes lahkub.',
  tooEarly: message('{name}: korter on tema oma alles alates {day}. Valige hilisem päev.'),
  nobodyHere: 'Sellel korteril ei ole kedagi kirjas. Lisage uus elanik korteri lehel nupuga „Sissekolimine“.',
  coming: 'Kes tuleb',
  readings: 'Näidud üleandmise päeval',
  readingsHint: 'Näit jagab tarbimise täpselt. Kui arvestil seda ei ole, jagatakse perioodi tarbimine päevade järgi.',
  lastReading: message('Viimane: {value}, {day}'),
  neverRead: 'Näitu ei ole veel',
  future: 'Üleandmine on tulevikus: sisestage näidud sel päeval iga arvesti lehel.',
  noMeters: 'Sellel korteril ei ole arvesteid.',
  invite: 'Saada uuele elanikule kutse e-postiga',
  inviteHint: 'Kiri sisaldab linki, mis avab selle korteri arved ja arvestid alates üleandmise päevast.',
  hasAccess: 'Sellel inimesel on ligipääs juba olemas.',
  noAddress: 'Sellel inimesel ei ole e-posti aadressi, seega kutset ei saadeta.',
  otherApartments: 'Sellel inimesel on teisi kortereid, aga kutse avab ainult ühe. Kutset ei saadeta.',
  check: 'Kontrolli',
  payers: 'Kes maksab',
  payersLead: 'Järgmised arved jagatakse nende päevade järgi:',
  pays: message('{from} – {to}: {people}'),
  unknownPayer: 'maksja pole teada',
  unread: message(
    '{count, plural, one {# arvestil ei ole selle päeva näitu: tarbimine jagatakse päevade järgi.} other {# arvestil ei ole selle päeva näitu: tarbimine jagatakse päevade järgi.}}',
  ),
  invoiced: message(
    '{numbers} hõlmab juba üleandmisest algavaid päevi ja jääb muutmata. Selle jagamiseks tühistage arve ja koostage perioodi arved uuesti. Tasutud arvet tühistada ei saa: tehke uue elaniku osale kreeditarve ja lisage talle ühekordne tasu.',
  ),
  balance: 'Saldo',
  owed: message(
    'Lahkujal on saadetud arvetest tasumata {amount}. See jääb tema võlaks: uue elaniku arvetele seda ei lisata. Korteri viitenumber ei muutu: kui makse võrdub ühe lahtise arve summaga, tasub see selle arve, muidu kõige vanema.',
  ),
  owesNothing: 'Lahkujal ei ole saadetud arvetest võlga.',
  credit: message(
    'Lahkujal on ettemaks {amount}. Uue elaniku arveid see ise ei tasu: märkige see tagastatuks või siduge käsitsi arvega lehel „Maksed“.',
  ),
  summary: 'Kokkuvõte',
  leaves: message('{people}: kuni {day}'),
  comes: message('{name}, {role}: alates {day}'),
  recordedReadings: message(
    '{count, plural, =0 {Näite ei salvestata} one {Salvestatakse ja kinnitatakse # näit} other {Salvestatakse ja kinnitatakse # näitu}}',
  ),
  invited: message('Kutse saadetakse aadressile {address}'),
  notInvited: 'Kutset ei saadeta',
  confirm: 'Salvesta vahetus',
  done: 'Vahetus on salvestatud.',
  history: 'Omaniku- ja üürnikuvahetused',
  change: message('{from} → {to}'),
  deleted: 'kustutatud inimene',
  undo: 'Võta tagasi',
  undoLead: message(
    'Päevad on jälle nii nagu enne {day}, selle päeva näidud lükatakse tagasi ja kutse tühistatakse. Vahetusega lisatud inimene kustutatakse.',
  ),
  undone: 'Vahetus on tagasi võetud.',
};
