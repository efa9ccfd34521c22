// The steps from what a building's apartments paid in a month to what its bank account received, to the cent.
import { Text } from '@mantine/core';
import { sumAmounts } from '../../../src/platform/values/amounts.ts';
import type { ConsoleBody } from '../../api/bodies.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { useLanguage } from '../../words/language.tsx';

/** A building's bank account in a month. */
export type AccountMonth = NonNullable<ConsoleBody<'/buildings/{id}/month-end'>['data']['bankAccount']>;
type Step = AccountMonth['steps'][number];

/** Each kind in order: what the account does not show, or shows as paid out; or what it shows beside. */
const places = {
  banklink: 'not_shown',
  manual: 'not_shown',
  cash: 'not_shown',
  booked_elsewhere: 'not_shown',
  returned: 'not_shown',
  unmatched: 'beside',
  set_aside: 'beside',
  other_buildings: 'beside',
  dated_elsewhere: 'beside',
  reversed: 'beside',
  no_payment: 'beside',
} as const satisfies Record<Step['kind'], string>;
const order = Object.keys(places);

export function ReceivedSteps({ account }: { readonly account: AccountMonth }) {
  const { t, format } = useLanguage();
  const { steps, credits, currency } = account;
  const words = t.monthEnd.bank.steps;
  if (steps.length === 0) return null;
  const nameOf = ({ kind, payments: count }: Step) =>
    kind === 'unmatched' ? t.monthEnd.unassigned.unmatched({ count }) : words[kind];
  const inOrder = steps.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const rowsOf = (place: (typeof places)[Step['kind']]) =>
    inOrder
      .filter(({ kind }) => places[kind] === place)
      .map((step) => ({ name: nameOf(step), amount: step.amount, isSum: false }));
  const [before, after] = [rowsOf('not_shown'), rowsOf('beside')];
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
