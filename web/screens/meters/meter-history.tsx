// The history of a meter besides its readings: when, by whom, why.
import { Text } from '@mantine/core';
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import { Card } from '../../parts/card.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { LoadMore } from '../../parts/load-more.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import { type MeterBody, registerText } from './meter-words.ts';

const labelOfField = {
  serialNumber: 'serial',
  verifiedUntil: 'verifiedUntil',
  initialValue: 'initial',
  installedOn: 'installedOn',
  finalValue: 'finalValue',
  removedOn: 'removedOn',
} as const;
type MeterField = keyof typeof labelOfField;

export function MeterHistory({ meter }: { readonly meter: MeterBody }) {
  const { t, format } = useLanguage();
  const history = usePages(['meter-history', meter.id], (cursor) =>
    unwrap(
      consoleApi.GET('/meters/{id}/history', {
        params: { path: { id: meter.id }, query: { ...pageQuery(cursor, 50), sort: '-at' } },
      }),
    ),
  );
  const shown = (field: MeterField, value: string | number | null | undefined) => {
    if (value === null || value === undefined) return t.common.none;
    if (typeof value === 'number') return registerText(format, value, meter);
    return field === 'serialNumber' ? value : format.day(value);
  };
  return (
    <QueryContent query={history}>
      {(rows) =>
        rows.length > 0 && (
          <Card title={t.invoiceHistory.history} flush>
            <DataTable
              label={t.invoiceHistory.history}
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { title: t.settings.event, cell: ({ action }) => t.meters.historyActions[action] },
                {
                  title: t.meters.changes,
                  cell: ({ changes, reason }) => (
                    <>
                      {(Object.keys(labelOfField) as MeterField[]).flatMap((field) => {
                        const change = changes[field];
                        if (change === undefined) return [];
                        return (
                          <Text key={field} fz="sm">
                            {t.meters[labelOfField[field]]}: {shown(field, change.from)} → {shown(field, change.to)}
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
            <LoadMore query={history} />
          </Card>
        )
      }
    </QueryContent>
  );
}
