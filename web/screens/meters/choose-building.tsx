// The choice of the building of a screen; the first one by default.
import { Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Schemas } from '../../api/client.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { QueryContent } from '../../parts/query-content.tsx';
import { NoBuilding } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';

export function BuildingPicker({ children }: { readonly children: (building: Schemas['Building']) => ReactNode }) {
  const { t } = useLanguage();
  const buildings = useBuildings();
  const [chosen, choose] = useState<string | null>(null);
  return (
    <QueryContent query={buildings}>
      {(all) => {
        const building = all.find(({ id }) => id === chosen) ?? all[0];
        if (building === undefined) return <NoBuilding />;
        return (
          <>
            {all.length > 1 && (
              <Select
                aria-label={t.invoices.building}
                allowDeselect={false}
                searchable
                w="16rem"
                mb="md"
                data={all.map(({ id, name }) => ({ value: id, label: name }))}
                value={building.id}
                onChange={choose}
              />
            )}
            {children(building)}
          </>
        );
      }}
    </QueryContent>
  );
}
