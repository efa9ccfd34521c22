// All SQL of import progress: short statements in separate transactions, with the clock of the database, which all
// processes share.
import type { Scope } from '../../../platform/db/scope.ts';
import type { ImportProgress } from './import-run.ts';

/** An import writes twice a second; one silent for longer than this has died. */
const staleAfter = '15 seconds';

/** Starts showing an import, and deletes those that died. */
export async function insertProgress(
  { db, caller }: Scope,
  import_: Pick<ImportProgress, 'id' | 'startedBy' | 'fileName' | 'dryRun'>,
): Promise<void> {
  await db`
    delete from statement_import_progress where tenant_id = ${caller.tenantId} and seen_at < statement_timestamp() - ${staleAfter}::interval`;
  await db`
    insert into statement_import_progress (tenant_id, id, started_by, file_name, dry_run, lines_read, lines_decided, started_at, seen_at)
    values (${caller.tenantId}, ${import_.id}, ${import_.startedBy}, ${import_.fileName}, ${import_.dryRun}, 0, 0, statement_timestamp(), statement_timestamp())`;
}

/** Updates the progress of an import. Returns whether a person has cancelled it. */
export async function updateProgress(
  { db, caller }: Scope,
  id: string,
  { linesRead, linesDecided }: Pick<ImportProgress, 'linesRead' | 'linesDecided'>,
): Promise<boolean> {
  const [row] = await db<{ cancelled: boolean }[]>`
    update statement_import_progress set lines_read = ${linesRead}, lines_decided = ${linesDecided}, seen_at = statement_timestamp()
     where tenant_id = ${caller.tenantId} and id = ${id} returning cancelled`;
  return row?.cancelled ?? false;
}

export async function deleteProgress({ db, caller }: Scope, id: string): Promise<void> {
  await db`delete from statement_import_progress where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/** The running imports, oldest first. */
export async function findProgress({ db, caller }: Scope): Promise<ImportProgress[]> {
  return db<ImportProgress[]>`
    select id, started_by, file_name, dry_run, lines_read, lines_decided, cancelled, started_at from statement_import_progress
     where tenant_id = ${caller.tenantId} and seen_at >= statement_timestamp() - ${staleAfter}::interval order by started_at, id`;
}

/** Whether the import is running. */
export async function isUnderWay({ db, caller }: Scope, id: string): Promise<boolean> {
  const rows = await db`
    select id from statement_import_progress
     where tenant_id = ${caller.tenantId} and id = ${id} and seen_at >= statement_timestamp() - ${staleAfter}::interval`;
  return rows.length > 0;
}

/** Asks an import to stop. Returns whether it is running. */
export async function markCancelled({ db, caller }: Scope, id: string): Promise<boolean> {
  const rows = await db`
    update statement_import_progress set cancelled = true
     where tenant_id = ${caller.tenantId} and id = ${id} and seen_at >= statement_timestamp() - ${staleAfter}::interval returning id`;
  return rows.length > 0;
}
