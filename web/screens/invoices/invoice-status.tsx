// The status of an invoice in one word; the colour only repeats it.
import { Badge } from '@mantine/core';
import type { InvoiceBody } from '../../api/bodies.ts';
import { usePerson } from '../../api/person.ts';
import { useLanguage } from '../../words/language.tsx';

const colors = { draft: 'gray', sent: 'blue', paid: 'pine', cancelled: 'gray', overdue: 'red' } as const;

type InvoiceState = Pick<InvoiceBody, 'status' | 'overdue' | 'sending'>;

/** Whether its first e-mails wait to be sent. */
export function isSendingOut({ status, sending }: Pick<InvoiceState, 'status' | 'sending'>): boolean {
  return status === 'draft' && sending === 'queued';
}

export function InvoiceStatus({ invoice }: { readonly invoice: InvoiceState }) {
  const { t } = useLanguage();
  const { role } = usePerson();
  if (isSendingOut(invoice))
    return (
      <Badge variant="light" color="yellow" tt="none">
        {t.sending.sending}
      </Badge>
    );
  const word = invoice.overdue ? 'overdue' : invoice.status;
  const forResident = invoice.overdue ? t.residentHome.overdue : t.residentHome.statuses[invoice.status];
  return (
    <Badge variant={word === 'cancelled' ? 'outline' : 'light'} color={colors[word]} tt="none">
      {role === 'resident' ? forResident : t.invoices.statuses[word]}
    </Badge>
  );
}
