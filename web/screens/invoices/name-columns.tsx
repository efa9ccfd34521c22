// The columns that identify an invoice in every list: its number, as a link, and its apartment.

import type { InvoiceBody } from '../../api/bodies.ts';
import type { DataColumn } from '../../parts/data-table.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import type { Words } from '../../words/words.ts';

type NamedInvoice = Pick<InvoiceBody, 'id' | 'number' | 'apartmentId'>;

/** `numbers` are those of the apartments. */
export function invoiceNameColumns(
  { invoices, common }: Words,
  numbers: ReadonlyMap<string, string>,
): DataColumn<NamedInvoice>[] {
  return [
    {
      title: invoices.number,
      cell: ({ id, number }) => (
        <LinkTo to="/invoices/$invoiceId" params={{ invoiceId: id }} fw={600}>
          {number}
        </LinkTo>
      ),
    },
    { title: invoices.apartment, cell: ({ apartmentId }) => numbers.get(apartmentId) ?? common.none },
  ];
}
