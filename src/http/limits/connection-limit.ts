// Connections: fewer than the process may have files open, so that there is always one for the database, a file or the next caller. Whoever comes
// when all are taken gets the place of the one that has been idle for longest.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const maxConnections = 5000;
/** What is kept for the database, side processes, webhooks, mail and files: this, or half where the limit is low. */
const reservedFiles = 256;

/** How many connections fit under the limit of open files that this process was started with. */
export function defaultMaxConnections(openFiles = openFilesLimit()): number {
  return Math.max(1, Math.min(maxConnections, openFiles - Math.min(reservedFiles, Math.ceil(openFiles / 2))));
}

/** The limit of open files; Infinity where the system has none, or does not tell. */
function openFilesLimit(): number {
  Object.assign(process.report, { excludeNetwork: true }); // It would look up the names of all peers.
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const limit = Number(userLimits?.open_files?.soft);
  return limit > 0 ? limit : Infinity;
}

/** Holds a server to `max` connections. A connection is idle while no request of it is being answered, also before its first one has arrived in full. */
export function limitConnections(server: Server, max = defaultMaxConnections()): void {
  const open = new Set<Socket>();
  const idle = new Set<Socket>(); // In the order in which they became so.
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
    const [longest = socket] = idle; // The new one itself, when every other is at work.
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
