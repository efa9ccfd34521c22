// The steps from what a building's apartments paid in a month to what its bank account received, to the cent.
import { Text } from '@mantine/core';
import { sumAmounts } from '../../../src/platform/values/amounts.ts';
import type { ConsoleBody } from '../../api/bodies.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { useLanguage } from '../../words/language.tsx';

/** A building's bank account in a month. */
export type AccountMonth = NonNullable<ConsoleBody<'/buildings/{id}/month-end'>['data']['bankAccount']>;
type Step = AccountMonth['steps'][number];

/** What the account does not show, or shows as paid out; then what it shows beside. */
const notShown = ['banklink', 'manual', 'cash', 'booked_elsewhere', 'returned'] as const satisfies Step['kind'][];
const shownBeside = [
  'unmatched',
  'set_aside',
  'other_buildings',
  'dated_elsewhere',
  'reversed',
  'no_payment',
] as const satisfies Step['kind'][];

export function ReceivedSteps({ account }: { readonly account: AccountMonth }) {
  const { t, format } = useLanguage();
  const { steps, credits, currency } = account;
  const words = t.monthEnd.bank.steps;
  if (steps.length === 0) return null;
  const nameOf = ({ kind, payments: count }: Step) =>
    kind === 'unmatched' ? t.monthEnd.unassigned.unmatched({ count }) : words[kind];
  const rowsOf = (kinds: readonly Step['kind'][]) =>
    kinds.flatMap((kind) =>
      steps
        .filter((step) => step.kind === kind)
        .map((step) => ({ name: nameOf(step), amount: step.amount, isSum: false })),
    );
  const [before, after] = [rowsOf(notShown), rowsOf(shownBeside)];
  const shown = sumAmounts([credits, ...after.map(({ amount }) => -amount)]);
  const received = sumAmounts([shown, ...before.map(({ amount }) => -amount)]);
  const rows = [
    { name: words.received, amount: received, isSum: true },
    ...before,
    ...(before.length > 0 && after.length > 0 ? [{ name: words.shown, amount: shown, isSum: true }] : []),
    ...after,
    { name: words.credits, amount: credits, isSum: true },
  ];
  const weightOf = (isSum: boolean) => (isSum ? { fw: 600 } : {});
  return (
    <DataTable
      label={words.title}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { title: words.title, cell: ({ name, isSum }) => <Text {...weightOf(isSum)}>{name}</Text> },
        {
          title: t.payments.amount,
          figure: true,
          cell: ({ amount, isSum }) => (
            <Text span {...weightOf(isSum)}>
              {format.money(amount, currency)}
            </Text>
          ),
        },
      ]}
    />
  );
}
