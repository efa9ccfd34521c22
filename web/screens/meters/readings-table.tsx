// The readings of one meter, the latest first: value and consumption of each, and why one was rejected.
import { Badge, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { DataTable } from '../../parts/data-table.tsx';
import { Photo } from '../../parts/photo.tsx';
import { useLanguage } from '../../words/language.tsx';
import { CorrectButton, type CorrectedMeter, CorrectionDialog } from './correct-reading.tsx';
import { type ReadingBody, registerText } from './meter-words.ts';

const colors = { confirmed: 'pine', submitted: 'yellow', rejected: 'red' } as const;

export function ReadingsTable({
  meter,
  meterName,
  readings,
  isCorrectable,
}: {
  readonly meter: CorrectedMeter;
  /** Which meter it is, for a dialog. */
  readonly meterName: string;
  readonly readings: readonly ReadingBody[];
  /** Which readings the person may correct; none by default. A rejected one has been. */
  readonly isCorrectable?: (reading: ReadingBody) => boolean;
}) {
  const { t, format } = useLanguage();
  // Beside the table: a reading that is decided on meanwhile has no button any more, and its dialog stays.
  const [opened, { open, close }] = useDisclosure();
  const [chosen, choose] = useState<ReadingBody>();
  return (
    <>
      {chosen && <CorrectionDialog key={chosen.id} {...{ meter, meterName, opened, close }} reading={chosen} />}
      <DataTable
        label={t.meters.readings}
        rows={readings}
        keyOf={({ id }) => id}
        columns={[
          { title: t.meters.readAt, cell: ({ readAt }) => format.instant(readAt) },
          { title: t.meters.value, cell: ({ value }) => registerText(format, value, meter), figure: true },
          {
            title: t.meters.consumption,
            cell: ({ consumption }) =>
              consumption === null ? t.common.none : registerText(format, consumption, meter),
            wide: ({ consumption }) => consumption === null,
            figure: true,
          },
          { title: t.invoices.status, badge: true, cell: (item) => <ReadingStatus reading={item} /> },
          {
            title: t.meters.photo,
            wide: ({ photoId }) => photoId === null,
            cell: ({ id, photoId }) =>
              photoId ? (
                <Photo path={`/console/api/readings/${id}/photo`} label={t.meters.photo} size={40} />
              ) : (
                t.common.none
              ),
          },
          ...(isCorrectable !== undefined && readings.some(isCorrectable)
            ? [
                {
                  title: t.enterReading.correct,
                  action: true,
                  cell: (item: ReadingBody) =>
                    isCorrectable(item) && (
                      <CorrectButton
                        meter={meter}
                        reading={item}
                        onClick={() => {
                          choose(item);
                          open();
                        }}
                      />
                    ),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

/** What the service writes of a reading that another took the place of: after it was decided on, or before. */
const laterReadings: Readonly<Record<string, 'corrected' | 'replaced'>> = {
  'Corrected.': 'corrected',
  'Replaced.': 'replaced',
};

function ReadingStatus({ reading: { status, reason } }: { readonly reading: ReadingBody }) {
  const { t } = useLanguage();
  const later = laterReadings[reason ?? ''];
  return (
    <>
      <Badge variant="light" color={later ? 'gray' : colors[status]}>
        {t.meters.statuses[later ?? status]}
      </Badge>
      {reason && !later && <Text fz="sm">{reason}</Text>}
    </>
  );
}
