// The letter that says that a session was ended because its refresh token came back a second time.
import type { Texts } from '../letters.ts';
import { momentIn } from './words.ts';

/** When it was ended. */
export type SessionEnded = { readonly at: Date };

export const sessionEnded: Texts<SessionEnded> = {
  et: ({ at }) => ({
    subject: 'Teid logiti turvalisuse huvides välja',
    paragraphs: [
      `Üht võtit, mis hoiab teid Halduris sisse logituna, kasutati teist korda (${momentIn('et', at)}). Võib-olla on keegi selle kopeerinud.`,
      'Seepärast lõpetasime selle seansi. Teie teised seansid jätkuvad.',
      'Logige lihtsalt uuesti sisse. Kui see kordub või te ei kasutanud sel ajal Haldurit, vahetage parool ja teatage oma haldajale.',
    ],
  }),
  en: ({ at }) => ({
    subject: 'You were signed out for safety',
    paragraphs: [
      `A key that keeps you signed in to Haldur was used a second time (${momentIn('en', at)}). Somebody may have copied it.`,
      'So we ended that session. Your other sessions go on.',
      'Simply sign in again. If this happens again, or if you were not using Haldur then, change your password and tell your manager.',
    ],
  }),
  lv: ({ at }) => ({
    subject: 'Drošības dēļ sesija ir izbeigta',
    paragraphs: [
      `Atslēga, kas uztur jūs pieteiktu sistēmā Haldur, tika izmantota otrreiz (${momentIn('lv', at)}). Iespējams, kāds to ir nokopējis.`,
      'Tāpēc mēs šo sesiju beidzām. Pārējās jūsu sesijas turpinās.',
      'Vienkārši piesakieties vēlreiz. Ja tas atkārtojas vai tobrīd nelietojāt sistēmu Haldur, nomainiet paroli un ziņojiet savam pārvaldniekam.',
    ],
  }),
  lt: ({ at }) => ({
    subject: 'Saugumo sumetimais seansas nutrauktas',
    paragraphs: [
      `Raktas, kuriuo išliekate prisijungę prie „Haldur“, buvo panaudotas antrą kartą (${momentIn('lt', at)}). Galbūt kas nors jį nukopijavo.`,
      'Todėl tą seansą nutraukėme. Kiti jūsų seansai tęsiasi.',
      'Tiesiog prisijunkite iš naujo. Jei tai kartojasi arba tuo metu „Haldur“ nesinaudojote, pakeiskite slaptažodį ir praneškite savo administratoriui.',
    ],
  }),
  ru: ({ at }) => ({
    subject: 'В целях безопасности сеанс завершён',
    paragraphs: [
      `Ключ, по которому вы остаётесь в системе Haldur, был использован второй раз (${momentIn('ru', at)}). Возможно, кто-то его скопировал.`,
      'Поэтому мы завершили этот сеанс. Остальные ваши сеансы продолжаются.',
      'Просто войдите снова. Если это повторится или вы в то время не пользовались Haldur, смените пароль и сообщите своему управляющему.',
    ],
  }),
};
