// Connection limit: keeps connections below the open-file limit, so that files and database connections remain available. When all connections are
// taken, a new one replaces the one that was idle longest.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const maxConnections = 5000;
/** Open files reserved for the database, side processes, webhooks, e-mail and files: this number, or half of a low limit. */
const reservedFiles = 256;

/** Returns how many connections fit under the open-file limit of this process. */
export function defaultMaxConnections(openFiles = openFilesLimit()): number {
  return Math.max(1, Math.min(maxConnections, openFiles - Math.min(reservedFiles, Math.ceil(openFiles / 2))));
}

/** Returns the open-file limit; Infinity if the system has none or does not report it. */
function openFilesLimit(): number {
  Object.assign(process.report, { excludeNetwork: true }); // Otherwise it looks up the host names of all peers.
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const limit = Number(userLimits?.open_files?.soft);
  return limit > 0 ? limit : Infinity;
}

/** Limits a server to `max` connections. A connection is idle while none of its requests is being answered, also before its first request is complete. */
export function limitConnections(server: Server, max = defaultMaxConnections()): void {
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
