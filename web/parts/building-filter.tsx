// A filter of a list by building, or by none.
import { Select } from '@mantine/core';
import type { Schemas } from '../api/bodies.ts';
import { useLanguage } from '../words/language.tsx';

export function BuildingFilter({
  buildings,
  chosen,
  choose,
  width,
  labelled = false,
}: {
  readonly buildings: readonly Pick<Schemas['Building'], 'id' | 'name'>[];
  readonly chosen: string | undefined;
  readonly choose: (id: string | undefined) => void;
  readonly width?: string;
  /** Beside fields with a label it has one, too. */
  readonly labelled?: boolean;
}) {
  const { t } = useLanguage();
  return (
    <Select
      {...{ [labelled ? 'label' : 'aria-label']: t.invoices.building }}
      placeholder={t.invoices.anyBuilding}
      clearable
      searchable
      {...(width !== undefined && { w: width })}
      data={buildings.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen ?? null}
      onChange={(value) => choose(value ?? undefined)}
    />
  );
}
