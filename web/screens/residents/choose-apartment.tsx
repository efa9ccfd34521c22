// The choice of an apartment by its building and number.
import { Group, Select } from '@mantine/core';
import { useState } from 'react';
import { useApartments, useBuildings } from '../../api/shared-queries.ts';
import { useLanguage } from '../../words/language.tsx';

export function ChooseApartment({
  chosen,
  choose,
  required = false,
}: {
  readonly chosen: string | undefined;
  readonly choose: (id: string | undefined) => void;
  readonly required?: boolean;
}) {
  const { t } = useLanguage();
  const buildings = useBuildings().data ?? [];
  const [building, setBuilding] = useState<string | null>(null);
  const buildingId = building ?? buildings[0]?.id;
  const apartments = useApartments(buildingId).data ?? [];
  return (
    <Group grow>
      <Select
        label={t.invoices.building}
        allowDeselect={false}
        data={buildings.map(({ id, name }) => ({ value: id, label: name }))}
        value={buildingId ?? null}
        onChange={(id) => {
          setBuilding(id);
          choose(undefined);
        }}
      />
      <Select
        label={t.invoices.apartment}
        searchable
        clearable
        required={required}
        data={apartments.map(({ id, number }) => ({ value: id, label: number }))}
        value={chosen ?? null}
        onChange={(id) => choose(id ?? undefined)}
      />
    </Group>
  );
}
