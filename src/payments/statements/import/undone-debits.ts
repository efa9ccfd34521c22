// Returned debits. A credit that the bank marks as a reversal or return brings back outgoing money. If that debit is known, the credit is
// not a payment.

import type { Scope } from '../../../platform/db/scope.ts';
import { addDays, type Day } from '../../../platform/values/dates.ts';
import { type Movement, maxReturnDays } from './import-run.ts';
import * as queries from './undone-debits-queries.ts';

/** The maximum number of debits with the same id that a credit is compared with. */
const maxComparisons = 50;

/** Excludes credits that undo a known debit: their entries are stored, but no payment is created. */
export async function excludeUndoingCredits(scope: Scope): Promise<void> {
  const credits = await queries.findReversalCredits(scope);
  if (credits.length === 0) return;
  const undoing = matchUndoneDebits(credits, await queries.findUndoableDebits(scope));
  await queries.setAside(scope, [...undoing]);
}

/**
 * The ids of the reversal credits that undo one of these debits: same account, currency and amount, booked at most fifteen days before, and a shared
 * id of the bank or the payer. Each debit is undone once: money returned a second time is unexplained. Pure.
 */
export function matchUndoneDebits(credits: readonly Movement[], debits: readonly Movement[]): Set<string> {
  const undoing = new Set<string>();
  const undone = new Set<Movement>();
  const byId = new Map<string, Movement[]>();
  for (const debit of debits) for (const name of matchKeysOf(debit)) byId.set(name, [...(byId.get(name) ?? []), debit]);
  for (const credit of credits) {
    const debit = matchKeysOf(credit)
      .flatMap((name) => remainingDebits(byId.get(name), undone))
      .find((candidate) => isInTime(credit, candidate));
    if (debit === undefined) continue;
    undone.add(debit);
    undoing.add(credit.id);
  }
  return undoing;
}

/** The keys that a movement and its reversal share: account, currency and amount, and one of the ids. */
function matchKeysOf({ account, currency, amount, ...ids }: Movement): string[] {
  return (['bankId', 'endToEndId', 'transactionId'] as const).flatMap((kind) =>
    ids[kind] === null ? [] : [JSON.stringify([kind, ids[kind], account, currency, amount])],
  );
}

/** The first debits of a list that are not undone yet; removes undone ones from the list. */
function remainingDebits(debits: Movement[] | undefined, undone: ReadonlySet<Movement>): Movement[] {
  while (debits?.[0] !== undefined && undone.has(debits[0])) debits.shift();
  return debits?.slice(0, maxComparisons).filter((debit) => !undone.has(debit)) ?? [];
}

function isInTime(credit: Movement, debit: Movement): boolean {
  const first: Day = addDays(credit.bookedOn, -maxReturnDays);
  return debit.bookedOn >= first && debit.bookedOn <= credit.bookedOn;
}
