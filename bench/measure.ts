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
