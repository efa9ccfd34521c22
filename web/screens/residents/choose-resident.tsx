// The choice of a resident who is known already.
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAllResidents } from '../../api/shared-queries.ts';
import { useLanguage } from '../../words/language.tsx';

/** A known resident by name; nobody for a new person. */
export function ChooseResident({
  label,
  chosen,
  choose,
  error,
}: {
  readonly label: string;
  readonly chosen: string | null;
  readonly choose: (id: string | null) => void;
  readonly error?: ReactNode;
}) {
  const { t } = useLanguage();
  const residents = useAllResidents().data ?? [];
  return (
    <Select
      label={label}
      searchable
      clearable
      placeholder={t.moves.newPerson}
      data={residents.map(({ id, name, email }) => ({
        value: id,
        label: email === null ? name : `${name} (${email})`,
      }))}
      value={chosen}
      onChange={choose}
      error={error}
    />
  );
}
