// Says that everything here is invented, for as long as one is in a sample organization.
import { Alert, Group, Text } from '@mantine/core';
import { usePerson } from '../api/person.ts';
import { RemoveSample, useOrganizations } from '../screens/account/organizations.tsx';
import { useLanguage } from '../words/language.tsx';

export function SampleNote() {
  const { t } = useLanguage();
  const { organization, role } = usePerson();
  const organizations = useOrganizations();
  const here = organizations.data?.find(({ id }) => id === organization.id);
  if (!here?.sample) return null;
  return (
    <Alert color="yellow" mb="md">
      <Group justify="space-between" gap="xs">
        <Text fz="sm">{t.account.inSample}</Text>
        {role === 'owner' && <RemoveSample />}
      </Group>
    </Alert>
  );
}
