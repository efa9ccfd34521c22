// Work of an organization that waits for its time: whoever causes some says when it is due, and one worker takes it
// then (src/worker.ts).
import { newId } from '../values/ids.ts';
import type { DatabasePool } from './pool.ts';
import { type Scope, tenantRow } from './scope.ts';

/** `changed`: what follows from a change. `timed`: what time brings, a new day or something that expires. */
type WorkKind = 'changed' | 'timed';
export type DueWork = { readonly tenantId: string; readonly kind: WorkKind };

/** After how many milliseconds the changes of a while are followed up together. */
const followUpMs = 60_000;

/** The organizations with due work: changes before new days, of each the longest due first; at most `limit`. */
export async function listDueWork(pool: DatabasePool, now: Date, limit: number): Promise<DueWork[]> {
  return pool<DueWork[]>`select tenant_id, kind from organizations_with_due_work(${now}, ${limit})`;
}

/**
 * Makes work due at a time of the organization's clock, once the transaction commits. Of an organization that is gone
 * there is none.
 */
export async function addDueWork(scope: Scope, kind: WorkKind, at: Date): Promise<void> {
  await scope.db`
    insert into due_work (tenant_id, id, kind, due_at)
    select own.id, ${newId()}, ${kind}, ${inRealTime(scope, at)} from ${tenantRow(scope)}`;
}

/** Makes what follows from a change due, a little later. */
export async function followUp(scope: Scope): Promise<void> {
  await addDueWork(scope, 'changed', new Date(scope.now.getTime() + followUpMs));
}

/**
 * Takes due work, for the caller's transaction to do: of changes all, also those of the last minute, so that many are
 * followed up once a minute. Returns false when another worker has taken it, or has it in hand.
 */
export async function takeDueWork({ db, caller, realNow }: Scope, kind: WorkKind): Promise<boolean> {
  const { count } = await db`
    delete from due_work where tenant_id = ${caller.tenantId} and id in (
      select id from due_work where tenant_id = ${caller.tenantId} and kind = ${kind}
         and (kind = 'changed' or due_at <= ${realNow}) for update skip locked)`;
  return count > 0;
}

/**
 * Makes work due when the next day begins in one of the organization's buildings, unless some is due by then. What
 * another worker is doing does not count: it may count on this one in its turn.
 */
export async function planNextDay(scope: Scope): Promise<void> {
  const { db, caller, now } = scope;
  const [day] = await db<{ midnight: Date }[]>`
    select min((date_trunc('day', ${now}::timestamptz at time zone zone) + interval '1 day') at time zone zone) as midnight
      from (select 'UTC' as zone
             union select time_zone from buildings where tenant_id = ${caller.tenantId} and archived_at is null) zones`;
  if (day === undefined) return;
  const [planned] = await db`
    select from due_work
     where tenant_id = ${caller.tenantId} and kind = 'timed' and due_at <= ${inRealTime(scope, day.midnight)} limit 1 for update skip locked`;
  if (planned === undefined) await addDueWork(scope, 'timed', day.midnight);
}

/** A time of the organization's clock as a time of the real one. */
function inRealTime({ now, realNow }: Scope, at: Date): Date {
  return new Date(at.getTime() - (now.getTime() - realNow.getTime()));
}
