// Lithuanian words of tables that are imported: apartments, residents, meters and readings.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const tables: Words['tables'] = {
  rows: 'Eilutės',
  lead: 'Nukopijuokite eilutes iš lentelės ir įklijuokite čia arba pasirinkite CSV ar „Excel“ (xlsx) failą. Prieš importuodami matysite kiekvieną eilutę.',
  leads: {
    apartments: 'Pavyzdžiui, su stulpeliais Butas, Aukštas, Plotas m², Šildomas plotas, Dalis, Gyventojai.',
    residents: 'Pavyzdžiui, su stulpeliais Butas, Savininkas, El. paštas, Telefonas, Nuo.',
    meters:
      'Pavyzdžiui, su stulpeliais Butas, Rūšis, Serijos numeris, Pradinis rodmuo. Arba viena eilutė butui su pradiniais rodmenimis: Butas, Šaltas vanduo, Karštas vanduo. Įvadiniam skaitikliui vietoj buto rašykite „įvadinis“.',
    readings:
      'Pavyzdžiui, su stulpeliais Butas, Šaltas vanduo, Karštas vanduo. Įvadiniam skaitikliui vietoj buto rašykite „įvadinis“.',
  },
  columns: 'Stulpeliai',
  hasHeadings: 'Pirmoje eilutėje yra antraštės',
  row: 'Eilutė',
  outcomes: { created: 'Nauja', changed: 'Keičiasi', unchanged: 'Jau yra' },
  found: message(
    '{created, plural, =0 {Nieko naujo} one {# nauja} few {# naujos} other {# naujų}}{changed, plural, =0 {} one {, keičiasi #} few {, keičiasi #} other {, keičiasi #}}{unchanged, plural, =0 {.} one {, # jau yra.} few {, # jau yra.} other {, # jau yra.}}',
  ),
  rejected: message(
    '{count, plural, one {# klaida. Kol ji neištaisyta, nieko neimportuojama.} few {# klaidos. Kol jos neištaisytos, nieko neimportuojama.} other {# klaidų. Kol jos neištaisytos, nieko neimportuojama.}}',
  ),
  moreProblems: message('{count, plural, one {ir dar # klaida} few {ir dar # klaidos} other {ir dar # klaidų}}'),
  importRows: message(
    '{count, plural, one {Importuoti # eilutę} few {Importuoti # eilutes} other {Importuoti # eilučių}}',
  ),
  imported: message('Pridėta: {created, number}, pakeista: {changed, number}.'),
  residentsNext: message('Gyventojų stulpeliai ({columns}) importuojami kitame žingsnyje iš tos pačios lentelės.'),
  importResidents: 'Importuoti gyventojus',
  importReadings: 'Importuoti rodmenis',
  readOn: 'Rodmens data',
  readOnHint: 'Eilutėms be datos.',
  moreRows: 'Rodyti daugiau eilučių',
  names: {
    number: 'Buto numeris',
    floor: 'Aukštas',
    area: 'Plotas, m²',
    heatedArea: 'Šildomas plotas, m²',
    shares: 'Nuosavybės dalis',
    residentCount: 'Gyventojų skaičius',
    building: 'Namas',
    apartment: 'Butas',
    name: 'Vardas ir pavardė',
    firstName: 'Vardas',
    lastName: 'Pavardė',
    email: 'El. paštas',
    phone: 'Telefonas',
    language: 'Kalba',
    role: 'Vaidmuo',
    since: 'Nuo',
    until: 'Iki',
    receivesInvoice: 'Gauna sąskaitas',
    type: 'Skaitiklio rūšis',
    serialNumber: 'Serijos numeris',
    initialValue: 'Pradinis rodmuo',
    digits: 'Skaitmenų skaičius',
    decimals: 'Dešimtainiai skaitmenys',
    unit: 'Matavimo vienetas',
    installedOn: 'Įrengtas',
    verifiedUntil: 'Patikra galioja iki',
    value: 'Rodmuo',
    readOn: 'Data',
  },
  problems: {
    noApartment: 'Įveskite butą. Įvadiniam skaitikliui rašykite „įvadinis“.',
    unknownApartment: message('Name nėra buto „{value}“. Ištaisykite numerį arba pirmiau pridėkite butą.'),
    noType: 'Įveskite rūšį: šaltas vanduo, karštas vanduo, šildymas, elektra arba dujos.',
    unknownType: message(
      '„{value}“ nėra skaitiklio rūšis. Rašykite šaltas vanduo, karštas vanduo, šildymas, elektra arba dujos.',
    ),
    noSerial: 'Bute yra keli tokie skaitikliai. Įveskite jų serijos numerius.',
    repeatedSerial: message('Serijos numeris {value} pasikartoja. Ištaisykite arba pašalinkite eilutę.'),
    usedSerial: message('Serijos numerį {value} turi kitas namo skaitiklis. Ištaisykite jį arba pašalinkite eilutę.'),
    digits: 'Įveskite sveikąjį skaičių nuo 1 iki 9.',
    noDay: message('„{value}“ nėra data. Rašykite, pavyzdžiui, 31.12.2030.'),
    notANumber: message('„{value}“ nėra skaičius'),
    repeated: message('„{value}“ pasikartoja. Ištaisykite arba pašalinkite eilutę.'),
    missing: 'Tam nepasirinktas stulpelis.',
    twice: 'Tam pasirinkti du stulpeliai. Pasirinkite vieną.',
    noMeter: 'Bute nėra tokio naudojamo skaitiklio.',
    which: 'Tinka keli skaitikliai. Pridėkite rūšį arba serijos numerį.',
  },
};
