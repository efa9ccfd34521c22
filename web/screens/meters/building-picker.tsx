// The choice of the building of a screen, kept in the address; by default the one last worked in.
import { Button, Group, Select } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/bodies.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { buildingToShow, lastBuildingOf } from '../../parts/last-building.ts';
import { NoBuilding } from '../../parts/no-building.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { useLanguage } from '../../words/language.tsx';

/** The building in the address, or the one last worked in. The route must have `buildingId` in its search. */
export function useChosenBuilding(): Schemas['Building'] | undefined {
  const { buildingId } = useSearch({ strict: false });
  const buildings = useBuildings().data ?? [];
  return buildings.find(({ id }) => id === buildingId) ?? lastBuildingOf(buildings);
}

export function BuildingPicker({
  period,
  unchosen,
  oneByOne = false,
  children,
}: {
  /** The choice of the month, where the screen has one. */
  readonly period?: ReactNode;
  /** What is shown until a person chooses one of several; by default, that one is to be chosen. */
  readonly unchosen?: ReactNode;
  /** For a screen that only shows a building: it opens at one, and a button leads to the next. */
  readonly oneByOne?: boolean;
  readonly children: (building: Schemas['Building']) => ReactNode;
}) {
  const { t } = useLanguage();
  const buildings = useBuildings();
  const chosen = useChosenBuilding();
  const navigate = useNavigate();
  const show = (buildingId: string | undefined) =>
    void navigate({ to: '.', search: (search) => ({ ...search, buildingId }), replace: true });
  return (
    <QueryContent query={buildings}>
      {(all) => {
        if (all.length === 0) return <NoBuilding />;
        const building = chosen ?? (oneByOne ? buildingToShow(all) : undefined);
        const next = all[all.findIndex(({ id }) => id === building?.id) + 1];
        return (
          <>
            <Group align="flex-end" mb="md">
              {all.length > 1 && (
                <Select
                  label={t.invoices.building}
                  allowDeselect={false}
                  searchable
                  w="16rem"
                  data={all.map(({ id, name }) => ({ value: id, label: name }))}
                  placeholder={t.invoices.chooseBuilding}
                  value={building?.id ?? null}
                  onChange={(id) => show(id ?? undefined)}
                />
              )}
              {period}
              {oneByOne && next && (
                <Button variant="default" onClick={() => show(next.id)}>
                  {t.monthEnd.next({ name: next.name })}
                </Button>
              )}
            </Group>
            {building
              ? children(building)
              : (unchosen ?? <EmptyState icon="building" title={t.invoices.chooseBuilding} />)}
          </>
        );
      }}
    </QueryContent>
  );
}
