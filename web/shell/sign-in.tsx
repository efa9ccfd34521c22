// Signing in by password or by a link sent by e-mail.
import { Anchor, Box, Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { api, unwrap } from '../api/client.ts';
import { signIn } from '../api/session.ts';
import { ErrorMessage } from '../parts/error-message.tsx';
import { useLanguage } from '../words/language.tsx';

export function SignIn() {
  const { t } = useLanguage();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [noAddress, setNoAddress] = useState(false);
  const enter = useMutation({ mutationFn: signIn });
  const link = useMutation({ mutationFn: async () => unwrap(api.POST('/auth/magic-link', { body: { email } })) });
  useEffect(() => {
    document.title = `${t.signIn.title} · Haldur`;
  }, [t]);
  const failure = enter.error ?? link.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    link.reset();
    enter.mutate({ email, password });
  };
  const askLink = () => {
    enter.reset();
    setNoAddress(email.trim() === '');
    if (email.trim() !== '') link.mutate();
  };
  return (
    <Center mih="100dvh" p="md" component="main">
      <Box w="100%" maw="24rem">
        <Text fw={700} c="pine" fz="xl" style={{ letterSpacing: '-0.015em' }}>
          Haldur
        </Text>
        <Text c="dimmed" mb="xl">
          {t.signIn.lead}
        </Text>
        <Paper withBorder p="lg" component="form" onSubmit={submit}>
          <Stack>
            <Title order={1} fz="h2">
              {t.signIn.title}
            </Title>
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
              error={noAddress && t.signIn.emailFirst}
            />
            <PasswordInput
              label={t.signIn.password}
              name="password"
              autoComplete="current-password"
              required
              withAsterisk={false}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            {failure && (
              <Text c="var(--mantine-color-error)" role="alert">
                <ErrorMessage t={t} error={failure} />
              </Text>
            )}
            <Button type="submit" loading={enter.isPending}>
              {t.signIn.submit}
            </Button>
            <Anchor component="button" type="button" onClick={askLink} ta="center" fz="sm">
              {t.signIn.sendLink}
            </Anchor>
            <Text role="status" fz="sm">
              {link.isSuccess && t.signIn.linkSent}
            </Text>
          </Stack>
        </Paper>
        <Text ta="center" mt="md" fz="sm">
          <Anchor href="/docs">{t.common.nav.reference}</Anchor>
        </Text>
      </Box>
    </Center>
  );
}
