// The import of a building's apartments from a table. Residents of the same table are imported next.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConsolePostBody } from '../../api/bodies.ts';
import { asForm, consoleApi, unwrap } from '../../api/client.ts';
import { carriedKey, ImportTable, sendTable, type TableInput, UnusedColumns } from '../../parts/import-table.tsx';
import { ButtonTo } from '../../parts/link-to.tsx';
import { useLanguage } from '../../words/language.tsx';
import { sendResidents } from '../residents/import-residents.tsx';

type ApartmentOutcome = ConsolePostBody<'/buildings/{id}/apartments/import'>['data']['outcomes'][number];
type Measure = Exclude<keyof NonNullable<ApartmentOutcome['apartment']>, 'number'>;
type ImportProps = { readonly buildingId: string; readonly done: () => void };

export function ImportApartments({ buildingId, done }: ImportProps) {
  const { t, format } = useLanguage();
  const client = useQueryClient();
  const [imported, setImported] = useState<TableInput>();
  const figure = (name: Measure) => ({
    title: t.tables.names[name],
    figure: true,
    cell: ({ apartment }: ApartmentOutcome) =>
      apartment?.[name] === undefined || apartment[name] === null ? t.common.none : format.number(apartment[name]),
  });
  const askForResidents = async (table: TableInput) => {
    const { people } = await client.ensureQueryData(residentColumns(buildingId, table));
    if (people.length > 0) setImported(table);
    else done();
  };
  if (imported) return <ResidentsNext buildingId={buildingId} table={imported} mayImport done={done} />;
  return (
    <ImportTable
      content="apartments"
      of={buildingId}
      done={(table) => void askForResidents(table)}
      note={(table, count, unused) => (
        <ResidentsNext {...{ buildingId, table, unused, done }} mayImport={count === 0} />
      )}
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

/**
 * The headings of the table's columns about people, and of all that the import of residents understands; none on a
 * failure.
 */
function residentColumns(buildingId: string, { text, file }: TableInput) {
  return {
    queryKey: ['resident columns', buildingId, text, file?.name, file?.lastModified],
    queryFn: async () => {
      const send = (table: File, query: { readonly dryRun: boolean }) => sendResidents(table, { ...query, buildingId });
      const report = await sendTable({ text, ...(file && { file }) }, true, send).catch(() => undefined);
      const used = report?.headings ? report.columns.filter(({ means }) => means !== null) : [];
      const people = used.filter(({ means }) => aboutPeople.some((column) => column === means));
      const headingsOf = (columns: typeof used) => columns.map(({ heading }) => heading);
      return { people: headingsOf(people), used: headingsOf(used) };
    },
  };
}

const aboutPeople = ['name', 'firstName', 'lastName', 'email', 'phone'] as const;

type NextProps = ImportProps & {
  readonly table: TableInput;
  /** The columns that are not about apartments. */
  readonly unused?: readonly string[];
  readonly mayImport: boolean;
};

/** Says which columns are imported as residents, once the apartments are there, and leads there with the table. */
function ResidentsNext({ buildingId, table, unused = [], mayImport, done }: NextProps) {
  const { t } = useLanguage();
  const client = useQueryClient();
  const found = useQuery(residentColumns(buildingId, table)).data;
  if (found === undefined) return null;
  const { people, used } = found;
  if (people.length === 0) return <UnusedColumns names={unused} />;
  const { text, file } = table;
  return (
    <Stack>
      <Text>{t.tables.residentsNext({ columns: people.join(', ') })}</Text>
      <UnusedColumns names={unused.filter((name) => !used.includes(name))} />
      {mayImport && (
        <Group>
          <ButtonTo
            to="/residents"
            search={{ tab: 'import', buildingId }}
            onClick={() => client.setQueryData(carriedKey('residents'), { text, file })}
          >
            {t.tables.importResidents}
          </ButtonTo>
          <Button variant="default" onClick={done}>
            {t.common.close}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
