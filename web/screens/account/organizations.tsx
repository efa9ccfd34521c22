// The person's organizations, switching between them, and making a test organization.
import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { consoleApi, unwrap } from '../../api/client.ts';
import { usePerson } from '../../api/person.ts';
import { switchOrganization } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';

/** The organizations that the person can enter. */
export const listOrganizations = async () => (await unwrap(consoleApi.GET('/organizations'))).data;

/** Switches to another organization: the page is reloaded there. */
export async function switchTo(tenantId: string): Promise<void> {
  await switchOrganization(tenantId);
  location.assign('/console/');
}

export function Organizations() {
  const { t } = useLanguage();
  const organizations = useQuery({ queryKey: ['organizations'], queryFn: listOrganizations });
  const { organization } = usePerson();
  const go = useAction(switchTo);
  return (
    <Card title={t.account.organizations}>
      <QueryContent query={organizations}>
        {(all) => (
          <Stack>
            {all.map(({ id, name, role, test }) => (
              <Group key={id} justify="space-between">
                <div>
                  <Group gap="xs">
                    <Text fw={600}>{name}</Text>
                    {test && <TestBadge />}
                  </Group>
                  <Text fz="sm" c="dimmed">
                    {t.common.roles[role]}
                  </Text>
                </div>
                {id === organization.id ? (
                  <Text fz="sm" c="dimmed">
                    {t.account.current}
                  </Text>
                ) : (
                  <ActionButton
                    variant="default"
                    action={go}
                    of={id}
                    onClick={() => go.mutate(id)}
                    aria-label={t.account.openOrganization({ name })}
                  >
                    {t.account.open}
                  </ActionButton>
                )}
              </Group>
            ))}
          </Stack>
        )}
      </QueryContent>
    </Card>
  );
}

/** Creates a test organization and switches to it, for a person without a building. */
export function TrySample() {
  const { t, language } = useLanguage();
  const attempt = useAction(async () => {
    const { data } = await unwrap(consoleApi.POST('/test-organizations', { body: { language } }));
    await switchTo(data.id);
  });
  return (
    <div>
      <Text fz="sm" c="dimmed" mb="xs">
        {t.account.trySampleLead}
      </Text>
      <ActionButton variant="default" action={attempt} onClick={() => attempt.mutate(undefined)}>
        {t.account.trySample}
      </ActionButton>
    </div>
  );
}

function TestBadge() {
  const { t } = useLanguage();
  return (
    <Badge variant="light" color="yellow">
      {t.testOrganizations.badge}
    </Badge>
  );
}
