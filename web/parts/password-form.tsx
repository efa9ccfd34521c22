// A form that requires the person's own password again: the subject, the password, and the button.
import { Button, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLanguage } from '../words/language.tsx';

export function PasswordForm({
  label,
  act,
  isPending,
  color = 'red',
  children,
}: {
  /** The label of the button. */
  readonly label: string;
  readonly act: (password: string) => void;
  readonly isPending: boolean;
  readonly color?: string;
  readonly children?: ReactNode;
}) {
  const { t } = useLanguage();
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    act(password);
  };
  return (
    <form onSubmit={submit}>
      <Stack align="flex-start">
        {children}
        <PasswordInput
          label={t.secondFactors.password}
          autoComplete="current-password"
          required
          w="100%"
          maw="20rem"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" color={color} loading={isPending}>
          {label}
        </Button>
      </Stack>
    </form>
  );
}
