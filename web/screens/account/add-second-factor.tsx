// The forms that add a passkey or an authenticator app, and that rename one.
import { Code, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Form } from '../../parts/form.tsx';
import { createPasskeyFor } from '../../parts/passkeys.ts';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import type { OwnSecondFactors } from './second-factors-query.ts';

/** Receives the recovery codes that come with the first second factor. */
type Added = (recoveryCodes: readonly string[] | null) => void;

export function AddPasskey({ added }: { readonly added: Added }) {
  const { t } = useLanguage();
  const form = useForm({ initialValues: { name: '' } });
  const add = useAction(
    async ({ name }: typeof form.values) => {
      const { data } = await unwrap(consoleApi.POST('/me/second-factors/passkeys/start'));
      const passkey = await createPasskeyFor(data.passkey);
      const body = { token: data.token, name, passkey: passkey as never };
      return (await unwrap(consoleApi.POST('/me/second-factors/passkeys', { body }))).data;
    },
    { done: t.secondFactors.done, next: ({ recoveryCodes }) => added(recoveryCodes), onFields: form.setErrors },
  );
  return (
    <Form onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Stack>
        <Text>{t.secondFactors.passkeyLead}</Text>
        <NameField {...form.getInputProps('name')} />
        <ActionButton type="submit" action={add}>
          {t.secondFactors.addPasskey}
        </ActionButton>
      </Stack>
    </Form>
  );
}

export function AddApp({ added }: { readonly added: Added }) {
  const { t } = useLanguage();
  const started = useQuery({
    queryKey: ['new-app'],
    queryFn: async () => (await unwrap(consoleApi.POST('/me/second-factors/apps/start'))).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return (
    <Stack>
      <Text>{t.secondFactors.appLead}</Text>
      <QueryContent query={started}>{(app) => <NewApp app={app} added={added} />}</QueryContent>
    </Stack>
  );
}

function NewApp({
  app: { token, secret, qrCode },
  added,
}: {
  readonly app: { readonly token: string; readonly secret: string; readonly qrCode: string };
  readonly added: Added;
}) {
  const { t } = useLanguage();
  const form = useForm({ initialValues: { name: '', oneTimeCode: '' } });
  const add = useAction(
    async (values: typeof form.values) =>
      (await unwrap(consoleApi.POST('/me/second-factors/apps', { body: { token, ...values } }))).data,
    { done: t.secondFactors.done, next: ({ recoveryCodes }) => added(recoveryCodes), onFields: form.setErrors },
  );
  return (
    <Form onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <Stack>
        <img src={qrCode} alt={t.secondFactors.qrCode} width={200} height={200} style={{ alignSelf: 'center' }} />
        <div>
          <Text fz="sm">{t.secondFactors.secret}</Text>
          <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </Code>
        </div>
        <NameField {...form.getInputProps('name')} />
        <TextInput
          label={t.secondFactors.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          {...form.getInputProps('oneTimeCode')}
        />
        <ActionButton type="submit" action={add}>
          {t.secondFactors.addApp}
        </ActionButton>
      </Stack>
    </Form>
  );
}

export function RenameFactor({
  factor: { id, name },
  done,
}: {
  readonly factor: OwnSecondFactors['factors'][number];
  readonly done: () => void;
}) {
  const { t } = useLanguage();
  const form = useForm({ initialValues: { name } });
  const rename = useAction(
    (body: typeof form.values) =>
      unwrap(consoleApi.PATCH('/me/second-factors/{id}', { params: { path: { id } }, body })),
    { done: t.secondFactors.renamed, next: done, onFields: form.setErrors },
  );
  return (
    <Form onSubmit={form.onSubmit((values) => rename.mutate(values))}>
      <Stack>
        <NameField {...form.getInputProps('name')} />
        <ActionButton type="submit" action={rename}>
          {t.common.save}
        </ActionButton>
      </Stack>
    </Form>
  );
}

function NameField(props: object) {
  const { t } = useLanguage();
  return (
    <TextInput
      label={t.secondFactors.name}
      description={t.secondFactors.nameHint}
      required
      maxLength={100}
      data-autofocus
      {...props}
    />
  );
}
