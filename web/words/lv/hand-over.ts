// Latvian words of a change of owner or tenant.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const handOver: Words['handOver'] = {
  title: 'Īpašnieka vai īrnieka maiņa',
  titleOf: message('Īpašnieka vai īrnieka maiņa: dzīvoklis {number}'),
  lead: 'Viena persona aiziet, un cita atnāk. Nekas netiek saglabāts, kamēr beigās neapstiprināt.',
  who: 'Diena un cilvēki',
  day: 'Nodošanas diena',
  dayHint: 'Jaunā iedzīvotāja pirmā diena. Dzīvoklis pieder aizejošajiem līdz iepriekšējai dienai.',
  leaving: 'Kas aiziet',
  nobodyLeaves: 'Izvēlieties, kas aiziet.',
  tooEarly: message('{name}: dzīvoklis šai personai pieder tikai kopš {day}. Izvēlieties vēlāku dienu.'),
  nobodyHere:
    'Šim dzīvoklim neviens nav pierakstīts. Pievienojiet jauno iedzīvotāju dzīvokļa lapā ar pogu “Ievākšanās”.',
  coming: 'Kas atnāk',
  readings: 'Rādījumi nodošanas dienā',
  readingsHint: 'Rādījums sadala patēriņu precīzi. Ja skaitītājam tā nav, perioda patēriņu sadala pa dienām.',
  lastReading: message('Pēdējais: {value}, {day}'),
  neverRead: 'Vēl nav nolasīts',
  future: 'Nodošana būs nākotnē: ievadiet rādījumus tajā dienā katra skaitītāja lapā.',
  noMeters: 'Šim dzīvoklim nav skaitītāju.',
  invite: 'Uzaicināt jauno iedzīvotāju pa e-pastu',
  inviteHint: 'Vēstulē ir saite, kas atver šī dzīvokļa rēķinus un skaitītājus, sākot ar nodošanas dienu.',
  hasAccess: 'Šai personai jau ir piekļuve.',
  noAddress: 'Šai personai nav e-pasta adreses, tāpēc uzaicinājums netiek sūtīts.',
  otherApartments: 'Šai personai ir citi dzīvokļi, bet uzaicinājums atver tikai vienu. Tas netiek sūtīts.',
  check: 'Pārbaudīt',
  payers: 'Kas maksā',
  payersLead: 'Nākamos rēķinus sadala pēc šīm dienām:',
  pays: message('{from} – {to}: {people}'),
  unknownPayer: 'maksātājs nav zināms',
  unread: message(
    '{count, plural, zero {# skaitītājiem nav šīs dienas rādījuma: patēriņu sadala pa dienām.} one {# skaitītājam nav šīs dienas rādījuma: patēriņu sadala pa dienām.} other {# skaitītājiem nav šīs dienas rādījuma: patēriņu sadala pa dienām.}}',
  ),
  invoiced: message(
    '{numbers} jau ietver dienas pēc nodošanas un nemainās. Lai to sadalītu, anulējiet rēķinu un izveidojiet perioda rēķinus vēlreiz. Apmaksātu rēķinu anulēt nevar: sagatavojiet kredītrēķinu par jaunā iedzīvotāja daļu un pievienojiet viņam vienreizēju maksu.',
  ),
  balance: 'Atlikums',
  owed: message(
    'Aizejošie par nosūtītajiem rēķiniem ir parādā {amount}. Tas paliek viņu parāds: jaunā iedzīvotāja rēķinos tā nebūs. Dzīvokļa maksājuma atsauce nemainās: maksājums, kas ir vienāds ar viena rēķina atlikumu, apmaksā to, cits maksājums – vecāko.',
  ),
  owesNothing: 'Aizejošajiem nav parādu par nosūtītajiem rēķiniem.',
  credit: message(
    'Viņiem ir avanss {amount}. Jaunā iedzīvotāja rēķinus tas pats neapmaksā: atzīmējiet atmaksu vai piesaistiet to ar roku sadaļā “Maksājumi”.',
  ),
  summary: 'Kopsavilkums',
  leaves: message('{people}: līdz {day}'),
  comes: message('{name}, {role}: no {day}'),
  recordedReadings: message(
    '{count, plural, =0 {Rādījumi netiek saglabāti} zero {Tiks saglabāti un apstiprināti # rādījumi} one {Tiks saglabāts un apstiprināts # rādījums} other {Tiks saglabāti un apstiprināti # rādījumi}}',
  ),
  invited: message('Uzaicinājums tiks nosūtīts uz {address}'),
  notInvited: 'Uzaicinājums netiek sūtīts',
  confirm: 'Saglabāt maiņu',
  done: 'Maiņa ir saglabāta.',
  history: 'Īpašnieku un īrnieku maiņas',
  change: message('{from} → {to}'),
  deleted: 'dzēsta persona',
  undo: 'Atcelt maiņu',
  undoLead: message(
    'Dienas būs tādas kā pirms {day}, šīs dienas rādījumi tiks noraidīti un uzaicinājums atsaukts. Ar maiņu pievienotā persona tiks dzēsta.',
  ),
  undone: 'Maiņa ir atcelta.',
};
