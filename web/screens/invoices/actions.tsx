// What can be done with an invoice as it stands: look at its page, mark it paid, cancel it.
import { Button, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/use-action.ts';
import { api, take } from '../../api/client.ts';
import { useMay, usePerson } from '../../api/person.ts';
import { askFirst } from '../../parts/confirm.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { PayNow } from '../own/pay-now.tsx';
import { Credit } from './credit.tsx';
import type { Invoice } from './invoice-type.ts';
import { PageButton } from './page-button.tsx';

export function InvoiceActions({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useLanguage();
  const mayInvoice = useMay('invoice');
  const { role } = usePerson();
  const creditable =
    invoice.kind !== 'credit' && invoice.amount > 0 && (invoice.status === 'sent' || invoice.status === 'paid');
  const open = invoice.status === 'draft' || invoice.status === 'sent';
  // What credit paid before it was sent is cancelled like a draft.
  const cancellable = open || (invoice.status === 'paid' && invoice.sentAt === null);
  return (
    <>
      {mayInvoice && invoice.status === 'draft' && invoice.sending === null && <Send invoice={invoice} />}
      {role === 'resident' && invoice.status === 'sent' && invoice.balance > 0 && <PayNow invoice={invoice} />}
      <PageButton id={invoice.id} label={t.invoices.pdf} />
      {mayInvoice && open && invoice.kind !== 'credit' && <MarkPaid invoice={invoice} />}
      {mayInvoice && creditable && <Credit invoice={invoice} />}
      {mayInvoice && cancellable && <Cancel invoice={invoice} label={t.invoices.cancel} />}
    </>
  );
}

function Send({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useLanguage();
  const send = useAct(() => take(api.POST('/invoices/send-bulk', { body: { invoiceIds: [invoice.id] } })), {
    done: ({ data: { invoices } }) => {
      const { code, letters = 0 } = invoices[0] ?? {};
      return code ? t.errors.warnings[code] : t.sending.emails({ count: letters });
    },
  });
  const ask = () =>
    askFirst(t, {
      title: t.sending.sendAll({ count: 1 }),
      text: t.sending.lead,
      yes: t.sending.send,
      act: () => send.mutate(),
    });
  return (
    <Button loading={send.isPending} onClick={ask}>
      {t.sending.send}
    </Button>
  );
}

function MarkPaid({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  const [day, setDay] = useState(() => todayIn());
  const mark = useAct(
    () =>
      take(
        api.PATCH('/invoices/{id}', {
          params: { path: { id: invoice.id } },
          body: { status: 'paid', paidDate: day },
        }),
      ),
    { done: t.invoices.markedPaid, next: close },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mark.mutate();
  };
  return (
    <>
      <Button variant="default" onClick={open}>
        {t.invoices.markPaid}
      </Button>
      <Dialog opened={opened} onClose={close} title={t.invoices.markPaid}>
        <form onSubmit={submit}>
          <Stack>
            <TextInput
              type="date"
              label={t.invoices.paidOn}
              required
              data-autofocus
              value={day}
              onChange={(event) => setDay(event.currentTarget.value)}
            />
            <Button type="submit" loading={mark.isPending}>
              {t.invoices.markPaid}
            </Button>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}

function Cancel({ invoice, label }: { readonly invoice: Invoice; readonly label: string }) {
  const { t } = useLanguage();
  const cancel = useAct(
    () => take(api.PATCH('/invoices/{id}', { params: { path: { id: invoice.id } }, body: { status: 'cancelled' } })),
    { done: t.invoices.cancelled },
  );
  const ask = () =>
    askFirst(t, {
      title: label,
      text: [
        t.invoices.cancelLead({ number: invoice.number }),
        invoice.kind === 'correction' && t.invoices.cancelDifference,
      ]
        .filter(Boolean)
        .join(' '),
      yes: label,
      act: () => cancel.mutate(),
    });
  return (
    <Button variant="default" c="red" loading={cancel.isPending} onClick={ask}>
      {label}
    </Button>
  );
}
