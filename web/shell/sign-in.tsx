// Signing in by password, by a passkey, by a link sent by e-mail, or at a sign-in provider; and the second step of a
// person with a second factor.
import { Alert, Anchor, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { api, unwrap } from '../api/client.ts';
import {
  answerSecondStep,
  type FactorRequest,
  forgetWaitingStep,
  readWaitingStep,
  sessionState,
  signIn,
  signInByPasskey,
} from '../api/session.ts';
import { ActionButton, ActionFailure } from '../parts/action-button.tsx';
import { listDrafts } from '../parts/draft-storage.ts';
import { FactorForm } from '../parts/factor-form.tsx';
import { Form } from '../parts/form.tsx';
import { answerWithPasskey, knowsPasskeys } from '../parts/passkeys.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { useLanguage } from '../words/language.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { SignedOutPage } from './signed-out-page.tsx';

export function SignIn() {
  const { t } = useLanguage();
  const [step, setStep] = useState(readWaitingStep);
  useEffect(() => {
    document.title = `${t.signIn.title} · Haldur`;
  }, [t]);
  const again = () => {
    forgetWaitingStep();
    setStep(undefined);
  };
  return step === undefined ? <FirstStep ask={setStep} /> : <SecondStep step={step} again={again} />;
}

function SecondStep({ step, again }: { readonly step: FactorRequest; readonly again: () => void }) {
  const { t } = useLanguage();
  return (
    <SignedOutPage lead={t.signIn.lead}>
      <Paper withBorder p="lg">
        <Stack>
          <Title order={1} fz="h2">
            {t.secondStep.stepTitle}
          </Title>
          <FactorForm request={step} label={t.secondStep.next} answer={(given) => answerSecondStep(step, given)} />
          <Anchor component="button" type="button" onClick={again} ta="center" fz="sm">
            {t.secondStep.startOver}
          </Anchor>
        </Stack>
      </Paper>
    </SignedOutPage>
  );
}

/** That the session has ended, and that a begun form is kept. */
function ExpiredNote() {
  const { t } = useLanguage();
  if (sessionState() !== 'expired') return null;
  return (
    <Alert color="yellow" role="status" p="xs">
      {t.signIn.expired} {listDrafts('').length > 0 && t.signIn.draftsKept}
    </Alert>
  );
}

/** The page that a link opens, in whatever browser; without words that are searched for: see address.ts. */
function wantedPage(): string {
  const { pathname, search, hash } = location;
  return pathname + search + (hash.startsWith('#?') ? '' : hash);
}

function FirstStep({ ask }: { readonly ask: (step: FactorRequest) => void }) {
  const { t, language } = useLanguage();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [noAddress, setNoAddress] = useState(false);
  const enter = useMutation({ mutationFn: signIn, onSuccess: (step) => step && ask(step) });
  const byPasskey = useMutation({ mutationFn: () => signInByPasskey(answerWithPasskey) });
  const link = useMutation({
    mutationFn: async () => unwrap(api.POST('/auth/magic-link', { body: { email, next: wantedPage(), language } })),
  });
  const reset = () => {
    for (const way of [enter, link, byPasskey]) way.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reset();
    enter.mutate({ email, password });
  };
  const askPasskey = () => {
    reset();
    byPasskey.mutate();
  };
  const askLink = () => {
    reset();
    setNoAddress(email.trim() === '');
    if (email.trim() !== '') link.mutate();
  };
  return (
    <SignedOutPage lead={t.signIn.lead}>
      <Paper withBorder p="lg" component={Form} onSubmit={submit}>
        <Stack>
          <Title order={1} fz="h2">
            {t.signIn.title}
          </Title>
          <ExpiredNote />
          <TextInput
            label={t.signIn.email}
            type="email"
            name="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={noAddress && email.trim() === '' && t.signIn.emailFirst}
          />
          <PasswordField
            label={t.signIn.password}
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <ActionButton type="submit" action={enter}>
            {t.signIn.submit}
          </ActionButton>
          {knowsPasskeys && (
            <ActionButton variant="default" action={byPasskey} onClick={askPasskey}>
              {t.secondStep.signInByPasskey}
            </ActionButton>
          )}
          <Anchor component="button" type="button" onClick={askLink} ta="center" fz="sm">
            {t.signIn.sendLink}
          </Anchor>
          <ActionFailure action={link} />
          <Text role="status" fz="sm">
            {link.isSuccess && t.signIn.linkSent}
          </Text>
        </Stack>
      </Paper>
      <ProviderButtons />
    </SignedOutPage>
  );
}
