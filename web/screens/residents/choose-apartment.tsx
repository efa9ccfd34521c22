// The choice of an apartment by its building and number. Of several buildings none is assumed.
import { Group, Select } from '@mantine/core';
import { useState } from 'react';
import { useApartments, useBuildings } from '../../api/shared-queries.ts';
import { useLanguage } from '../../words/language.tsx';

export function ChooseApartment({
  chosen,
  choose,
  account,
  required = false,
}: {
  readonly chosen: string | undefined;
  readonly choose: (id: string | undefined) => void;
  /** The account that received money: its building is chosen at first. */
  readonly account?: string | null;
  readonly required?: boolean;
}) {
  const { t } = useLanguage();
  const buildings = useBuildings().data ?? [];
  const [building, setBuilding] = useState<string | null>(null);
  const [likely, ...others] = account ? buildings.filter(({ billing }) => billing.iban === account) : buildings;
  const buildingId = building ?? (others.length === 0 ? likely?.id : undefined);
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
