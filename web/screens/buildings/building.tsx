// One building: its apartments, charges and settings, each with an address of its own.
import { Text } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useBuilding } from '../../api/shared-queries.ts';
import { Page } from '../../parts/page.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { type BuildingTab, buildingTabs } from '../../shell/screen-parameters.ts';
import { useLanguage } from '../../words/language.tsx';
import { Apartments } from '../apartments/apartments.tsx';
import { BuildingSettings } from './building-settings.tsx';
import { Charges } from './charges.tsx';
import { OneOffCharges } from './one-offs.tsx';
import { SupplierBills } from './supplier-bills.tsx';

const parts = {
  apartments: Apartments,
  charges: Charges,
  bills: SupplierBills,
  oneOffs: OneOffCharges,
  settings: BuildingSettings,
} as const satisfies Record<BuildingTab, unknown>;

export function Building() {
  const { t } = useLanguage();
  const { buildingId } = useParams({ from: '/buildings/$buildingId' });
  const { tab = 'apartments' } = useSearch({ from: '/buildings/$buildingId' });
  const navigate = useNavigate();
  const building = useBuilding(buildingId);
  const Part = parts[tab];
  return (
    <QueryContent query={building}>
      {(data) => (
        <Page title={data.name} lead={<Text c="dimmed">{data.address}</Text>}>
          <PageTabs
            tabs={buildingTabs}
            shown={tab}
            titles={t.buildings.tabs}
            choose={(next) => navigate({ to: '/buildings/$buildingId', params: { buildingId }, search: { tab: next } })}
          >
            <Part building={data} />
          </PageTabs>
        </Page>
      )}
    </QueryContent>
  );
}
