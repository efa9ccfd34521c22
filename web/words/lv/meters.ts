// Latvian words of meters and readings.
import { plural, type Words } from '../words.ts';

export const meters: Words['meters'] = {
  title: 'Skaitītāji un rādījumi',
  tabs: { confirm: 'Jāapstiprina', missing: 'Trūkst', usage: 'Patēriņš', meters: 'Skaitītāji' },
  type: 'Veids',
  types: {
    cold_water: 'Aukstais ūdens',
    hot_water: 'Karstais ūdens',
    heating: 'Apkure',
    electricity: 'Elektrība',
    gas: 'Gāze',
  },
  main: 'Mājas skaitītājs',
  serial: 'Sērijas numurs',
  last: 'Pēdējais rādījums',
  lastAt: 'Nolasīts',
  verifiedUntil: 'Verificēts līdz',
  installedOn: 'Uzstādīts',
  initial: 'Rādījums uzstādot',
  add: 'Pievienot skaitītāju',
  added: 'Skaitītājs ir pievienots.',
  none: 'Šai mājai vēl nav skaitītāju.',
  nothingToConfirm: 'Neviens rādījums negaida apstiprinājumu.',
  confirm: 'Apstiprināt',
  confirmed: 'Rādījums ir apstiprināts.',
  reject: 'Noraidīt',
  rejected: 'Rādījums ir noraidīts.',
  reason: 'Iemesls',
  reasonHint: 'To redzēs iedzīvotājs.',
  photo: 'Foto',
  before: 'Iepriekš',
  consumption: 'Patēriņš',
  value: 'Rādījums',
  readAt: 'Nolasīts',
  readings: 'Rādījumi',
  noReadings: 'Šis skaitītājs vēl nav nolasīts.',
  newReading: 'Jauns rādījums',
  noted: 'Rādījums ir saglabāts.',
  statuses: { submitted: 'Jāapstiprina', confirmed: 'Apstiprināts', rejected: 'Noraidīts' },
  about: 'Skaitītāja dati',
  finalValue: 'Beigu rādījums',
  removedOn: 'Noņemts',
  acts: { change: 'Labot', close: 'Noņemt', reopen: 'Atjaunot' },
  actLeads: {
    change:
      'Šeit izlabo to, kas pierakstīts nepareizi. Esošie rēķini nemainās; ja tajos rēķināts pēc nepareiza rādījuma, starpību izlīdzina nākamajā periodā.',
    close: 'Cits skaitītājs tā vietā nenāk. Rēķinus aprēķina līdz beigu rādījumam, un rādījumus vairs neprasa.',
    reopen: 'Skaitītājs noņemts kļūdas pēc: tas skaita tālāk, it kā nebūtu noņemts.',
  },
  rollover: 'Kopš pēdējā rādījuma skaitītājs ir pārgājis pāri nullei',
  changeReasonHint: 'Tas paliks skaitītāja vēsturē.',
  written: 'Skaitītāja dati ir mainīti.',
  changes: 'Bija → ir, un kāpēc',
  actions: { changed: 'Labots', closed: 'Noņemts', reopened: 'Atjaunots', replaced: 'Nomainīts ar citu' },
  missingSince: (day) => `Bez rādījuma kopš ${day}`,
  missingCount: (count) =>
    plural('lv', count, {
      one: `${count} skaitītājs nav nolasīts`,
      other: `${count} skaitītāji nav nolasīti`,
    }),
  readingOf: (place, type) => `Rādījums: ${place}, ${type}`,
  waits: 'Gaida apstiprinājumu',
  nothingMissing: 'Visi skaitītāji ir nolasīti.',
  remind: 'Atgādināt tūlīt',
  remindLead: (day) =>
    `Ikviens, kam ir e-pasta adrese un kura skaitītājs nav nolasīts, saņems vienu vēstuli ar lūgumu līdz ${day} nodot rādījumu. Vairāk par vienu vēstuli dienā nesaņem neviens.`,
  reminded: (count, already) =>
    [
      plural('lv', count, {
        one: `Atgādinājums nosūtīts ${count} cilvēkam.`,
        other: `Atgādinājums nosūtīts ${count} cilvēkiem.`,
      }),
      already > 0 &&
        plural('lv', already, {
          one: `${already} cilvēks vēstuli šodien jau bija saņēmis.`,
          other: `${already} cilvēki vēstuli šodien jau bija saņēmuši.`,
        }),
    ]
      .filter(Boolean)
      .join(' '),
  noUsage: 'Par šīs mājas patēriņu vēl nekas nav zināms.',
  allMeters: 'Dzīvokļi kopā',
  houseUsed: (month) => `Patēriņš: ${month}`,
  between: 'Starpība',
  unread: (count) =>
    plural('lv', count, {
      one: `${count} skaitītājs nav nolasīts un nav ieskaitīts summā`,
      other: `${count} skaitītāji nav nolasīti un nav ieskaitīti summā`,
    }),
  window: 'Kad iedzīvotājiem prasa rādījumus',
  windowNone: 'Šajā mājā rādījumus neprasa un par tiem neatgādina.',
  windowLead: 'Šajās mēneša dienās iedzīvotājiem prasa rādījumus, un tiem, kas tos vēl nav nodevuši, atgādina e-pastā.',
  windowStart: 'Prasīt un atgādināt',
  windowStop: 'Izslēgt',
  fromDay: 'No dienas',
  toDay: 'Līdz dienai',
};
