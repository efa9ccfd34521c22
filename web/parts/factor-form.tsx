// A form that asks for a second factor: a passkey by a button, or a code.
import { Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { FactorAnswer, FactorRequest } from '../api/session.ts';
import { useLanguage } from '../words/language.tsx';
import { ActionButton } from './action-button.tsx';
import { Form } from './form.tsx';
import { answerWithPasskey } from './passkeys.ts';

export function FactorForm({
  request: { methods, passkey },
  label,
  answer,
}: {
  readonly request: FactorRequest;
  /** The label of the button that sends a code. */
  readonly label: string;
  readonly answer: (given: FactorAnswer) => Promise<void>;
}) {
  const { t } = useLanguage();
  const [code, setCode] = useState('');
  const send = useMutation({ mutationFn: answer });
  const sendPasskey = useMutation({
    mutationFn: async (options: object) => answer({ passkey: await answerWithPasskey(options) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sendPasskey.reset();
    send.mutate({ oneTimeCode: code });
  };
  const byPasskey = (options: object) => {
    send.reset();
    sendPasskey.mutate(options);
  };
  return (
    <Form onSubmit={submit}>
      <Stack>
        {passkey && (
          <ActionButton action={sendPasskey} onClick={() => byPasskey(passkey)} data-autofocus>
            {t.secondStep.usePasskey}
          </ActionButton>
        )}
        <TextInput
          label={t.secondStep.stepCode}
          description={methods.includes('app') ? t.secondStep.codeHint : t.secondStep.recoveryHint}
          name="one-time-code"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          autoFocus={passkey === undefined}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <ActionButton type="submit" variant={passkey ? 'default' : 'filled'} action={send}>
          {label}
        </ActionButton>
      </Stack>
    </Form>
  );
}
