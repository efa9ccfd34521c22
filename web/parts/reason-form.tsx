// A form that requires a reason for somebody else to read: the subject, the reason, and the button.
import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLanguage } from '../words/language.tsx';

export function ReasonForm({
  label,
  act,
  isPending,
  ready = true,
  children,
}: {
  /** The label of the button. */
  readonly label: string;
  readonly act: (reason: string) => void;
  readonly isPending: boolean;
  readonly ready?: boolean;
  readonly children?: ReactNode;
}) {
  const { t } = useLanguage();
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act(reason);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {children}
        <TextInput
          label={t.meters.reason}
          description={t.meters.reasonHint}
          required
          maxLength={500}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button type="submit" color="red" loading={isPending} disabled={!ready}>
          {label}
        </Button>
      </Stack>
    </form>
  );
}
