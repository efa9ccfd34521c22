// Crediting a sent or paid invoice, whole: why is asked, as the resident reads it.
import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/acting.ts';
import { door, take } from '../../api/client.ts';
import { useLanguage } from '../../words/language.tsx';

export function Credit({ invoiceId }: { readonly invoiceId: string }) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const [opened, { open, close }] = useDisclosure();
  const [reason, setReason] = useState('');
  const credit = useAct(
    () => take(door.POST('/invoices/{id}/credit', { params: { path: { id: invoiceId } }, body: { reason } })),
    {
      done: t.care.credited,
      next: ({ data }) => {
        close();
        navigate({ to: '/invoices/$invoiceId', params: { invoiceId: data.id } });
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    credit.mutate();
  };
  return (
    <>
      <Button variant="default" onClick={open}>
        {t.care.credit}
      </Button>
      <Modal opened={opened} onClose={close} title={t.care.credit} closeButtonProps={{ 'aria-label': t.common.close }}>
        <form onSubmit={submit}>
          <Stack>
            <Text>{t.care.creditLead}</Text>
            <TextInput
              label={t.meters.reason}
              description={t.meters.reasonHint}
              required
              data-autofocus
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <Button type="submit" color="red" loading={credit.isPending}>
              {t.care.credit}
            </Button>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
