// Banners above every screen: there is no connection, or this is a sample organization.
import { Alert, Group, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { usePerson } from '../api/person.ts';
import { RemoveSample } from '../screens/account/organizations.tsx';
import { useLanguage } from '../words/language.tsx';

export function OfflineBanner() {
  const { t } = useLanguage();
  if (useNetwork().online) return null;
  return (
    <Alert color="yellow" mb="md" role="status">
      {t.common.offline}
    </Alert>
  );
}

export function SampleBanner() {
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
