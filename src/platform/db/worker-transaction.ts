// Work transactions: those in which a worker claims a task or ends its claim.
import { type AppContext, inTenant, type Scope, serviceCaller } from './scope.ts';

/**
 * Prepares a transaction for claims. They do not wait for the disk, because work lost in a database crash is simply
 * done again. They do not wait for locks either, and a worker that is stopped in the middle (SIGSTOP) soon loses its
 * claims. Their statements are planned each time: a queue can grow a thousandfold within a second, and a plan cached
 * while it was short would read all of it.
 */
export async function beginWork({ db }: Scope): Promise<void> {
  await db`
    select set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '100ms', true),
           set_config('idle_in_transaction_session_timeout', '5s', true), set_config('plan_cache_mode', 'force_custom_plan', true)`;
}

/**
 * Runs a claim, or the end of a claim, in one organization, as described for `beginWork`. As it waits for no lock, it
 * may use any connection.
 */
export function workIn<T>(app: AppContext, tenantId: string, work: (scope: Scope) => Promise<T>): Promise<T> {
  const begunWork = async (scope: Scope) => {
    const [, result] = await Promise.all([beginWork(scope), work(scope)]);
    return result;
  };
  return inTenant(app, serviceCaller(tenantId), begunWork, 'read write', app.pool);
}
