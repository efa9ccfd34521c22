// The first steps of a new organization, in order: each with a link, and whether it is done.
import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icons.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import { useLanguage } from '../../words/language.tsx';
import classes from './home.module.css';

type FirstStepsBody = ConsoleBody<'/first-steps'>['data'];
type FirstStep = FirstStepsBody['steps'][number]['step'];

export function FirstSteps({ firstSteps: { steps, buildingId } }: { readonly firstSteps: FirstStepsBody }) {
  const { t } = useLanguage();
  const hide = useAction(() => unwrap(consoleApi.PATCH('/first-steps', { body: { shown: false } })), {
    done: t.home.stepsHidden,
    next: () => document.getElementById('content')?.focus(),
  });
  const actions = (
    <Button size="xs" variant="default" loading={hide.isPending} onClick={() => hide.mutate()}>
      {t.home.hideSteps}
    </Button>
  );
  return (
    <Card title={t.home.steps} actions={actions}>
      <ol className={classes.steps}>
        {steps.map(({ step, state }) => (
          <li key={step} data-done={state === 'open' ? undefined : true}>
            <Group gap="xs">
              <StepLink step={step} buildingId={buildingId ?? undefined} />
              {state === 'done' && (
                <>
                  <Icon name="check" size={16} />
                  <VisuallyHidden>{t.home.stepDone}</VisuallyHidden>
                </>
              )}
              {state === 'not_needed' && (
                <Text fz="sm" c="dimmed">
                  {t.home.stepNotNeeded}
                </Text>
              )}
            </Group>
            <Text fz="sm" c="dimmed">
              {t.home.stepHints[step]}
            </Text>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** The link of a step; steps that need a building have none before there is one. */
function StepLink({ step, buildingId }: { readonly step: FirstStep; readonly buildingId: string | undefined }) {
  const { t } = useLanguage();
  const name = t.home.stepNames[step];
  if (step === 'building') return <LinkTo to="/buildings">{name}</LinkTo>;
  if (buildingId === undefined) return <span>{name}</span>;
  if (step === 'meters')
    return (
      <LinkTo to="/readings" search={{ tab: 'meters', buildingId }}>
        {name}
      </LinkTo>
    );
  if (step === 'residents') return <LinkTo to="/residents">{name}</LinkTo>;
  if (step === 'invoices')
    return (
      <LinkTo to="/invoices/generate" search={{ buildingId }}>
        {name}
      </LinkTo>
    );
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
