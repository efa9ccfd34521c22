// The dialog that asks the person to confirm that it is them, before a sensitive change: with their second factor, or
// the password without one.
import { Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { consoleApi, unwrap } from '../api/client.ts';
import { confirmationsAreReady } from '../api/confirmation.ts';
import { type FactorAnswer, takeReplacedTokens } from '../api/session.ts';
import { useLanguage } from '../words/language.tsx';
import { ActionButton } from './action-button.tsx';
import { Dialog } from './dialog.tsx';
import { FactorForm } from './factor-form.tsx';
import { Form } from './form.tsx';
import { PasswordField } from './password-field.tsx';
import { QueryContent } from './query-content.tsx';

type Settle = (isConfirmed: boolean) => void;

export function ConfirmIdentity() {
  const { t } = useLanguage();
  const [question, setQuestion] = useState<{ readonly settle: Settle; readonly nth: number }>();
  useEffect(
    () => confirmationsAreReady((settle) => setQuestion((last) => ({ settle, nth: (last?.nth ?? 0) + 1 }))),
    [],
  );
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(question !== undefined), [question]);
  const close = (isConfirmed: boolean) => {
    setIsOpen(false);
    question?.settle(isConfirmed);
  };
  return (
    <Dialog opened={isOpen} onClose={() => close(false)} title={t.secondStep.confirmTitle} zIndex={400}>
      {question && <Confirmation key={question.nth} nth={question.nth} done={() => close(true)} />}
    </Dialog>
  );
}

function Confirmation({ nth, done }: { readonly nth: number; readonly done: () => void }) {
  const { t } = useLanguage();
  const asked = useQuery({
    queryKey: ['confirmation', nth],
    queryFn: async () => (await unwrap(consoleApi.POST('/me/confirmation/start'))).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const confirm = async (body: { readonly password: string } | (FactorAnswer & { readonly token: string })) => {
    const confirmed = await unwrap(consoleApi.POST('/me/confirmation', { body: body as { password: string } })).catch(
      (error: unknown) => {
        if ('passkey' in body) void asked.refetch(); // Its challenge is used up.
        throw error;
      },
    );
    takeReplacedTokens(confirmed);
    done();
  };
  return (
    <Stack>
      <Text>{t.secondStep.confirmLead}</Text>
      <QueryContent query={asked}>
        {({ token = '', methods = [], passkey, method }) =>
          method === 'password' ? (
            <PasswordConfirmation confirm={(password) => confirm({ password })} />
          ) : (
            <FactorForm
              request={{ token, methods, passkey }}
              label={t.secondStep.confirm}
              answer={(given) => confirm({ token, ...given })}
            />
          )
        }
      </QueryContent>
    </Stack>
  );
}

function PasswordConfirmation({ confirm }: { readonly confirm: (password: string) => Promise<void> }) {
  const { t } = useLanguage();
  const [password, setPassword] = useState('');
  const send = useMutation({ mutationFn: confirm });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate(password);
  };
  return (
    <Form onSubmit={submit}>
      <Stack>
        <PasswordField
          label={t.secondStep.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <ActionButton type="submit" action={send}>
          {t.secondStep.confirm}
        </ActionButton>
      </Stack>
    </Form>
  );
}
