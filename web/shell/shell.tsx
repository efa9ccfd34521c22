// The frame of every screen: the navigation on the left, or behind a button on a phone, and the person's own menu.
import { AppShell, Avatar, Box, Burger, Group, NavLink, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useIsAllowed, usePerson } from '../api/person.ts';
import { Icon } from '../parts/icons.tsx';
import { PageFailure, showOnPage } from '../parts/page-failure.tsx';
import { useLanguage } from '../words/language.tsx';
import { OfflineBanner, TestBanner } from './banners.tsx';
import { afterFirstScreen, lazyPart } from './lazy.ts';
import { navItemsOf } from './navigation.ts';
import { SearchButton } from './search-button.tsx';

/** Only for a new organization. */
const StepBar = lazyPart(async () => {
  await afterFirstScreen;
  return (await import('./step-bar.tsx')).StepBar;
});

/** A menu needs much code for its placement: the first screen does not wait for it. */
const PersonMenu = lazyPart(async () => {
  await afterFirstScreen;
  return (await import('./person-menu.tsx')).PersonMenu;
});

export function Shell() {
  const { t } = useLanguage();
  const person = usePerson();
  const isOwner = useIsAllowed('own');
  const mayManage = useIsAllowed('manage');
  const maySearch = useIsAllowed('invoice');
  const [open, { toggle, close }] = useDisclosure();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes whenever the path is another one.
  useEffect(() => {
    close();
    showOnPage(undefined);
  }, [path]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !open } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <a className="haldur-skip" href="#content">
        {t.common.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger opened={open} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t.common.menu} />
            <Text className="haldur-brand" fw={700} c="pine" style={{ letterSpacing: '-0.01em' }}>
              Haldur
            </Text>
            <Text c="dimmed" truncate>
              {person.organization.name}
            </Text>
          </Group>
          <Group gap="sm" wrap="nowrap">
            {maySearch && <SearchButton />}
            <Suspense fallback={<Avatar name={person.name} color="pine" size={34} aria-hidden />}>
              <PersonMenu />
            </Suspense>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={t.common.menu}>
        <AppShell.Section grow style={{ overflowY: 'auto' }}>
          <Navigation path={path} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <OfflineBanner />
        <TestBanner />
        <Box maw="72rem" mx="auto">
          {mayManage && path !== '/' && (
            <Suspense>
              <StepBar isOwner={isOwner} />
            </Suspense>
          )}
          <PageFailure />
          <Outlet />
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}

function Navigation({ path }: { readonly path: string }) {
  const { t } = useLanguage();
  const { role } = usePerson();
  return navItemsOf(role).map(({ to, word, icon }) => {
    const active = to === '/' ? path === '/' : path.startsWith(`/${to.split('/')[1]}`);
    return (
      <NavLink
        key={to}
        component={Link}
        to={to}
        label={t.common.nav[word]}
        leftSection={<Icon name={icon} />}
        active={active}
        aria-current={active ? 'page' : undefined}
        mb={2}
      />
    );
  });
}
