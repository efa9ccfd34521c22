// The export of the audit log as CSV or JSON lines, read a few hundred entries at a time. A line of JSON is exactly
// what the entry's hash is made of.
import { type AppContext, type Caller, inTenant } from '../db/scope.ts';
import { csvLine, csvMark } from '../values/csv.ts';
import { type AuditEntry, entryLine } from './audit-entry.ts';
import { type AuditFilters, listAuditEntries } from './audit-store.ts';

export const exportFormats = ['csv', 'jsonl'] as const;
type ExportFormat = (typeof exportFormats)[number];

const entriesPerPiece = 500;

const columns = [
  'at',
  'id',
  'action',
  'operation',
  'actor_kind',
  'actor_id',
  'actor_name',
  'object_kind',
  'object_id',
  'about_ids',
  'building_id',
  'detail',
  'request_id',
] as const;

/**
 * The file in pieces, the oldest entry first. Each piece is read in its own transaction, so a slow reader blocks
 * nothing; entries never change.
 */
export async function* auditExport(
  app: AppContext,
  caller: Caller,
  format: ExportFormat,
  filters: AuditFilters,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvMark + csvLine(columns);
  const toText = format === 'csv' ? csvEntry : (entry: AuditEntry) => `${entryLine(entry)}\n`;
  const page = { by: 'at', descending: false, limit: entriesPerPiece - 1, updated: undefined };
  for (let after: { value: string; id: string } | undefined; ; ) {
    const entries = await inTenant(
      app,
      caller,
      (scope) => listAuditEntries(scope, filters, { ...page, after }),
      'read only',
    );
    const last = entries.at(-1);
    if (last === undefined) return;
    yield entries.map(toText).join('');
    after = { value: last.sortValue, id: last.id };
  }
}

function csvEntry(entry: AuditEntry): string {
  const { at, id, action, operation, actor, objectKind, objectId, aboutIds, buildingId, detail, requestId } = entry;
  return csvLine([
    at,
    id,
    action,
    operation,
    actor.kind,
    actor.id ?? '',
    actor.name ?? '',
    objectKind ?? '',
    objectId ?? '',
    aboutIds.join(' '),
    buildingId ?? '',
    JSON.stringify(detail),
    requestId ?? '',
  ]);
}
