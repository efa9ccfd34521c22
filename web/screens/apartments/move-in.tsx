// Moving in: a new person with the first day, or somebody who is known already.
import { Select, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { pageQuery, useAll } from '../../api/pages.ts';
import { useLanguage } from '../../words/language.tsx';
import { ResidencyForm } from '../residents/residency-form.tsx';
import { ResidentForm } from '../residents/resident-form.tsx';

export function MoveIn({ apartment, done }: { readonly apartment: Schemas['Apartment']; readonly done: () => void }) {
  const { t } = useLanguage();
  const [residentId, setResident] = useState<string | null>(null);
  const resident = useAllResidents().find(({ id }) => id === residentId);
  return (
    <Stack>
      <ChooseResident label={t.moves.person} chosen={residentId} choose={setResident} />
      {resident ? (
        <ResidencyForm key={resident.id} resident={resident} apartment={apartment} residency={undefined} done={done} />
      ) : (
        <ResidentForm resident={undefined} apartmentId={apartment.id} done={done} />
      )}
    </Stack>
  );
}

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
  const residents = useAllResidents();
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

/** Everybody, by name. */
export function useAllResidents(): readonly Schemas['Resident'][] {
  const residents = useAll(['residents', 'by-name'], (cursor) =>
    unwrap(api.GET('/residents', { params: { query: { ...pageQuery(cursor, 500), sort: 'name' } } })),
  );
  return residents.data ?? [];
}
