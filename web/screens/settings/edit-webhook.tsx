// Changes a webhook endpoint, in a dialog; its secret and delivery log stay.
import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { useLanguage } from '../../words/language.tsx';
import { WebhookFields, type WebhookValues } from './webhook-fields.tsx';

type EditableEndpoint = Pick<ConsoleBody<'/webhooks/{id}'>['data'], 'id' | 'url' | 'events' | 'buildingIds'>;

export function EditWebhook({ endpoint }: { readonly endpoint: EditableEndpoint }) {
  const { t } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        {t.common.edit}
      </Button>
      <Dialog opened={opened} onClose={close} title={t.webhooks.edit}>
        <EndpointForm endpoint={endpoint} done={close} />
      </Dialog>
    </>
  );
}

function EndpointForm({ endpoint, done }: { readonly endpoint: EditableEndpoint; readonly done: () => void }) {
  const { t } = useLanguage();
  const { id, url, events, buildingIds } = endpoint;
  const form = useForm<WebhookValues>({
    initialValues: { url, events: [...events], buildingIds: [...buildingIds] },
  });
  const save = useAction(
    (body: WebhookValues) => unwrap(consoleApi.PATCH('/webhooks/{id}', { params: { path: { id } }, body })),
    { done: t.webhooks.saved, next: done, onFields: form.setErrors },
  );
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Stack>
        <Text fz="sm" c="dimmed">
          {t.webhooks.editLead}
        </Text>
        <WebhookFields form={form} />
        <ActionButton type="submit" action={save}>
          {t.common.save}
        </ActionButton>
      </Stack>
    </Form>
  );
}
