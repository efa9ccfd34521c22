// Pending readings: all that are not unusual are confirmed at once; for each, the value beside its photo, the resulting
// consumption, what is unusual about it, and two buttons. After one the next has the focus.
import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { inBatches } from '../../api/batches.ts';
import { api, consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, readAll, useAll, usePages } from '../../api/pages.ts';
import { useApartmentNumbers, useBuildings } from '../../api/shared-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icons.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { Photo } from '../../parts/photo.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { ReasonForm } from '../../parts/reason-form.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import { describeMeter, type MeterBody, type ReadingBody, registerText } from './meter-words.ts';
import { findDoubts, isHigh } from './reading-entry.ts';

export function SubmittedReadings() {
  const { t } = useLanguage();
  const readings = usePages(['readings', 'submitted'], (cursor) =>
    unwrap(
      consoleApi.GET('/readings', {
        params: { query: { ...pageQuery(cursor, 30), status: 'submitted', sort: 'createdAt' } },
      }),
    ),
  );
  const meters = useAll(['meters'], (cursor) =>
    unwrap(api.GET('/meters', { params: { query: pageQuery(cursor, 500) } })),
  );
  const byId = new Map((meters.data ?? []).map((item) => [item.id, item]));
  const numbers = useApartmentNumbers((meters.data ?? []).map(({ buildingId }) => buildingId));
  const unusual = useUnusual((readings.data ?? []).map(({ id }) => id));
  const buildings = new Map((useBuildings().data ?? []).map(({ id, name }) => [id, name]));
  return (
    <QueryContent query={readings}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState icon="check" title={t.meters.nothingToConfirm} />
        ) : (
          <Stack>
            <ConfirmUsual isOffered={rows.length > 1} />
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              {rows.map((row, index) => (
                <SubmittedReading
                  key={row.id}
                  reading={row}
                  meter={byId.get(row.meterId)}
                  building={buildings.get(byId.get(row.meterId)?.buildingId ?? '')}
                  apartment={numbers.get(row.apartmentId ?? '')}
                  first={index === 0}
                  doubts={unusual?.get(row.id)}
                />
              ))}
            </SimpleGrid>
            <LoadMore query={readings} />
          </Stack>
        )
      }
    </QueryContent>
  );
}

/** Why a reading was not confirmed with the others. */
function reasonOf({ errors }: Words, code: string): string {
  const texts: Readonly<Record<string, string>> = { ...errors.codes, ...errors.warnings };
  return texts[code] ?? errors.rejected;
}

/** One request looks at so many. */
const confirmedAtOnce = 100;

/** Confirms the usual ones of any number of readings, or only says which are not. Throws what a request fails with. */
async function confirmUsual(ids: readonly string[], dryRun = false) {
  const { results, failure } = await inBatches(
    ids,
    confirmedAtOnce,
    async (batch) =>
      (await unwrap(consoleApi.POST('/readings/confirm', { body: { readingIds: [...batch], dryRun } }))).data,
    () => undefined,
  );
  if (failure !== undefined) throw failure;
  return {
    confirmed: results.reduce((sum, { confirmed }) => sum + confirmed, 0),
    left: results.flatMap(({ left }) => left),
  };
}

/** What is unusual about the readings, or prevents their confirmation, by id; undefined until it is known. */
function useUnusual(ids: readonly string[]): ReadonlyMap<string, string> | undefined {
  const { t } = useLanguage();
  const { data } = useQuery({
    queryKey: ['readings', 'unusual', ids],
    queryFn: async () => (ids.length === 0 ? [] : (await confirmUsual(ids, true)).left),
    placeholderData: keepPreviousData,
  });
  return data && new Map(data.map(({ readingId, code }) => [readingId, reasonOf(t, code)]));
}

/** Confirms all that are not unusual, also those that are not shown yet. */
function ConfirmUsual({ isOffered }: { readonly isOffered: boolean }) {
  const { t } = useLanguage();
  const confirm = useAction(
    async () => {
      const all = await readAll((cursor) =>
        unwrap(consoleApi.GET('/readings', { params: { query: { ...pageQuery(cursor, 500), status: 'submitted' } } })),
      );
      return confirmUsual(all.map(({ id }) => id));
    },
    { done: ({ confirmed }) => t.meters.confirmedUsual({ count: confirmed }) },
  );
  return (
    <Group>
      {isOffered && (
        <ActionButton action={confirm} onClick={() => confirm.mutate()}>
          {t.meters.confirmUsual}
        </ActionButton>
      )}
      {confirm.data && confirm.data.left.length > 0 && (
        <Text role="status">{t.meters.unusualLeft({ count: confirm.data.left.length })}</Text>
      )}
    </Group>
  );
}

function SubmittedReading({
  reading,
  meter,
  building,
  apartment,
  first,
  doubts: doubtsOfAll,
}: {
  readonly reading: ReadingBody;
  readonly meter: MeterBody | undefined;
  readonly building: string | undefined;
  readonly apartment: string | undefined;
  readonly first: boolean;
  /** What was found about it when all were looked at; undefined: nothing, or they are still looked at. */
  readonly doubts: string | undefined;
}) {
  const { t, format } = useLanguage();
  const [opened, { open, close }] = useDisclosure();
  const meterName = describeMeter(t, meter, building, apartment && `${t.invoices.apartment} ${apartment}`);
  const [ownDoubts, setDoubts] = useState<string>();
  const doubts = ownDoubts ?? doubtsOfAll;
  const confirm = useAction(
    async () => {
      // As if the manager had read the same value there.
      const body = { value: reading.value, corrects: reading.id, rollover: reading.rollover };
      const of = { id: reading.meterId, meter };
      const found = doubts === undefined ? await findDoubts({ t, format }, of, body, isHigh) : undefined;
      if (found === undefined)
        await unwrap(consoleApi.POST('/readings/{id}/confirm', { params: { path: { id: reading.id } } }));
      return found;
    },
    { done: (found) => (found === undefined ? t.meters.confirmed : undefined), next: setDoubts },
  );
  return (
    <Paper withBorder p="md">
      <Group align="flex-start" wrap="nowrap">
        {reading.photoId && (
          <Photo path={`/console/api/readings/${reading.id}/photo`} label={t.meters.photo} size={140} />
        )}
        <Stack gap={4} style={{ flex: 1 }} miw={0}>
          <Text c="dimmed" fz="sm">
            {meterName}
          </Text>
          <Text fz="xl" fw={700} lh={1.2}>
            {registerText(format, reading.value, meter)}
          </Text>
          <Text fz="sm">
            {t.meters.previous}:{' '}
            {meter ? registerText(format, meter.lastReading?.value ?? meter.initialValue, meter) : t.common.none}
            {meter?.lastReading && `, ${format.day(meter.lastReading.readAt)}`}
          </Text>
          <Text fz="sm">
            {t.meters.consumption}:{' '}
            {reading.consumption === null ? t.common.none : registerText(format, reading.consumption, meter)}
          </Text>
          <Text fz="sm" c="dimmed">
            {format.instant(reading.readAt)}
          </Text>
          {doubts !== undefined && (
            <Alert color="yellow" role="status" p="xs" icon={<Icon name="warning" />}>
              {doubts}
            </Alert>
          )}
          <Group gap="xs" mt="xs">
            <ActionButton autoFocus={first} action={confirm} onClick={() => confirm.mutate()}>
              {doubts === undefined ? t.meters.confirm : t.meters.confirmAnyway}
            </ActionButton>
            <Button variant="default" onClick={open}>
              {t.meters.reject}
            </Button>
          </Group>
        </Stack>
      </Group>
      <Dialog opened={opened} onClose={close} title={t.meters.reject}>
        <RejectForm id={reading.id} meterName={meterName} done={close} />
      </Dialog>
    </Paper>
  );
}

function RejectForm({
  id,
  meterName,
  done,
}: {
  readonly id: string;
  readonly meterName: string;
  readonly done: () => void;
}) {
  const { t } = useLanguage();
  const reject = useAction(
    (reason: string) =>
      unwrap(consoleApi.POST('/readings/{id}/reject', { params: { path: { id } }, body: { reason } })),
    { done: t.meters.rejected, next: done },
  );
  return (
    <>
      <Text mb="xs" fw={600}>
        {meterName}
      </Text>
      <ReasonForm label={t.meters.reject} action={reject} />
    </>
  );
}
