// Latvian words of the home page.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const home: Words['home'] = {
  title: 'Sākums',
  greeting: message('Labdien, {name}'),
  buildings: 'Mājas',
  noBuildings: 'Māju vēl nav.',
  accounts: message(
    '{count, plural, zero {apstiprināmu kontu maiņu} one {apstiprināma konta maiņa} other {apstiprināmas kontu maiņas}}',
  ),
  readings: message(
    '{count, plural, zero {apstiprināmu rādījumu} one {apstiprināms rādījums} other {apstiprināmi rādījumi}}',
  ),
  payments: message(
    '{count, plural, zero {nepiesaistītu maksājumu} one {nepiesaistīts maksājums} other {nepiesaistīti maksājumi}}',
  ),
  drafts: message('{count, plural, zero {nosūtāmu melnrakstu} one {nosūtāms melnraksts} other {nosūtāmi melnraksti}}'),
  overdue: message('{count, plural, zero {kavētu rēķinu} one {kavēts rēķins} other {kavēti rēķini}}'),
  requests: message('{count, plural, zero {jaunu pieteikumu} one {jauns pieteikums} other {jauni pieteikumi}}'),
  webhooks: message(
    '{count, plural, zero {nestrādājošu galapunktu} one {nestrādājošs galapunkts} other {nestrādājoši galapunkti}}',
  ),
  nothingWaits: 'Viss ir izdarīts.',
  building: 'Māja',
  readingsIn: 'Saņemtie rādījumi',
  bills: 'Ievadīti piegādātāju rēķini',
  sent: 'Nosūtītie rēķini',
  paidShare: 'Apmaksāts',
  overdueAmount: 'Kavēts',
  unmatched: 'Nepiesaistītie maksājumi',
  next: 'Nākamais solis',
  ofAll: message('{done, number} no {all, number}'),
  andDrafts: message('{count, plural, zero {# melnrakstu} one {# melnraksts} other {# melnraksti}}'),
  monthOf: message(
    'Dati par mēnesi: {month}. Melnraksti, kavētās summas un nepiesaistītie maksājumi – par visiem mēnešiem.',
  ),
  nextSteps: {
    set_up: 'Iestatīt māju',
    enter_readings: 'Ievadīt rādījumus',
    record_bills: 'Ievadīt piegādātāju rēķinus',
    generate: 'Sagatavot rēķinus',
    send: 'Nosūtīt rēķinus',
    match: 'Piesaistīt maksājumus',
    remind: 'Sūtīt atgādinājumus',
    import_statement: 'Importēt izrakstu',
    done: 'Viss ir izdarīts',
  },
  stepOf: message('{step}: {building}'),
  outlier: message('{name}, {month}: {amount} ir neparasti, parasti {usual}.'),
  steps: 'Darba sākums',
  stepDone: 'izdarīts',
  stepNotNeeded: 'nav vajadzīgs',
  hideSteps: 'Paslēpt',
  stepsHidden: 'Paslēpts. Soļus varat atkal atvērt savā izvēlnē.',
  stepNames: {
    building: 'Pievienot māju',
    sender: 'Ievadiet nosūtītāja datus',
    apartments: 'Ievadīt dzīvokļus',
    charges: 'Iestatīt pakalpojumus',
    account: 'Norādīt kontu maksājumiem',
    meters: 'Ievadīt skaitītājus',
    residents: 'Pievienot iedzīvotājus',
    invoices: 'Nosūtīt pirmos rēķinus',
  },
  stepHints: {
    building: 'Sākumam pietiek ar nosaukumu un adresi.',
    sender: 'Reģistrācijas numurs un adrese rēķinos. E-rēķiniem tie ir vajadzīgi.',
    apartments: 'Pa vienam vai ielīmējot no tabulas.',
    charges: 'Katram pakalpojumam ir cena vai piegādātāja rēķins, ko sadala.',
    account: 'Tas būs rēķinos kopā ar maksājuma kodu banku lietotnēm.',
    meters: 'Tikai tad, ja par kaut ko maksā pēc skaitītāju rādījumiem.',
    residents: 'Ar roku, ar uzaicinājumu vai no faila. Rēķinus saņems viņi.',
    invoices: 'Pirms izveides redzēsiet priekšskatījumu, pirms nosūtīšanas – melnrakstus.',
  },
  money: 'Naudas plūsma šomēnes',
  noMoney: 'Vēl nav ne rēķinu, ne maksājumu.',
  received: 'Saņemts',
  invoiced: 'Izrakstīts',
  supplierBills: 'Piegādātāju rēķini',
};
