// Watches the archive of the embedded server's log: says in the log and in metrics whether it fails. The server itself tries again, once a minute.
import { Gauge } from 'prom-client';
import type { AppContext } from '../db/scope.ts';

const failing = new Gauge({
  name: 'haldur_wal_archive_failing',
  help: 'Whether the last attempt to archive the log of the embedded database failed (1) or not (0); absent without WAL_ARCHIVE.',
});
const archivedAt = new Gauge({
  name: 'haldur_wal_archived_timestamp_seconds',
  help: 'When a segment of the log was last archived; absent before the first.',
});
failing.remove();
archivedAt.remove();

type ArchiverState = {
  readonly archivedAt: Date | null;
  readonly failing: boolean;
  readonly failedSegment: string | null;
};

/** Returns what looks at the archive once. A failure, and its end, is logged once. */
export function makeArchiveWatch({ pool, log }: Pick<AppContext, 'pool' | 'log'>): () => Promise<void> {
  let wasFailing = false;
  return async () => {
    const [state] = await pool<ArchiverState[]>`
      select last_archived_time as archived_at, last_failed_wal as failed_segment,
             coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing
        from pg_stat_archiver`;
    if (state === undefined) return;
    failing.set(state.failing ? 1 : 0);
    if (state.archivedAt !== null) archivedAt.set(state.archivedAt.getTime() / 1000);
    if (state.failing && !wasFailing)
      log.warn(
        { segment: state.failedSegment },
        'the WAL archive fails: postgres.log has the reason. The database keeps its log until the archive works again',
      );
    if (!state.failing && wasFailing) log.warn('the WAL archive works again');
    wasFailing = state.failing;
  };
}
