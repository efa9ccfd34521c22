// The letter that tells a person that their own password was changed.
import type { Texts } from '../letters.ts';
import { momentIn } from './words.ts';

export type PasswordChanged = { readonly at: Date };

export const passwordChanged: Texts<PasswordChanged> = {
  et: ({ at }) => ({
    subject: 'Teie Halduri parool on muudetud',
    paragraphs: [
      `Teie Halduri konto parooli muudeti (${momentIn('et', at)}). Teised seansid lõpetati.`,
      'Kui te ise seda ei teinud, logige kohe sisse e-posti lingiga, määrake uus parool ja teatage oma organisatsiooni omanikule.',
    ],
  }),
  en: ({ at }) => ({
    subject: 'Your Haldur password was changed',
    paragraphs: [
      `The password of your Haldur account was changed (${momentIn('en', at)}). Your other sessions were ended.`,
      'If it was not you, sign in by a link to your mailbox at once, set a new password and tell an owner of your organization.',
    ],
  }),
  lv: ({ at }) => ({
    subject: 'Jūsu Haldur parole ir mainīta',
    paragraphs: [
      `Jūsu Haldur konta parole tika mainīta (${momentIn('lv', at)}). Pārējās sesijas ir beigtas.`,
      'Ja to nedarījāt jūs, tūlīt piesakieties ar saiti uz savu e-pastu, iestatiet jaunu paroli un ziņojiet savas organizācijas galvenajam lietotājam.',
    ],
  }),
  lt: ({ at }) => ({
    subject: 'Jūsų „Haldur“ slaptažodis pakeistas',
    paragraphs: [
      `Jūsų „Haldur“ paskyros slaptažodis buvo pakeistas (${momentIn('lt', at)}). Kiti seansai nutraukti.`,
      'Jei tai padarėte ne jūs, iš karto prisijunkite nuoroda, siunčiama į jūsų pašto dėžutę, nustatykite naują slaptažodį ir praneškite savo organizacijos pagrindiniam naudotojui.',
    ],
  }),
  ru: ({ at }) => ({
    subject: 'Ваш пароль в Haldur изменён',
    paragraphs: [
      `Пароль вашей учётной записи Haldur был изменён (${momentIn('ru', at)}). Остальные сеансы завершены.`,
      'Если это сделали не вы, сразу войдите по ссылке из своей почты, задайте новый пароль и сообщите главному пользователю вашей организации.',
    ],
  }),
};
