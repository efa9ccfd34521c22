// A building's bank account in a range of days: what the bank received and paid out, and whether that agrees with the
// balances that statements state.
import { findOwnAccounts } from '../payments/statements/statement-queries.ts';
import { buildingLimit, type Scope } from '../platform/db/scope.ts';
import { addDays, type Day } from '../platform/values/dates.ts';
import { type Cents, formatAmount } from '../platform/values/money.ts';
import type { Building } from '../properties/model.ts';
import * as queries from './bank-account-queries.ts';
import { type DayRange, sumUnshownRefunds, type UnshownRefunds } from './month-end-queries.ts';

/** The sums of an account; null: no statement states it. opening + credits − debits = closing, if they agree. */
export type BankAccountSums = queries.EntrySums & {
  readonly iban: string;
  readonly currency: string;
  readonly opening: Cents | null;
  readonly closing: Cents | null;
  /** What the closing balance has more than opening + credits − debits; null where one of them is unknown. */
  readonly difference: Cents | null;
  /** The days of the range between balances or in statements; null: no statement shows any. */
  readonly covered: DayRange | null;
  /** What was received that nobody pays for an invoice. */
  readonly dismissed: readonly queries.DismissedSum[];
  /** From what apartments of the building have paid to `credits`. */
  readonly steps: readonly queries.ReceivedStep[];
  /** Refunds of the building that no statement shows. */
  readonly unshownRefunds: UnshownRefunds;
  /** The first debits. */
  readonly debitList: readonly queries.BankEntry[];
};

const maxDebits = 200;

/**
 * The sums of the building's account; undefined if it has none, and for a key of some buildings, as the bank's
 * statements are about all.
 */
export async function getBankAccount(
  scope: Scope,
  building: Building,
  range: DayRange,
): Promise<BankAccountSums | undefined> {
  if (buildingLimit(scope.caller) !== null) return undefined;
  const account = await findAccount(scope, building);
  if (account === undefined) return undefined;
  const sums = await findSums(scope, account, range);
  const debitList = await queries.findBankEntries(scope, account, building.id, range, {
    debitsOnly: true,
    limit: maxDebits,
  });
  const { iban, currency } = account;
  const dismissed = await queries.sumDismissedEntries(scope, account, range);
  const steps = await queries.findReceivedSteps(scope, account, building.id, range);
  const unshownRefunds = await sumUnshownRefunds(scope, { buildingId: building.id, iban, currency }, range);
  return { iban, currency, ...sums, dismissed, steps, unshownRefunds, debitList };
}

/**
 * The entries of the building's account as the rows of a file, with the balance after each, between its balances;
 * `known`: the days on which these are known.
 */
export async function listBankRows(scope: Scope, building: Building, range: DayRange) {
  const account = await findAccount(scope, building);
  if (account === undefined) return { account: undefined, opening: null, closing: null, known: range, entries: [] };
  const { opening, closing, covered } = await findSums(scope, account, range);
  const entries = await queries.findBankEntries(scope, account, building.id, range);
  return { account, opening, closing, known: covered ?? range, entries };
}

async function findAccount(scope: Scope, { billing }: Building): Promise<queries.EntryAccount | undefined> {
  if (billing.iban === null) return undefined;
  const { ibans } = await findOwnAccounts(scope);
  return { iban: billing.iban, currency: billing.currency, isOnlyOne: ibans.length === 1 };
}

/** The sums of the entries, and the balances around them. */
async function findSums(scope: Scope, account: queries.EntryAccount, range: DayRange) {
  const sums = await queries.sumBankEntries(scope, account, range);
  return { ...sums, ...(await findBalances(scope, account, range, sums)) };
}

/**
 * The balances before the first and after the last day: as stated on that day, or the nearest stated one with the
 * entries between. Of several for one day, those that agree, or else the first and the last. A balance is never taken
 * across a range that no statement shows: entries that nobody has seen cannot agree.
 */
async function findBalances(
  scope: Scope,
  account: queries.EntryAccount,
  range: DayRange,
  { credits, debits }: queries.EntrySums,
): Promise<Pick<BankAccountSums, 'opening' | 'closing' | 'difference' | 'covered'>> {
  const before = addDays(range.from, -1);
  const openings = await findBalancesAt(scope, account, before, { before: range.to });
  const closings = await findBalancesAt(scope, account, range.to, { after: openings[0]?.day ?? before });
  const covered = coveredDays(range, await queries.findShownDays(scope, account, range), openings[0], closings[0]);
  if (covered === null) {
    const statedOn = (day: Day, balances: typeof openings) =>
      balances.find((balance) => balance.day === day)?.balance ?? null;
    return { opening: statedOn(before, openings), closing: statedOn(range.to, closings), difference: null, covered };
  }
  const pairs = openings.flatMap((opening) =>
    closings.map((closing) => ({
      opening: opening.balance,
      closing: closing.balance,
      difference: closing.balance - (opening.balance + credits - debits),
      isBetween:
        closings.some(({ stated }) => stated === opening.stated) ||
        openings.some(({ stated }) => stated === closing.stated),
    })),
  );
  const [pair] = pairs.toSorted((a, b) => rank(a) - rank(b));
  const alone = { opening: openings[0]?.balance ?? null, closing: closings[0]?.balance ?? null, difference: null };
  const { opening, closing, difference } = pair ?? alone;
  return { opening, closing, difference, covered };
}

/** Those that agree come first; then those that begin or end no other statement: the others are between two of them. */
function rank({ difference, isBetween }: { readonly difference: Cents; readonly isBetween: boolean }): number {
  if (difference === 0) return 0;
  return isBetween ? 2 : 1;
}

/** From a balance before the range, or the first shown day, to a balance after it, or the last shown day. */
function coveredDays(
  range: DayRange,
  shown: DayRange | undefined,
  opening: queries.StatedBalance | undefined,
  closing: queries.StatedBalance | undefined,
): DayRange | null {
  const from = opening !== undefined && opening.day < range.from ? range.from : shown?.from;
  const to = closing !== undefined && closing.day >= range.to ? range.to : shown?.to;
  return from === undefined || to === undefined ? null : { from, to };
}

async function findBalancesAt(
  scope: Scope,
  account: queries.EntryAccount,
  at: Day,
  limits: { readonly after?: Day; readonly before?: Day },
) {
  const stated = await queries.findStatedBalances(scope, account, { at, ...limits });
  const [{ day } = { day: at }] = stated;
  const isEarlier = day < at;
  const between = isEarlier ? { from: addDays(day, 1), to: at } : { from: addDays(at, 1), to: day };
  const { credits, debits } =
    day === at ? { credits: 0, debits: 0 } : await queries.sumBankEntries(scope, account, between);
  const net = credits - debits;
  return stated.map(({ balance }) => ({ day, stated: balance, balance: isEarlier ? balance + net : balance - net }));
}

/** A balance for a file; empty where it is unknown. */
export const balanceText = (cents: Cents | null) => (cents === null ? '' : { decimal: formatAmount(cents) });
