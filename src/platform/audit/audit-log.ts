// The audit log: who saw, changed, sent and exported what (open point P-140). An entry is written in the transaction of
// its cause; entries of what was seen are written in batches (src/http/audit/read-log.ts).
import { callerId, type Scope } from '../db/scope.ts';
import { newId } from '../values/ids.ts';
import type { AuditActor, NewAuditEntry } from './audit-entry.ts';
import * as queries from './audit-store.ts';

/** An entry to write; what is left out is empty, and the actor is the caller. */
type WrittenEntry = Pick<NewAuditEntry, 'action' | 'operation'> & Partial<NewAuditEntry>;

/** Writes an entry in the scope's transaction. */
export async function writeAuditEntry(scope: Scope, entry: WrittenEntry): Promise<void> {
  await writeAuditEntries(scope, [
    {
      actor: actorOf(scope),
      objectKind: null,
      objectId: null,
      aboutIds: entry.objectId ? [entry.objectId] : [],
      buildingId: null,
      detail: {},
      requestId: scope.requestId ?? null,
      ...entry,
    },
  ]);
}

/** Writes many entries in one statement. */
export async function writeAuditEntries(scope: Scope, entries: readonly NewAuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await queries.insertAuditEntries(
    scope,
    entries.map((entry) => ({ id: newId(), ...entry })),
  );
}

/** The caller as the actor of an entry. */
export function actorOf({ caller }: Pick<Scope, 'caller'>): AuditActor {
  return { kind: caller.kind, id: callerId(caller) };
}

/** So many links are deleted in one transaction; the rest follows at once. */
const maxLinksPerDeletion = 100;

/**
 * Deletes entries that are older than the organization keeps them, a bounded number of whole links of the chain at a
 * time. Returns whether more may be left.
 */
export async function deleteOldAuditEntries(scope: Scope): Promise<boolean> {
  const last = await queries.findLastOldLink(scope, maxLinksPerDeletion + 1);
  return last !== undefined && (await queries.deleteUpTo(scope, last)) >= maxLinksPerDeletion;
}
