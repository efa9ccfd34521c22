// The first page: open tasks, the state of each building, and money by month; for a resident their own home.
import { Stack, Text } from '@mantine/core';
import { Suspense, useEffect } from 'react';
import { useIsAllowed, usePerson } from '../../api/person.ts';
import { useBuildingStates, useFirstSteps, useOverview } from '../../api/shared-queries.ts';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { LoadingState } from '../../parts/states.tsx';
import { lazyFirstPart, lazyFirstScreen } from '../../shell/lazy.ts';
import { useLanguage } from '../../words/language.tsx';
import { MoneyByMonth } from './money.tsx';
import { OpenTasks } from './open-tasks.tsx';

/** Only for a new organization, so not loaded with the first page. */
const FirstSteps = lazyFirstScreen(() => import('./first-steps.tsx'), 'FirstSteps');
/** With the parts of a long table, which a resident's home does without. */
const loadStates = async () => (await import('./building-states.tsx')).BuildingStates;
const BuildingStates = lazyFirstPart(loadStates);
const MyHome = lazyFirstScreen(() => import('../my-home/my-home.tsx'), 'MyHome');

export function Home() {
  const { t } = useLanguage();
  const { name } = usePerson();
  if (!useIsAllowed('invoice')) return <MyHome />;
  return (
    <Page title={t.home.title} lead={<Text c="dimmed">{t.home.greeting({ name })}</Text>}>
      <StaffHome />
    </Page>
  );
}

function StaffHome() {
  const overview = useOverview();
  const mayManage = useIsAllowed('manage');
  const firstSteps = useFirstSteps(mayManage);
  useBuildingStates();
  // Both come beside the overview, not after it.
  useEffect(() => {
    loadStates().catch(() => undefined);
  }, []);
  return (
    <QueryContent query={overview}>
      {(data) => {
        const isNew =
          mayManage && firstSteps.data?.shown !== false && data.months.length === 0 && data.unsent.length === 0;
        return (
          <Stack gap="lg">
            {(!isNew || data.accountsUnconfirmed.length > 0) && <OpenTasks overview={data} />}
            {firstSteps.data?.shown && <FirstSteps firstSteps={firstSteps.data} />}
            <Suspense fallback={<LoadingState />}>
              <BuildingStates />
            </Suspense>
            {!isNew && <MoneyByMonth {...data} />}
          </Stack>
        );
      }}
    </QueryContent>
  );
}
