// The setting of payment reminders: when recipients of unpaid invoices are reminded.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { NumberField } from '../../parts/number-field.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { ToggleSetting } from '../../parts/toggle-setting.tsx';
import { useLanguage } from '../../words/language.tsx';

export function ReminderSetting({ buildingId }: { readonly buildingId: string }) {
  const reminder = useQuery({
    queryKey: ['payment-reminder', buildingId],
    queryFn: async () =>
      (await unwrap(consoleApi.GET('/buildings/{id}/payment-reminder', { params: { path: { id: buildingId } } }))).data,
  });
  return (
    <QueryContent query={reminder}>
      {(data) => <ReminderForm key={data?.daysAfterDue} buildingId={buildingId} days={data?.daysAfterDue} />}
    </QueryContent>
  );
}

function ReminderForm({ buildingId, days }: { readonly buildingId: string; readonly days: number | undefined }) {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const [written, write] = useState<number | string>(days ?? 7);
  const params = { path: { id: buildingId } };
  const save = useAction(
    () =>
      unwrap(consoleApi.PATCH('/buildings/{id}/payment-reminder', { params, body: { daysAfterDue: Number(written) } })),
    { done: t.buildings.saved },
  );
  const stop = useAction(() => unwrap(consoleApi.DELETE('/buildings/{id}/payment-reminder', { params })), {
    done: t.buildings.saved,
  });
  return (
    <ToggleSetting
      title={t.automaticReminder.title}
      help="reminder"
      lead={days === undefined ? t.automaticReminder.none : t.automaticReminder.lead({ days })}
      isOn={days !== undefined}
      start={t.automaticReminder.start}
      save={save}
      stop={stop}
      readOnly={!mayManage}
    >
      <NumberField
        label={t.automaticReminder.days}
        w="12rem"
        decimals={0}
        min={1}
        max={90}
        value={written}
        onChange={write}
      />
    </ToggleSetting>
  );
}
