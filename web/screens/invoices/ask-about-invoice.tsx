// How a resident asks about an invoice, or one charge of it: a new request with its number as the subject.
import type { InvoiceBody } from '../../api/bodies.ts';
import { useLanguage } from '../../words/language.tsx';
import { AskManager } from '../my-home/ask-manager.tsx';

export function AskAboutInvoice({
  invoice: { number, apartmentId },
  charge,
}: {
  readonly invoice: Pick<InvoiceBody, 'number' | 'apartmentId'>;
  /** The name of the charge that is asked about. */
  readonly charge?: string;
}) {
  const { residentRequests: words } = useLanguage().t;
  return (
    <AskManager
      about={charge === undefined ? words.about({ number }) : words.aboutCharge({ number, charge })}
      apartmentId={apartmentId}
    >
      {charge === undefined ? words.ask : words.askCharge}
    </AskManager>
  );
}
