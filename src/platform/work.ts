// Work: the transactions in which a worker claims something or ends its claim.
import { type AppContext, inTenant, type Scope, serviceCaller } from './db/scope.ts';

/**
 * Prepares a transaction for claims. What a crash of the database forgets of them is done once more, so they do not wait for the disk. They do not wait for
 * locks either, and a worker that is stopped in the middle (SIGSTOP) soon gives back its own. And their statements are planned each time: a queue grows
 * a thousandfold within a second, and a plan that was kept from when it was short reads all of it.
 */
export async function beginWork({ db }: Scope): Promise<void> {
  await db`
    select set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '100ms', true),
           set_config('idle_in_transaction_session_timeout', '5s', true), set_config('plan_cache_mode', 'force_custom_plan', true)`;
}

/** Claims, or ends a claim, in one organization, as `beginWork` says. */
export function workIn<T>(house: AppContext, tenantId: string, work: (scope: Scope) => Promise<T>): Promise<T> {
  return inTenant(house, serviceCaller(tenantId), async (scope) => {
    const [, result] = await Promise.all([beginWork(scope), work(scope)]);
    return result;
  });
}
