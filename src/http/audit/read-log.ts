// What was seen, for the audit log (open point P-141): entries wait in memory for a second and are written in batches. None is dropped: while the database does
// not take them they are kept and tried again, and if too many wait, reads of personal data are rejected.
import type { NewAuditEntry } from '../../platform/audit/audit-entry.ts';
import { writeAuditEntries } from '../../platform/audit/audit-log.ts';
import { type AppContext, actorText, type Caller, inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { Unavailable } from '../../platform/errors.ts';
import { makeLruCache } from '../../platform/processes/lru-cache.ts';

/** At most this many entries wait in memory, some 5 MB. */
const maxQueued = 5_000;
const maxBatch = 500;
const flushEveryMs = 1_000;
/** A caller who reads the same again within this time has one entry. */
const sameReadMs = 3_600_000;
const maxRemembered = 50_000;

/** An entry of a confirmed caller. */
export type ReadEntry = { readonly caller: Caller; readonly entry: NewAuditEntry };

export type ReadLog = {
  /** Queues an entry, unless the caller has one of the same within the hour. Throws Unavailable if too many are waiting. */
  add(read: ReadEntry): void;
  /** Writes an entry at once: nothing leaves before it is there. */
  write(read: ReadEntry): Promise<void>;
  /** Writes what is waiting. Never fails: what cannot be written waits on. */
  flush(): Promise<void>;
};

/** Makes the log of one process. */
export function makeReadLog(app: AppContext): ReadLog {
  const queue: ReadEntry[] = [];
  const remembered = makeLruCache<true>(maxRemembered, { ttl: sameReadMs });
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  const write = ({ caller, entry }: ReadEntry) =>
    inTenant(app, serviceCaller(caller.tenantId), (scope) => writeAuditEntries(scope, [entry]));
  const writeAll = async () => {
    const failed: ReadEntry[] = [];
    while (queue.length > 0) failed.push(...(await writeBatch(app, queue.splice(0, maxBatch))));
    queue.unshift(...failed);
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
      if (queue.length > 0) timer ??= setTimeout(flush, flushEveryMs).unref();
    });
    return writing;
  };
  return {
    add(read) {
      const key = readKey(read);
      if (remembered.get(key)) return;
      if (queue.length >= maxQueued) throw new Unavailable(5, 'The audit log cannot be written at the moment.');
      remembered.set(key, true);
      queue.push(read);
      timer ??= setTimeout(flush, flushEveryMs).unref();
    },
    write,
    flush,
  };
}

function readKey({ caller, entry }: ReadEntry): string {
  const { operation, objectId, aboutIds } = entry;
  return [caller.tenantId, actorText(caller), operation, objectId, ...aboutIds].join(' ');
}

/** Writes a batch, in one transaction for each of its organizations. Returns what the database did not take. */
async function writeBatch(app: AppContext, batch: readonly ReadEntry[]): Promise<ReadEntry[]> {
  const failed: ReadEntry[] = [];
  for (const reads of Map.groupBy(batch, ({ caller }) => caller.tenantId).values()) {
    const [first] = reads;
    if (first === undefined) continue;
    const entries = reads.map(({ entry }) => entry);
    try {
      await inTenant(app, serviceCaller(first.caller.tenantId), (scope) => writeAuditEntries(scope, entries));
    } catch (error) {
      failed.push(...reads);
      app.log.warn(
        { err: error, waiting: reads.length },
        'what was seen could not be written to the audit log; trying again',
      );
    }
  }
  return failed;
}
