// What was read of one's own meter until now, and what became of each reading that was sent.
import { door, take } from '../../api/client.ts';
import type { Meter } from '../../api/resident-queries.ts';
import { after, usePages } from '../../api/pages.ts';
import { Card } from '../../parts/card.tsx';
import { More } from '../../parts/more.tsx';
import { useLanguage } from '../../words/language.tsx';
import { ReadingsTable } from '../meters/readings-table.tsx';

export function OwnReadings({ meter }: { readonly meter: Meter }) {
  const { t } = useLanguage();
  const readings = usePages(['readings', { meterId: meter.id }], (cursor) =>
    take(door.GET('/readings', { params: { query: { ...after(cursor, 12), meterId: meter.id, sort: '-readAt' } } })),
  );
  if (readings.data === undefined || readings.data.length === 0) return null;
  return (
    <Card title={t.meters.readings} flush>
      <ReadingsTable meter={meter} readings={readings.data} />
      <More query={readings} />
    </Card>
  );
}
