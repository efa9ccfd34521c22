// Lithuanian words of the home page.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const home: Words['home'] = {
  title: 'Pradžia',
  greeting: message('Laba diena, {name}'),
  buildings: 'Namai',
  noBuildings: 'Namų dar nėra.',
  accounts: message(
    '{count, plural, one {nepatvirtintas sąskaitos pakeitimas} few {nepatvirtinti sąskaitų pakeitimai} other {nepatvirtintų sąskaitų pakeitimų}}',
  ),
  readings: message(
    '{count, plural, one {rodmenys patvirtinti} few {rodmenys patvirtinti} other {rodmenų patvirtinti}}',
  ),
  payments: message(
    '{count, plural, one {nepriskirtas mokėjimas} few {nepriskirti mokėjimai} other {nepriskirtų mokėjimų}}',
  ),
  drafts: message(
    '{count, plural, one {neišsiųstas juodraštis} few {neišsiųsti juodraščiai} other {neišsiųstų juodraščių}}',
  ),
  overdue: message('{count, plural, one {pradelsta sąskaita} few {pradelstos sąskaitos} other {pradelstų sąskaitų}}'),
  requests: message(
    '{count, plural, one {naujas pranešimas apie gedimą} few {nauji pranešimai apie gedimus} other {naujų pranešimų apie gedimus}}',
  ),
  webhooks: message(
    '{count, plural, one {neveikiantis „webhook“ galinis taškas} few {neveikiantys „webhook“ galiniai taškai} other {neveikiančių „webhook“ galinių taškų}}',
  ),
  nothingWaits: 'Viskas atlikta.',
  building: 'Namas',
  readingsIn: 'Gauti rodmenys',
  bills: 'Įvestos tiekėjų sąskaitos',
  sent: 'Išsiųstos sąskaitos',
  paidShare: 'Apmokėta',
  overdueAmount: 'Pradelsta',
  unmatched: 'Nepriskirti mokėjimai',
  next: 'Kitas žingsnis',
  ofAll: message('{done, number} iš {all, number}'),
  andDrafts: message('{count, plural, one {# juodraštis} few {# juodraščiai} other {# juodraščių}}'),
  monthOf: message('Mėnesio {month} duomenys. Juodraščiai, pradelstos sumos ir nepriskirti mokėjimai – visų mėnesių.'),
  nextSteps: {
    set_up: 'Nustatyti namą',
    enter_readings: 'Įvesti rodmenis',
    record_bills: 'Įvesti tiekėjų sąskaitas',
    generate: 'Parengti sąskaitas',
    send: 'Išsiųsti sąskaitas',
    match: 'Priskirti mokėjimus',
    remind: 'Siųsti priminimus',
    import_statement: 'Importuoti išrašą',
    done: 'Viskas atlikta',
  },
  stepOf: message('{step}: {building}'),
  outlier: message('{name}, {month}: {amount} neįprasta, paprastai {usual}.'),
  steps: 'Kaip pradėti',
  stepDone: 'atlikta',
  stepNotNeeded: 'nereikia',
  hideSteps: 'Slėpti',
  allSteps: message('Atlikta žingsnių: {done, number} iš {all, number}'),
  stepsHidden: 'Paslėpta. Žingsnius vėl atversite savo meniu.',
  stepNames: {
    building: 'Pridėti namą',
    sender: 'Įveskite siuntėjo duomenis',
    apartments: 'Įvesti jo butus',
    charges: 'Nustatyti mokesčius',
    account: 'Nurodyti banko sąskaitą',
    meters: 'Įvesti skaitiklius',
    residents: 'Pridėti gyventojus',
    invoices: 'Išsiųsti pirmąsias sąskaitas',
  },
  stepHints: {
    building: 'Pradžiai pakanka pavadinimo ir adreso.',
    sender: 'Registracijos kodas ir adresas sąskaitose. E. sąskaitoms jų reikia.',
    apartments: 'Po vieną arba įklijuojant iš lentelės.',
    charges: 'Kiekvienas mokestis turi kainą arba tiekėjo sąskaitą, kuri dalijama.',
    account: 'Ji rodoma sąskaitose kartu su mokėjimo kodu banko programėlėms.',
    meters: 'Tik jei už ką nors mokama pagal skaitiklius.',
    residents: 'Rankiniu būdu, kvietimu arba iš failo. Jie gauna sąskaitas.',
    invoices: 'Prieš rengdami matysite peržiūrą, prieš siųsdami – juodraščius.',
  },
  money: 'Šio mėnesio pinigų srautas',
  noMoney: 'Dar nėra nei sąskaitų, nei mokėjimų.',
  received: 'Gauta',
  invoiced: 'Priskaičiuota',
  supplierBills: 'Tiekėjų sąskaitos',
};
