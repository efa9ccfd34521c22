// The other end of a side process: loads what it needs once, does one piece of work after the other, and ends with the process that started it.
import { messageOf } from '../errors.ts';
import type { Answer, Asked } from './child-process.ts';

/**
 * Serves the process that started this one; does nothing where none did. `load` brings everything and answers with what does the work: imported only there,
 * so that a machine without the native parts fails in a sentence and not at its start.
 */
export function serveAside<Work, Made>(load: () => Promise<(work: Work) => Made | Promise<Made>>): void {
  if (process.send === undefined) return;
  const tell = (answer: Answer<Made>) => process.send?.(answer);
  process.on('disconnect', () => process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {}); // A Ctrl-C reaches both; the service decides.
  const loaded = load();
  loaded.then(
    () => tell({ kind: 'ready' }),
    (error: Error) => tell({ kind: 'unavailable', why: error.message }),
  );
  process.on('message', async ({ id, work }: Asked<Work>) => {
    try {
      const made = await (await loaded)(work);
      tell({ kind: 'made', id, made, rss: process.memoryUsage.rss() });
    } catch (error) {
      tell({ kind: 'failed', id, why: messageOf(error), rss: process.memoryUsage.rss() });
    }
  });
}
