// A new webhook endpoint: its URL and event types; its signing secret is shown once.
import { Button, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, type CreatedBody, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useLanguage } from '../../words/language.tsx';
import { showSecretOnce } from './show-secret-once.tsx';

type WebhookEventType = CreatedBody<'/webhooks'>['data']['events'][number];

export const eventTypes: readonly WebhookEventType[] = [
  'invoice.created',
  'invoice.sent',
  'invoice.paid',
  'invoice.overdue',
  'payment.received',
  'reading.submitted',
  'reading.confirmed',
  'maintenance.created',
  'maintenance.updated',
];

export function NewWebhook({ done }: { readonly done: () => void }) {
  const { t } = useLanguage();
  const form = useForm({ initialValues: { url: '', events: [...eventTypes] } });
  const make = useAction((body: typeof form.values) => unwrap(api.POST('/webhooks', { body })), {
    next: ({ data }) => {
      done();
      showSecretOnce(t, t.webhooks.secret, data.secret);
    },
    onFields: form.setErrors,
  });
  return (
    <form onSubmit={form.onSubmit((values) => make.mutate(values))}>
      <Stack>
        <TextInput
          label={t.webhooks.url}
          type="url"
          placeholder="https://"
          required
          data-autofocus
          {...form.getInputProps('url')}
        />
        <MultiSelect label={t.webhooks.events} data={eventTypes} required {...form.getInputProps('events')} />
        <Button type="submit" loading={make.isPending}>
          {t.common.add}
        </Button>
      </Stack>
    </form>
  );
}
