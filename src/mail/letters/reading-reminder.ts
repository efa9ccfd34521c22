// The letter that reminds a resident to send in meter readings.
import type { Day } from '../../platform/dates.ts';
import type { Texts } from '../letters.ts';
import { apartmentIn, dayIn } from './words.ts';

/** Whose meters, and the last day on which their readings are taken. */
export type ReadingReminder = {
  readonly building: string;
  readonly apartment: string;
  readonly lastDay: Day;
  readonly link: string;
};

export const readingReminder: Texts<ReadingReminder> = {
  et: ({ building, apartment, lastDay, link }) => ({
    subject: `Palun teatage arvestinäidud: ${apartmentIn('et', building, apartment)}`,
    paragraphs: [
      `Ootame veel selle korteri arvestinäite: ${apartmentIn('et', building, apartment)}.`,
      `Viimane päev on ${dayIn('et', lastDay)}.`,
    ],
    button: { label: 'Teata näidud', link },
    after: ['Kui näite ei tule, arvestatakse kulu varasemate kuude järgi.'],
  }),
  en: ({ building, apartment, lastDay, link }) => ({
    subject: `Please send your meter readings: ${apartmentIn('en', building, apartment)}`,
    paragraphs: [
      `We are still waiting for the meter readings of ${apartmentIn('en', building, apartment)}.`,
      `The last day is ${dayIn('en', lastDay)}.`,
    ],
    button: { label: 'Send the readings', link },
    after: ['Without readings, the consumption is estimated from earlier months.'],
  }),
  lv: ({ building, apartment, lastDay, link }) => ({
    subject: `Lūdzu, nododiet skaitītāju rādījumus: ${apartmentIn('lv', building, apartment)}`,
    paragraphs: [
      `Vēl gaidām šī dzīvokļa skaitītāju rādījumus: ${apartmentIn('lv', building, apartment)}.`,
      `Pēdējā diena ir ${dayIn('lv', lastDay)}.`,
    ],
    button: { label: 'Nodot rādījumus', link },
    after: ['Ja rādījumu nebūs, patēriņu aprēķinās pēc iepriekšējiem mēnešiem.'],
  }),
  lt: ({ building, apartment, lastDay, link }) => ({
    subject: `Prašome pateikti skaitiklių rodmenis: ${apartmentIn('lt', building, apartment)}`,
    paragraphs: [
      `Dar laukiame šio buto skaitiklių rodmenų: ${apartmentIn('lt', building, apartment)}.`,
      `Paskutinė diena – ${dayIn('lt', lastDay)}.`,
    ],
    button: { label: 'Pateikti rodmenis', link },
    after: ['Jei rodmenų nebus, suvartojimas bus apskaičiuotas pagal ankstesnius mėnesius.'],
  }),
  ru: ({ building, apartment, lastDay, link }) => ({
    subject: `Передайте, пожалуйста, показания счётчиков: ${apartmentIn('ru', building, apartment)}`,
    paragraphs: [
      `Мы ещё ждём показания счётчиков этой квартиры: ${apartmentIn('ru', building, apartment)}.`,
      `Последний день — ${dayIn('ru', lastDay)}.`,
    ],
    button: { label: 'Передать показания', link },
    after: ['Если показаний не будет, расход рассчитают по предыдущим месяцам.'],
  }),
};
