// Open tasks, each with its count, sum and link. Empty ones are not shown.
import { Paper, SimpleGrid, Text, ThemeIcon } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ConsoleBody } from '../../api/bodies.ts';
import { useIsAllowed, usePerson } from '../../api/person.ts';
import { useBuildingStates } from '../../api/shared-queries.ts';
import { Icon, type IconName } from '../../parts/icons.tsx';
import { navItemsOf } from '../../shell/navigation.ts';
import { useLanguage } from '../../words/language.tsx';
import classes from './home.module.css';

type OverviewBody = ConsoleBody<'/overview'>['data'];
type OpenTask = {
  readonly to: string;
  readonly icon: IconName;
  readonly count: number;
  readonly word: (values: { count: number }) => string;
  readonly sum?: string;
  /** Whether the reader's role does it; default: whoever reaches the page. */
  readonly isOwn?: boolean;
};

export function OpenTasks({ overview }: { readonly overview: OverviewBody }) {
  const { t, format } = useLanguage();
  const { role } = usePerson();
  const mayManage = useIsAllowed('manage');
  const mayMatch = useIsAllowed('money');
  const { data: states } = useBuildingStates();
  const count = (tallies: OverviewBody['unsent']) => tallies.reduce((sum, item) => sum + item.count, 0);
  const sum = (tallies: OverviewBody['unsent']) =>
    tallies.map((tally) => format.money(tally.amount, tally.currency)).join(' + ');
  const {
    readingsToConfirm,
    paymentsWaiting,
    returnsWaiting,
    unsent,
    overdue,
    webhooksFailing,
    maintenanceNew,
    accountsUnconfirmed,
  } = overview;
  const all: readonly OpenTask[] = [
    {
      to: `/buildings/${accountsUnconfirmed[0]}?tab=settings`,
      icon: 'warning',
      count: accountsUnconfirmed.length,
      word: t.home.accounts,
    },
    { to: '/readings', icon: 'meter', count: readingsToConfirm, word: t.home.readings, isOwn: mayManage },
    {
      to: '/payments',
      icon: 'payment',
      count: count(paymentsWaiting) + count(returnsWaiting),
      word: returnsWaiting.length > 0 ? t.home.entries : t.home.payments,
      isOwn: mayMatch,
      sum: [
        sum(paymentsWaiting),
        returnsWaiting.length > 0 && t.home.returned({ count: count(returnsWaiting), amount: sum(returnsWaiting) }),
      ]
        .filter(Boolean)
        .join(' · '),
    },
    { to: '/invoices?status=unsent', icon: 'invoice', count: count(unsent), word: t.home.unsent, sum: sum(unsent) },
    { to: '/invoices?status=overdue', icon: 'warning', count: count(overdue), word: t.home.overdue, sum: sum(overdue) },
    { to: '/requests', icon: 'wrench', count: maintenanceNew, word: t.home.requests },
    { to: '/settings/webhooks', icon: 'webhook', count: webhooksFailing, word: t.home.webhooks },
  ];
  const reachable = navItemsOf(role).map(({ to }) => to);
  const needs = all.filter(
    ({ count: waiting, to, isOwn = true }) =>
      isOwn && waiting > 0 && reachable.some((way) => way !== '/' && to.startsWith(way)),
  );
  if (needs.length === 0) {
    // Where a building has a next step, its row says so below.
    if (!states?.every(({ next }) => next === 'done')) return null;
    return (
      <Paper withBorder p="md">
        <Text c="dimmed">{t.home.nothingWaits}</Text>
      </Paper>
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
      {needs.map(({ to, icon, count: waiting, word, sum: amount }) => (
        <Paper key={to} withBorder p="md" component={Link} to={to} className={classes.need}>
          <ThemeIcon variant="light" size="lg">
            <Icon name={icon} />
          </ThemeIcon>
          <div>
            <Text fz="xl" fw={600} lh={1.2}>
              {format.number(waiting)}
            </Text>
            <Text>{word({ count: waiting })}</Text>
            {amount && <Text c="dimmed">{amount}</Text>}
          </div>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
