// Readings: pending ones, missing ones, and the meters themselves.
import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useIsAllowed } from '../../api/person.ts';
import { Page } from '../../parts/page.tsx';
import { readingTabs } from '../../shell/search.ts';
import { useLanguage } from '../../words/language.tsx';
import { BuildingUsage } from './building-usage.tsx';
import { Meters } from './meters.tsx';
import { MissingReadings } from './missing-readings.tsx';
import { SubmittedReadings } from './submitted-readings.tsx';

export function Readings() {
  const { t } = useLanguage();
  const mayManage = useIsAllowed('manage');
  const search = useSearch({ from: '/readings' });
  const navigate = useNavigate();
  const tabs = mayManage ? readingTabs : (['missing', 'usage', 'meters'] as const);
  const tab = tabs.find((offered) => offered === search.tab) ?? tabs[0];
  return (
    <Page title={t.meters.title}>
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) =>
          navigate({
            to: '/readings',
            search: { ...search, tab: readingTabs.find((readingTab) => readingTab === next), meterId: undefined },
          })
        }
      >
        <Tabs.List mb="md">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t.meters.tabs[tab]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="confirm">
          <SubmittedReadings />
        </Tabs.Panel>
        <Tabs.Panel value="missing">
          <MissingReadings />
        </Tabs.Panel>
        <Tabs.Panel value="usage">
          <BuildingUsage />
        </Tabs.Panel>
        <Tabs.Panel value="meters">
          <Meters />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
