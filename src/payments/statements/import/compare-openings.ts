// Compares the opening balance of each statement in a file with the last closing balance that is known before it: where
// they differ, a statement is missing. Statements of earlier days are compared with what is known before those days.
import type { Scope } from '../../../platform/db/scope.ts';
import { addDays, compareDays, type Day } from '../../../platform/values/dates.ts';
import type { Cents } from '../../../platform/values/money.ts';
import { findKnownClosings, sumEntriesBetween } from '../balance-queries.ts';
import type { OwnAccounts } from '../own-accounts.ts';
import type { StatementFindings, StatementSummary } from '../parse/statement-entry.ts';

/** What the last statement before leads to: its closing balance of `day` with the known entries since. */
export type ExpectedOpening = { readonly day: Day; readonly balance: Cents };
/** A statement; `expected` where its opening balance differs from what is known. */
export type ComparedStatement = StatementSummary & { readonly expected: ExpectedOpening | null };

type Closing = { readonly key: string; readonly day: Day; readonly balance: Cents };
type Opening = {
  readonly statement: StatementSummary;
  readonly key: string;
  readonly from: Day;
  readonly opening: Cents;
};
type OpeningGap = Opening & { readonly last: Closing };

/** A statement that follows a longer silence is not compared. */
const maxSilentDays = 366;
const maxClosings = 10_000;
/** No more differences are looked into. */
const maxGaps = 100;

/** The statements of a file, each with what was expected where that differs. */
export async function compareOpenings(
  scope: Scope,
  { statements }: Pick<StatementFindings, 'statements'>,
  own: OwnAccounts,
): Promise<ComparedStatement[]> {
  const openings = statements.flatMap((statement) => openingOf(statement, own));
  const earlier = await findEarlierClosings(scope, openings, own);
  const inFile = statements.flatMap(({ account, currency, to, closing }) =>
    to === null || closing === null ? [] : [{ key: keyOf(own, account, currency), day: to, balance: closing }],
  );
  const gaps = findGaps(openings, [...earlier, ...inFile]).slice(0, maxGaps);
  const expected = await expectOpenings(scope, gaps);
  return statements.map((statement) => ({ ...statement, expected: expected.get(statement) ?? null }));
}

function openingOf(statement: StatementSummary, own: OwnAccounts): Opening[] {
  const { account, currency, openingOn, opening } = statement;
  if (openingOn === null || opening === null || !own.has(own.accountFor(account))) return [];
  return [{ statement, key: keyOf(own, account, currency), from: addDays(openingOn, 1), opening }];
}

/** The same for every name of an account in files, and its currency. */
function keyOf(own: OwnAccounts, account: string, currency: string): string {
  const [only, ...others] = own.ibans;
  const name = account === '' && only !== undefined && others.length === 0 ? only : own.accountFor(account);
  return `${name} ${currency}`;
}

async function findEarlierClosings(scope: Scope, openings: readonly Opening[], own: OwnAccounts): Promise<Closing[]> {
  const days = openings.map(({ from }) => from).toSorted();
  const [first, last = first] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const endings = new Set(['', ...openings.map(({ key }) => key.slice(0, key.lastIndexOf(' ')).slice(-8))]);
  const range = { from: addDays(first, -maxSilentDays), to: last };
  const closings = await findKnownClosings(scope, [...endings], range, maxClosings);
  return closings.map(({ account, currency, day, balance }) => ({ key: keyOf(own, account, currency), day, balance }));
}

/**
 * The openings that differ from the last closing before them. One that goes on where another statement of its first
 * day ended is a further page, and no gap. Of several closings of a day the first in the list is meant.
 */
export function findGaps(openings: readonly Opening[], closings: readonly Closing[]): OpeningGap[] {
  const stated = new Map<string, number>();
  const nameOf = (key: string, day: Day | null, balance: Cents | null) => `${key} ${day} ${balance}`;
  for (const { key, day, balance } of closings) {
    const name = nameOf(key, day, balance);
    stated.set(name, (stated.get(name) ?? 0) + 1);
  }
  const closingsByKey = Map.groupBy(
    closings.toSorted((a, b) => compareDays(a.day, b.day)),
    ({ key }) => key,
  );
  const gaps: OpeningGap[] = [];
  for (const [key, all] of Map.groupBy(openings, (opening) => opening.key)) {
    const before = closingsByKey.get(key) ?? [];
    let at = 0;
    let last: Closing | undefined;
    for (const opening of all.toSorted((a, b) => compareDays(a.from, b.from))) {
      for (let next = before[at]; next !== undefined && next.day < opening.from; next = before[++at])
        if (last === undefined || last.day < next.day) last = next;
      if (last === undefined || stated.has(nameOf(key, last.day, opening.opening))) continue;
      const { to, closing } = opening.statement;
      const itself = to === opening.from && closing === opening.opening ? 1 : 0;
      if ((stated.get(nameOf(key, opening.from, opening.opening)) ?? 0) > itself) continue;
      gaps.push({ ...opening, last });
    }
  }
  return gaps;
}

async function expectOpenings(
  scope: Scope,
  gaps: readonly OpeningGap[],
): Promise<ReadonlyMap<StatementSummary, ExpectedOpening>> {
  if (gaps.length === 0) return new Map();
  const asked = gaps.map(({ key, last, from }) => {
    const at = key.lastIndexOf(' ');
    return { account: key.slice(0, at), currency: key.slice(at + 1), after: last.day, until: addDays(from, -1) };
  });
  const nets = await sumEntriesBetween(scope, asked);
  return new Map(
    gaps.flatMap(({ statement, opening, last }, nth) => {
      const balance = last.balance + (nets[nth] ?? 0);
      return balance === opening ? [] : [[statement, { day: last.day, balance }] as const];
    }),
  );
}
