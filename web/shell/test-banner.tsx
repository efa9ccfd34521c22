// The banner of a test organization.
import { Alert, Group, Text } from '@mantine/core';
import { usePerson } from '../api/person.ts';
import { LinkTo } from '../parts/link-to.tsx';
import { now } from '../parts/today.ts';
import { useLanguage } from '../words/language.tsx';

/** Says that nothing here is real, and what the clock shows. */
export function TestBannerText() {
  const { t, format } = useLanguage();
  const { role } = usePerson();
  return (
    <Alert color="yellow" mb="md">
      <Group justify="space-between" gap="xs">
        <Text fz="sm" fw={600}>
          {t.testOrganizations.banner({ time: format.instant(now().toISOString()) })}
        </Text>
        {role === 'owner' && (
          <LinkTo to="/settings/$part" params={{ part: 'test' }} fz="sm">
            {t.testOrganizations.manage}
          </LinkTo>
        )}
      </Group>
    </Alert>
  );
}
