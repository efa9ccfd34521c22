// Lithuanian words of buildings and their apartments.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const apartments: Words['apartments'] = {
  title: 'Butai',
  add: 'Pridėti butą',
  edit: 'Keisti buto duomenis',
  paste: 'Įklijuoti iš lentelės',
  none: 'Butų dar nėra. Pridėkite juos po vieną arba įklijuokite iš lentelės.',
  number: 'Numeris',
  floor: 'Aukštas',
  area: 'Plotas, m²',
  heatedArea: 'Šildomas plotas, m²',
  shares: 'Nuosavybės dalis',
  residentCount: 'Gyventojų skaičius',
  reference: 'Įmokos kodas',
  residents: 'Gyventojai',
  meters: 'Skaitikliai',
  saved: 'Buto duomenys išsaugoti.',
  removed: 'Butas pašalintas.',
  remove: 'Pašalinti butą',
  removeLead: message('Butas {number} dings iš visų sąrašų, jo sąskaitos liks.'),
};

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
  billedFrom: 'Sąskaitos nuo (neprivaloma)',
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
    oneOffs: 'Vienkartiniai mokesčiai',
    settings: 'Nustatymai',
  },
};
