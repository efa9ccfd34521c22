// The actions on an invoice in its current status. The next step is the primary button: send a draft, record the
// payment of a sent one, remind of an overdue one.
import { Button, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import type { InvoiceBody, InvoiceWithPositions } from '../../api/bodies.ts';
import { api, unwrap } from '../../api/client.ts';
import { useIsAllowed, usePerson } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { ButtonTo } from '../../parts/link-to.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { RemindButton } from '../accounting/remind-button.tsx';
import { PayNow } from '../my-home/pay-now.tsx';
import { AskAboutInvoice } from './ask-about-invoice.tsx';
import { CreditInvoice } from './credit-invoice.tsx';
import { useIntendedRecipients } from './intended-recipients.ts';
import { isUnsent } from './invoice-status.tsx';
import { PageButton } from './page-button.tsx';
import { sendInvoices } from './send-invoices.ts';

export function InvoiceActions({ invoice }: { readonly invoice: InvoiceWithPositions }) {
  const { t } = useLanguage();
  const mayInvoice = useIsAllowed('invoice');
  const { role } = usePerson();
  const creditable =
    invoice.kind !== 'credit' && invoice.amount > 0 && (invoice.status === 'sent' || invoice.status === 'paid');
  const open = invoice.status === 'draft' || invoice.status === 'sent';
  const isPayable = open && invoice.amount > 0;
  const cancellable = open || isUnsent(invoice);
  return (
    <>
      {mayInvoice && isUnsent(invoice) && <NextStepOfUnsent invoice={invoice} />}
      {mayInvoice && invoice.overdue && <RemindOfInvoice invoice={invoice} />}
      {mayInvoice && isPayable && invoice.status === 'sent' && (
        <MarkPaid invoice={invoice} primary={!invoice.overdue} />
      )}
      {role === 'resident' && <PayResidentsInvoice invoice={invoice} />}
      <PageButton id={invoice.id} label={t.invoices.pdf} />
      <AskAboutInvoice invoice={invoice} />
      {mayInvoice && isPayable && invoice.status === 'draft' && <MarkPaid invoice={invoice} />}
      {mayInvoice && creditable && <CreditInvoice invoice={invoice} />}
      {mayInvoice && cancellable && <CancelInvoice invoice={invoice} label={t.invoices.cancel} />}
    </>
  );
}

/** The payment of an invoice with what else is due; where only that is due, it alone. */
function PayResidentsInvoice({ invoice }: { readonly invoice: InvoiceWithPositions }) {
  const { status, balance, account } = invoice;
  if (status === 'sent' && balance > 0) return <PayNow invoice={invoice} />;
  return status === 'paid' && (account?.amountToPay ?? 0) > 0 ? <PayNow invoice={invoice} label="payAll" /> : null;
}

/** A reminder of the overdue invoices of its apartment. */
function RemindOfInvoice({ invoice: { apartmentId, buildingId } }: { readonly invoice: InvoiceBody }) {
  const { t } = useLanguage();
  return <RemindButton apartmentIds={[apartmentId]} buildingId={buildingId} label={t.receivables.remindOne} primary />;
}

/**
 * Sends an invoice, or leads to printing where nobody can get an e-mail. While e-mails are on their way there is
 * nothing to do.
 */
function NextStepOfUnsent({ invoice }: { readonly invoice: InvoiceBody }) {
  const { t } = useLanguage();
  const recipients = useIntendedRecipients(invoice.id);
  if (invoice.sending !== null && invoice.sending !== 'failed') return null;
  if (recipients.data?.every(({ email }) => email === null))
    return (
      <ButtonTo to="/invoices/paper" search={{ buildingId: invoice.buildingId }}>
        {t.paperInvoices.title}
      </ButtonTo>
    );
  return <SendInvoice invoice={invoice} />;
}

function SendInvoice({ invoice }: { readonly invoice: InvoiceBody }) {
  const { t } = useLanguage();
  const send = useAction(() => sendInvoices([invoice.id]), {
    done: ({ invoices }) => {
      const { code, letters = 0 } = invoices[0] ?? {};
      return code ? t.errors.warnings[code] : t.invoiceEmails.queued({ count: letters });
    },
  });
  const ask = () =>
    confirmFirst(t, {
      title: t.sending.sendAll({ count: 1 }),
      text: t.sending.lead,
      yes: t.sending.send,
      routine: true,
      act: () => send.mutate(),
    });
  return (
    <ActionButton action={send} onClick={ask}>
      {t.sending.send}
    </ActionButton>
  );
}

function MarkPaid({ invoice, primary = false }: { readonly invoice: InvoiceBody; readonly primary?: boolean }) {
  const { t } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  const [day, setDay] = useState(() => todayIn());
  const mark = useAction(
    () =>
      unwrap(
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
      <Button {...(!primary && { variant: 'default' })} onClick={open}>
        {t.invoices.markPaid}
      </Button>
      <Dialog opened={opened} onClose={close} title={t.invoices.markPaid}>
        <Form onSubmit={submit}>
          <Stack>
            <TextInput
              type="date"
              label={t.invoices.paidOn}
              required
              data-autofocus
              value={day}
              onChange={(event) => setDay(event.currentTarget.value)}
            />
            <ActionButton type="submit" action={mark}>
              {t.invoices.markPaid}
            </ActionButton>
          </Stack>
        </Form>
      </Dialog>
    </>
  );
}

function CancelInvoice({ invoice, label }: { readonly invoice: InvoiceBody; readonly label: string }) {
  const { t } = useLanguage();
  const cancel = useAction(
    () => unwrap(api.PATCH('/invoices/{id}', { params: { path: { id: invoice.id } }, body: { status: 'cancelled' } })),
    { done: t.invoices.cancelled },
  );
  const ask = () =>
    confirmFirst(t, {
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
    <ActionButton variant="default" c="red" action={cancel} onClick={ask}>
      {label}
    </ActionButton>
  );
}
