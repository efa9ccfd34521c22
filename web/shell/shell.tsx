// The frame of every screen: the navigation on the left, or behind a button on a phone, and the person's own menu.
import { ActionIcon, Box, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Link, Navigate, Outlet, useRouterState, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useIsAllowed, usePerson } from '../api/person.ts';
import { Icon } from '../parts/icons.tsx';
import { PageFailure, showOnPage } from '../parts/page-failure.tsx';
import { useBuildingInAddress } from '../parts/shown-building.ts';
import { useLanguage } from '../words/language.tsx';
import { OfflineBanner, TestBanner } from './banners.tsx';
import { afterFirstScreen, lazyPart, loadPart } from './lazy.ts';
import { currentNavItem, navItemsOf } from './navigation.ts';
import { ownAddress } from './own-address.ts';
import { PersonButton } from './person-button.tsx';
import type { PersonMenu } from './person-menu.tsx';
import { SearchButton } from './search-button.tsx';
import classes from './shell.module.css';

/** Only for a new organization. */
const StepBar = lazyPart(async () => {
  await afterFirstScreen;
  return (await import('./step-bar.tsx')).StepBar;
});

export function Shell() {
  const { t } = useLanguage();
  const person = usePerson();
  const isOwner = useIsAllowed('own');
  const mayManage = useIsAllowed('manage');
  const maySearch = useIsAllowed('invoice');
  const [open, { toggle, close }] = useDisclosure();
  useHotkeys([['Escape', close]]);
  useBuildingInAddress();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { request } = useSearch({ strict: false });
  const ownPage = person.role === 'resident' ? ownAddress(path, { request }) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes whenever the path is another one.
  useEffect(() => {
    close();
    showOnPage(undefined);
  }, [path]);
  return (
    <>
      <a className="haldur-skip" href="#content">
        {t.common.skip}
      </a>
      <header className={classes.header}>
        <div>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={40}
            hiddenFrom="sm"
            aria-label={t.common.menu}
            aria-expanded={open}
            onClick={toggle}
          >
            <Icon name={open ? 'close' : 'menu'} />
          </ActionIcon>
          <Text className={classes.brand} fw={700} c="pine" style={{ letterSpacing: '-0.01em' }}>
            Haldur
          </Text>
          <Text className={classes.organization} c="dimmed" lineClamp={2} lh={1.2} style={{ overflowWrap: 'anywhere' }}>
            {person.organization.name}
          </Text>
        </div>
        <div>
          {maySearch && <SearchButton />}
          <Person />
        </div>
      </header>
      <nav className={classes.menu} data-open={open || undefined} aria-label={t.common.menu}>
        <Text className={classes.menuOrganization} c="dimmed" px="xs" pb="xs">
          {person.organization.name}
        </Text>
        <Navigation path={path} />
      </nav>
      <main id="content" className={classes.content} tabIndex={-1}>
        <OfflineBanner />
        <TestBanner />
        <Box maw="72rem" mx="auto">
          {mayManage && path !== '/' && (
            <Suspense>
              <StepBar isOwner={isOwner} />
            </Suspense>
          )}
          <PageFailure />
          {ownPage ? <Navigate {...ownPage} replace /> : <Outlet />}
        </Box>
      </main>
    </>
  );
}

/** The menu needs much code for its placement: the first screen does not wait. A press before it is there opens it. */
function Person() {
  const [menu, setMenu] = useState<{ readonly Menu: typeof PersonMenu }>();
  const [opened, setOpened] = useState(false);
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    const load = async () => ({ Menu: (await import('./person-menu.tsx')).PersonMenu });
    void loadPart(() => afterFirstScreen.then(load)).then(setMenu);
  }, []);
  if (menu && !isPressed) return <menu.Menu opened={opened} onChange={setOpened} />;
  const click = () => {
    setPressed(false);
    setOpened(true);
  };
  return <PersonButton onPointerDown={() => setPressed(true)} onClick={click} />;
}

function Navigation({ path }: { readonly path: string }) {
  const { t } = useLanguage();
  const { role } = usePerson();
  const current = currentNavItem(role, path);
  return navItemsOf(role).map((item) => (
    <Link key={item.to} to={item.to} className={classes.link} aria-current={item === current ? 'page' : undefined}>
      <Icon name={item.icon} />
      <span>{t.common.nav[item.word]}</span>
    </Link>
  ));
}
