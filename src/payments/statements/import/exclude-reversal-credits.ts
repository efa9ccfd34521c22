// Reversal credits: a credit that the bank marks as a reversal returns outgoing money. If the debit that it reverses is known, the credit is not a
// payment.

import type { Scope } from '../../../platform/db/scope.ts';
import { addDays, type Day } from '../../../platform/values/dates.ts';
import { type Movement, maxReturnDays } from './import-run.ts';
import * as queries from './reversal-credit-queries.ts';

/** The maximum number of debits with the same id that a credit is compared with. */
const maxComparisons = 50;

/** Excludes credits that reverse a known debit: their entries are stored, but no payment is created. */
export async function excludeReversalCredits(scope: Scope): Promise<void> {
  const credits = await queries.findReversalCredits(scope);
  if (credits.length === 0) return;
  const reversals = matchReversedDebits(credits, await queries.findReversibleDebits(scope));
  await queries.markDebitReversals(scope, [...reversals]);
}

/**
 * The ids of the reversal credits that reverse one of these debits: same account, currency and amount, booked at most fifteen days before, and a shared
 * id of the bank or the payer. Each debit is reversed once: money that comes a second time is unexplained. Pure.
 */
export function matchReversedDebits(credits: readonly Movement[], debits: readonly Movement[]): Set<string> {
  const reversals = new Set<string>();
  const reversed = new Set<Movement>();
  const byId = new Map<string, Movement[]>();
  for (const debit of debits) for (const name of matchKeysOf(debit)) byId.set(name, [...(byId.get(name) ?? []), debit]);
  for (const credit of credits) {
    const debit = matchKeysOf(credit)
      .flatMap((name) => remainingDebits(byId.get(name), reversed))
      .find((candidate) => isInTime(credit, candidate));
    if (debit === undefined) continue;
    reversed.add(debit);
    reversals.add(credit.id);
  }
  return reversals;
}

/** The keys that a movement and its reversal share: account, currency and amount, and one of the ids. */
function matchKeysOf({ account, currency, amount, ...ids }: Movement): string[] {
  return (['bankId', 'endToEndId', 'transactionId'] as const).flatMap((kind) =>
    ids[kind] === null ? [] : [JSON.stringify([kind, ids[kind], account, currency, amount])],
  );
}

/** The first debits of a list that are not reversed yet; removes reversed ones from the list. */
function remainingDebits(debits: Movement[] | undefined, reversed: ReadonlySet<Movement>): Movement[] {
  while (debits?.[0] !== undefined && reversed.has(debits[0])) debits.shift();
  return debits?.slice(0, maxComparisons).filter((debit) => !reversed.has(debit)) ?? [];
}

function isInTime(credit: Movement, debit: Movement): boolean {
  const first: Day = addDays(credit.bookedOn, -maxReturnDays);
  return debit.bookedOn >= first && debit.bookedOn <= credit.bookedOn;
}
