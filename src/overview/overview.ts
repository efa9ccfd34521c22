// The overview: open tasks, and money in and out by month.
import { listLocalDays } from '../invoicing/overdue.ts';
import type { Scope } from '../platform/db/scope.ts';
import { type Day, dayIn } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import type { Tally, WaitingCounts } from './overview-queries.ts';
import * as queries from './overview-queries.ts';

/** A month in one currency, in cents. */
type OverviewMonth = {
  readonly month: string;
  readonly currency: string;
  readonly invoiced: Cents;
  readonly received: Cents;
  readonly spent: Cents;
};

type Overview = WaitingCounts & {
  readonly paymentsWaiting: readonly Tally[];
  readonly returnsWaiting: readonly Tally[];
  readonly unsent: readonly Tally[];
  readonly overdue: readonly Tally[];
  /** The last twelve months, the current one last, for each currency with amounts. */
  readonly months: readonly OverviewMonth[];
  /** What waits to be matched of what they received. */
  readonly unassigned: readonly queries.MonthSum[];
};

/** Returns the whole current overview. */
export async function getOverview(scope: Scope): Promise<Overview> {
  const days = await listLocalDays(scope);
  const months = lastMonths(days[0]?.today ?? dayIn('UTC', scope.now));
  const [waiting, paymentsWaiting, returnsWaiting, invoices, sums] = await Promise.all([
    queries.countWaiting(scope),
    queries.tallyPayments(scope),
    queries.tallyReturns(scope),
    queries.tallyInvoices(scope, days),
    queries.sumMonths(scope, `${months[0]}-01`),
  ]);
  const ofKind = (kind: 'unsent' | 'overdue') =>
    invoices
      .filter((invoice) => invoice.kind === kind)
      .map(({ currency, count, amount }) => ({ currency, count, amount }));
  const currencies = [...new Set(sums.map(({ currency }) => currency))].sort();
  const sum = (kind: string, month: string, currency: string) =>
    sums.find((sum) => sum.kind === kind && sum.month === month && sum.currency === currency)?.amount ?? 0;
  return {
    ...waiting,
    paymentsWaiting,
    returnsWaiting,
    unsent: ofKind('unsent'),
    overdue: ofKind('overdue'),
    unassigned: sums
      .filter(({ kind }) => kind === 'unassigned')
      .map(({ month, currency, amount }) => ({ month, currency, amount })),
    months: currencies.flatMap((currency) =>
      months.map((month) => ({
        month,
        currency,
        invoiced: sum('invoiced', month, currency),
        received: sum('received', month, currency),
        spent: sum('spent', month, currency),
      })),
    ),
  };
}

/** The twelve months up to a day's own, as 'YYYY-MM'. */
function lastMonths(today: Day): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: 12 }, (_, back) =>
    new Date(Date.UTC(year, month - 12 + back, 1)).toISOString().slice(0, 7),
  );
}
