// Loaded into the service by a benchmark (node --import): each second writes the longest turn of the event loop, in milliseconds of processor time, as a
// line of the file TURNS_FILE. Processor time says the same on a busy machine.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { watchTurns } from './measure.ts';

const file = process.env.TURNS_FILE;
if (file !== undefined && isMainThread) {
  let stop = watchTurns();
  setInterval(() => {
    appendFileSync(file, `${stop().longestMs}\n`);
    stop = watchTurns();
  }, 1000).unref();
}
