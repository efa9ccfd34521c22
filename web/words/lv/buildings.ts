// Latvian words of buildings and their apartments.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const apartments: Words['apartments'] = {
  title: 'Dzīvokļi',
  add: 'Pievienot dzīvokli',
  edit: 'Mainīt dzīvokļa datus',
  paste: 'Ielīmēt no tabulas',
  none: 'Dzīvokļu vēl nav. Pievienojiet tos pa vienam vai ielīmējiet no tabulas.',
  number: 'Numurs',
  floor: 'Stāvs',
  area: 'Platība, m²',
  heatedArea: 'Apkurināmā, m²',
  shares: 'Kopīpašuma daļa',
  residentCount: 'Iedzīvotāju skaits',
  reference: 'Maksājuma atsauce',
  residents: 'Iedzīvotāji',
  meters: 'Skaitītāji',
  saved: 'Dzīvoklis ir saglabāts.',
  removed: 'Dzīvoklis ir dzēsts.',
  remove: 'Dzēst dzīvokli',
  removeLead: message('Dzīvoklis {number} pazudīs no visiem sarakstiem; tā rēķini paliks.'),
};

export const buildings: Words['buildings'] = {
  title: 'Mājas',
  add: 'Pievienot māju',
  name: 'Nosaukums',
  address: 'Adrese',
  charges: 'Pakalpojumi',
  iban: 'Konts (IBAN)',
  beneficiary: 'Saņēmējs',
  prefix: 'Rēķinu numuru sākums',
  paymentTerm: 'Apmaksas termiņš dienās',
  lateInterest: 'Nokavējuma procenti, % dienā (tukšs: nav)',
  billedFrom: 'Rēķini no (nav obligāti)',
  invoiceLanguage: 'Rēķinu valoda',
  timeZone: 'Laika josla',
  saved: 'Saglabāts.',
  delete: 'Dzēst māju',
  deleteLead:
    'Māja, tās dzīvokļi un skaitītāji pazudīs no visiem sarakstiem. Rēķini paliks grāmatvedībā. To nevar atsaukt.',
  deleted: 'Māja ir dzēsta.',
  tabs: {
    apartments: 'Dzīvokļi',
    charges: 'Pakalpojumi',
    bills: 'Periodi un rēķini',
    oneOffs: 'Vienreizējās maksas',
    settings: 'Iestatījumi',
  },
};
