// Meters without the required reading: enter it, or remind their residents; and the setting of the reading window and reminders.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleApi, type Schemas, unwrap } from '../../api/client.ts';
import { pageQuery, useAll } from '../../api/pages.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useApartmentNumbers, useMeters } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { NumberField } from '../../parts/number-field.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { dayIn, todayIn } from '../../parts/today.ts';
import { ToggleSetting } from '../../parts/toggle-setting.tsx';
import { useLanguage } from '../../words/language.tsx';
import { BuildingPicker } from './choose-building.tsx';
import { EnterReading } from './enter-reading.tsx';
import { type MeterBody, meterColumns } from './meter-words.ts';

export function MissingReadings() {
  return (
    <BuildingPicker>
      {(building) => (
        <Stack>
          <ReadingWindowSetting buildingId={building.id} />
          <MissingInBuilding building={building} />
        </Stack>
      )}
    </BuildingPicker>
  );
}

/** The service decides what is missing and until when: the same as for reminders. */
function MissingInBuilding({ building }: { readonly building: Schemas['Building'] }) {
  const params = { path: { id: building.id } };
  const asking = useQuery({
    queryKey: ['reading-reminders', building.id],
    queryFn: async () => (await unwrap(consoleApi.GET('/buildings/{id}/reading-reminders', { params }))).data,
  });
  return <QueryContent query={asking}>{(days) => <MissingList building={building} {...days} />}</QueryContent>;
}

function MissingList({
  building,
  since,
  lastDay,
}: {
  readonly building: Schemas['Building'];
  readonly since: string;
  readonly lastDay: string;
}) {
  const { t, format } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const { timeZone } = building.billing;
  const meters = useMeters(building.id);
  const missing = meters.data?.filter(
    ({ removedOn, lastReading }) =>
      removedOn === null && (lastReading ? dayIn(timeZone, new Date(lastReading.readAt)) : '') < since,
  );
  const actions = mayManage && (missing?.length ?? 0) > 0 && (
    <RemindButton buildingId={building.id} lastDay={lastDay} />
  );
  return (
    <Card title={t.meters.missingSince({ day: format.day(since) })} flush actions={actions}>
      <QueryContent query={meters}>
        {() => {
          if (missing === undefined || missing.length === 0)
            return <EmptyState icon="check" title={t.meters.nothingMissing} />;
          return <MissingTable building={building} missing={missing} />;
        }}
      </QueryContent>
    </Card>
  );
}

/** The meters without a reading, each with a field for it. A meter whose reading waits for confirmation has a link instead. */
function MissingTable({
  building,
  missing,
}: {
  readonly building: Schemas['Building'];
  readonly missing: readonly MeterBody[];
}) {
  const { t, format } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const [day, setDay] = useState(() => todayIn(building.billing.timeZone));
  const numbers = useApartmentNumbers([building.id]);
  const submitted = useAll(['readings', 'submitted', building.id], (cursor) =>
    unwrap(
      consoleApi.GET('/readings', {
        params: { query: { ...pageQuery(cursor, 500), status: 'submitted', buildingId: building.id } },
      }),
    ),
  );
  const unconfirmed = new Set(submitted.data?.map(({ meterId }) => meterId));
  const placeOf = ({ apartmentId }: MeterBody) =>
    apartmentId === null ? t.meters.main : (numbers.get(apartmentId) ?? t.common.none);
  const readingOf = (item: MeterBody) =>
    unconfirmed.has(item.id) ? (
      <LinkTo to="/readings" search={{ tab: 'confirm' }}>
        {t.meters.awaitingConfirmation}
      </LinkTo>
    ) : (
      <EnterReading
        meter={item}
        day={day}
        label={t.meters.readingOf({ place: placeOf(item), type: t.meters.types[item.type] })}
      />
    );
  const linkTo = (item: MeterBody) => (
    <LinkTo to="/meters/$meterId" params={{ meterId: item.id }} search={{ buildingId: building.id }} fw={600}>
      {placeOf(item)}
    </LinkTo>
  );
  return (
    <>
      <Group px="md" pb="sm" align="flex-end" justify="space-between">
        <Text role="status">{t.meters.missingCount({ count: missing.length })}</Text>
        {mayManage && (
          <TextInput
            type="date"
            label={t.meters.readAt}
            required
            value={day}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
        )}
      </Group>
      <DataTable
        label={t.meters.tabs.missing}
        rows={missing}
        keyOf={({ id }) => id}
        columns={[
          { title: t.invoices.apartment, cell: linkTo },
          ...meterColumns(t, format),
          ...(mayManage ? [{ title: t.meters.newReading, cell: readingOf }] : []),
        ]}
      />
    </>
  );
}

function RemindButton({ buildingId, lastDay }: { readonly buildingId: string; readonly lastDay: string }) {
  const { t, format } = useLanguage();
  const remind = useAction(
    () =>
      unwrap(consoleApi.POST('/buildings/{id}/reading-reminders', { params: { path: { id: buildingId } }, body: {} })),
    { done: ({ data }) => t.meters.reminded({ count: data.reminded, already: data.alreadyReminded }) },
  );
  const ask = () =>
    confirmFirst(t, {
      title: t.meters.remind,
      text: t.meters.remindLead({ day: format.day(lastDay) }),
      yes: t.meters.remind,
      act: () => remind.mutate(),
    });
  return (
    <Button size="xs" variant="default" loading={remind.isPending} onClick={ask}>
      {t.meters.remind}
    </Button>
  );
}

function ReadingWindowSetting({ buildingId }: { readonly buildingId: string }) {
  const window = useQuery({
    queryKey: ['reading-window', buildingId],
    queryFn: async () =>
      (await unwrap(consoleApi.GET('/buildings/{id}/reading-window', { params: { path: { id: buildingId } } }))).data,
  });
  return (
    <QueryContent query={window}>
      {(data) => <WindowForm key={JSON.stringify([buildingId, data])} buildingId={buildingId} days={data} />}
    </QueryContent>
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
  const mayManage = useIsAllowed('manage');
  const [from, setFrom] = useState<number | string>(days?.fromDay ?? 25);
  const [to, setTo] = useState<number | string>(days?.toDay ?? 28);
  const params = { path: { id: buildingId } };
  const save = useAction(
    () =>
      unwrap(
        consoleApi.PATCH('/buildings/{id}/reading-window', {
          params,
          body: { fromDay: Number(from), toDay: Number(to) },
        }),
      ),
    { done: t.buildings.saved },
  );
  const stop = useAction(() => unwrap(consoleApi.DELETE('/buildings/{id}/reading-window', { params })), {
    done: t.buildings.saved,
  });
  return (
    <ToggleSetting
      title={t.meters.window}
      lead={days === null ? t.meters.windowNone : t.meters.windowLead}
      isOn={days !== null}
      start={t.meters.windowStart}
      save={save}
      stop={stop}
      readOnly={!mayManage}
    >
      <NumberField label={t.meters.fromDay} w="8rem" decimals={0} min={1} max={31} value={from} onChange={setFrom} />
      <NumberField label={t.meters.toDay} w="8rem" decimals={0} min={1} max={31} value={to} onChange={setTo} />
    </ToggleSetting>
  );
}
