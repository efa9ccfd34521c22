// Deleted objects: what disappeared from lists, so that somebody who mirrors them need not read whole lists again (open
// point P-105).

import type { ObjectKind } from './own-fields.ts';
import { insertRows } from './rows.ts';
import type { Scope } from './scope.ts';

/** How long deletions are reported. */
export const deletionRetentionDays = 90;

type DeletedObject = { readonly id: string; readonly deletedAt: Date };
/** A position in the order of deletions. */
type DeletedPosition = { readonly value: string; readonly id: string };

/** Which deletions to read: those in the time window after a position, one more than `limit`. */
type DeletedRequest = {
  readonly kind: ObjectKind;
  readonly buildingId: string | undefined;
  readonly window: { readonly since: Date; readonly until: string };
  readonly after: DeletedPosition | undefined;
  readonly limit: number;
};

/** Records that objects were deleted. */
export async function recordDeleted(scope: Scope, kind: ObjectKind, ids: readonly string[]): Promise<void> {
  const rows = ids.map((objectId) => ({ objectId }));
  const onConflict = scope.db`(tenant_id, kind, object_id) do nothing`;
  await insertRows(scope, 'deleted_objects', { objectId: 'uuid' }, rows, {
    more: { kind, deletedAt: scope.now },
    onConflict,
  });
}

/** Deletions in the order of their time, with the value of that order as text. */
export async function listDeleted(
  { db, caller }: Scope,
  { kind, buildingId, window, after, limit }: DeletedRequest,
): Promise<(DeletedObject & { readonly sortValue: string })[]> {
  return db<(DeletedObject & { sortValue: string })[]>`
    select object_id as id, deleted_at, deleted_at::text as sort_value from deleted_objects
     where tenant_id = ${caller.tenantId} and kind = ${kind} and deleted_at >= ${window.since} and deleted_at < ${window.until}::timestamptz
       ${buildingId === undefined ? db`` : db`and (building_id is null or building_id = ${buildingId})`}
       ${after === undefined ? db`` : db`and (deleted_at, object_id) > (${after.value}::timestamptz, ${after.id}::uuid)`}
     order by deleted_at, object_id limit ${limit + 1}`;
}

/** Forgets deletions that are no longer reported. */
export async function forgetOldDeletions({ db, caller, now }: Scope): Promise<void> {
  const before = new Date(now.getTime() - (deletionRetentionDays + 1) * 24 * 3_600_000);
  await db`delete from deleted_objects where tenant_id = ${caller.tenantId} and deleted_at < ${before}`;
}
