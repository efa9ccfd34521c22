// The history of an apartment: who moved in and out, and which meters were installed and removed, by day.
import type { Schemas } from '../../api/bodies.ts';
import { useApartmentMeters, useApartmentResidents } from '../../api/shared-queries.ts';
import { Card } from '../../parts/card.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import { type ApartmentEvent, historyOf } from './history-of.ts';

export function ApartmentHistory({
  apartment: { id, buildingId },
}: {
  readonly apartment: Pick<Schemas['Apartment'], 'id' | 'buildingId'>;
}) {
  const { t, format } = useLanguage();
  const residents = useApartmentResidents(id);
  const meters = useApartmentMeters(id);
  const events = (all: readonly Schemas['Meter'][]) =>
    historyOf(id, { residents: residents.data ?? [], meters: all }, todayIn());
  return (
    <Card title={t.apartmentPage.history} flush>
      <QueryContent query={meters}>
        {(all) =>
          events(all).length === 0 ? (
            <EmptyState icon="book" title={t.apartmentPage.noHistory} />
          ) : (
            <DataTable
              label={t.apartmentPage.history}
              rows={events(all)}
              keyOf={(event) => `${event.kind} ${event.id}`}
              columns={[
                { title: t.receivables.date, cell: ({ day }) => format.day(day) },
                {
                  title: t.apartmentPage.event,
                  cell: (event) => <EventText event={event} buildingId={buildingId} />,
                },
              ]}
            />
          )
        }
      </QueryContent>
    </Card>
  );
}

function EventText({ event, buildingId }: { readonly event: ApartmentEvent; readonly buildingId: string }) {
  const { t } = useLanguage();
  if ('name' in event) return t.apartmentPage[event.kind]({ name: event.name, role: t.residents.roles[event.role] });
  const meter = [t.meters.types[event.type], event.serialNumber].filter(Boolean).join(' ');
  return (
    <LinkTo to="/meters/$meterId" params={{ meterId: event.id }} search={{ buildingId }}>
      {t.apartmentPage[event.kind]({ meter })}
    </LinkTo>
  );
}
