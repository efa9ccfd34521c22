// The built-in reader: passes photos, one at a time, to a child process.
import { fileURLToPath } from 'node:url';
import { type ChildWorker, type ChildWorkerSettings, makeChildWorker } from '../../platform/processes/child-process.ts';
import type { Evidence } from './evidence.ts';

/**
 * Reads photos. `ask` throws Busy when too many photos wait, when a photo takes too long, or when the reading process
 * is broken.
 */
export type Reader = ChildWorker<Uint8Array, Evidence>;

const defaultSettings: ChildWorkerSettings = {
  program: fileURLToPath(new URL('./ocr-process.ts', import.meta.url)),
  maxWaiting: 8,
  deadline: 10_000,
  startDeadline: 20_000,
  idle: 300_000,
  maxMemory: 1_600 * 1024 * 1024,
  maxPieces: Number.POSITIVE_INFINITY,
  rest: 60_000,
};

/**
 * Makes a reader. Its process starts with the first photo. Nobody waits longer than the deadline, with the time in the
 * queue.
 */
export function makeReader(settings: Partial<ChildWorkerSettings> = {}): Reader {
  const all = { ...defaultSettings, ...settings };
  const startDeadline = Math.max(all.startDeadline, 2 * all.deadline);
  return makeChildWorker(
    { ...all, maxWait: all.deadline, startDeadline },
    {
      name: 'reading process',
      full: 'Too many photos are waiting to be read. Try again later, or type the reading in.',
      broken: 'Photos cannot be read at the moment. The reading can be typed in instead.',
      tooHard: 'This photo could not be read in time. Try a smaller photo that shows only the register.',
    },
  );
}
