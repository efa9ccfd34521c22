// Readings: pending ones, missing ones, and the meters themselves.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useIsAllowed } from '../../api/person.ts';
import { Page } from '../../parts/page.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
import { type ReadingTab, readingTabs } from '../../shell/screen-parameters.ts';
import { useLanguage } from '../../words/language.tsx';
import { BuildingUsage } from './building-usage.tsx';
import { Meters } from './meters.tsx';
import { MissingReadings } from './missing-readings.tsx';
import { SubmittedReadings } from './submitted-readings.tsx';

const parts = {
  confirm: SubmittedReadings,
  missing: MissingReadings,
  usage: BuildingUsage,
  meters: Meters,
} as const satisfies Record<ReadingTab, unknown>;

export function Readings() {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const search = useSearch({ from: '/readings' });
  const navigate = useNavigate();
  const tabs: readonly ReadingTab[] = mayManage ? readingTabs : ['missing', 'usage', 'meters'];
  const tab = tabs.find((offered) => offered === search.tab) ?? tabs[0] ?? 'missing';
  const Part = parts[tab];
  return (
    <Page title={t.meters.title}>
      <PageTabs
        tabs={tabs}
        shown={tab}
        titles={t.meters.tabs}
        choose={(next) => navigate({ to: '/readings', search: { ...search, tab: next, meterId: undefined } })}
      >
        <Part />
      </PageTabs>
    </Page>
  );
}
