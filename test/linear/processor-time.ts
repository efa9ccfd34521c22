// Measures the processor time of this thread, so that a busy machine does not matter. Some kernels count it in ticks of 4 ms, so a short call is repeated until ticks do
// not decide.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The length of a kernel's tick, in milliseconds. */
export const tickMs = 4;
const enoughMs = 25 * tickMs;
/** The slope of n log n, with what a large memory costs; that of n² is 2. */
export const maxSlope = 1.5;

/** The processor time of this thread so far, in milliseconds. */
export function spentMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The processor time of one call in milliseconds, from as many as take 25 ticks: one tick more or less is 4 %. */
export async function costOf(run: () => unknown): Promise<number> {
  const before = spentMs();
  for (let calls = 1; ; calls += 1) {
    await run();
    const spent = spentMs() - before;
    if (spent >= enoughMs) return spent / calls;
  }
}

/** How the cost of `run` grows with a size, from four sizes that double: 1 is linear, 2 is quadratic. */
export async function slopeOf(run: (size: number) => unknown, largest: number): Promise<number> {
  const points: { x: number; y: number }[] = [];
  for (const size of [largest / 8, largest / 4, largest / 2, largest])
    points.push({ x: Math.log(size), y: Math.log(await costOf(() => run(size))) });
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  return mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2);
}

/** The longest processor time of one turn of the event loop while `work` ran, in milliseconds. */
export async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver, before] = [0, false, spentMs()];
  const watching = (async () => {
    while (!isOver) {
      await nextTurn();
      const now = spentMs();
      longest = Math.max(longest, now - before);
      before = now;
    }
  })();
  await work().finally(() => {
    isOver = true;
  });
  await watching;
  return longest;
}
