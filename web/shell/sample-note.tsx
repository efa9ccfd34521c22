// A note shown in a sample organization: everything here is invented.
import { Alert, Group, Text } from '@mantine/core';
import { usePerson } from '../api/person.ts';
import { RemoveSample } from '../screens/account/organizations.tsx';
import { useLanguage } from '../words/language.tsx';

export function SampleNote() {
  const { t } = useLanguage();
  const { organization, role } = usePerson();
  if (!organization.sample) return null;
  return (
    <Alert color="yellow" mb="md">
      <Group justify="space-between" gap="xs">
        <Text fz="sm">{t.account.sampleNote}</Text>
        {role === 'owner' && <RemoveSample />}
      </Group>
    </Alert>
  );
}
