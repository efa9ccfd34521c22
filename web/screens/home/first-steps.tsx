// The first steps of a new organization, in order: each with a link, and whether it is done.
import { Group, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useBuildings } from '../../api/shared-queries.ts';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icons.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import classes from './home.module.css';

const steps = ['building', 'apartments', 'charges', 'account', 'meters', 'residents', 'invoices'] as const;
type FirstStep = (typeof steps)[number];

export function FirstSteps() {
  const { t } = useLanguage();
  const buildings = useBuildings();
  const building = buildings.data?.[0];
  const done = useQuery({
    queryKey: ['first-steps', building?.id],
    queryFn: () => findDoneSteps(building),
    enabled: buildings.isSuccess,
  });
  return (
    <Card title={t.home.steps}>
      <QueryContent query={done}>
        {(all) => (
          <ol className={classes.steps}>
            {steps.map((step) => (
              <li key={step} data-done={all.has(step) || undefined}>
                <Group gap="xs">
                  <StepLink step={step} buildingId={building?.id} />
                  {all.has(step) && (
                    <>
                      <Icon name="check" size={16} />
                      <VisuallyHidden>{t.home.stepDone}</VisuallyHidden>
                    </>
                  )}
                </Group>
                <Text fz="sm" c="dimmed">
                  {t.home.stepHints[step]}
                </Text>
              </li>
            ))}
          </ol>
        )}
      </QueryContent>
    </Card>
  );
}

/** The steps that are done. Invoices are not, or these steps would not be shown. */
async function findDoneSteps(building: Schemas['Building'] | undefined): Promise<ReadonlySet<FirstStep>> {
  if (building === undefined) return new Set();
  const { id, billing } = building;
  const query = { limit: 1 };
  const [apartments, meters, residents] = await Promise.all([
    unwrap(api.GET('/buildings/{id}/apartments', { params: { path: { id }, query } })),
    unwrap(api.GET('/meters', { params: { query } })),
    unwrap(api.GET('/residents', { params: { query } })),
  ]);
  const all: Readonly<Record<FirstStep, boolean>> = {
    building: true,
    apartments: apartments.data.length > 0,
    charges: billing.charges.length > 0,
    account: Boolean(billing.iban),
    meters: meters.data.length > 0,
    residents: residents.data.length > 0,
    invoices: false,
  };
  return new Set(steps.filter((step) => all[step]));
}

/** The link of a step; steps that need a building have none before there is one. */
function StepLink({ step, buildingId }: { readonly step: FirstStep; readonly buildingId: string | undefined }) {
  const { t } = useLanguage();
  const name = t.home.stepNames[step];
  if (step === 'building') return <LinkTo to="/buildings">{name}</LinkTo>;
  if (buildingId === undefined) return <span>{name}</span>;
  if (step === 'meters')
    return (
      <LinkTo to="/readings" search={{ tab: 'meters' }}>
        {name}
      </LinkTo>
    );
  if (step === 'residents') return <LinkTo to="/residents">{name}</LinkTo>;
  if (step === 'invoices') return <LinkTo to="/invoices/generate">{name}</LinkTo>;
  return (
    <LinkTo
      to="/buildings/$buildingId"
      params={{ buildingId }}
      search={{ tab: step === 'account' ? 'settings' : step }}
    >
      {name}
    </LinkTo>
  );
}
