// The letter that invites somebody into an organization, as a resident of an apartment or to work there.
import type { Day } from '../../platform/dates.ts';
import type { Language } from '../../platform/languages.ts';
import type { CallerRole } from '../../platform/scope.ts';
import type { Texts } from '../letters.ts';
import { apartmentIn, dayIn } from './words.ts';

/** Who invites, to what, and until which day (that day included) the link can be used. */
export type Invitation = {
  readonly organization: string;
  readonly role: CallerRole;
  /** The apartment that a resident is invited to. */
  readonly apartment?: { readonly address: string; readonly number: string } | undefined;
  readonly link: string;
  readonly validUntil: Day;
};

const purposes: Readonly<Record<Language, Readonly<Record<CallerRole, string>>>> = {
  et: {
    owner: 'Teie roll on peakasutaja: saate hallata kõike, ka kasutajaid ja nende õigusi.',
    manager: 'Teie roll on haldaja: saate hallata maju, kortereid, elanikke ja arveid.',
    accountant: 'Teie roll on raamatupidaja: saate koostada arveid ja hallata makseid.',
    resident: 'Halduris näete oma arveid, saate teatada arvestinäidud ja anda märku riketest.',
  },
  en: {
    owner: 'Your role is owner: you can manage everything, including users and what they may do.',
    manager: 'Your role is manager: you can look after buildings, apartments, residents and invoices.',
    accountant: 'Your role is accountant: you can prepare invoices and handle payments.',
    resident: 'In Haldur you see your invoices, send in meter readings and report what is broken.',
  },
  lv: {
    owner: 'Jūsu loma ir galvenais lietotājs: varat pārvaldīt visu, arī lietotājus un viņu tiesības.',
    manager: 'Jūsu loma ir pārvaldnieks: varat pārvaldīt ēkas, dzīvokļus, iedzīvotājus un rēķinus.',
    accountant: 'Jūsu loma ir grāmatvedis: varat sagatavot rēķinus un apstrādāt maksājumus.',
    resident: 'Sistēmā Haldur redzēsiet savus rēķinus, varēsiet nodot skaitītāju rādījumus un ziņot par bojājumiem.',
  },
  lt: {
    owner: 'Jūsų vaidmuo – pagrindinis naudotojas: galite valdyti viską, taip pat naudotojus ir jų teises.',
    manager: 'Jūsų vaidmuo – administratorius: galite tvarkyti namus, butus, gyventojus ir sąskaitas.',
    accountant: 'Jūsų vaidmuo – buhalteris: galite rengti sąskaitas ir tvarkyti mokėjimus.',
    resident:
      'Sistemoje „Haldur“ matysite savo sąskaitas, galėsite pateikti skaitiklių rodmenis ir pranešti apie gedimus.',
  },
  ru: {
    owner: 'Ваша роль — главный пользователь: вы можете управлять всем, включая пользователей и их права.',
    manager: 'Ваша роль — управляющий: вы можете вести дома, квартиры, жильцов и счета.',
    accountant: 'Ваша роль — бухгалтер: вы можете составлять счета и вести платежи.',
    resident: 'В Haldur вы увидите свои счета, сможете передавать показания счётчиков и сообщать о неисправностях.',
  },
};

/** The purpose, below the apartment when there is one. */
function purposeIn(language: Language, { role, apartment }: Invitation): string[] {
  const place = apartment === undefined ? [] : [apartmentIn(language, apartment.address, apartment.number)];
  return [...place, purposes[language][role]];
}

export const invitation: Texts<Invitation> = {
  et: (facts) => ({
    subject: `${facts.organization} kutsub teid Haldurisse`,
    paragraphs: [`${facts.organization} kutsub teid kasutama Haldurit.`, ...purposeIn('et', facts)],
    button: { label: 'Võta kutse vastu', link: facts.link },
    after: [
      `Kutse viimane päev on ${dayIn('et', facts.validUntil)}.`,
      'Kui te ei tea, miks selle kirja saite, ei pea te midagi tegema.',
    ],
  }),
  en: (facts) => ({
    subject: `${facts.organization} invites you to Haldur`,
    paragraphs: [`${facts.organization} invites you to use Haldur.`, ...purposeIn('en', facts)],
    button: { label: 'Accept the invitation', link: facts.link },
    after: [
      `The last day to accept it is ${dayIn('en', facts.validUntil)}.`,
      'If you do not know why you got this message, ignore it.',
    ],
  }),
  lv: (facts) => ({
    subject: `${facts.organization} aicina jūs lietot sistēmu Haldur`,
    paragraphs: [`${facts.organization} aicina jūs lietot sistēmu Haldur.`, ...purposeIn('lv', facts)],
    button: { label: 'Pieņemt uzaicinājumu', link: facts.link },
    after: [
      `Uzaicinājuma pēdējā derīguma diena ir ${dayIn('lv', facts.validUntil)}.`,
      'Ja nezināt, kāpēc saņēmāt šo vēstuli, neņemiet to vērā.',
    ],
  }),
  lt: (facts) => ({
    subject: `${facts.organization} kviečia jus į „Haldur“`,
    paragraphs: [`${facts.organization} kviečia jus naudotis sistema „Haldur“.`, ...purposeIn('lt', facts)],
    button: { label: 'Priimti kvietimą', link: facts.link },
    after: [
      `Kvietimas galioja iki ${dayIn('lt', facts.validUntil)} imtinai.`,
      'Jei nežinote, kodėl gavote šį laišką, nekreipkite į jį dėmesio.',
    ],
  }),
  ru: (facts) => ({
    subject: `${facts.organization} приглашает вас в Haldur`,
    paragraphs: [`${facts.organization} приглашает вас пользоваться системой Haldur.`, ...purposeIn('ru', facts)],
    button: { label: 'Принять приглашение', link: facts.link },
    after: [
      `Приглашение действует до ${dayIn('ru', facts.validUntil)} включительно.`,
      'Если вы не знаете, почему получили это письмо, ничего не делайте.',
    ],
  }),
};
