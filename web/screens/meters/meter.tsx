// One meter: its facts, monthly consumption, readings with a new one, and history.
import { Group, Stack, Text } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useApartmentNumbers, useMeters } from '../../api/shared-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { ApartmentLink } from '../../parts/apartment-link.tsx';
import { BarChart } from '../../parts/bar-chart.tsx';
import { Card } from '../../parts/card.tsx';
import { Form } from '../../parts/form.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { DatedReadingFields, ReadingDoubts } from './enter-reading.tsx';
import { MeterFacts } from './meter-facts.tsx';
import { MeterHistory } from './meter-history.tsx';
import {
  describeMeter,
  lastReadingOf,
  type MeterBody,
  quantityText,
  type ReadingBody,
  scaleText,
} from './meter-words.ts';
import { useReadingEntry } from './reading-entry.ts';
import { ReadingsTable } from './readings-table.tsx';

export function MeterPage() {
  const { t } = useLanguage();
  const { meterId } = useParams({ from: '/meters/$meterId' });
  const { buildingId } = useSearch({ from: '/meters/$meterId' });
  const meters = useMeters(buildingId);
  const numbers = useApartmentNumbers([buildingId]);
  return (
    <QueryContent query={meters}>
      {(all) => {
        const meter = all.find(({ id }) => id === meterId);
        if (meter === undefined) return <EmptyState icon="meter" title={t.errors.codes.not_found} />;
        const { apartmentId } = meter;
        const number = apartmentId === null ? undefined : numbers.get(apartmentId);
        const location = apartmentId === null ? t.meters.main : t.apartmentPage.title({ number: number ?? '' });
        const lead = (
          <Text c="dimmed">
            {apartmentId !== null && number !== undefined && (
              <ApartmentLink buildingId={buildingId} apartmentId={apartmentId} number={location} inText />
            )}
            {meter.serialNumber && ` ${meter.serialNumber}`}
          </Text>
        );
        return (
          <Page title={`${t.meters.types[meter.type]}, ${location}`} lead={lead}>
            <MeterReadings meter={meter} meterName={describeMeter(t, meter, location)} />
          </Page>
        );
      }}
    </QueryContent>
  );
}

function MeterReadings({ meter, meterName }: { readonly meter: MeterBody; readonly meterName: string }) {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const readings = usePages(['readings', { meterId: meter.id }], (cursor) =>
    unwrap(
      consoleApi.GET('/readings', {
        params: { query: { ...pageQuery(cursor, 100), meterId: meter.id, sort: '-readAt' } },
      }),
    ),
  );
  return (
    <Stack>
      <MeterFacts meter={meter} />
      {mayManage && meter.removedOn === null && <NewReading meter={meter} />}
      <QueryContent query={readings}>
        {(rows) => (
          <>
            <Consumption meter={meter} readings={rows} />
            <Card title={t.meters.readings} help="correctedReading" flush>
              {rows.length === 0 ? (
                <EmptyState icon="meter" title={t.meters.noReadings} />
              ) : (
                <ReadingsTable
                  {...{ meter, meterName }}
                  readings={rows}
                  isCorrectable={({ status }) => mayManage && status !== 'rejected'}
                />
              )}
              <LoadMore query={readings} />
            </Card>
          </>
        )}
      </QueryContent>
      <MeterHistory meter={meter} />
    </Stack>
  );
}

/** By the month of the reading that ended it; the last twelve months that have one. */
function Consumption({ meter, readings }: { readonly meter: MeterBody; readonly readings: readonly ReadingBody[] }) {
  const { t, format } = useLanguage();
  const months = new Map<string, number>();
  for (const { status, readOn, consumption } of readings.toReversed()) {
    if (status !== 'confirmed' || consumption === null) continue;
    const month = readOn.slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + consumption);
  }
  const shown = [...months].slice(-12);
  if (shown.length === 0) return null;
  return (
    <Card title={t.meters.consumption}>
      <BarChart
        label={t.meters.consumption}
        steps={shown.map(([month]) => format.monthName(`${month}-01`))}
        series={[{ name: t.meters.types[meter.type], values: shown.map(([, value]) => value) }]}
        show={(value) => quantityText(format, value, meter.unit)}
        scaleText={(value) => scaleText(format, value, meter.unit)}
      />
    </Card>
  );
}

function NewReading({ meter }: { readonly meter: MeterBody }) {
  const { t } = useLanguage();
  const [day, setDay] = useState(() => todayIn());
  const entry = useReadingEntry({
    meter,
    last: lastReadingOf(meter),
    readAt: day,
    done: t.meters.readingSaved,
    saved: () => {},
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    entry.save();
  };
  return (
    <Card title={t.meters.newReading}>
      <Form onSubmit={submit}>
        <Group align="flex-start">
          <DatedReadingFields {...{ entry, day, setDay }} decimals={meter.decimals} w="10rem" />
          <ActionButton type="submit" mt="1.6rem" action={entry.action} disabled={entry.value === ''}>
            {entry.saveLabel}
          </ActionButton>
        </Group>
        <ReadingDoubts entry={entry} />
      </Form>
    </Card>
  );
}
