// Money that comes back, in either direction: which movements an entry may return, by an id that both have. No I/O.
import type { Steps } from '../../../platform/processes/steps.ts';
import { addDays } from '../../../platform/values/dates.ts';
import { firstIndexWhere } from '../../../platform/values/sorted.ts';
import type { StatementEntry } from '../parse/statement-entry.ts';

/** The fields of an entry that are compared. */
type ReturnFields = Pick<
  StatementEntry,
  'account' | 'currency' | 'amount' | 'bookedOn' | 'bankId' | 'endToEndId' | 'transactionId'
>;
export type Movement = ReturnFields & { readonly id: string };

/** Returned money arrives within this number of days. */
export const maxReturnDays = 15;
/** The maximum number of movements with one id that an entry is compared with. */
export const maxComparisons = 50;

type MovementIndex<T> = {
  /** The movements that an entry may return: by each of its ids, the oldest first, so one may repeat. */
  readonly returnedBy: (entry: ReturnFields) => Generator<T>;
  /** Takes out a movement that is returned. */
  readonly take: (movement: T) => void;
};

/** Those with one id, oldest first; all before `from` are taken. */
type SharedId<T> = { readonly movements: T[]; from: number };

/**
 * Indexes movements, oldest first. An entry may return one with the same account, currency and amount, booked at most
 * fifteen days before, and with a shared id of the bank or the payer.
 */
export function* indexMovements<T extends ReturnFields>(movements: readonly T[]): Steps<MovementIndex<T>> {
  const byKey = new Map<string, SharedId<T>>();
  const taken = new Set<T>();
  for (const movement of movements) {
    for (const key of keysOf(movement)) {
      const shared = byKey.get(key);
      if (shared === undefined) byKey.set(key, { movements: [movement], from: 0 });
      else shared.movements.push(movement);
    }
    yield 3;
  }
  function* returnedBy(entry: ReturnFields): Generator<T> {
    const first = addDays(entry.bookedOn, -maxReturnDays);
    for (const key of keysOf(entry)) {
      const shared = byKey.get(key);
      if (shared === undefined) continue;
      while (taken.has(shared.movements[shared.from] as T)) shared.from += 1;
      const inTime = firstIndexWhere(shared.movements, ({ bookedOn }) => bookedOn >= first);
      const start = Math.max(shared.from, inTime);
      for (const movement of shared.movements.slice(start, start + maxComparisons)) {
        if (movement.bookedOn > entry.bookedOn) break;
        if (!taken.has(movement)) yield movement;
      }
    }
  }
  return { returnedBy, take: (movement) => void taken.add(movement) };
}

function keysOf({ account, currency, amount, ...ids }: ReturnFields): string[] {
  return (['bankId', 'endToEndId', 'transactionId'] as const).flatMap((kind) =>
    ids[kind] === null ? [] : [JSON.stringify([kind, ids[kind], account, currency, amount])],
  );
}
