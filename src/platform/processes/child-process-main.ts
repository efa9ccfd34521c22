// The child side of a child process: loads once, works on one task after another, and ends with its parent.
import { messageOf } from '../errors.ts';
import type { ChildReply, ChildRequest } from './child-process.ts';

/**
 * Serves the parent process; does nothing without one. `load` loads everything and returns the worker function. It is
 * imported only here, so that a machine without the native parts fails with a message instead of at its start.
 */
export function runChildWorker<Work, Made>(load: () => Promise<(work: Work) => Made | Promise<Made>>): void {
  if (process.send === undefined) return;
  const reply = (message: ChildReply<Made>) => process.send?.(message);
  process.on('disconnect', () => process.exit(0));
  // Ctrl-C reaches both processes; the service decides.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
  const loaded = load();
  loaded.then(
    () => reply({ kind: 'ready' }),
    (error: Error) => reply({ kind: 'unavailable', why: error.message }),
  );
  process.on('message', async ({ id, work }: ChildRequest<Work>) => {
    try {
      const made = await (await loaded)(work);
      reply({ kind: 'made', id, made, rss: process.memoryUsage.rss() });
    } catch (error) {
      reply({ kind: 'failed', id, why: messageOf(error), rss: process.memoryUsage.rss() });
    }
  });
}
