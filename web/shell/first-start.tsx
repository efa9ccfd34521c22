// The first start of a service: creates the organization and its owner, who is then signed in. Opened by the link that
// the service printed.
import { Alert, Anchor, Paper, Stack, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { consoleApi, unwrap } from '../api/client.ts';
import { ApiProblem } from '../api/problem.ts';
import { continueSession } from '../api/session.ts';
import { ActionButton } from '../parts/action-button.tsx';
import { fieldErrors } from '../parts/error-message.tsx';
import { Form } from '../parts/form.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { useLanguage } from '../words/language.tsx';
import { SignedOutPage } from './signed-out-page.tsx';

export function FirstStart() {
  const { t, language } = useLanguage();
  const token = location.hash.slice(1);
  const form = useForm({ initialValues: { organization: '', name: '', email: '', password: '' } });
  const create = useMutation({
    mutationFn: async (values: typeof form.values) => {
      const { data } = await unwrap(consoleApi.POST('/start', { body: { ...values, token, language } }));
      await continueSession(data.refreshToken);
      location.replace('/console/');
    },
    onError: (error) => form.setErrors(error instanceof ApiProblem ? fieldErrors(t, error.problems) : {}),
  });
  useEffect(() => {
    document.title = `${t.setup.title} · Haldur`;
  }, [t]);
  const fails = create.error;
  const already = fails instanceof ApiProblem && fails.code === 'already_started';
  return (
    <SignedOutPage lead={t.setup.lead}>
      <Paper withBorder p="lg" component={Form} onSubmit={form.onSubmit((values) => create.mutate(values))}>
        <Stack>
          <Title order={1} fz="h2">
            {t.setup.title}
          </Title>
          {token === '' && <Alert color="yellow">{t.setup.noToken}</Alert>}
          <TextInput
            label={t.setup.organization}
            description={t.setup.organizationHint}
            required
            autoFocus
            {...form.getInputProps('organization')}
          />
          <TextInput label={t.setup.name} required autoComplete="name" {...form.getInputProps('name')} />
          <TextInput
            label={t.setup.email}
            type="email"
            required
            autoComplete="username"
            {...form.getInputProps('email')}
          />
          <PasswordField
            label={t.setup.password}
            description={t.setup.passwordHint}
            required
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <ActionButton type="submit" action={create} disabled={token === ''}>
            {t.setup.submit}
          </ActionButton>
          {already && <Anchor href="/console/">{t.setup.toSignIn}</Anchor>}
        </Stack>
      </Paper>
    </SignedOutPage>
  );
}
