// Stage 4: debits that came back. A credit that the bank calls a reversal or a return takes back money that went out. Where that debit is known the credit is no payment.

import type { Scope } from '../../../platform/db/scope.ts';
import { addDays, type Day } from '../../../platform/values/dates.ts';
import { type Movement, maxReturnDays } from './import-run.ts';
import * as queries from './undone-debits-queries.ts';

/** A credit is compared with so many debits that have its id. */
const maxComparisons = 50;

/** Sets those credits of a file aside that undo a known debit: their entries are kept, and no payment is made of them. */
export async function excludeUndoingCredits(scope: Scope): Promise<void> {
  const credits = await queries.findReversalCredits(scope);
  if (credits.length === 0) return;
  const undoing = matchUndoneDebits(credits, await queries.findUndoableDebits(scope));
  await queries.setAside(scope, [...undoing]);
}

/**
 * The ids of those reversal credits that undo one of these debits: of the same account, currency and amount, booked at most fifteen days before, and with an
 * id of the bank's or the payer's in common. Each debit is undone once: what comes back a second time is money that nobody explained. Pure.
 */
export function matchUndoneDebits(credits: readonly Movement[], debits: readonly Movement[]): Set<string> {
  const undoing = new Set<string>();
  const undone = new Set<Movement>();
  const byId = new Map<string, Movement[]>();
  for (const debit of debits) for (const name of namesOf(debit)) byId.set(name, [...(byId.get(name) ?? []), debit]);
  for (const credit of credits) {
    const debit = namesOf(credit)
      .flatMap((name) => freeOf(byId.get(name), undone))
      .find((candidate) => isInTime(credit, candidate));
    if (debit === undefined) continue;
    undone.add(debit);
    undoing.add(credit.id);
  }
  return undoing;
}

/** What a movement and the one that undoes it have in common: account, currency and amount, and one of the ids. */
function namesOf({ account, currency, amount, ...ids }: Movement): string[] {
  return (['bankId', 'endToEndId', 'transactionId'] as const).flatMap((kind) =>
    ids[kind] === null ? [] : [JSON.stringify([kind, ids[kind], account, currency, amount])],
  );
}

/** The first debits of a list that are not undone yet. Those that are go from the list. */
function freeOf(debits: Movement[] | undefined, undone: ReadonlySet<Movement>): Movement[] {
  while (debits?.[0] !== undefined && undone.has(debits[0])) debits.shift();
  return debits?.slice(0, maxComparisons).filter((debit) => !undone.has(debit)) ?? [];
}

function isInTime(credit: Movement, debit: Movement): boolean {
  const first: Day = addDays(credit.bookedOn, -maxReturnDays);
  return debit.bookedOn >= first && debit.bookedOn <= credit.bookedOn;
}
