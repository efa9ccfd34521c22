// When the recipients of an invoice that is not paid are reminded.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../api/use-action.ts';
import { door, take } from '../../api/client.ts';
import { useMay } from '../../api/person.ts';
import { Loaded } from '../../parts/query-content.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { SwitchedSetting } from '../../parts/switched-setting.tsx';
import { useLanguage } from '../../words/language.tsx';

export function Reminder({ buildingId }: { readonly buildingId: string }) {
  const reminder = useQuery({
    queryKey: ['payment-reminder', buildingId],
    queryFn: async () =>
      (await take(door.GET('/buildings/{id}/payment-reminder', { params: { path: { id: buildingId } } }))).data,
  });
  return (
    <Loaded query={reminder}>
      {(data) => <Form key={data?.daysAfterDue} buildingId={buildingId} days={data?.daysAfterDue} />}
    </Loaded>
  );
}

function Form({ buildingId, days }: { readonly buildingId: string; readonly days: number | undefined }) {
  const { t } = useLanguage();
  const mayManage = useMay('manage');
  const [written, write] = useState<number | string>(days ?? 7);
  const params = { path: { id: buildingId } };
  const save = useAct(
    () => take(door.PATCH('/buildings/{id}/payment-reminder', { params, body: { daysAfterDue: Number(written) } })),
    { done: t.buildings.saved },
  );
  const stop = useAct(() => take(door.DELETE('/buildings/{id}/payment-reminder', { params })), {
    done: t.buildings.saved,
  });
  return (
    <SwitchedSetting
      title={t.sending.reminder}
      lead={days === undefined ? t.sending.reminderNone : t.sending.reminderLead({ days })}
      isOn={days !== undefined}
      start={t.sending.reminderStart}
      save={save}
      stop={stop}
      fixed={!mayManage}
    >
      <NumberField
        label={t.sending.reminderDays}
        w="12rem"
        decimals={0}
        min={1}
        max={90}
        value={written}
        onChange={write}
      />
    </SwitchedSetting>
  );
}
