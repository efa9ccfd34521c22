// A form that requires a reason for somebody else to read: the subject, the reason, and the button.
import { Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLanguage } from '../words/language.tsx';
import { type Action, ActionButton } from './action-button.tsx';
import { Form } from './form.tsx';

export function ReasonForm({
  label,
  action,
  ready = true,
  children,
}: {
  /** The label of the button. */
  readonly label: string;
  readonly action: Action & { readonly mutate: (reason: string) => void };
  readonly ready?: boolean;
  readonly children?: ReactNode;
}) {
  const { t } = useLanguage();
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    action.mutate(reason);
  };
  return (
    <Form onSubmit={submit}>
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
        <ActionButton type="submit" color="red" action={action} disabled={!ready}>
          {label}
        </ActionButton>
      </Stack>
    </Form>
  );
}
