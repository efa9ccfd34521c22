// The choice of an apartment by its building and number. It begins with the building last worked in.
import { Group, Select } from '@mantine/core';
import { useState } from 'react';
import { useApartments, useBuildings } from '../../api/shared-queries.ts';
import { lastBuildingOf, rememberBuilding } from '../../parts/last-building.ts';
import { useLanguage } from '../../words/language.tsx';

export function ChooseApartment({
  chosen,
  choose,
  account,
  required = false,
}: {
  readonly chosen: string | undefined;
  readonly choose: (id: string | undefined) => void;
  /** The account that received money: its buildings alone are assumed. */
  readonly account?: string | null;
  readonly required?: boolean;
}) {
  const { t } = useLanguage();
  const buildings = useBuildings().data ?? [];
  const [building, setBuilding] = useState<string | null>(null);
  const likely = account ? buildings.filter(({ billing }) => billing.iban === account) : buildings;
  const buildingId = building ?? lastBuildingOf(likely)?.id;
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
          if (id !== null) rememberBuilding(id);
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
