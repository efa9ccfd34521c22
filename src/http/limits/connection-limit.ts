// Connection limit: keeps connections below the open-file limit, so that files and database connections remain available. When all connections are
// taken, a new one replaces the one that was idle longest.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../../platform/log.ts';

const maxConnections = 5000;
/** Open files reserved for the database, side processes, webhooks, e-mail and files: this number, or half of a low limit. */
const reservedFiles = 256;
/** Below this limit of open files a busy service closes connections that people still use. */
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
 * Limits a server to `max` connections. A connection is idle while none of its requests is being answered, also before its first request is complete. The
 * first time one is closed for another is logged.
 */
export function limitConnections(server: Server, log: Pick<Log, 'warn'>, max = defaultMaxConnections()): void {
  let logged = false;
  const open = new Set<Socket>();
  const idle = new Set<Socket>(); // In the order in which they became idle.
  const running = new Map<Socket, number>();
  const forget = (socket: Socket) => {
    open.delete(socket);
    idle.delete(socket);
    running.delete(socket);
  };
  server.on('connection', (socket) => {
    open.add(socket);
    idle.add(socket);
    socket.once('close', () => forget(socket));
    if (open.size <= max) return;
    const [longest = socket] = idle; // The new connection itself if all others are busy.
    forget(longest);
    longest.destroy();
    if (logged) return;
    logged = true;
    log.warn({ max }, 'too many connections: the one that is idle longest is closed for each new one');
  });
  server.on('request', ({ socket }, response) => {
    idle.delete(socket);
    running.set(socket, (running.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (running.get(socket) ?? 1) - 1;
      running.set(socket, left);
      if (left > 0) return;
      running.delete(socket);
      if (open.has(socket)) idle.add(socket);
    });
  });
}
