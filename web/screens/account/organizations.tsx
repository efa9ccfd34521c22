// The person's organizations, switching between them, and a sample organization to try things in.
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { consoleApi, unwrap } from '../../api/client.ts';
import { usePerson } from '../../api/person.ts';
import { switchOrganization } from '../../api/session.ts';
import { useAction } from '../../api/use-action.ts';
import { Card } from '../../parts/card.tsx';
import { confirmFirst } from '../../parts/confirm.ts';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';

/** The organizations that the person can enter. */
const listOrganizations = async () => (await unwrap(consoleApi.GET('/organizations'))).data;

/** Switches to another organization: the page is reloaded there. */
async function switchTo(tenantId: string): Promise<void> {
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
            {all.map(({ id, name, role, sample }) => (
              <Group key={id} justify="space-between" wrap="nowrap">
                <div>
                  <Group gap="xs">
                    <Text fw={600}>{name}</Text>
                    {sample && <Badge variant="light">{t.account.sample}</Badge>}
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
                  <Button
                    variant="default"
                    loading={go.isPending && go.variables === id}
                    onClick={() => go.mutate(id)}
                    aria-label={t.account.openOrganization({ name })}
                  >
                    {t.account.open}
                  </Button>
                )}
              </Group>
            ))}
            <SampleActions
              here={all.find(({ id }) => id === organization.id)}
              made={all.some(({ sample }) => sample)}
            />
          </Stack>
        )}
      </QueryContent>
    </Card>
  );
}

type OrganizationBody = { readonly id: string; readonly role: string; readonly sample: boolean };

function SampleActions({ here, made }: { readonly here: OrganizationBody | undefined; readonly made: boolean }) {
  if (here?.role !== 'owner') return null;
  if (here.sample) return <RemoveSample />;
  return made ? null : <TrySample />;
}

/** Creates the sample organization and switches to it. */
export function TrySample() {
  const { t, language } = useLanguage();
  const attempt = useAction(async () => {
    const { data } = await unwrap(consoleApi.POST('/sample-organization', { body: { language } }));
    await switchTo(data.id);
  });
  return (
    <div>
      <Text fz="sm" c="dimmed" mb="xs">
        {t.account.trySampleLead}
      </Text>
      <Button variant="default" loading={attempt.isPending} onClick={() => attempt.mutate(undefined)}>
        {t.account.trySample}
      </Button>
    </div>
  );
}

export function RemoveSample() {
  const { t } = useLanguage();
  const here = usePerson().organization.id;
  const remove = useAction(async () => {
    const home = (await listOrganizations()).find(({ sample }) => !sample);
    if (home) await switchOrganization(home.id); // While there is still a session to go there from.
    await unwrap(consoleApi.DELETE('/sample-organization')).catch(async (error: unknown) => {
      if (home) await switchOrganization(here);
      throw error;
    });
    location.assign('/console/');
  });
  const ask = () =>
    confirmFirst(t, {
      title: t.account.removeSample,
      text: t.account.removeSampleLead,
      yes: t.account.removeSample,
      act: () => remove.mutate(undefined),
    });
  return (
    <Button color="red" variant="light" loading={remove.isPending} onClick={ask}>
      {t.account.removeSample}
    </Button>
  );
}
