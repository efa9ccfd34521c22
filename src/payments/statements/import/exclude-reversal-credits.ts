// Reversal credits: a credit that the bank marks as a reversal returns outgoing money. If the debit that it reverses is
// known, the credit is not a payment.

import type { Scope } from '../../../platform/db/scope.ts';
import { runInTurns, type Steps } from '../../../platform/processes/steps.ts';
import { addDays, type Day } from '../../../platform/values/dates.ts';
import { type Movement, matchKeysOf, maxReturnDays } from './import-run.ts';
import * as queries from './reversal-credit-queries.ts';

/** The maximum number of debits with the same id that a credit is compared with. */
const maxComparisons = 50;

/** Excludes credits that reverse a known debit: their entries are stored, but no payment is created. */
export async function excludeReversalCredits(scope: Scope): Promise<void> {
  const credits = await queries.findReversalCredits(scope);
  if (credits.length === 0) return;
  const debits = await queries.findReversibleDebits(scope);
  const reversals = await runInTurns(matchReversedDebits(credits, debits));
  await queries.markDebitReversals(scope, [...reversals]);
}

/** The debits that share a key; those before `from` are reversed. */
type SharedDebits = { readonly debits: Movement[]; from: number };

/**
 * The ids of the reversal credits that reverse one of these debits: same account, currency and amount, booked at most
 * fifteen days before, and a shared id of the bank or the payer. Each debit is reversed once: money that comes a second
 * time is unexplained. Pure.
 */
export function* matchReversedDebits(credits: readonly Movement[], debits: readonly Movement[]): Steps<Set<string>> {
  const reversals = new Set<string>();
  const reversed = new Set<Movement>();
  const byKey = new Map<string, SharedDebits>();
  for (const debit of debits) {
    for (const key of matchKeysOf(debit)) {
      const shared = byKey.get(key) ?? { debits: [], from: 0 };
      byKey.set(key, shared);
      shared.debits.push(debit);
    }
    yield 3;
  }
  for (const credit of credits) {
    const first: Day = addDays(credit.bookedOn, -maxReturnDays);
    const isInTime = (debit: Movement) => debit.bookedOn >= first && debit.bookedOn <= credit.bookedOn;
    const debit = findFirst(matchKeysOf(credit), (key) => remainingDebits(byKey.get(key), reversed).find(isInTime));
    yield maxComparisons;
    if (debit === undefined) continue;
    reversed.add(debit);
    reversals.add(credit.id);
  }
  return reversals;
}

function findFirst<T, U>(list: readonly T[], find: (item: T) => U | undefined): U | undefined {
  for (const item of list) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first debits of a list that are not reversed yet. */
function remainingDebits(shared: SharedDebits | undefined, reversed: ReadonlySet<Movement>): Movement[] {
  if (shared === undefined) return [];
  for (let first = shared.debits[shared.from]; first !== undefined && reversed.has(first); ) {
    shared.from += 1;
    first = shared.debits[shared.from];
  }
  return shared.debits.slice(shared.from, shared.from + maxComparisons).filter((debit) => !reversed.has(debit));
}
