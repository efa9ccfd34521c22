// The readings of a resident's meter, with the status of each.
import { consoleApi, unwrap } from '../../api/client.ts';
import { pageQuery, usePages } from '../../api/pages.ts';
import type { OwnMeterBody } from '../../api/resident-queries.ts';
import { Card } from '../../parts/card.tsx';
import { LoadMore } from '../../parts/more.tsx';
import { useLanguage } from '../../words/language.tsx';
import { ReadingsTable } from '../meters/readings-table.tsx';

export function OwnReadings({ meter }: { readonly meter: OwnMeterBody }) {
  const { t } = useLanguage();
  const readings = usePages(['readings', { meterId: meter.id }], (cursor) =>
    unwrap(
      consoleApi.GET('/readings', {
        params: { query: { ...pageQuery(cursor, 12), meterId: meter.id, sort: '-readAt' } },
      }),
    ),
  );
  if (readings.data === undefined || readings.data.length === 0) return null;
  return (
    <Card title={t.meters.readings} flush>
      <ReadingsTable meter={meter} readings={readings.data} />
      <LoadMore query={readings} />
    </Card>
  );
}
