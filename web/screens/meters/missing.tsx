// Meters that nobody has read this month, and the days on which their residents are asked and reminded by e-mail.
import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../api/acting.ts';
import { door, type Schemas, take } from '../../api/client.ts';
import { useMay } from '../../api/person.ts';
import { useApartmentNumbers, useMeters } from '../../api/reads.ts';
import { Card } from '../../parts/card.tsx';
import { Grid } from '../../parts/grid.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Empty } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import { ForBuilding } from './choose-building.tsx';
import { withUnit } from './meter-words.ts';

export function Missing() {
  return (
    <ForBuilding>
      {(building) => (
        <Stack>
          <Window buildingId={building.id} />
          <MissingOf building={building} />
        </Stack>
      )}
    </ForBuilding>
  );
}

function MissingOf({ building }: { readonly building: Schemas['Building'] }) {
  const { t, format } = useLanguage();
  const meters = useMeters(building.id);
  const numbers = useApartmentNumbers([building.id]);
  const month = new Date().toISOString().slice(0, 7);
  return (
    <Card title={t.meters.missingTitle(format.month(`${month}-01`))} flush>
      <Loaded query={meters}>
        {(all) => {
          const missing = all.filter(
            ({ removedOn, lastReading }) => removedOn === null && (lastReading?.readAt.slice(0, 7) ?? '') < month,
          );
          if (missing.length === 0) return <Empty icon="check" title={t.meters.nothingMissing} />;
          return (
            <Grid
              label={t.meters.tabs.missing}
              rows={missing}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: t.invoices.apartment,
                  cell: ({ apartmentId }) => (apartmentId === null ? t.meters.main : (numbers.get(apartmentId) ?? '')),
                },
                { title: t.meters.type, cell: ({ type }) => t.meters.types[type] },
                { title: t.meters.serial, cell: ({ serialNumber }) => serialNumber ?? t.common.none },
                {
                  title: t.meters.last,
                  cell: (one) => (one.lastReading ? withUnit(format, one.lastReading.value, one) : t.common.none),
                  figure: true,
                },
                {
                  title: t.meters.lastAt,
                  cell: ({ lastReading }) => (lastReading ? format.day(lastReading.readAt) : t.common.none),
                },
              ]}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}

function Window({ buildingId }: { readonly buildingId: string }) {
  const window = useQuery({
    queryKey: ['reading-window', buildingId],
    queryFn: async () =>
      (await take(door.GET('/buildings/{id}/reading-window', { params: { path: { id: buildingId } } }))).data,
  });
  return (
    <Loaded query={window}>
      {(data) => <WindowForm key={JSON.stringify([buildingId, data])} buildingId={buildingId} days={data} />}
    </Loaded>
  );
}

function WindowForm({
  buildingId,
  days,
}: {
  readonly buildingId: string;
  readonly days: { readonly fromDay: number; readonly toDay: number } | null;
}) {
  const { t } = useLanguage();
  const mayManage = useMay('manage');
  const [from, setFrom] = useState<number | string>(days?.fromDay ?? 25);
  const [to, setTo] = useState<number | string>(days?.toDay ?? 28);
  const params = { path: { id: buildingId } };
  const save = useAct(
    () =>
      take(
        door.PATCH('/buildings/{id}/reading-window', { params, body: { fromDay: Number(from), toDay: Number(to) } }),
      ),
    { done: t.buildings.saved },
  );
  const stop = useAct(() => take(door.DELETE('/buildings/{id}/reading-window', { params })), {
    done: t.buildings.saved,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Card title={t.meters.window}>
      <Text c="dimmed" mb="sm">
        {days === null ? t.meters.windowNone : t.meters.windowLead}
      </Text>
      {mayManage && (
        <form onSubmit={submit}>
          <Group align="flex-end">
            <NumberInput label={t.meters.fromDay} w="8rem" min={1} max={31} value={from} onChange={setFrom} />
            <NumberInput label={t.meters.toDay} w="8rem" min={1} max={31} value={to} onChange={setTo} />
            <Button type="submit" loading={save.isPending}>
              {days === null ? t.meters.windowStart : t.common.save}
            </Button>
            {days !== null && (
              <Button variant="subtle" loading={stop.isPending} onClick={() => stop.mutate()}>
                {t.meters.windowStop}
              </Button>
            )}
          </Group>
        </form>
      )}
    </Card>
  );
}
