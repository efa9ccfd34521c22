// Latvian words of tables that are imported: apartments, residents, meters and readings.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const tables: Words['tables'] = {
  rows: 'Rindas',
  lead: 'Nokopējiet rindas no tabulas un ielīmējiet šeit vai izvēlieties CSV vai Excel (xlsx) failu. Pirms importēšanas redzēsiet katru rindu.',
  leads: {
    apartments: 'Piemēram, ar kolonnām Dzīvoklis, Stāvs, Platība m², Apkurināmā platība, Domājamā daļa, Iedzīvotāji.',
    residents: 'Piemēram, ar kolonnām Dzīvoklis, Īpašnieks, E-pasts, Tālrunis, Sākums.',
    meters:
      'Piemēram, ar kolonnām Dzīvoklis, Veids, Sērijas numurs, Sākuma rādījums. Galvenajam skaitītājam dzīvokļa vietā rakstiet “galvenais”.',
    readings:
      'Piemēram, ar kolonnām Dzīvoklis, Aukstais ūdens, Karstais ūdens. Galvenajam skaitītājam dzīvokļa vietā rakstiet “galvenais”.',
  },
  columns: 'Kolonnas',
  hasHeadings: 'Pirmajā rindā ir virsraksti',
  row: 'Rinda',
  outcomes: { created: 'Jauns', changed: 'Mainās', unchanged: 'Jau ir' },
  found: message(
    '{created, plural, =0 {Nav nekā jauna} zero {# jaunu} one {# jauns} other {# jauni}}{changed, plural, =0 {} zero {, mainās #} one {, mainās #} other {, mainās #}}{unchanged, plural, =0 {.} zero {, # jau ir.} one {, # jau ir.} other {, # jau ir.}}',
  ),
  rejected: message(
    '{count, plural, zero {# kļūdu. Kamēr tās nav labotas, nekas netiek importēts.} one {# kļūda. Kamēr tā nav labota, nekas netiek importēts.} other {# kļūdas. Kamēr tās nav labotas, nekas netiek importēts.}}',
  ),
  moreProblems: message('{count, plural, zero {un vēl # kļūdu} one {un vēl # kļūda} other {un vēl # kļūdas}}'),
  importRows: message('{count, plural, zero {Importēt # rindu} one {Importēt # rindu} other {Importēt # rindas}}'),
  imported: message('Pievienoti: {created, number}, mainīti: {changed, number}.'),
  importReadings: 'Importēt rādījumus',
  readOn: 'Rādījuma datums',
  readOnHint: 'Rindām bez datuma.',
  moreRows: 'Rādīt vēl rindas',
  names: {
    number: 'Dzīvokļa numurs',
    floor: 'Stāvs',
    area: 'Platība, m²',
    heatedArea: 'Apkurināmā platība, m²',
    shares: 'Domājamā daļa',
    residentCount: 'Iedzīvotāju skaits',
    building: 'Māja',
    apartment: 'Dzīvoklis',
    name: 'Vārds, uzvārds',
    firstName: 'Vārds',
    lastName: 'Uzvārds',
    email: 'E-pasts',
    phone: 'Tālrunis',
    language: 'Valoda',
    role: 'Loma',
    since: 'No',
    until: 'Līdz',
    receivesInvoice: 'Saņem rēķinus',
    type: 'Skaitītāja veids',
    serialNumber: 'Sērijas numurs',
    initialValue: 'Sākuma rādījums',
    digits: 'Ciparu skaits',
    decimals: 'Decimālzīmes',
    unit: 'Mērvienība',
    installedOn: 'Uzstādīts',
    verifiedUntil: 'Verificēts līdz',
    value: 'Rādījums',
    readOn: 'Datums',
  },
  problems: {
    noApartment: 'Ievadiet dzīvokli. Galvenajam skaitītājam rakstiet “galvenais”.',
    unknownApartment: message('Mājā nav dzīvokļa “{value}”. Labojiet numuru vai vispirms pievienojiet dzīvokli.'),
    noType: 'Ievadiet veidu: aukstais ūdens, karstais ūdens, apkure, elektrība vai gāze.',
    unknownType: message(
      '“{value}” nav skaitītāja veids. Rakstiet aukstais ūdens, karstais ūdens, apkure, elektrība vai gāze.',
    ),
    noSerial: 'Dzīvoklī ir vairāki šādi skaitītāji. Ievadiet to sērijas numurus.',
    repeatedSerial: message('Sērijas numurs {value} ir divreiz. Labojiet vai izdzēsiet vienu rindu.'),
    usedSerial: message('Sērijas numurs {value} ir citam mājas skaitītājam. Labojiet to vai izdzēsiet rindu.'),
    digits: 'Ievadiet veselu skaitli no 1 līdz 9.',
    noDay: message('“{value}” nav datums. Rakstiet, piemēram, 31.12.2030.'),
    notANumber: message('“{value}” nav skaitlis'),
    repeated: message('“{value}” ir divreiz. Labojiet vai izdzēsiet vienu rindu.'),
    missing: 'Šim nav izvēlēta kolonna.',
    twice: 'Šim izvēlētas divas kolonnas. Izvēlieties vienu.',
    noMeter: 'Dzīvoklim nav šāda lietošanā esoša skaitītāja.',
    which: 'Atbilst vairāki skaitītāji. Pievienojiet veidu vai sērijas numuru.',
  },
};
