// Settings: webhooks for those who manage; members, keys, banks, the organization and the security log for owners.
import { Tabs } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMay } from '../../api/person.ts';
import { Page } from '../../parts/page.tsx';
import { useLanguage } from '../../words/language.tsx';
import { Banks } from './banks.tsx';
import { Keys } from './keys.tsx';
import { Members } from './members.tsx';
import { Organization } from './organization.tsx';
import { SecurityLog } from './security-log.tsx';
import { Webhooks } from './webhooks.tsx';

const parts = {
  organization: Organization,
  members: Members,
  keys: Keys,
  webhooks: Webhooks,
  banks: Banks,
  security: SecurityLog,
} as const;
const names = Object.keys(parts) as (keyof typeof parts)[];

export function Settings() {
  const { t } = useLanguage();
  const isOwner = useMay('own');
  const { part } = useParams({ from: '/settings/$part' });
  const navigate = useNavigate();
  const offered = isOwner ? names : (['webhooks'] as const);
  const shown = offered.find((one) => one === part) ?? offered[0] ?? 'webhooks';
  const Part = parts[shown];
  return (
    <Page title={t.settings.title}>
      <Tabs value={shown} onChange={(next) => navigate({ to: '/settings/$part', params: { part: next ?? shown } })}>
        <Tabs.List mb="md">
          {offered.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t.settings.parts[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown}>
          <Part />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
