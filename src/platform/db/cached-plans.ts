// Cached plans of a connection.
import type { Scope } from './scope.ts';

/**
 * Makes this connection plan all statements again. A connection keeps the plans of foreign-key checks; one made while a
 * table was almost empty reads the whole table for each row. So whoever inserts thousands of rows calls this first: the
 * checks are then planned with the first rows there.
 */
export async function discardCachedPlans({ db }: Pick<Scope, 'db'>): Promise<void> {
  await db.unsafe('discard plans');
}
