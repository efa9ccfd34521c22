// Metrics of the service: what waits, the database connections, free disk, the last backup. They are read when they are
// requested.
import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import manifest from '../../package.json' with { type: 'json' };
import type { AppContext } from '../platform/db/scope.ts';
import { readWaitingWork, type WaitingWork } from '../platform/db/waiting-work.ts';
import { clusterFolder } from '../platform/embedded-postgres/cluster-folder.ts';
import { findLastBackup } from '../platform/files/last-backup.ts';

/** The minimum time between two queries of the database, however often metrics are requested. */
const refreshMs = 10_000;
/** How long an answer may wait for the database or a disk. */
const maxWaitMs = 2_000;

/**
 * Adds the service's metrics to a registry. Returns what reads their current values, within two seconds; a value that
 * cannot be read is left out.
 */
export function registerServiceMetrics(register: Registry, app: AppContext): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [register] });
  gauge('haldur_process_info', 'Always 1; the labels are the role and version of this process.', [
    'role',
    'version',
  ]).set({ role: app.config.role, version: manifest.version }, 1);
  const readers = [waitingReader(gauge, app), connectionReader(gauge, app), diskReader(gauge, app)];
  const backupAt = gauge(
    'haldur_last_backup_timestamp_seconds',
    'When the last backup ended; absent if none is noted.',
  );
  return async () => {
    const late = new AbortController();
    const patience = delay(maxWaitMs, undefined, { signal: late.signal }).catch(() => {});
    await Promise.all(readers.map((read) => Promise.race([read(), patience])));
    late.abort();
    const at = findLastBackup(app.config.dataDir);
    if (at === undefined) backupAt.remove();
    else backupAt.set(at.getTime() / 1000);
  };
}

type MakeGauge = (name: string, help: string, labelNames?: string[]) => Gauge;

/** The metrics of each kind of waiting work. */
const waitingKinds = {
  delivery: { counted: 'deliveries_waiting', aged: 'delivery', what: 'Webhook deliveries that are due' },
  mail: { counted: 'mails_waiting', aged: 'mail', what: 'E-mails that are due' },
  import: { counted: 'imports_running', aged: 'import', what: 'Bank statement imports under way' },
  changed: { counted: 'changes_waiting', aged: 'change', what: 'Changes that are due to be followed up' },
  timed: { counted: 'days_waiting', aged: 'day', what: 'New days that are due to be begun' },
} as const;

/**
 * What waits, from the database. While it does not answer, `haldur_database_up` is 0 and old figures are not repeated.
 */
function waitingReader(gauge: MakeGauge, app: AppContext): () => Promise<void> {
  const up = gauge('haldur_database_up', 'Whether the database answered the last question for metrics.');
  const names = Object.entries(waitingKinds) as [WaitingWork['kind'], (typeof waitingKinds)[WaitingWork['kind']]][];
  const gauges = new Map(
    names.map(([kind, { counted, aged, what }]) => [
      kind,
      {
        amount: gauge(`haldur_${counted}`, `${what}, of all organizations; at most 100,000.`),
        age: gauge(
          `haldur_oldest_${aged}_age_seconds`,
          `How long the oldest of these has waited: ${what}; 0 if none does.`,
        ),
      },
    ]),
  );
  const show = (work: readonly WaitingWork[]) => {
    up.set(1);
    for (const { kind, amount, oldestAt } of work) {
      const now = kind === 'import' ? Date.now() : app.clock().getTime(); // Imports use the clock of the database.
      gauges.get(kind)?.amount.set(amount);
      gauges.get(kind)?.age.set(oldestAt === null ? 0 : Math.max(0, now - oldestAt.getTime()) / 1000);
    }
  };
  const clear = () => {
    up.set(0);
    for (const { amount, age } of gauges.values()) for (const each of [amount, age]) each.remove();
  };
  clear();
  let asking: Promise<void> | undefined;
  let askedAt = -Infinity;
  return () => {
    if (asking !== undefined && performance.now() - askedAt > maxWaitMs) clear(); // Asked before, and still no answer.
    if (asking === undefined && performance.now() - askedAt > refreshMs) {
      askedAt = performance.now();
      asking = readWaitingWork(app.pool, app.clock())
        .then(show, clear)
        .finally(() => {
          asking = undefined;
        });
    }
    return asking ?? Promise.resolve();
  };
}

function connectionReader(gauge: MakeGauge, { pool }: AppContext): () => Promise<void> {
  const open = gauge('haldur_database_connections', 'Open database connections of this process.');
  const inUse = gauge('haldur_database_connections_in_use', 'Database connections that work for somebody.');
  const most = gauge('haldur_database_connections_max', 'How many database connections this process may open.');
  const waiters = gauge('haldur_database_connection_waiters', 'How many wait for a database connection.');
  return async () => {
    const state = pool.connections();
    open.set(state.open);
    inUse.set(state.inUse);
    most.set(state.max);
    waiters.set(state.waiting);
  };
}

function diskReader(gauge: MakeGauge, { config }: AppContext): () => Promise<void> {
  const free = gauge('haldur_disk_free_bytes', 'Free space for the service, by folder.', ['folder']);
  const size = gauge('haldur_disk_size_bytes', 'Size of the disk, by folder.', ['folder']);
  const show = async (folder: string, path: string) => {
    try {
      const { bavail, blocks, bsize } = await statfs(path);
      free.set({ folder }, bavail * bsize);
      size.set({ folder }, blocks * bsize);
    } catch {
      free.remove({ folder });
      size.remove({ folder });
    }
  };
  return async () => {
    await Promise.all([
      show('data', config.dataDir),
      ...(config.databaseUrl === undefined ? [show('database', clusterFolder(config.dataDir))] : []),
    ]);
  };
}
