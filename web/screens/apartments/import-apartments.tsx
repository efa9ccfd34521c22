// The import of a building's apartments from a table.
import type { ConsolePostBody } from '../../api/bodies.ts';
import { asForm, consoleApi, unwrap } from '../../api/client.ts';
import { ImportTable } from '../../parts/import-table.tsx';
import { useLanguage } from '../../words/language.tsx';

type ApartmentOutcome = ConsolePostBody<'/buildings/{id}/apartments/import'>['data']['outcomes'][number];
type Measure = Exclude<keyof NonNullable<ApartmentOutcome['apartment']>, 'number'>;

export function ImportApartments({ buildingId, done }: { readonly buildingId: string; readonly done: () => void }) {
  const { t, format } = useLanguage();
  const figure = (name: Measure) => ({
    title: t.tables.names[name],
    figure: true,
    cell: ({ apartment }: ApartmentOutcome) =>
      apartment?.[name] === undefined || apartment[name] === null ? t.common.none : format.number(apartment[name]),
  });
  return (
    <ImportTable
      content="apartments"
      of={buildingId}
      done={done}
      send={async (table, query) => {
        const params = { path: { id: buildingId }, query };
        return (await unwrap(consoleApi.POST('/buildings/{id}/apartments/import', { params, ...asForm(table) }))).data;
      }}
      preview={[
        { title: t.tables.names.number, cell: ({ apartment }) => apartment?.number },
        figure('floor'),
        figure('area'),
        figure('heatedArea'),
        figure('shares'),
        figure('residentCount'),
      ]}
    />
  );
}
