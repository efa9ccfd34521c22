// The columns that identify an invoice in every list: its number and its apartment, as links.

import type { InvoiceBody } from '../../api/bodies.ts';
import { ApartmentLink } from '../../parts/apartment-link.tsx';
import type { DataColumn } from '../../parts/data-table.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import type { Words } from '../../words/words.ts';

type NamedInvoice = Pick<InvoiceBody, 'id' | 'number' | 'buildingId' | 'apartmentId'>;

/** `numbers` are those of the apartments. */
export function invoiceNameColumns(words: Words, numbers: ReadonlyMap<string, string>): DataColumn<NamedInvoice>[] {
  return [
    invoiceNumberColumn(words),
    {
      title: words.invoices.apartment,
      cell: ({ buildingId, apartmentId }) => (
        <ApartmentLink buildingId={buildingId} apartmentId={apartmentId} number={numbers.get(apartmentId)} />
      ),
    },
  ];
}

/** Its number alone, in the list of one apartment. */
export function invoiceNumberColumn({ invoices }: Words): DataColumn<Pick<InvoiceBody, 'id' | 'number'>> {
  return {
    title: invoices.number,
    cell: ({ id, number }) => (
      <LinkTo to="/invoices/$invoiceId" params={{ invoiceId: id }} fw={600}>
        {number}
      </LinkTo>
    ),
  };
}
