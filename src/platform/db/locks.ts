// The locks of commands, in one order. A command takes the locks of what it changes when it begins, before it reads
// what it decides by, and in this order. So no two commands wait for each other, and none decides by what another is
// changing (test/lock-order.ts).
import type { Scope } from './scope.ts';

/**
 * From first to last. Rows of payments and the numbers of invoices have no place of their own: they change only under
 * the lock of the organization's money. Whoever locks a building for update has its apartments and meters too.
 */
export const lockOrder = ['banklink_orders', 'money', 'buildings', 'apartments', 'meters', 'invoices'] as const;

/** Locks the organization's money: other transactions that move it, or number invoices, wait until this one ends. */
export async function lockMoney({ db, caller }: Scope): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended('money', 0) # hashtextextended(${caller.tenantId}, 0))`;
}
