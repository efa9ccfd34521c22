// One building: its apartments, charges and settings, each with an address of its own.
import { Tabs, Text } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useBuilding } from '../../api/shared-queries.ts';
import { Page } from '../../parts/page.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { buildingTabs } from '../../shell/search.ts';
import { useLanguage } from '../../words/language.tsx';
import { Apartments } from '../apartments/apartments.tsx';
import { BuildingSettings } from './building-settings.tsx';
import { Charges } from './charges.tsx';
import { OneOffCharges } from './one-offs.tsx';
import { SupplierBills } from './supplier-bills.tsx';

export function Building() {
  const { t } = useLanguage();
  const { buildingId } = useParams({ from: '/buildings/$buildingId' });
  const { tab = 'apartments' } = useSearch({ from: '/buildings/$buildingId' });
  const navigate = useNavigate();
  const building = useBuilding(buildingId);
  return (
    <QueryContent query={building}>
      {(data) => (
        <Page title={data.name} lead={<Text c="dimmed">{data.address}</Text>}>
          <Tabs
            value={tab}
            keepMounted={false}
            onChange={(next) =>
              navigate({
                to: '/buildings/$buildingId',
                params: { buildingId },
                search: { tab: buildingTabs.find((buildingTab) => buildingTab === next) },
              })
            }
          >
            <Tabs.List mb="md">
              {buildingTabs.map((buildingTab) => (
                <Tabs.Tab key={buildingTab} value={buildingTab}>
                  {t.buildings.tabs[buildingTab]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="apartments">
              <Apartments building={data} />
            </Tabs.Panel>
            <Tabs.Panel value="charges">
              <Charges building={data} />
            </Tabs.Panel>
            <Tabs.Panel value="bills">
              <SupplierBills building={data} />
            </Tabs.Panel>
            <Tabs.Panel value="oneOffs">
              <OneOffCharges building={data} />
            </Tabs.Panel>
            <Tabs.Panel value="settings">
              <BuildingSettings building={data} />
            </Tabs.Panel>
          </Tabs>
        </Page>
      )}
    </QueryContent>
  );
}
