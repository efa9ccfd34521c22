// The person's own account: name and language, password, e-mail address, organizations, sign-in providers, own data,
// and sessions.
import { Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { languages } from '../../../src/platform/values/languages.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { personQuery, usePerson } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { Form } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { languageNames, useLanguage } from '../../words/language.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { Organizations } from './organizations.tsx';
import { EmailChange, OwnData } from './own-data.tsx';
import { SecondFactors } from './second-factors.tsx';
import { Sessions } from './sessions.tsx';

export function Account() {
  const { t } = useLanguage();
  return (
    <Page title={t.account.title}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <ProfileForm />
        <PasswordChange />
        <EmailChange />
        <Organizations />
        <LinkedAccounts />
        <OwnData />
      </SimpleGrid>
      <SecondFactors />
      <Sessions />
    </Page>
  );
}

function ProfileForm() {
  const { t } = useLanguage();
  const person = usePerson();
  const client = useQueryClient();
  const form = useForm({ initialValues: { name: person.name, language: person.language } });
  const save = useAction(async (body: typeof form.values) => (await unwrap(consoleApi.PATCH('/me', { body }))).data, {
    done: t.account.saved,
    next: (saved) => client.setQueryData(personQuery.queryKey, saved),
    onFields: form.setErrors,
  });
  return (
    <Card title={t.account.profile}>
      <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack align="stretch">
          <TextInput label={t.account.name} required autoComplete="name" {...form.getInputProps('name')} />
          <TextInput label={t.account.email} value={person.email} readOnly />
          <Select
            label={t.account.language}
            allowDeselect={false}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
            {...form.getInputProps('language')}
          />
          <ActionButton type="submit" action={save} style={{ alignSelf: 'flex-start' }}>
            {t.common.save}
          </ActionButton>
        </Stack>
      </Form>
    </Card>
  );
}

function PasswordChange() {
  const { t } = useLanguage();
  const { email } = usePerson();
  const form = useForm({ initialValues: { currentPassword: '', newPassword: '' } });
  const change = useAction(
    ({ currentPassword, newPassword }: typeof form.values) =>
      unwrap(consoleApi.POST('/me/password', { body: { newPassword, ...(currentPassword && { currentPassword }) } })),
    { done: t.account.passwordChanged, next: () => form.reset(), onFields: form.setErrors },
  );
  return (
    <Card title={t.account.password}>
      <Form onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack>
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordField
            label={t.account.currentPassword}
            description={t.account.currentPasswordHint}
            autoComplete="current-password"
            {...form.getInputProps('currentPassword')}
          />
          <PasswordField
            label={t.account.newPassword}
            description={t.setup.passwordHint}
            required
            autoComplete="new-password"
            {...form.getInputProps('newPassword')}
          />
          <ActionButton type="submit" action={change} style={{ alignSelf: 'flex-start' }}>
            {t.account.changePassword}
          </ActionButton>
        </Stack>
      </Form>
    </Card>
  );
}
