// The first steps of a new organization, in order: each with a link, and whether it is done.
import { Group, Text, VisuallyHidden } from '@mantine/core';
import { Suspense } from 'react';
import { consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icons.tsx';
import { lazyPart } from '../../shell/lazy.ts';
import { useLanguage } from '../../words/language.tsx';
import classes from './home.module.css';
import { type FirstStepsBody, StepLink } from './step-link.tsx';

/** Its words do not come with the first page. */
const SenderQuestion = lazyPart(async () => (await import('../../parts/sender-answers.tsx')).SenderQuestion);

export function FirstSteps({ firstSteps: { steps } }: { readonly firstSteps: FirstStepsBody }) {
  const { t } = useLanguage();
  const hide = useAction(() => unwrap(consoleApi.PATCH('/first-steps', { body: { shown: false } })), {
    done: t.home.stepsHidden,
    next: () => document.getElementById('content')?.focus(),
  });
  const actions = (
    <ActionButton size="xs" variant="default" action={hide} onClick={() => hide.mutate()}>
      {t.home.hideSteps}
    </ActionButton>
  );
  return (
    <Card title={t.home.steps} actions={actions}>
      <ol className={classes.steps}>
        {steps.map(({ step, state, buildingId }) => (
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
            <Suspense fallback={null}>
              {step === 'building_sender' && buildingId !== null && <SenderQuestion buildingId={buildingId} />}
            </Suspense>
          </li>
        ))}
      </ol>
    </Card>
  );
}
