// How an invoice stands, in one word; the colour only repeats it.
import { Badge } from '@mantine/core';
import { useLanguage } from '../../words/language.tsx';
import type { Invoice } from './invoice-type.ts';

const colors = { draft: 'gray', sent: 'blue', paid: 'pine', cancelled: 'gray', overdue: 'red' } as const;

export function InvoiceStatus({ invoice }: { readonly invoice: Pick<Invoice, 'status' | 'overdue' | 'sending'> }) {
  const { t } = useLanguage();
  if (invoice.status === 'draft' && invoice.sending === 'queued')
    return (
      <Badge variant="light" color="yellow" tt="none">
        {t.sending.onItsWay}
      </Badge>
    );
  const word = invoice.overdue ? 'overdue' : invoice.status;
  return (
    <Badge variant={word === 'cancelled' ? 'outline' : 'light'} color={colors[word]} tt="none">
      {t.invoices.statuses[word]}
    </Badge>
  );
}
