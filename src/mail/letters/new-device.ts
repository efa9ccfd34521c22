// The letter that tells a person that somebody has signed in with the account on a device that was not used before.
import type { Texts } from '../letters.ts';
import { momentIn } from './words.ts';

/** `device` is null when the client did not say what it is; `address` is the network's; `link` leads to the list of sessions. */
export type NewDevice = {
  readonly at: Date;
  readonly device: string | null;
  readonly address: string;
  readonly link: string;
};

export const newDevice: Texts<NewDevice> = {
  et: ({ at, device, address, link }) => ({
    subject: 'Teie kontoga logiti sisse uuest seadmest',
    paragraphs: [
      'Teie Halduri kontoga logiti sisse seadmest, mida varem ei ole kasutatud.',
      `Seade: ${device ?? 'teadmata'}`,
      `Võrguaadress: ${address}`,
      `Aeg: ${momentIn('et', at)}`,
      'Kui see olite teie, ei ole vaja midagi teha.',
      'Kui see ei olnud teie, lõpetage see seanss ja vahetage parool.',
    ],
    button: { label: 'Vaata seansse', link },
  }),
  en: ({ at, device, address, link }) => ({
    subject: 'New sign-in to your account',
    paragraphs: [
      'Somebody signed in to your Haldur account on a device that was not used before.',
      `Device: ${device ?? 'unknown'}`,
      `Network address: ${address}`,
      `Time: ${momentIn('en', at)}`,
      'If this was you, there is nothing to do.',
      'If this was not you, end that session and change your password.',
    ],
    button: { label: 'Show sessions', link },
  }),
  lv: ({ at, device, address, link }) => ({
    subject: 'Jūsu kontā pieteicās no jaunas ierīces',
    paragraphs: [
      'Jūsu Haldur kontā pieteicās no ierīces, kas iepriekš nav izmantota.',
      `Ierīce: ${device ?? 'nav zināma'}`,
      `Tīkla adrese: ${address}`,
      `Laiks: ${momentIn('lv', at)}`,
      'Ja tas bijāt jūs, nekas nav jādara.',
      'Ja tas nebijāt jūs, beidziet šo sesiju un nomainiet paroli.',
    ],
    button: { label: 'Skatīt sesijas', link },
  }),
  lt: ({ at, device, address, link }) => ({
    subject: 'Prie jūsų paskyros prisijungta iš naujo įrenginio',
    paragraphs: [
      'Prie jūsų „Haldur“ paskyros prisijungta iš įrenginio, kuris anksčiau nebuvo naudotas.',
      `Įrenginys: ${device ?? 'nežinomas'}`,
      `Tinklo adresas: ${address}`,
      `Laikas: ${momentIn('lt', at)}`,
      'Jei tai buvote jūs, nieko daryti nereikia.',
      'Jei tai buvote ne jūs, nutraukite tą seansą ir pakeiskite slaptažodį.',
    ],
    button: { label: 'Rodyti seansus', link },
  }),
  ru: ({ at, device, address, link }) => ({
    subject: 'Вход в вашу учётную запись с нового устройства',
    paragraphs: [
      'В вашу учётную запись Haldur вошли с устройства, которое раньше не использовалось.',
      `Устройство: ${device ?? 'неизвестно'}`,
      `Сетевой адрес: ${address}`,
      `Время: ${momentIn('ru', at)}`,
      'Если это были вы, ничего делать не нужно.',
      'Если это были не вы, завершите этот сеанс и смените пароль.',
    ],
    button: { label: 'Показать сеансы', link },
  }),
};
