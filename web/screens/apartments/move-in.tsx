// Moving in: a new person with the first day, or somebody who is known already.
import { Stack } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../api/bodies.ts';
import { useAllResidents } from '../../api/shared-queries.ts';
import { useLanguage } from '../../words/language.tsx';
import { ChooseResident } from '../residents/choose-resident.tsx';
import { ResidencyForm } from '../residents/residency-form.tsx';
import { ResidentForm } from '../residents/resident-form.tsx';

export function MoveIn({ apartment, done }: { readonly apartment: Schemas['Apartment']; readonly done: () => void }) {
  const { t } = useLanguage();
  const [residentId, setResident] = useState<string | null>(null);
  const resident = useAllResidents().data?.find(({ id }) => id === residentId);
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
