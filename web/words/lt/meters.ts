// Lithuanian words of meters and readings.
import { plural, type Words } from '../words.ts';

export const meters: Words['meters'] = {
  title: 'Skaitikliai ir rodmenys',
  tabs: { confirm: 'Nepatvirtinti', missing: 'Trūksta', usage: 'Suvartojimas', meters: 'Skaitikliai' },
  type: 'Rūšis',
  types: {
    cold_water: 'Šaltas vanduo',
    hot_water: 'Karštas vanduo',
    heating: 'Šildymas',
    electricity: 'Elektra',
    gas: 'Dujos',
  },
  main: 'Namo įvadinis skaitiklis',
  serial: 'Serijos numeris',
  last: 'Vėliausi rodmenys',
  lastAt: 'Rodmenų diena',
  verifiedUntil: 'Patikra galioja iki',
  installedOn: 'Įrengimo diena',
  initial: 'Rodmenys įrengiant',
  add: 'Pridėti skaitiklį',
  added: 'Skaitiklis pridėtas.',
  none: 'Šis namas skaitiklių dar neturi.',
  nothingToConfirm: 'Nepatvirtintų rodmenų nėra.',
  confirm: 'Patvirtinti',
  confirmed: 'Rodmenys patvirtinti.',
  reject: 'Atmesti',
  rejected: 'Rodmenys atmesti.',
  reason: 'Priežastis',
  reasonHint: 'Ją perskaitys gyventojas.',
  photo: 'Nuotrauka',
  before: 'Ankstesni',
  consumption: 'Suvartojimas',
  value: 'Rodmenys',
  readAt: 'Rodmenų diena',
  readings: 'Rodmenys',
  noReadings: 'Šio skaitiklio rodmenų dar nebuvo.',
  newReading: 'Nauji rodmenys',
  noted: 'Rodmenys išsaugoti.',
  statuses: { submitted: 'Nepatvirtinta', confirmed: 'Patvirtinta', rejected: 'Atmesta' },
  about: 'Skaitiklio duomenys',
  finalValue: 'Galutiniai rodmenys',
  removedOn: 'Išmontavimo diena',
  acts: { change: 'Keisti', close: 'Išmontuoti', reopen: 'Atkurti' },
  actLeads: {
    change:
      'Čia taisoma, kas įrašyta neteisingai. Esamos sąskaitos nesikeičia; kas jose priskaičiuota pagal neteisingus rodmenis, bus išlyginta kitą laikotarpį.',
    close:
      'Kai vietoj jo nestatomas kitas skaitiklis. Mokestis skaičiuojamas iki galutinių rodmenų, naujų rodmenų daugiau neprašoma.',
    reopen: 'Jei skaitiklis išmontuotas per klaidą, skaičiuojama toliau, lyg to nebūtų buvę.',
  },
  rollover: 'Po paskutinių rodmenų skaitiklis perėjo per nulį',
  changeReasonHint: 'Liks skaitiklio istorijoje.',
  written: 'Skaitiklio duomenys pakeisti.',
  changes: 'Iš ko → į ką ir kodėl',
  actions: { changed: 'Pakeisti duomenys', closed: 'Išmontuotas', reopened: 'Atkurtas', replaced: 'Pakeistas kitu' },
  missingSince: (day) => `Be rodmenų nuo ${day}`,
  missingCount: (count) =>
    `${count} ${plural('lt', count, { one: 'skaitiklis', few: 'skaitikliai', other: 'skaitiklių' })} be rodmenų`,
  readingOf: (place, type) => `Rodmenys: ${place}, ${type}`,
  waits: 'Laukia patvirtinimo',
  nothingMissing: 'Visų skaitiklių rodmenys gauti.',
  remind: 'Priminti dabar',
  remindLead: (day) =>
    `Kiekvienas, kurio skaitiklio rodmenų dar nėra ir kurio el. pašto adresas žinomas, gaus vieną laišką su prašymu pateikti rodmenis iki ${day}. Per dieną daugiau kaip vieno laiško niekas negauna.`,
  reminded: (count, already) =>
    [
      `Priminta ${count} ${plural('lt', count, { one: 'žmogui', few: 'žmonėms', other: 'žmonių' })}.`,
      already > 0 &&
        `${already} ${plural('lt', already, { one: 'žmogus', few: 'žmonės', other: 'žmonių' })} šiandien laišką jau gavo.`,
    ]
      .filter(Boolean)
      .join(' '),
  noUsage: 'Apie šio namo suvartojimą dar nieko nežinoma.',
  allMeters: 'Butai kartu',
  houseUsed: (month) => `Mėnuo: ${month}`,
  between: 'Skirtumas',
  unread: (count) =>
    plural('lt', count, {
      one: `${count} skaitiklis be rodmenų, į sumą neįtrauktas`,
      few: `${count} skaitikliai be rodmenų, į sumą neįtraukti`,
      other: `${count} skaitiklių be rodmenų, į sumą neįtraukta`,
    }),
  window: 'Kada gyventojų prašoma rodmenų',
  windowNone: 'Šiame name rodmenų neprašoma ir apie juos neprimenama.',
  windowLead: 'Šiomis kiekvieno mėnesio dienomis gyventojų prašoma rodmenų, o jų nepateikusiems primenama el. laišku.',
  windowStart: 'Prašyti ir priminti',
  windowStop: 'Nebeprašyti',
  fromDay: 'Nuo dienos',
  toDay: 'Iki dienos',
};
