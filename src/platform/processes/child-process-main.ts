// The other end of a side process: loads what it needs once, does one piece of work after the other, and ends with the process that started it.
import { messageOf } from '../errors.ts';
import type { ChildReply, ChildRequest } from './child-process.ts';

/**
 * Serves the process that started this one; does nothing where none did. `load` brings everything and answers with what does the work: imported only there,
 * so that a machine without the native parts fails in a sentence and not at its start.
 */
export function runChildWorker<Work, Made>(load: () => Promise<(work: Work) => Made | Promise<Made>>): void {
  if (process.send === undefined) return;
  const reply = (answer: ChildReply<Made>) => process.send?.(answer);
  process.on('disconnect', () => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {}); // A Ctrl-C reaches both; the service decides.
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
