// Measures time and memory of this process.

const megabyte = 1024 * 1024;

/** The duration of work, in seconds. */
export async function measureSeconds(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** Watches this process's memory; returns the peak above the start, in MB. */
export function watchMemory(): () => number {
  const idle = process.memoryUsage().rss;
  let most = idle;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 10);
  return () => {
    clearInterval(timer);
    return (Math.max(most, process.memoryUsage().rss) - idle) / megabyte;
  };
}

/** Watches the turns of this thread's event loop; returns the processor time of the longest, and the share of time that turns of over 10 ms take. */
export function watchTurns(): () => { readonly longestMs: number; readonly share: number } {
  const began = performance.now();
  let [cpu, wall] = [process.threadCpuUsage(), began];
  let [longestMs, long] = [0, 0];
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(cpu);
    const now = performance.now();
    const taken = (user + system) / 1000;
    longestMs = Math.max(longestMs, taken);
    if (taken > 10) long += now - wall;
    [cpu, wall] = [process.threadCpuUsage(), now];
  }, 1);
  return () => {
    clearInterval(timer);
    return { longestMs, share: long / (performance.now() - began) };
  };
}
