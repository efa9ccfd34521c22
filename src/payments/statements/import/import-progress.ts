// The progress of an import for waiting users. It is written in separate transactions, so that another request or
// process can see and cancel the import, and on a connection that none of the requests that wait for the import can use
// up.
import { setTimeout as delay } from 'node:timers/promises';
import { type AppContext, actorText, type Caller, inTenant, type Scope } from '../../../platform/db/scope.ts';
import { Conflict, NotFound } from '../../../platform/errors.ts';
import { newId } from '../../../platform/values/ids.ts';
import * as queries from './import-progress-queries.ts';
import type { ImportProgress, ReportProgress } from './import-run.ts';
/** For an import without progress display. */
export const noProgress: ReportProgress = () => {};
const intervalMs = 500;

/**
 * Runs an import that others can watch and cancel. Throws what `work` throws; `report` throws Conflict once a person
 * has cancelled the import.
 */
export async function trackProgress<T>(
  app: AppContext,
  caller: Caller,
  file: Pick<ImportProgress, 'fileName' | 'dryRun'>,
  work: (report: ReportProgress) => Promise<T>,
): Promise<T> {
  const id = newId();
  const figures = { linesRead: 0, linesDecided: 0 };
  let cancelled = false;
  const begin = (scope: Scope) => queries.insertProgress(scope, { id, startedBy: actorText(caller), ...file });
  const inSeparate = <R>(write: (scope: Scope) => Promise<R>) =>
    inTenant(app, caller, write, 'read write', app.pool.separate);
  await inSeparate(begin);
  const ended = new AbortController();
  const showing = (async () => {
    while (await isLater(intervalMs, ended.signal)) {
      try {
        if (await inSeparate((scope) => queries.updateProgress(scope, id, figures))) cancelled = true;
      } catch (error) {
        app.log.warn({ err: error }, 'the progress of an import cannot be written; the import continues');
      }
    }
  })();
  try {
    return await work((now) => {
      Object.assign(figures, now);
      if (cancelled)
        throw new Conflict('import_cancelled', 'The import was cancelled. Nothing from the file was imported.');
    });
  } finally {
    ended.abort();
    await showing;
    await inSeparate((scope) => queries.deleteProgress(scope, id)).catch((error) => {
      app.log.warn(
        { err: error },
        'the progress of a finished import could not be removed; it disappears within seconds',
      );
    });
  }
}

/** Throws NotFound if no import with this id is running. */
export async function requireImportUnderWay(scope: Scope, id: string): Promise<void> {
  if (!(await queries.isUnderWay(scope, id))) throw new NotFound();
}

/**
 * Cancels a running import: nothing of it is kept. It stops at its next check, within a second or when a large
 * statement finishes. Throws NotFound.
 */
export async function cancelImport(scope: Scope, id: string): Promise<void> {
  if (!(await queries.markCancelled(scope, id))) throw new NotFound();
}

/** Waits; false when there is nothing more to wait for. */
async function isLater(ms: number, ended: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal: ended }).catch(() => false); // Fails only when aborted.
}
