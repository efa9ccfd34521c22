// What became of a meter besides its readings: when, by whom, why.
import { Text } from '@mantine/core';
import { door, take } from '../../api/client.ts';
import { after, usePages } from '../../api/pages.ts';
import { Card } from '../../parts/card.tsx';
import { Grid } from '../../parts/data-table.tsx';
import { Loaded } from '../../parts/query-content.tsx';
import { More } from '../../parts/more.tsx';
import { useLanguage } from '../../words/language.tsx';
import { type Meter, withUnit } from './meter-words.ts';

const shownOf = {
  serialNumber: 'serial',
  verifiedUntil: 'verifiedUntil',
  initialValue: 'initial',
  installedOn: 'installedOn',
  finalValue: 'finalValue',
  removedOn: 'removedOn',
} as const;
type Field = keyof typeof shownOf;

export function MeterHistory({ meter }: { readonly meter: Meter }) {
  const { t, format } = useLanguage();
  const history = usePages(['meter-history', meter.id], (cursor) =>
    take(
      door.GET('/meters/{id}/history', {
        params: { path: { id: meter.id }, query: { ...after(cursor, 50), sort: '-at' } },
      }),
    ),
  );
  const said = (field: Field, value: string | number | null | undefined) => {
    if (value === null || value === undefined) return t.common.none;
    if (typeof value === 'number') return withUnit(format, value, meter);
    return field === 'serialNumber' ? value : format.day(value);
  };
  return (
    <Loaded query={history}>
      {(rows) =>
        rows.length > 0 && (
          <Card title={t.invoiceHistory.history} flush>
            <Grid
              label={t.invoiceHistory.history}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { title: t.settings.event, cell: ({ action }) => t.meters.historyActions[action] },
                {
                  title: t.meters.changes,
                  cell: ({ changes, reason }) => (
                    <>
                      {(Object.keys(shownOf) as Field[]).flatMap((field) => {
                        const change = changes[field];
                        if (change === undefined) return [];
                        return (
                          <Text key={field} fz="sm">
                            {t.meters[shownOf[field]]}: {said(field, change.from)} → {said(field, change.to)}
                          </Text>
                        );
                      })}
                      {reason !== null && (
                        <Text fz="sm" c="dimmed">
                          {reason}
                        </Text>
                      )}
                    </>
                  ),
                },
                { title: t.webhooks.at, cell: ({ at }) => format.instant(at) },
                { title: t.settings.actor, cell: ({ actor }) => actor.name ?? t.settings.actors[actor.kind] },
              ]}
            />
            <More query={history} />
          </Card>
        )
      }
    </Loaded>
  );
}
