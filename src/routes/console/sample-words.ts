// The words of the sample building in the five languages: its charges, its maintenance request, and the texts of its
// payments.
import type { Language } from '../../platform/values/languages.ts';

export type SampleWords = {
  readonly heating: string;
  readonly water: string;
  readonly commonWater: string;
  readonly administration: string;
  readonly repairs: string;
  readonly brokenLight: string;
  readonly brokenLightDetails: string;
  readonly payment: string;
  readonly partialPayment: string;
  readonly otherPayment: string;
};

export const sampleWords: Readonly<Record<Language, SampleWords>> = {
  et: {
    heating: 'Küte',
    water: 'Vesi',
    commonWater: 'Üldvesi',
    administration: 'Haldus',
    repairs: 'Remondifond',
    brokenLight: 'Trepikoja tuli ei põle',
    brokenLightDetails: 'Teise korruse lamp on läbi.',
    payment: 'korteri arve',
    partialPayment: 'osa arvest',
    otherPayment: 'kinopiletid',
  },
  en: {
    heating: 'Heating',
    water: 'Water',
    commonWater: 'Common water',
    administration: 'Administration',
    repairs: 'Repair fund',
    brokenLight: 'The light in the stairwell is off',
    brokenLightDetails: 'The lamp on the second floor is broken.',
    payment: 'apartment invoice',
    partialPayment: 'part of the invoice',
    otherPayment: 'cinema tickets',
  },
  lv: {
    heating: 'Apkure',
    water: 'Ūdens',
    commonWater: 'Koplietošanas ūdens',
    administration: 'Apsaimniekošana',
    repairs: 'Remonta fonds',
    brokenLight: 'Kāpņu telpā nedeg gaisma',
    brokenLightDetails: 'Otrā stāva spuldze ir izdegusi.',
    payment: 'dzīvokļa rēķins',
    partialPayment: 'daļa rēķina',
    otherPayment: 'kino biļetes',
  },
  lt: {
    heating: 'Šildymas',
    water: 'Vanduo',
    commonWater: 'Bendro naudojimo vanduo',
    administration: 'Administravimas',
    repairs: 'Remonto fondas',
    brokenLight: 'Laiptinėje nedega šviesa',
    brokenLightDetails: 'Antro aukšto lempa perdegė.',
    payment: 'buto sąskaita',
    partialPayment: 'sąskaitos dalis',
    otherPayment: 'kino bilietai',
  },
  ru: {
    heating: 'Отопление',
    water: 'Вода',
    commonWater: 'Общая вода',
    administration: 'Управление',
    repairs: 'Ремонтный фонд',
    brokenLight: 'В подъезде не горит свет',
    brokenLightDetails: 'На втором этаже перегорела лампа.',
    payment: 'счёт за квартиру',
    partialPayment: 'часть счёта',
    otherPayment: 'билеты в кино',
  },
};
