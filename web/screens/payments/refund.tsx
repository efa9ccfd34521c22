// Records a refund of what is left of a payment, with its day; a mistaken one can be deleted. The transfer itself is
// made at the bank.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { PaymentBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { usePaymentReturns } from './payment-returns-query.ts';
import { showWithUndo } from './show-with-undo.tsx';

type RefundProps = { readonly payment: PaymentBody };

export function Refund({ payment }: RefundProps) {
  const { t } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {t.payments.refund}
      </Button>
      <Dialog opened={opened} onClose={close} title={t.payments.refund}>
        <RefundForm payment={payment} done={close} />
      </Dialog>
    </>
  );
}

/** The day is by default that of a debit which waits, to this payer and of exactly what is left; otherwise today. */
function RefundForm({ payment, done }: RefundProps & { readonly done: () => void }) {
  const { t, format } = useLanguage();
  const { id, unallocated, apartmentId, currency } = payment;
  const debit = usePaymentReturns(false).data?.find(({ rests }) => rests.some(({ paymentId }) => paymentId === id));
  const [amount, setAmount] = useState(unallocated);
  const [day, setDay] = useState<string>();
  const refundedOn = day ?? debit?.bookedOn ?? todayIn();
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<Record<string, ReactNode>>({});
  const refund = useAction(
    () => {
      const body = { amount, refundedOn, ...(note.trim() !== '' && { note: note.trim() }) };
      return unwrap(consoleApi.POST('/payments/{id}/refunds', { params: { path: { id } }, body }));
    },
    {
      onFields: setWrong,
      next: ({ data }) => {
        done();
        const all = [data, ...data.others];
        showWithUndo(t, t.payments.refunded, () => Promise.all(all.map((item) => undoRefund(item.id))));
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    refund.mutate();
  };
  return (
    <Form onSubmit={submit}>
      <Stack>
        <Text>{t.payments.refundLead}</Text>
        {apartmentId !== null && <Text>{t.payments.refundMore}</Text>}
        <NumberField
          label={t.payments.amount}
          required
          decimals={2}
          value={amount}
          onChange={(next) => setAmount(typeof next === 'number' ? next : 0)}
          error={wrong.amount}
        />
        <TextInput
          type="date"
          label={t.payments.refundedOn}
          description={
            debit &&
            t.payments.refundDebit({
              amount: format.money(debit.amount, currency),
              day: format.day(debit.bookedOn),
            })
          }
          required
          value={refundedOn}
          onChange={(event) => setDay(event.currentTarget.value)}
          error={wrong.refundedOn}
        />
        <TextInput
          label={t.payments.refundNote}
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={wrong.note}
        />
        <ActionButton type="submit" action={refund}>
          {t.payments.refund}
        </ActionButton>
      </Stack>
    </Form>
  );
}

/** The refunds of a payment, after its amount; each can be deleted. */
export function RefundHistory({ payment, mayHandle }: RefundProps & { readonly mayHandle: boolean }) {
  const { t, format } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  const label = t.payments.refundedAmount({ amount: format.money(payment.refunded, payment.currency) });
  if (!mayHandle) return <Text fz="sm">{label}</Text>;
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={open}>
        {label}
      </Button>
      <Dialog opened={opened} onClose={close} title={label}>
        <RefundList payment={payment} done={close} />
      </Dialog>
    </>
  );
}

function RefundList({ payment: { id, currency }, done }: RefundProps & { readonly done: () => void }) {
  const { t, format } = useLanguage();
  const refunds = useQuery({
    queryKey: ['payments', id, 'refunds'],
    queryFn: async () => (await unwrap(consoleApi.GET('/payments/{id}/refunds', { params: { path: { id } } }))).data,
  });
  const takeBack = useAction(undoRefund, { done: t.payments.undone, next: done });
  return (
    <QueryContent query={refunds}>
      {(all) => (
        <Stack>
          {all.map((item) => (
            <Group key={item.id} justify="space-between" wrap="nowrap">
              <div>
                <Text fw={600}>{`${format.money(item.amount, currency)} · ${format.day(item.refundedOn)}`}</Text>
                <Text fz="sm" c="dimmed">
                  {[item.note, !item.shown && t.payments.refundNotShown].filter(Boolean).join(' · ')}
                </Text>
              </div>
              <ActionButton size="xs" variant="default" action={takeBack} onClick={() => takeBack.mutate(item.id)}>
                {t.payments.undo}
              </ActionButton>
            </Group>
          ))}
        </Stack>
      )}
    </QueryContent>
  );
}

/** Deletes a refund recorded by mistake. */
export function undoRefund(id: string) {
  return unwrap(consoleApi.DELETE('/refunds/{id}', { params: { path: { id } } }));
}
