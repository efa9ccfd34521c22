// Settings: webhooks for managers; for owners also members, keys, banks, the organization, test organizations, three logs, and privacy.
import { Tabs } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useIsAllowed, usePerson } from '../../api/person.ts';
import { Page } from '../../parts/page.tsx';
import { useLanguage } from '../../words/language.tsx';
import { AuditLog } from './audit-log.tsx';
import { Banks } from './banks.tsx';
import { ApiKeys } from './keys.tsx';
import { Members } from './members.tsx';
import { Organization } from './organization.tsx';
import { Privacy } from './privacy.tsx';
import { RequestLog } from './request-log.tsx';
import { SecurityLog } from './security-log.tsx';
import { TestMailbox } from './test-mailbox.tsx';
import { TestOrganizations } from './test-organizations.tsx';
import { Webhooks } from './webhooks.tsx';

const settingsPages = {
  organization: Organization,
  members: Members,
  keys: ApiKeys,
  webhooks: Webhooks,
  banks: Banks,
  audit: AuditLog,
  security: SecurityLog,
  requests: RequestLog,
  privacy: Privacy,
  test: TestOrganizations,
  mailbox: TestMailbox,
} as const;
const pageNames = Object.keys(settingsPages) as (keyof typeof settingsPages)[];

export function Settings() {
  const { t } = useLanguage();
  const isOwner = useIsAllowed('own');
  const { part } = useParams({ from: '/settings/$part' });
  const navigate = useNavigate();
  const { test } = usePerson().organization;
  const ownersPages = pageNames.filter((name) => name !== 'mailbox' || test);
  const allowedPages = isOwner ? ownersPages : (['webhooks'] as const);
  const shown = allowedPages.find((allowedPage) => allowedPage === part) ?? allowedPages[0] ?? 'webhooks';
  const Part = settingsPages[shown];
  return (
    <Page title={t.settings.title}>
      <Tabs value={shown} onChange={(next) => navigate({ to: '/settings/$part', params: { part: next ?? shown } })}>
        <Tabs.List mb="md">
          {allowedPages.map((allowedPage) => (
            <Tabs.Tab key={allowedPage} value={allowedPage}>
              {t.settings.parts[allowedPage]}
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
