// What names an invoice in every list of them: its number, which leads to it, and its apartment.
import type { Column } from '../../parts/data-table.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import type { Words } from '../../words/words.ts';
import type { Invoice } from './invoice-type.ts';

type Named = Pick<Invoice, 'id' | 'number' | 'apartmentId'>;

/** `numbers` are those of the apartments. */
export function nameColumns({ invoices, common }: Words, numbers: ReadonlyMap<string, string>): Column<Named>[] {
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
