// SQL of meter changes: the history of a meter, and its first and last readings, which a change must fit.

import { keyset, type PageRequest, type SortColumn } from '../platform/db/keyset.ts';
import { callerId, type Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { MeterChange, NewMeterChange } from './model.ts';

/** The columns that history entries can be sorted by. */
export const changeOrders = { at: { sql: 'at', type: 'timestamptz' } } as const satisfies Record<string, SortColumn>;

/** The first or the last confirmed reading of a meter. */
type EndReading = { readonly value: number; readonly readOn: Day; readonly rollover: boolean };

/** The first and the last confirmed reading of a meter. */
export async function findEndReadings(
  { db, caller }: Scope,
  meterId: string,
): Promise<{ first: EndReading | undefined; last: EndReading | undefined }> {
  const rows = await db<(EndReading & { isFirst: boolean })[]>`
    (select value::float8 as value, read_on, rollover, true as is_first from readings
      where tenant_id = ${caller.tenantId} and meter_id = ${meterId} and status = 'confirmed' order by read_on, read_at, id limit 1)
    union all
    (select value::float8, read_on, rollover, false from readings
      where tenant_id = ${caller.tenantId} and meter_id = ${meterId} and status = 'confirmed' order by read_on desc, read_at desc, id desc limit 1)`;
  return { first: rows.find((row) => row.isFirst), last: rows.find((row) => !row.isFirst) };
}

export async function insertChange({ db, caller, now }: Scope, note: NewMeterChange): Promise<void> {
  await db`
    insert into meter_history (tenant_id, meter_id, id, at, action, changes, reason, actor_kind, actor_id)
    values (${caller.tenantId}, ${note.meterId}, ${note.id}, ${now}, ${note.action}, ${JSON.stringify(note.changes)}::text::jsonb, ${note.reason},
            ${caller.kind}, ${callerId(caller)})`;
}

/** A page of the history of a meter. */
export async function listChanges(
  { db, caller }: Scope,
  meterId: string,
  page: PageRequest,
): Promise<(MeterChange & { sortValue: string })[]> {
  const { sortValue, after, orderAndLimit } = keyset(db, 'h', page, changeOrders);
  return db<(MeterChange & { sortValue: string })[]>`
    select h.id, h.at, h.action, h.changes, h.reason,
           json_build_object('kind', h.actor_kind, 'id', h.actor_id, 'name', coalesce(
             (select u.name from users u join memberships m on m.user_id = u.id where m.tenant_id = ${caller.tenantId} and u.id = h.actor_id),
             (select k.name from api_keys k where k.tenant_id = ${caller.tenantId} and k.id = h.actor_id))) as actor, ${sortValue} as sort_value
      from meter_history h
     where h.tenant_id = ${caller.tenantId} and h.meter_id = ${meterId} ${after} ${orderAndLimit}`;
}
