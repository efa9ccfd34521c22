// A new webhook endpoint; its signing secret is shown once.
import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { eventTypes } from '../../../src/platform/values/event-types.ts';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Form } from '../../parts/form.tsx';
import { useLanguage } from '../../words/language.tsx';
import { showSecretOnce } from './show-secret-once.tsx';
import { WebhookFields, type WebhookValues } from './webhook-fields.tsx';

export function NewWebhook({ done }: { readonly done: () => void }) {
  const { t } = useLanguage();
  const form = useForm<WebhookValues>({ initialValues: { url: '', events: [...eventTypes], buildingIds: [] } });
  const make = useAction((body: WebhookValues) => unwrap(api.POST('/webhooks', { body })), {
    next: ({ data }) => {
      done();
      showSecretOnce(t, t.webhooks.secret, data.secret);
    },
    onFields: form.setErrors,
  });
  return (
    <Form onSubmit={form.onSubmit((values) => make.mutate(values))}>
      <Stack>
        <WebhookFields form={form} />
        <ActionButton type="submit" action={make}>
          {t.common.add}
        </ActionButton>
      </Stack>
    </Form>
  );
}
