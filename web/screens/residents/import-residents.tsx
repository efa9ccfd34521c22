// The import of residents from a table.
import { TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { asForm, consoleApi, unwrap } from '../../api/client.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { BuildingFilter } from '../../parts/building-filter.tsx';
import { Card } from '../../parts/card.tsx';
import { type ImportQuery, ImportTable } from '../../parts/import-table.tsx';
import { lastBuildingOf, rememberBuilding } from '../../parts/last-building.ts';
import { currentMonth, shiftMonth } from '../../parts/month.ts';
import { useLanguage } from '../../words/language.tsx';

/** Imports residents, or looks at their table. */
export async function sendResidents(
  table: File,
  query: ImportQuery & { readonly since?: string; readonly buildingId?: string },
) {
  return (await unwrap(consoleApi.POST('/residents/import', { params: { query }, ...asForm(table) }))).data;
}

export function ImportResidents() {
  const { t, format } = useLanguage();
  const search = useSearch({ from: '/residents' });
  const [since, setSince] = useState(() => `${shiftMonth(currentMonth(), -1)}-01`);
  const [picked, pick] = useState<{ readonly id: string | undefined }>();
  const buildings = useBuildings().data ?? [];
  const chosen = picked ? picked.id : (search.buildingId ?? lastBuildingOf(buildings)?.id);
  const buildingId = buildings.length > 1 ? chosen : undefined;
  const choose = (id: string | undefined) => {
    pick({ id });
    if (id !== undefined) rememberBuilding(id);
  };
  return (
    <Card title={t.residents.tabs.import}>
      <ImportTable
        content="residents"
        settings={`${since} ${buildingId}`}
        done={() => undefined}
        send={(table, query) => {
          const more = { ...(since !== '' && { since }), ...(buildingId !== undefined && { buildingId }) };
          return sendResidents(table, { ...query, ...more });
        }}
        preview={[
          { title: t.tables.names.name, cell: ({ resident }) => resident?.name },
          { title: t.tables.names.apartment, cell: ({ resident }) => resident?.apartment },
          { title: t.tables.names.email, cell: ({ resident }) => resident?.email ?? t.common.none },
          { title: t.tables.names.phone, cell: ({ resident }) => resident?.phone ?? t.common.none },
          { title: t.tables.names.role, cell: ({ resident }) => t.residents.roles[resident?.role ?? 'owner'] },
          {
            title: t.tables.names.since,
            cell: ({ resident }) => format.day(resident?.since ?? since) || t.common.none,
          },
        ]}
      >
        {buildings.length > 1 && <BuildingFilter buildings={buildings} chosen={chosen} choose={choose} width="14rem" />}
        <TextInput
          type="date"
          label={t.residents.importSince}
          description={t.residents.importSinceHint}
          required
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
      </ImportTable>
    </Card>
  );
}
