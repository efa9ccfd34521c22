// A thin bar above the pages of a new organization: its next two steps, and the way back to all of them.
import { Group } from '@mantine/core';
import { useFirstSteps } from '../api/shared-queries.ts';
import { LinkTo } from '../parts/link-to.tsx';
import { StepLink } from '../screens/home/step-link.tsx';
import { useLanguage } from '../words/language.tsx';
import classes from './step-bar.module.css';

export function StepBar({ isOwner }: { readonly isOwner: boolean }) {
  const { t } = useLanguage();
  const { data } = useFirstSteps(true);
  const open = data?.steps.filter(({ step, state }) => state === 'open' && (step !== 'sender' || isOwner)) ?? [];
  if (!data?.shown || open.length === 0) return null;
  const done = data.steps.filter(({ state }) => state !== 'open').length;
  return (
    <Group component="aside" aria-label={t.home.steps} className={classes.bar} gap="xs" justify="space-between">
      <Group gap="md">
        {open.slice(0, data.buildingId ? 2 : 1).map(({ step, buildingId }) => (
          <StepLink key={step} step={step} buildingId={buildingId ?? undefined} />
        ))}
      </Group>
      <LinkTo to="/" fz="sm">
        {t.home.allSteps({ done, all: data.steps.length })}
      </LinkTo>
    </Group>
  );
}
