// Connection limit: keeps connections below the open-file limit, so that files and database connections remain
// available.
import type { Server } from 'node:http';
import type { Log } from '../../platform/log.ts';

const maxConnections = 5000;
/**
 * Open files reserved for the database, side processes, webhooks, e-mail and files: this number, or half of a low
 * limit.
 */
const reservedFiles = 256;
/** Below this limit of open files a busy service has too few connections. */
const minOpenFiles = 1024;

/** Returns how many connections fit under the open-file limit of this process. */
export function defaultMaxConnections(openFiles = openFilesLimit()): number {
  return Math.max(1, Math.min(maxConnections, openFiles - Math.min(reservedFiles, Math.ceil(openFiles / 2))));
}

/** Returns a notice for the operator if the open-file limit of this process is low. */
export function lowFileLimitNotice(openFiles = openFilesLimit()): string | undefined {
  if (openFiles >= minOpenFiles) return undefined;
  return `This process may open only ${openFiles} files, so it keeps at most ${defaultMaxConnections(openFiles)} connections. Allow ${minOpenFiles} or more: ulimit -n, or LimitNOFILE= of systemd.`;
}

/** Returns the open-file limit; Infinity if the system has none or does not report it. */
function openFilesLimit(): number {
  Object.assign(process.report, { excludeNetwork: true }); // Otherwise it looks up the host names of all peers.
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const limit = Number(userLimits?.open_files?.soft);
  return limit > 0 ? limit : Infinity;
}

/**
 * Limits the connections of a server by Node's own limit: while there are so many, a new one is closed. The first is
 * logged.
 */
export function limitConnections(server: Server, log: Pick<Log, 'warn'>): void {
  const max = defaultMaxConnections();
  server.maxConnections = max;
  server.once('drop', () => log.warn({ max }, 'too many connections: new ones are closed until others end'));
}
