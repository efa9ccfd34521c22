// Settings, for owners: the organization, users, banks, logs and privacy; what only developers need is one entry.
// The entries are listed at the side; on a phone the list is a screen of its own.
import { Anchor, Box, Flex, NavLink, type NavLinkProps, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { createLink, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { useIsAllowed, usePerson } from '../../api/person.ts';
import { type LinkProps, LinkTo } from '../../parts/link-to.tsx';
import { Page } from '../../parts/page.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
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
  banks: Banks,
  audit: AuditLog,
  security: SecurityLog,
  privacy: Privacy,
  keys: ApiKeys,
  webhooks: Webhooks,
  requests: RequestLog,
  test: TestOrganizations,
  mailbox: TestMailbox,
} as const;
type PageName = keyof typeof settingsPages;

const AnchorNavLink = (props: LinkProps<NavLinkProps>) => <NavLink component="a" {...props} />;
const NavLinkTo = createLink(AnchorNavLink);

/** The entries of the list, in their order, each with its pages: several of them are tabs. */
const entries = [
  { name: 'organization', pages: ['organization'] },
  { name: 'members', pages: ['members'] },
  { name: 'banks', pages: ['banks'] },
  { name: 'logs', pages: ['audit', 'security'] },
  { name: 'privacy', pages: ['privacy'] },
  { name: 'developers', pages: ['keys', 'webhooks', 'requests', 'test', 'mailbox'] },
] as const satisfies readonly { readonly name: string; readonly pages: readonly PageName[] }[];
type SettingsEntry = (typeof entries)[number];

export function Settings() {
  const { t } = useLanguage();
  const { part } = useParams({ from: '/settings/$part' });
  const navigate = useNavigate();
  const isOwner = useIsAllowed('own');
  const { test } = usePerson().organization;
  if (!isOwner) return <Navigate to="/" replace />;
  const entry = entries.find(({ pages }) => pages.some((page) => page === part)) ?? entries[0];
  const pages = entry.pages.filter((page): page is PageName => page !== 'mailbox' || test);
  const shown = pages.find((page) => page === part) ?? pages[0] ?? 'organization';
  const Part = settingsPages[shown];
  return (
    <Page
      title={t.settings.title}
      lead={
        <LinkTo to="/settings" hiddenFrom="md">
          {t.settings.all}
        </LinkTo>
      }
      actions={entry.name === 'developers' && <Anchor href="/docs">{t.common.nav.reference}</Anchor>}
    >
      <Flex gap="lg" align="flex-start">
        <Box flex="0 0 13rem" visibleFrom="md">
          <SettingsList shown={entry} />
        </Box>
        <Box flex={1} miw={0}>
          {pages.length === 1 ? (
            <Part />
          ) : (
            <PageTabs
              tabs={pages}
              shown={shown}
              titles={t.settings.parts}
              choose={(next) => navigate({ to: '/settings/$part', params: { part: next } })}
            >
              <Part />
            </PageTabs>
          )}
        </Box>
      </Flex>
    </Page>
  );
}

/** The list by itself, for phones. Beside a part it is there anyway, so a wide screen opens the first one. */
export function SettingsIndex() {
  const { t } = useLanguage();
  const isOwner = useIsAllowed('own');
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  if (isWide || !isOwner) return <Navigate to="/settings/$part" params={{ part: 'organization' }} replace />;
  return (
    <Page title={t.settings.title}>
      <SettingsList />
    </Page>
  );
}

function SettingsList({ shown }: { readonly shown?: SettingsEntry }) {
  const { t } = useLanguage();
  return (
    <Stack component="nav" aria-label={t.settings.title} gap={0}>
      {entries.map(({ name, pages }) => (
        <NavLinkTo
          key={name}
          to="/settings/$part"
          params={{ part: pages[0] }}
          label={t.settings.entries[name]}
          active={name === shown?.name}
          aria-current={name === shown?.name ? 'page' : undefined}
        />
      ))}
    </Stack>
  );
}
