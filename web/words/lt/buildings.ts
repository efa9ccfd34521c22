// Lithuanian words of buildings and their apartments.
import { plural, type Words } from '../words.ts';

export const buildings: Words['buildings'] = {
  title: 'Namai',
  add: 'Pridėti namą',
  name: 'Pavadinimas',
  address: 'Adresas',
  charges: 'Mokesčiai',
  iban: 'Banko sąskaita (IBAN)',
  beneficiary: 'Gavėjas',
  prefix: 'Sąskaitų numerių pradžia',
  paymentTerm: 'Apmokėti per (dienų)',
  lateInterest: 'Delspinigiai, % per dieną (tuščia – neskaičiuojami)',
  invoiceLanguage: 'Sąskaitų kalba',
  timeZone: 'Laiko juosta',
  saved: 'Išsaugota.',
  delete: 'Ištrinti namą',
  deleteLead:
    'Namas, jo butai ir skaitikliai dings iš visų sąrašų. Sąskaitos liks apskaitoje. Atšaukti to nebus galima.',
  deleted: 'Namas ištrintas.',
  tabs: {
    apartments: 'Butai',
    charges: 'Mokesčiai',
    bills: 'Laikotarpiai ir sąskaitos',
    oneOffs: 'Vienkartiniai',
    settings: 'Nustatymai',
  },
};

export const apartments: Words['apartments'] = {
  title: 'Butai',
  add: 'Pridėti butą',
  change: 'Keisti buto duomenis',
  paste: 'Įklijuoti iš lentelės',
  none: 'Butų dar nėra. Pridėkite juos po vieną arba įklijuokite iš lentelės.',
  number: 'Numeris',
  floor: 'Aukštas',
  area: 'Plotas, m²',
  heatedArea: 'Šildomas plotas, m²',
  shares: 'Dalis',
  residentCount: 'Gyventojai',
  reference: 'Įmokos kodas',
  people: 'Žmonės',
  meters: 'Skaitikliai',
  balance: 'Liko mokėti',
  total: 'Iš viso',
  saved: 'Buto duomenys išsaugoti.',
  removed: 'Butas pašalintas.',
  remove: 'Pašalinti butą',
  removeLead: (number) => `Butas ${number} dings iš visų sąrašų, jo sąskaitos liks.`,
  pasteLead:
    'Nukopijuokite eilutes iš savo lentelės ir įklijuokite čia. Stulpeliai: butas, aukštas, plotas, šildomas plotas, dalis, gyventojai. Jei pirmoje eilutėje yra jų pavadinimai, tvarka gali būti kita.',
  pasteHere: 'Eilutės',
  pasteRows: (count) =>
    plural('lt', count, {
      one: `${count} butas paruoštas`,
      few: `${count} butai paruošti`,
      other: `${count} butų paruošta`,
    }),
  pasteExists: 'jau yra, duomenys bus pakeisti',
  pasteProblem: (line, what) => `${line} eilutė: ${what}`,
  pasteNoNumber: 'nėra buto numerio',
  pasteTwice: 'numeris pasikartoja',
  pasteNoFigure: (text) => `„${text}“ nėra skaičius`,
  pasteSave: 'Įkelti',
  pasteDone: (count) =>
    plural('lt', count, {
      one: `Įkeltas ${count} butas.`,
      few: `Įkelti ${count} butai.`,
      other: `Įkelta ${count} butų.`,
    }),
};
