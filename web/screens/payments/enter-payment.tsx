// Records received money of any amount: cash, or a transfer that no statement has shown yet; for an apartment, or for
// one invoice.
import { Button, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { api, consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, useAll } from '../../api/pages.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { Icon } from '../../parts/icons.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { ChooseApartment } from '../residents/choose-apartment.tsx';

const methods = ['cash', 'transfer'] as const;

type EnterPaymentProps = {
  /** The apartment, or none if the person chooses one. */
  readonly apartmentId?: string;
  /** The invoice that it pays first. */
  readonly invoice?: { readonly id: string; readonly balance: number };
  readonly payerName?: string | undefined;
};

export function EnterPayment(props: EnterPaymentProps) {
  const { t } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={open}>
        {t.payments.record}
      </Button>
      <Dialog opened={opened} onClose={close} title={t.payments.record}>
        <EnterPaymentForm {...props} done={close} />
      </Dialog>
    </>
  );
}

function EnterPaymentForm({ done, ...given }: EnterPaymentProps & { readonly done: () => void }) {
  const { t } = useLanguage();
  const [apartmentId, chooseApartment] = useState(given.apartmentId);
  const [invoiceId, chooseInvoice] = useState(given.invoice?.id);
  const [amount, setAmount] = useState<number | ''>(given.invoice?.balance ?? '');
  const [paidOn, setDay] = useState(() => todayIn());
  const [method, setMethod] = useState<(typeof methods)[number]>('cash');
  const [payerName, setPayer] = useState(given.payerName ?? '');
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<Record<string, ReactNode>>({});
  const enter = useAction(
    () => {
      const texts = {
        ...(payerName.trim() && { payerName: payerName.trim() }),
        ...(note.trim() && { note: note.trim() }),
      };
      const body = { apartmentId: apartmentId ?? '', amount: amount || 0, paidOn, method, ...texts };
      return unwrap(consoleApi.POST('/payments', { body: invoiceId === undefined ? body : { ...body, invoiceId } }));
    },
    { done: t.payments.recorded, onFields: setWrong, next: done },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enter.mutate();
  };
  const choose = (id: string | undefined) => {
    chooseApartment(id);
    chooseInvoice(undefined);
  };
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Text>{t.payments.recordLead}</Text>
        {given.apartmentId === undefined && <ChooseApartment chosen={apartmentId} choose={choose} required />}
        {apartmentId && given.invoice === undefined && (
          <ChooseOpenInvoice apartmentId={apartmentId} chosen={invoiceId} choose={chooseInvoice} />
        )}
        <NumberField
          label={t.payments.amount}
          required
          decimals={2}
          min={0}
          value={amount}
          onChange={setAmount}
          error={wrong.amount}
        />
        <TextInput
          type="date"
          label={t.invoices.paidOn}
          required
          max={todayIn()}
          value={paidOn}
          onChange={(event) => setDay(event.currentTarget.value)}
          error={wrong.paidOn}
        />
        <PaymentMethod method={method} choose={setMethod} />
        <TextInput
          label={t.payments.payer}
          maxLength={200}
          value={payerName}
          onChange={(event) => setPayer(event.currentTarget.value)}
          error={wrong.payerName}
        />
        <TextInput
          label={t.payments.refundNote}
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={wrong.note}
        />
        <ActionButton type="submit" action={enter} disabled={!apartmentId}>
          {t.payments.record}
        </ActionButton>
      </Stack>
    </Form>
  );
}

function PaymentMethod({
  method,
  choose,
}: {
  readonly method: (typeof methods)[number];
  readonly choose: (method: (typeof methods)[number]) => void;
}) {
  const { t } = useLanguage();
  const id = useId();
  return (
    <div>
      <Text fz="sm" fw={500} id={id}>
        {t.payments.method}
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        data={methods.map((value) => ({ value, label: t.payments.methods[value] }))}
        value={method}
        onChange={(value) => choose(methods.find((item) => item === value) ?? 'cash')}
      />
    </div>
  );
}

/** The open invoices of the apartment; by default the oldest is paid first. */
function ChooseOpenInvoice({
  apartmentId,
  chosen,
  choose,
}: {
  readonly apartmentId: string;
  readonly chosen: string | undefined;
  readonly choose: (id: string | undefined) => void;
}) {
  const { t, format } = useLanguage();
  const invoices = useAll(['invoices', 'of', apartmentId], (cursor) =>
    unwrap(api.GET('/invoices', { params: { query: { ...pageQuery(cursor, 500), apartmentId, sort: 'dueDate' } } })),
  );
  const open = (invoices.data ?? []).filter(
    ({ status, balance }) => (status === 'sent' || status === 'draft') && balance > 0,
  );
  return (
    <Select
      label={t.invoices.invoice}
      placeholder={t.payments.oldestFirst}
      clearable
      data={open.map(({ id, number, balance, currency }) => ({
        value: id,
        label: `${number} · ${format.money(balance, currency)}`,
      }))}
      value={chosen ?? null}
      onChange={(id) => choose(id ?? undefined)}
    />
  );
}
