// Reversal credits: a credit that the bank marks as a reversal returns outgoing money. If the debit that it reverses is
// known, the credit is not a payment.

import type { Scope } from '../../../platform/db/scope.ts';
import { runInTurns, type Steps } from '../../../platform/processes/steps.ts';
import { indexMovements, type Movement, maxComparisons } from './returned-movements.ts';
import * as queries from './reversal-credit-queries.ts';

/** Excludes credits that reverse a known debit: their entries are stored, but no payment is created. */
export async function excludeReversalCredits(scope: Scope): Promise<void> {
  const credits = await queries.findReversalCredits(scope);
  if (credits.length === 0) return;
  const debits = await queries.findReversibleDebits(scope);
  const reversals = await runInTurns(matchReversedDebits(credits, debits));
  await queries.markDebitReversals(scope, [...reversals]);
}

/**
 * The ids of the reversal credits that reverse one of these debits, which come oldest first. Each debit is reversed
 * once: money that comes a second time is unexplained. Pure.
 */
export function* matchReversedDebits(credits: readonly Movement[], debits: readonly Movement[]): Steps<Set<string>> {
  const open = yield* indexMovements(debits);
  const reversals = new Set<string>();
  for (const credit of credits) {
    const [debit] = open.returnedBy(credit);
    yield maxComparisons;
    if (debit === undefined) continue;
    open.take(debit);
    reversals.add(credit.id);
  }
  return reversals;
}
