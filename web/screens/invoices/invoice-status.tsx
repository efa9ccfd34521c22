// The status of an invoice in one word; the colour only repeats it.
import { Badge } from '@mantine/core';
import type { InvoiceBody } from '../../api/bodies.ts';
import { usePerson } from '../../api/person.ts';
import { useLanguage } from '../../words/language.tsx';

const colors = {
  draft: 'gray',
  sent: 'blue',
  paid: 'pine',
  cancelled: 'gray',
  overdue: 'red',
  credit: 'pine',
} as const;

type InvoiceState = Pick<InvoiceBody, 'status' | 'overdue' | 'sending' | 'amount'>;

/** Whether its first e-mails wait to be sent. */
export function isSendingOut({ status, sending }: Pick<InvoiceState, 'status' | 'sending'>): boolean {
  return status === 'draft' && sending === 'queued';
}

/** Whether nobody has got it yet: a draft, or one that credit paid before it was sent. */
export function isUnsent({ status, sentAt }: Pick<InvoiceBody, 'status' | 'sentAt'>): boolean {
  return sentAt === null && (status === 'draft' || status === 'paid');
}

export function InvoiceStatus({ invoice }: { readonly invoice: InvoiceState }) {
  const { t } = useLanguage();
  const { role } = usePerson();
  if (isSendingOut(invoice))
    return (
      <Badge variant="light" color="yellow">
        {t.sending.sending}
      </Badge>
    );
  const word = wordOf(invoice);
  const forResident =
    word === 'overdue' || word === 'credit' ? t.invoices.statuses[word] : t.residentHome.statuses[word];
  return (
    <Badge variant={word === 'cancelled' ? 'outline' : 'light'} color={colors[word]}>
      {role === 'resident' ? forResident : t.invoices.statuses[word]}
    </Badge>
  );
}

/**
 * What is said of its status. A negative invoice owes nothing and is paid by nobody: once it is sent, it is a credit.
 */
function wordOf({ status, overdue, amount }: InvoiceState) {
  if (amount < 0 && (status === 'sent' || status === 'paid')) return 'credit';
  return overdue ? 'overdue' : status;
}
