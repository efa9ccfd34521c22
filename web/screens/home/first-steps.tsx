// The first steps of a new organization, in order: each with a link, and whether it is done.
import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import type { ConsoleBody } from '../../api/bodies.ts';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useIsAllowed } from '../../api/person.ts';
import { useAction } from '../../api/use-action.ts';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icons.tsx';
import { LinkTo } from '../../parts/link-to.tsx';
import type { LinkedForm } from '../../parts/opened-by-link.ts';
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

/** The link of a step, to its form; steps that need a building have none before there is one. */
function StepLink({ step, buildingId }: { readonly step: FirstStep; readonly buildingId: string | undefined }) {
  const { t } = useLanguage();
  const isOwner = useIsAllowed('own');
  const children = t.home.stepNames[step];
  if (step === 'building')
    return (
      <LinkTo to="/buildings" hash={formOf.building}>
        {children}
      </LinkTo>
    );
  if (step === 'sender')
    return isOwner ? (
      <LinkTo to="/settings/$part" params={{ part: 'organization' }}>
        {children}
      </LinkTo>
    ) : (
      <span>{children}</span>
    );
  if (buildingId === undefined) return <span>{children}</span>;
  if (step === 'meters')
    return (
      <LinkTo to="/readings" search={{ tab: 'meters', buildingId }} hash={formOf.meters}>
        {children}
      </LinkTo>
    );
  if (step === 'residents')
    return (
      <LinkTo to="/residents" search={{ tab: 'import', buildingId }}>
        {children}
      </LinkTo>
    );
  if (step === 'invoices')
    return (
      <LinkTo to="/invoices/generate" search={{ buildingId }}>
        {children}
      </LinkTo>
    );
  return (
    <LinkTo
      to="/buildings/$buildingId"
      params={{ buildingId }}
      search={{ tab: step === 'account' ? 'settings' : step }}
      {...(step !== 'account' && { hash: formOf[step] })}
    >
      {children}
    </LinkTo>
  );
}

/** The form that a step opens on its page. */
const formOf = {
  building: 'new-building',
  apartments: 'paste-apartments',
  charges: 'typical-charges',
  meters: 'import-meters',
} as const satisfies Record<string, LinkedForm>;
