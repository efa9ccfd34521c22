// What was seen, for the audit log (open point P-141): entries wait in memory for a second and are written in batches.
// None is dropped: while the database does not take them they are kept and tried again, and if too many wait, reads of
// personal data are rejected.
import type { NewAuditEntry } from '../../platform/audit/audit-entry.ts';
import { writeAuditEntries } from '../../platform/audit/audit-log.ts';
import { type AppContext, actorText, type Caller, inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { Unavailable } from '../../platform/errors.ts';
import { makeBatchQueue } from '../../platform/processes/batch-queue.ts';
import { makeLruCache } from '../../platform/processes/lru-cache.ts';

/** A caller who reads the same again within this time has one entry. */
const sameReadMs = 3_600_000;
const maxRemembered = 50_000;

/** An entry of a confirmed caller. */
type ReadEntry = { readonly caller: Caller; readonly entry: NewAuditEntry };

export type ReadLog = {
  /**
   * Queues an entry, unless the caller has one of the same within the hour. Throws Unavailable if too many are waiting.
   */
  add(read: ReadEntry): void;
  /** Writes an entry at once: nothing leaves before it is there. */
  write(read: ReadEntry): Promise<void>;
  /** Writes what is waiting. Never fails: what cannot be written waits on. */
  flush(): Promise<void>;
};

/** Makes the log of one process. */
export function makeReadLog(app: AppContext): ReadLog {
  const remembered = makeLruCache<true>(maxRemembered, { ttl: sameReadMs });
  const write = (tenantId: string, reads: readonly ReadEntry[]) => {
    const entries = reads.map(({ entry }) => entry);
    return inTenant(app, serviceCaller(tenantId), (scope) => writeAuditEntries(scope, entries));
  };
  const queue = makeBatchQueue<ReadEntry>({
    groupOf: ({ caller }) => caller.tenantId,
    write,
    onFailure(reads, error) {
      const facts = { err: error, waiting: reads.length };
      app.log.warn(facts, 'what was seen could not be written to the audit log; trying again');
      return reads;
    },
  });
  return {
    add(read) {
      const key = readKey(read);
      if (remembered.get(key)) return;
      if (!queue.add(read)) throw new Unavailable(5, 'The audit log cannot be written at the moment.');
      remembered.set(key, true);
    },
    write: (read) => write(read.caller.tenantId, [read]),
    flush: queue.flush,
  };
}

function readKey({ caller, entry }: ReadEntry): string {
  const { operation, objectId, aboutIds } = entry;
  return [caller.tenantId, actorText(caller), operation, objectId, ...aboutIds].join(' ');
}
