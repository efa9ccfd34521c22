// Measures time, memory, and PostgreSQL's processor time: the cost of work, whatever else the machine does. The latter
// is read from /proc, so on Linux only.
import { readdirSync, readFileSync } from 'node:fs';
import type { DatabasePool } from '../src/platform/db/pool.ts';

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

/** The postmaster of a database on this machine; 0 when it is on another. */
export async function postmasterOf(pool: DatabasePool): Promise<number> {
  const [backend] = await pool<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return parentOf(backend?.pid ?? 0) ?? 0;
}

/**
 * Microseconds of processor time of the connections of a database server so far, to the nanosecond; NaN where they are
 * not on this machine.
 */
export function connectionsTime(postmaster: number): number {
  if (postmaster === 0) return Number.NaN;
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && isConnectionOf(postmaster, Number(name)),
  );
  return children.reduce((sum, pid) => sum + readSchedule(pid), 0);
}

/**
 * Whether a process is a connection of a server: its title says where the client is. Autovacuum and the like are none.
 */
function isConnectionOf(postmaster: number, pid: number): boolean {
  if (parentOf(pid) !== postmaster) return false;
  try {
    return /\[local\]|\(\d+\)/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return false; // It has ended.
  }
}

/** Microseconds of processor time of a process of one thread. */
function readSchedule(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000;
  } catch {
    return 0; // It has ended.
  }
}

/** The parent of a process (proc_pid_stat(5)); its name, which comes before, may contain spaces and brackets. */
function parentOf(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined; // It has ended, or there is no /proc.
  }
}
