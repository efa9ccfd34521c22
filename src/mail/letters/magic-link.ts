// The letter that signs somebody in.
import type { Texts } from '../letters.ts';
import { plural } from './words.ts';

/** `link` carries the token; it works once, for so many `minutes`. */
export type MagicLink = { readonly link: string; readonly minutes: number };

export const magicLink: Texts<MagicLink> = {
  et: ({ link, minutes }) => ({
    subject: 'Haldurisse sisselogimine',
    paragraphs: ['Keegi, ilmselt teie ise, soovis teie e-posti aadressiga Haldurisse sisse logida.'],
    button: { label: 'Logi sisse', link },
    after: [
      `Link toimib ühe korra ja kehtib ${plural('et', minutes, { one: 'minuti', other: 'minutit' })}.`,
      'Kui te seda ei soovinud, ei pea te midagi tegema: ilma lingita ei saa keegi sisse logida.',
    ],
  }),
  en: ({ link, minutes }) => ({
    subject: 'Sign in to Haldur',
    paragraphs: ['Somebody, most likely you, asked to sign in to Haldur with your e-mail address.'],
    button: { label: 'Sign in', link },
    after: [
      `The link works once, for ${plural('en', minutes, { one: 'minute', other: 'minutes' })}.`,
      'If you did not ask for this, ignore this message: nobody can sign in without the link.',
    ],
  }),
  lv: ({ link, minutes }) => ({
    subject: 'Pieteikšanās sistēmā Haldur',
    paragraphs: ['Kāds, visticamāk, jūs pats, vēlējās pieteikties sistēmā Haldur ar jūsu e-pasta adresi.'],
    button: { label: 'Pieteikties', link },
    after: [
      `Saite ir izmantojama vienu reizi un ir derīga ${plural('lv', minutes, { one: 'minūti', other: 'minūtes' })}.`,
      'Ja jūs to nelūdzāt, neņemiet šo vēstuli vērā: bez saites neviens nevar pieteikties.',
    ],
  }),
  lt: ({ link, minutes }) => ({
    subject: 'Prisijungimas prie „Haldur“',
    paragraphs: ['Kažkas, greičiausiai jūs, paprašė prisijungti prie „Haldur“ jūsų el. pašto adresu.'],
    button: { label: 'Prisijungti', link },
    after: [
      `Nuoroda veikia vieną kartą ir galioja ${plural('lt', minutes, { one: 'minutę', few: 'minutes', other: 'minučių' })}.`,
      'Jei to neprašėte, nekreipkite dėmesio į šį laišką: be nuorodos niekas neprisijungs.',
    ],
  }),
  ru: ({ link, minutes }) => ({
    subject: 'Вход в Haldur',
    paragraphs: ['Кто-то, скорее всего вы, хочет войти в Haldur с вашим адресом электронной почты.'],
    button: { label: 'Войти', link },
    after: [
      `Ссылка сработает один раз и действует ${plural('ru', minutes, { one: 'минуту', few: 'минуты', other: 'минут' })}.`,
      'Если вы этого не запрашивали, ничего не делайте: без ссылки никто не сможет войти.',
    ],
  }),
};
