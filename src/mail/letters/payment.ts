// What letters say about paying: how much, until when, to whom; labels and figures, so that nothing has to be declined.
import type { Day } from '../../platform/dates.ts';
import type { Language } from '../../platform/languages.ts';
import type { Cents } from '../../platform/money.ts';
import type { Written } from './frame.ts';
import { dayIn, moneyIn, sentence } from './words.ts';

/** What is to be paid, and how. Payee and account are null where the building names none. */
export type Payment = {
  readonly toPay: Cents;
  readonly currency: string;
  readonly dueDate: Day;
  readonly payee: string | null;
  readonly iban: string | null;
  readonly reference: string;
  /** Where it is shown with its calculation, and paid; absent for somebody who cannot sign in. */
  readonly link?: string;
};

type Labels = Readonly<Record<'toPay' | 'dueDate' | 'payee' | 'iban' | 'reference', string>>;

const labels: Readonly<Record<Language, Labels>> = {
  et: { toPay: 'Tasuda', dueDate: 'Maksetähtpäev', payee: 'Saaja', iban: 'Konto', reference: 'Viitenumber' },
  en: { toPay: 'To pay', dueDate: 'Due date', payee: 'Payee', iban: 'Account', reference: 'Reference' },
  lv: { toPay: 'Apmaksai', dueDate: 'Apmaksas termiņš', payee: 'Saņēmējs', iban: 'Konts', reference: 'Atsauce' },
  lt: { toPay: 'Mokėti', dueDate: 'Apmokėti iki', payee: 'Gavėjas', iban: 'Sąskaitos Nr.', reference: 'Įmokos kodas' },
  ru: { toPay: 'К оплате', dueDate: 'Срок оплаты', payee: 'Получатель', iban: 'Счёт', reference: 'Номер ссылки' },
};

/** How much, and until when: `Tasuda: 58,94 €. Maksetähtpäev: 14. detsember 2026.` */
export function toPayIn(language: Language, { toPay, currency, dueDate }: Payment): string {
  const label = labels[language];
  return `${label.toPay}: ${moneyIn(language, toPay, currency)}. ${sentence(`${label.dueDate}: ${dayIn(language, dueDate)}`)}`;
}

/** To whom, as far as it is known: `Saaja: KÜ Kase 12. Konto: EE38…. Viitenumber: 1000012.` */
export function paymentIn(language: Language, { payee, iban, reference }: Payment): string {
  const label = labels[language];
  const said: (readonly [string, string | null])[] = [
    [label.payee, payee],
    [label.iban, iban],
    [label.reference, reference],
  ];
  return said.flatMap(([name, value]) => (value === null ? [] : [sentence(`${name}: ${value}`)])).join(' ');
}

const seeing: Readonly<Record<Language, string>> = {
  et: 'Vaata arvet',
  en: 'See the invoice',
  lv: 'Skatīt rēķinu',
  lt: 'Peržiūrėti sąskaitą',
  ru: 'Открыть счёт',
};

/** The way to the invoice, for those who can sign in. */
export function wayIn(language: Language, { link }: Payment): Pick<Written, 'button'> {
  return link === undefined ? {} : { button: { label: seeing[language], link } };
}
