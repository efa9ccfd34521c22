// Lithuanian words of a change of owner or tenant.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const handOver: Words['handOver'] = {
  title: 'Savininko ar nuomininko pasikeitimas',
  titleOf: message('Savininko ar nuomininko pasikeitimas: butas {number}'),
  lead: 'Vienas asmuo išvyksta, kitas atvyksta. Niekas neįrašoma, kol pabaigoje nepatvirtinsite.',
  who: 'Diena ir žmonės',
  day: 'Perdavimo diena',
  dayHint: 'Pirmoji naujojo gyventojo diena. Išvykstantiesiems butas priklauso iki ankstesnės dienos.',
  leaving: 'Kas išvyksta',
  nobodyLeaves: 'Pasirinkite, kas išvyksta.',
  tooEarly: message('{name}: butas šiam asmeniui priklauso tik nuo {day}. Pasirinkite vėlesnę dieną.'),
  nobodyHere: 'Prie šio buto niekas neįrašytas. Naująjį gyventoją pridėkite buto puslapyje mygtuku „Įsikraustymas“.',
  coming: 'Kas atvyksta',
  readings: 'Rodmenys perdavimo dieną',
  readingsHint:
    'Rodmuo suvartojimą padalija tiksliai. Jei skaitiklis jo neturi, laikotarpio suvartojimas dalijamas pagal dienas.',
  lastReading: message('Paskutinis: {value}, {day}'),
  neverRead: 'Rodmenų dar nėra',
  future: 'Perdavimas bus ateityje: rodmenis įveskite tą dieną kiekvieno skaitiklio puslapyje.',
  noMeters: 'Šis butas skaitiklių neturi.',
  invite: 'Pakviesti naująjį gyventoją el. paštu',
  inviteHint: 'Laiške bus nuoroda, atverianti šio buto sąskaitas ir skaitiklius nuo perdavimo dienos.',
  hasAccess: 'Šis asmuo prieigą jau turi.',
  noAddress: 'Šis asmuo neturi el. pašto adreso, todėl kvietimas nesiunčiamas.',
  otherApartments: 'Šis asmuo turi kitų butų, o kvietimas atveria tik vieną. Jis nesiunčiamas.',
  check: 'Tikrinti',
  payers: 'Kas moka',
  payersLead: 'Kitos sąskaitos dalijamos pagal šias dienas:',
  pays: message('{from} – {to}: {people}'),
  unknownPayer: 'mokėtojas nežinomas',
  unread: message(
    '{count, plural, one {# skaitiklis neturi tos dienos rodmens: suvartojimas dalijamas pagal dienas.} few {# skaitikliai neturi tos dienos rodmens: suvartojimas dalijamas pagal dienas.} other {# skaitiklių neturi tos dienos rodmens: suvartojimas dalijamas pagal dienas.}}',
  ),
  invoiced: message(
    '{numbers} jau apima dienas po perdavimo ir nesikeičia. Norėdami padalyti, sąskaitą anuliuokite ir laikotarpio sąskaitas sukurkite iš naujo. Apmokėtos sąskaitos anuliuoti negalima: parenkite kreditinę naujojo gyventojo daliai ir pridėkite jam vienkartinį mokestį.',
  ),
  balance: 'Likutis',
  owed: message(
    'Išvykstantieji pagal išsiųstas sąskaitas skolingi {amount}. Tai lieka jų skola: naujojo gyventojo sąskaitose jos nebus. Buto įmokos kodas nesikeičia: mokėjimas, lygus vienos sąskaitos likučiui, apmoka ją, kitas – seniausią.',
  ),
  owesNothing: 'Išvykstantieji pagal išsiųstas sąskaitas nieko neskolingi.',
  credit: message(
    'Jie turi {amount} permoką. Naujojo gyventojo sąskaitų ji pati neapmoka: pažymėkite grąžinimą arba priskirkite ją rankiniu būdu skiltyje „Mokėjimai“.',
  ),
  summary: 'Santrauka',
  leaves: message('{people}: iki {day}'),
  comes: message('{name}, {role}: nuo {day}'),
  recordedReadings: message(
    '{count, plural, =0 {Rodmenys neįrašomi} one {Bus įrašytas ir patvirtintas # rodmuo} few {Bus įrašyti ir patvirtinti # rodmenys} other {Bus įrašyta ir patvirtinta # rodmenų}}',
  ),
  invited: message('Kvietimas bus išsiųstas adresu {address}'),
  notInvited: 'Kvietimas nesiunčiamas',
  confirm: 'Įrašyti pasikeitimą',
  done: 'Pasikeitimas įrašytas.',
  history: 'Savininkų ir nuomininkų pasikeitimai',
  change: message('{from} → {to}'),
  deleted: 'pašalintas asmuo',
  undo: 'Atšaukti pasikeitimą',
  undoLead: message(
    'Dienos bus tokios kaip iki {day}, tos dienos rodmenys bus atmesti, o kvietimas atšauktas. Su pasikeitimu pridėtas asmuo bus pašalintas.',
  ),
  undone: 'Pasikeitimas atšauktas.',
};
