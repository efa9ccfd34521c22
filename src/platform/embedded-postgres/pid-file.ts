// Reads postmaster.pid and checks that it is current: a process id alone proves nothing, because ids are reused.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../errors.ts';
import { environment } from './cluster-folder.ts';

/** The server recorded in its cluster; `ready` once it accepts connections. */
type PidFileRecord = { readonly pid: number; readonly ready: boolean };

/** Reads postmaster.pid: the process id in the first line, the state in the eighth. */
export function readPidFile(cluster: string): PidFileRecord | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 1 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * The environment to run PostgreSQL on a cluster. A pid file that names a process other than this cluster's server is
 * stale: PG_GRANDPARENT_PID tells PostgreSQL to ignore it, and leaves its other checks in force.
 */
export function serverEnvironment(cluster: string): Record<string, string> {
  const stale = readPidFile(cluster);
  return { ...environment, ...(stale === undefined ? {} : { PG_GRANDPARENT_PID: String(stale.pid) }) };
}

/**
 * Reports whether a process is the server of this cluster: a postgres that works in its folder or, if the system does
 * not show that, was started for it.
 */
export function isServerOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  const command = readCommand(pid);
  if (!command.includes('postgres -D ')) return false;
  try {
    const [works, is] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
    return works.ino === is.ino && works.dev === is.dev;
  } catch {
    // No /proc (macOS), or no right to look (root in a container without the ptrace capability).
    return command.includes(`postgres -D ${cluster} `);
  }
}

/** Reports whether a process with this id exists, of any owner. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    // No /proc, or the process has just ended: then ps knows it no more than we do.
    return (
      spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8', timeout: 10_000 }).stdout ?? ''
    );
  }
}
