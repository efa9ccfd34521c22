// Measures time, memory, and processor time: the cost of work, whatever else the machine does. The latter is read from
// /proc, so on Linux only. Where it is loaded into a service (node --import) and TURNS_FILE is set, each second writes
// the longest turn of the event loop, in milliseconds, as a line of that file.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
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

/**
 * Writes the longest turn of this thread's event loop in each second to a file, in processor time, which says the same
 * on a busy machine.
 */
function writeTurns(file: string): void {
  let [cpu, longestMs] = [process.threadCpuUsage(), 0];
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(cpu);
    longestMs = Math.max(longestMs, (user + system) / 1000);
    cpu = process.threadCpuUsage();
  }, 1).unref();
  setInterval(() => {
    appendFileSync(file, `${longestMs}\n`);
    longestMs = 0;
  }, 1000).unref();
}
const { TURNS_FILE } = process.env;
if (TURNS_FILE !== undefined && isMainThread) writeTurns(TURNS_FILE);

/** The postmaster of a database on this machine; 0 when it is on another. */
export async function postmasterOf(pool: DatabasePool): Promise<number> {
  const [backend] = await pool<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return readProcessStat(backend?.pid ?? 0)?.parent ?? 0;
}

/** Microseconds of processor time of a process; NaN where there is no /proc. */
function processorTime(pid: number): number {
  return readProcessStat(pid)?.taken ?? Number.NaN;
}

/** The same including its children, also those that have ended. */
function processorTimeWithChildren(pid: number): number {
  const process = readProcessStat(pid);
  if (process === undefined) return Number.NaN;
  const children = childrenOf(pid).map((child) => readProcessStat(child)?.taken ?? 0);
  return children.reduce((sum, taken) => sum + taken, process.taken + process.takenByEnded);
}

/** The processes that a process has started. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => readProcessStat(child)?.parent === pid);
}

/** A function that returns the seconds of processor time of this process and of a database since its previous call. */
export async function watchProcessor(pool: DatabasePool): Promise<() => { service: number; postgres: number }> {
  const postmaster = await postmasterOf(pool);
  const now = () => [processorTime(process.pid), processorTimeWithChildren(postmaster)] as const;
  let before = now();
  return () => {
    const after = now();
    const [service = Number.NaN, postgres = Number.NaN] = after.map((taken, nth) => (taken - (before[nth] ?? 0)) / 1e6);
    before = after;
    return { service, postgres };
  };
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
  if (readProcessStat(pid)?.parent !== postmaster) return false;
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

const microsecondsOfTick = 10_000;

/** The fields of proc_pid_stat(5) after the name, which may contain spaces and brackets. */
function readProcessStat(pid: number): { parent: number; taken: number; takenByEnded: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) * microsecondsOfTick;
    return { parent: fields[1] ?? 0, taken: ticks(11), takenByEnded: ticks(13) };
  } catch {
    return undefined; // It has ended, or there is no /proc.
  }
}
