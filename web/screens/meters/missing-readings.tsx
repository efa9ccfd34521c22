// The meters without a reading for a month: enter it, or remind their residents; and the setting of the reading window
// and reminders.
import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { type DataColumn, DataTable } from '../../parts/data-table.tsx';
import { ButtonTo, LinkTo } from '../../parts/link-to.tsx';
import { currentMonth } from '../../parts/month.ts';
import { NumberField } from '../../parts/number-field.tsx';
import { MonthToBill, PeriodPicker } from '../../parts/period-picker.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { ReservedNote } from '../../parts/reserved-note.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { ToggleSetting } from '../../parts/toggle-setting.tsx';
import { useLanguage } from '../../words/language.tsx';
import { BuildingPicker, useChosenBuilding } from './building-picker.tsx';
import { CorrectReading } from './correct-reading.tsx';
import { EnterReading } from './enter-reading.tsx';
import { ImportReadings } from './import-readings.tsx';
import { describeMeter, registerText } from './meter-words.ts';

type MissingBody = ConsoleBody<'/buildings/{id}/missing-readings'>['data'];
type MissingReading = MissingBody['missing'][number];
type EnteredReading = {
  readonly id: string;
  readonly value: number;
  readonly readOn: string;
  readonly meter: MissingReading;
};

export function MissingReadings() {
  return (
    <MonthToBill buildingId={useChosenBuilding()?.id} last={currentMonth()}>
      {(month, setMonth) => (
        <BuildingPicker period={<PeriodPicker month={month} choose={setMonth} last={currentMonth()} />}>
          {({ id }) => (
            <Stack>
              <MissingInMonth key={`${id} ${month}`} buildingId={id} month={month} />
              <ReadingWindowSetting buildingId={id} />
            </Stack>
          )}
        </BuildingPicker>
      )}
    </MonthToBill>
  );
}

/** The service decides which reading is the one of the month: the same as for charges. */
function MissingInMonth({ buildingId, month }: { readonly buildingId: string; readonly month: string }) {
  const { t, format } = useLanguage();
  const [entered, setEntered] = useState<readonly EnteredReading[]>([]);
  const note = (next: EnteredReading) =>
    setEntered((before) => [next, ...before.filter(({ meter }) => meter.id !== next.meter.id)]);
  const mayManage = useIsAllowed('manage');
  const params = { path: { id: buildingId }, query: { period: month } };
  const missing = useQuery({
    queryKey: ['missing-readings', buildingId, month],
    queryFn: async () => (await unwrap(consoleApi.GET('/buildings/{id}/missing-readings', { params }))).data,
  });
  const isSomeMissing = (missing.data?.missing.length ?? 0) > 0;
  return (
    <Card
      title={t.meters.missingIn({ month: format.month(`${month}-01`) })}
      flush
      actions={
        mayManage &&
        missing.data &&
        missing.data.meters > 0 && (
          <Group gap="xs">
            <ImportReadings key={missing.data.until} buildingId={buildingId} day={dayToEnter(missing.data)} />
            {isSomeMissing && <RemindButton buildingId={buildingId} {...missing.data} />}
          </Group>
        )
      }
    >
      <QueryContent query={missing}>
        {(found) => {
          if (found.meters === 0) return <EmptyState icon="meter" title={t.meters.noneInMonth} />;
          if (!isSomeMissing)
            return (
              <EmptyState icon="check" title={t.meters.nothingMissing}>
                <ButtonTo to="/invoices/generate" search={{ buildingId, period: month, preview: month }}>
                  {t.invoices.generate}
                </ButtonTo>
              </EmptyState>
            );
          return <MissingTable buildingId={buildingId} found={found} entered={note} />;
        }}
      </QueryContent>
      <EnteredReadings all={entered} note={note} />
    </Card>
  );
}

/** The day that is proposed for readings: the last of the month, as far as it has come. */
function dayToEnter({ until, periodEnd }: Pick<MissingBody, 'until' | 'periodEnd'>): string {
  return until < periodEnd ? until : periodEnd;
}

/**
 * The meters without a reading, each with a field for it. A meter whose reading waits for confirmation has a link
 * instead.
 */
function MissingTable({
  buildingId,
  found,
  entered,
}: {
  readonly buildingId: string;
  readonly found: MissingBody;
  readonly entered: (reading: EnteredReading) => void;
}) {
  const { t, format } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const { from, until, missing } = found;
  const [day, setDay] = useState(dayToEnter(found));
  const isCounted = from <= day && day <= until;
  useFocusedMeter();
  const apartmentOf = ({ apartmentNumber }: MissingReading) => apartmentNumber ?? t.meters.main;
  const nameOf = (item: MissingReading) =>
    t.meters.readingOf({ place: apartmentOf(item), type: t.meters.types[item.type] });
  const readingOf = (item: MissingReading) =>
    item.isSubmitted ? (
      <LinkTo to="/readings" search={{ tab: 'confirm' }}>
        {t.meters.awaitingConfirmation}
      </LinkTo>
    ) : (
      <EnterReading
        meter={item}
        previous={{ value: item.previous.value, day: item.previous.readOn }}
        day={isCounted ? day : undefined}
        label={nameOf(item)}
        entered={({ id, value }) => entered({ id, value, readOn: day, meter: item })}
      />
    );
  const columns: DataColumn<MissingReading>[] = [
    {
      title: t.invoices.apartment,
      cell: (item) => (
        <LinkTo to="/meters/$meterId" params={{ meterId: item.id }} search={{ buildingId }} fw={600}>
          {apartmentOf(item)}
        </LinkTo>
      ),
    },
    {
      title: t.meters.type,
      cell: ({ type, isBilled }) =>
        isBilled ? t.meters.types[type] : `${t.meters.types[type]} (${t.meters.noCharge})`,
    },
    { title: t.meters.serial, cell: ({ serialNumber }) => serialNumber ?? t.common.none },
    { title: t.meters.last, cell: (item) => registerText(format, item.previous.value, item), figure: true },
    {
      title: t.meters.lastAt,
      cell: ({ previous }) => (previous.readOn ? format.day(previous.readOn) : t.common.none),
    },
    ...(mayManage ? [{ title: t.meters.newReading, cell: readingOf }] : []),
  ];
  return (
    <>
      <Group px="md" pb="sm" align="flex-end" justify="space-between">
        <div>
          <Text role="status">{t.meters.missingCount({ count: missing.length })}</Text>
          <ReservedNote task="manage" />
        </div>
        {mayManage && (
          <TextInput
            type="date"
            label={t.meters.readAt}
            required
            min={from}
            max={until}
            value={day}
            error={!isCounted && t.meters.dayOutside({ from: format.day(from), until: format.day(until) })}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
        )}
      </Group>
      <DataTable label={t.meters.tabs.missing} rows={missing} keyOf={({ id }) => id} columns={columns} />
    </>
  );
}

/** What was entered on this page: each can be corrected at once. */
function EnteredReadings({
  all,
  note,
}: {
  readonly all: readonly EnteredReading[];
  readonly note: (reading: EnteredReading) => void;
}) {
  const { t, format } = useLanguage();
  if (all.length === 0) return null;
  return (
    <Stack p="md" gap={4} component="section" aria-label={t.enterReading.justEntered}>
      <Text fw={600}>{t.enterReading.justEntered}</Text>
      {all.map(({ meter, ...reading }) => {
        const { apartmentNumber } = meter;
        const location = apartmentNumber === null ? t.meters.main : t.apartmentPage.title({ number: apartmentNumber });
        const meterName = describeMeter(t, meter, location);
        return (
          <Group key={meter.id} gap="xs">
            <Text fz="sm">
              {meterName}: <b>{registerText(format, reading.value, meter)}</b>
            </Text>
            <CorrectReading {...{ meter, meterName, reading }} corrected={(next) => note({ ...next, meter })} />
          </Group>
        );
      })}
    </Stack>
  );
}

/** Moves the focus to the field of the meter in the address, when the table is shown. */
function useFocusedMeter() {
  const { meterId } = useSearch({ from: '/readings' });
  useEffect(() => {
    if (meterId === undefined) return;
    const fields = document.querySelectorAll<HTMLInputElement>(`[data-reading="${CSS.escape(meterId)}"]`);
    [...fields].find((field) => field.offsetParent !== null)?.focus();
  }, [meterId]);
}

/** Only for the days that residents are asked for now: those of the reading window, otherwise of the current month. */
function RemindButton({
  buildingId,
  from,
  until,
}: {
  readonly buildingId: string;
  readonly from: string;
  readonly until: string;
}) {
  const { t, format } = useLanguage();
  const params = { path: { id: buildingId } };
  const request = useQuery({
    queryKey: ['reading-reminders', buildingId],
    queryFn: async () => (await unwrap(consoleApi.GET('/buildings/{id}/reading-reminders', { params }))).data,
  }).data;
  const remind = useAction(() => unwrap(consoleApi.POST('/buildings/{id}/reading-reminders', { params, body: {} })), {
    done: ({ data }) => t.meters.reminded({ count: data.reminded, already: data.alreadyReminded }),
  });
  if (request === undefined || request.since < from || request.since > until) return null;
  const ask = () =>
    confirmFirst(t, {
      title: t.meters.remind,
      text: t.meters.remindLead({ day: format.day(request.lastDay) }),
      yes: t.meters.remind,
      routine: true,
      act: () => remind.mutate(),
    });
  return (
    <ActionButton size="xs" variant="default" action={remind} onClick={ask}>
      {t.meters.remind}
    </ActionButton>
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
