// The letter that tells somebody how her maintenance request is getting on.
import type { Language } from '../../platform/languages.ts';
import type { Texts } from '../letters.ts';

/** The request's title as it was written, and its new status. */
export type MaintenanceUpdated = {
  readonly title: string;
  readonly status: 'new' | 'in_progress' | 'resolved' | 'closed' | 'cancelled';
  readonly link: string;
};

const statuses: Readonly<Record<Language, Readonly<Record<MaintenanceUpdated['status'], string>>>> = {
  et: {
    new: 'Teade on vastu võetud.',
    in_progress: 'Teade on töös.',
    resolved: 'Töö on tehtud. Kui viga ei ole kõrvaldatud, andke palun teada.',
    closed: 'Teade on suletud.',
    cancelled: 'Teade on tühistatud.',
  },
  en: {
    new: 'The request has been received.',
    in_progress: 'Somebody is working on it.',
    resolved: 'The work is done. If it is not in order yet, please let us know.',
    closed: 'The request is closed.',
    cancelled: 'The request has been cancelled.',
  },
  lv: {
    new: 'Pieteikums ir saņemts.',
    in_progress: 'Pie pieteikuma strādā.',
    resolved: 'Darbs ir padarīts. Ja bojājums nav novērsts, lūdzu, dodiet ziņu.',
    closed: 'Pieteikums ir slēgts.',
    cancelled: 'Pieteikums ir atcelts.',
  },
  lt: {
    new: 'Pranešimas gautas.',
    in_progress: 'Gedimas tvarkomas.',
    resolved: 'Darbas atliktas. Jei gedimas nepašalintas, prašome pranešti.',
    closed: 'Pranešimas uždarytas.',
    cancelled: 'Pranešimas atšauktas.',
  },
  ru: {
    new: 'Заявка принята.',
    in_progress: 'Заявка в работе.',
    resolved: 'Работа выполнена. Если неисправность не устранена, пожалуйста, сообщите нам.',
    closed: 'Заявка закрыта.',
    cancelled: 'Заявка отменена.',
  },
};

export const maintenanceUpdated: Texts<MaintenanceUpdated> = {
  et: ({ title, status, link }) => ({
    subject: `Teie rikketeade: ${title}`,
    paragraphs: [`Teie rikketeade: „${title}“.`, statuses.et[status]],
    button: { label: 'Vaata teadet', link },
  }),
  en: ({ title, status, link }) => ({
    subject: `Your maintenance request: ${title}`,
    paragraphs: [`Your maintenance request: “${title}”.`, statuses.en[status]],
    button: { label: 'See the request', link },
  }),
  lv: ({ title, status, link }) => ({
    subject: `Jūsu bojājuma pieteikums: ${title}`,
    paragraphs: [`Jūsu bojājuma pieteikums: “${title}”.`, statuses.lv[status]],
    button: { label: 'Skatīt pieteikumu', link },
  }),
  lt: ({ title, status, link }) => ({
    subject: `Jūsų pranešimas apie gedimą: ${title}`,
    paragraphs: [`Jūsų pranešimas apie gedimą: „${title}“.`, statuses.lt[status]],
    button: { label: 'Peržiūrėti pranešimą', link },
  }),
  ru: ({ title, status, link }) => ({
    subject: `Ваша заявка о неисправности: ${title}`,
    paragraphs: [`Ваша заявка о неисправности: «${title}».`, statuses.ru[status]],
    button: { label: 'Посмотреть заявку', link },
  }),
};
