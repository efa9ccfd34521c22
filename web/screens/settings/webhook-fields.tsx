// The fields of a webhook endpoint, new or changed: its URL, its event types and its buildings.
import { MultiSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type EventType, eventTypes } from '../../../src/platform/values/event-types.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { useLanguage } from '../../words/language.tsx';

export type WebhookValues = { url: string; events: EventType[]; buildingIds: string[] };

export function WebhookFields({ form }: { readonly form: UseFormReturnType<WebhookValues> }) {
  const { t } = useLanguage();
  const buildings = useBuildings().data ?? [];
  return (
    <>
      <TextInput
        label={t.webhooks.url}
        type="url"
        placeholder="https://"
        required
        data-autofocus
        {...form.getInputProps('url')}
      />
      <MultiSelect label={t.webhooks.events} data={[...eventTypes]} required {...form.getInputProps('events')} />
      <MultiSelect
        label={t.webhooks.buildings}
        {...(form.values.buildingIds.length === 0 && { placeholder: t.webhooks.allBuildings })}
        searchable
        data={buildings.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('buildingIds')}
      />
    </>
  );
}
