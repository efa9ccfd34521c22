// How a resident asks about an invoice, or one charge of it: a new request with its number as the subject.
import type { InvoiceBody } from '../../api/bodies.ts';
import { usePerson } from '../../api/person.ts';
import { LinkTo } from '../../parts/link-to.tsx';
import { useLanguage } from '../../words/language.tsx';

/** The longest subject that the address of the form takes. */
const maxSubjectLength = 200;

export function AskAboutInvoice({
  invoice: { number, apartmentId },
  charge,
}: {
  readonly invoice: Pick<InvoiceBody, 'number' | 'apartmentId'>;
  /** The name of the charge that is asked about. */
  readonly charge?: string;
}) {
  const { residentRequests: words } = useLanguage().t;
  if (!usePerson().apartments.some(({ id }) => id === apartmentId)) return null;
  const about = charge === undefined ? words.about({ number }) : words.aboutCharge({ number, charge });
  return (
    <LinkTo to="/own/requests" search={{ about: about.slice(0, maxSubjectLength), apartmentId }} fz="sm">
      {charge === undefined ? words.ask : words.askCharge}
    </LinkTo>
  );
}
