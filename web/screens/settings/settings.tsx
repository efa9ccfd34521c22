// Settings: webhooks for managers; for owners also members, keys, banks, the organization, test organizations, three logs, and privacy. The parts are listed
// in groups at the side; on a phone the list is a screen of its own.
import { Box, Flex, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Navigate, useParams } from '@tanstack/react-router';
import { useIsAllowed, usePerson } from '../../api/person.ts';
import { LinkTo, NavLinkTo } from '../../parts/link-to.tsx';
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
  test: TestOrganizations,
  mailbox: TestMailbox,
  members: Members,
  security: SecurityLog,
  audit: AuditLog,
  banks: Banks,
  keys: ApiKeys,
  webhooks: Webhooks,
  requests: RequestLog,
  privacy: Privacy,
} as const;
type PageName = keyof typeof settingsPages;

/** The groups of the list, in their order. */
const groups = [
  { group: 'organization', pages: ['organization', 'test', 'mailbox'] },
  { group: 'people', pages: ['members', 'security', 'audit'] },
  { group: 'money', pages: ['banks'] },
  { group: 'connections', pages: ['keys', 'webhooks', 'requests', 'privacy'] },
] as const satisfies readonly { readonly group: string; readonly pages: readonly PageName[] }[];

/** The groups that the person may see, with their pages. */
function useGroups() {
  const isOwner = useIsAllowed('own');
  const { test } = usePerson().organization;
  const isAllowed = (name: PageName) => (isOwner ? name !== 'mailbox' || test : name === 'webhooks');
  return groups
    .map(({ group, pages }) => ({ group, pages: pages.filter(isAllowed) }))
    .filter(({ pages }) => pages.length > 0);
}

export function Settings() {
  const { t } = useLanguage();
  const { part } = useParams({ from: '/settings/$part' });
  const allowedPages = useGroups().flatMap(({ pages }): PageName[] => pages);
  const shown = allowedPages.find((name) => name === part) ?? allowedPages[0] ?? 'webhooks';
  const Part = settingsPages[shown];
  return (
    <Page
      title={t.settings.title}
      lead={
        allowedPages.length > 1 && (
          <LinkTo to="/settings" hiddenFrom="md">
            {t.settings.all}
          </LinkTo>
        )
      }
    >
      <Flex gap="lg" align="flex-start">
        {allowedPages.length > 1 && (
          <Box flex="0 0 13rem" visibleFrom="md">
            <SettingsList shown={shown} />
          </Box>
        )}
        <Box flex={1} miw={0}>
          <Part />
        </Box>
      </Flex>
    </Page>
  );
}

/** The list by itself, for phones. Beside a part it is there anyway, so a wide screen opens the first one. */
export function SettingsIndex() {
  const { t } = useLanguage();
  const [first, ...more] = useGroups().flatMap(({ pages }): PageName[] => pages);
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  if (isWide || more.length === 0)
    return <Navigate to="/settings/$part" params={{ part: first ?? 'webhooks' }} replace />;
  return (
    <Page title={t.settings.title}>
      <SettingsList />
    </Page>
  );
}

function SettingsList({ shown }: { readonly shown?: PageName }) {
  const { t } = useLanguage();
  return (
    <Stack component="nav" aria-label={t.settings.title} gap="md">
      {useGroups().map(({ group, pages }) => (
        <div key={group}>
          <Text fz="sm" c="dimmed" px="sm" mb={4}>
            {t.settings.groups[group]}
          </Text>
          {pages.map((name) => (
            <NavLinkTo
              key={name}
              to="/settings/$part"
              params={{ part: name }}
              label={t.settings.parts[name]}
              active={name === shown}
              aria-current={name === shown ? 'page' : undefined}
            />
          ))}
        </div>
      ))}
    </Stack>
  );
}
