// The embedded server's cluster folder, its user, socket and log. Existing data is never replaced, and never adopted on
// a guess.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  constants,
  existsSync,
  fstatSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf, OperatorError } from '../errors.ts';
import { restrictDataDir } from '../files/data-dir.ts';
import { writeDurably } from '../files/durable-files.ts';

/** The user of the server if the service is root, which PostgreSQL rejects. */
export type ServerUser = { readonly uid: number; readonly gid: number };

/** The folder of the cluster: DATA_DIR, or a separate folder if the server's user may not enter DATA_DIR. */
export type ClusterLocation = { readonly dir: string; readonly cluster: string; readonly user: ServerUser | undefined };

export const port = 5432;

/** The server's whole environment, so that no PGDATA, LD_LIBRARY_PATH or locale of the operator affects it. */
export const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Where root can store what the server's user must reach. */
export const clusterRoot = '/var/lib/haldur';

/**
 * Finds the cluster of a DATA_DIR, or decides its folder. Throws OperatorError if there should be one and there is
 * none, or it belongs to another DATA_DIR or user.
 */
export function locateCluster(dataDir: string, print: (line: string) => void): ClusterLocation {
  const pointer = join(dataDir, 'postgres.place');
  const dir = existsSync(pointer) ? resolvePointer(pointer, dataDir) : dataDir;
  const cluster = join(dir, 'postgres');
  if (lstatSync(cluster, { throwIfNoEntry: false }) !== undefined) {
    const location = { dir, cluster, user: clusterOwner(cluster) };
    restrictDataDir(dataDir, print, dir === dataDir ? location.user : undefined);
    if (location.user !== undefined && !canEnter(location.user, dir)) {
      throw new OperatorError(
        `User ${location.user.uid}, who owns the database in ${cluster}, may not enter ${dir}. Let others enter that folder and those above it (chmod o+x).`,
      );
    }
    return location;
  }
  const user = process.geteuid?.() === 0 ? chooseServerUser(dataDir) : undefined;
  restrictDataDir(dataDir, print, user);
  if (user === undefined || canEnter(user, dir)) return { dir, cluster, user };
  restrictDataDir(dataDir, () => {}); // Nobody passes through it after all.
  const older = clusterFoldersOf(dataDir);
  const folder = createClusterFolder(dataDir, user);
  print(
    `The database lives in ${folder}, because PostgreSQL does not run as root and user ${user.uid} may not enter ${dataDir}.`,
  );
  if (older.length > 0) {
    print(
      `An earlier DATA_DIR of this path has left its database in ${older.join(', ')}; remove it when it is not needed.`,
    );
  }
  return { dir: folder, cluster: join(folder, 'postgres'), user };
}

/** Whether a DATA_DIR has a cluster, or says where its own is. */
export function hasCluster(dataDir: string): boolean {
  return ['postgres', 'postgres.place'].some((name) => existsSync(join(dataDir, name)));
}

/** The present or future folder of a DATA_DIR's cluster. */
export function clusterFolder(dataDir: string): string {
  const pointer = join(dataDir, 'postgres.place');
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : dataDir;
}

/**
 * Removes leftovers of killed starts: incomplete clusters and copies, sockets, and engine copies other than
 * `program`'s.
 */
export function removeLeftovers(location: ClusterLocation, program: string): void {
  for (const name of readdirSync(location.dir)) {
    const path = join(location.dir, name);
    const unused = name.startsWith('postgres-engine-') && !program.startsWith(`${path}/`);
    if (!unused && !/^postgres(\.partial|-socket)-/.test(name)) continue;
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
    } catch (error) {
      // An initdb whose service was killed may still be writing there; the next start removes the rest.
      if (codeOf(error) !== 'ENOTEMPTY') throw error;
    }
  }
}

/**
 * Creates a socket folder that only the server's user may enter, with a path short enough for a socket (104 bytes on
 * macOS) and plain enough for the driver.
 */
export function makeSocketDir(location: ClusterLocation): string {
  const near = join(location.dir, 'postgres-socket-');
  const fits = /^[\w./+-]+$/.test(near) && near.length + `XXXXXX/.s.PGSQL.${port}`.length < 104;
  // mkdtemp makes a new folder or fails, so nobody can have prepared it in /tmp.
  const dir = mkdtempSync(fits ? near : '/tmp/haldur-');
  changeOwner(dir, location.user);
  return dir;
}

/**
 * Removes a socket folder and the two files a killed server leaves in it; nothing else, because the name may come from
 * a file.
 */
export function removeSocketDir(dir: string): void {
  for (const name of [`.s.PGSQL.${port}`, `.s.PGSQL.${port}.lock`]) rmSync(join(dir, name), { force: true });
  if (existsSync(dir) && readdirSync(dir).length === 0) rmdirSync(dir);
}

/** Opens DATA_DIR/postgres.log for the server; a log over 5 MB is rotated first. */
export function openLog(dataDir: string): number {
  const path = join(dataDir, 'postgres.log');
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 5_000_000) renameSync(path, `${path}.1`);
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = constants;
  return openSync(path, O_APPEND | O_CREAT | O_NOFOLLOW | O_RDWR, 0o600);
}

/** Returns the last lines of an open log, from a position on. */
export function readLogTail(log: number, from: number): string {
  const lines = 8;
  const { size } = fstatSync(log);
  const start = Math.max(from, size - lines * 500);
  const buffer = Buffer.alloc(Math.max(0, size - start));
  readSync(log, buffer, { position: start });
  return buffer.toString('utf8').trimEnd().split('\n').slice(-lines).join('\n');
}

/** Gives a path to the server's user. */
export function changeOwner(path: string, user: ServerUser | undefined): void {
  if (user !== undefined) lchownSync(path, user.uid, user.gid);
}

/**
 * The folder that a DATA_DIR names. It must name this DATA_DIR in turn: two copies of a DATA_DIR may not share one
 * database.
 */
function resolvePointer(pointer: string, dataDir: string): string {
  const folder = readFileSync(pointer, 'utf8').trim();
  const belongsTo = join(folder, 'belongs-to');
  if (!existsSync(belongsTo)) {
    throw new OperatorError(
      `The database of DATA_DIR ${dataDir} lives in ${folder}, says ${pointer}, and it is not there. Bring that folder back; or delete ${pointer} to start with an empty database.`,
    );
  }
  const owner = readFileSync(belongsTo, 'utf8').trim();
  if (owner !== dataDir) {
    throw new OperatorError(
      `The database in ${folder} belongs to DATA_DIR ${owner}, and this is ${dataDir}. If it was moved, write its new path into ${belongsTo}; if it is a copy, delete ${pointer} to start with an empty database.`,
    );
  }
  return folder;
}

/** Creates a separate folder for the cluster; the folder and DATA_DIR name each other. */
function createClusterFolder(dataDir: string, user: ServerUser): string {
  if (mkdirSync(clusterRoot, { recursive: true }) !== undefined) chmodSync(clusterRoot, 0o755);
  const folder = mkdtempSync(join(clusterRoot, 'database-'));
  chmodSync(folder, 0o711);
  if (!canEnter(user, folder)) {
    rmdirSync(folder);
    throw new OperatorError(
      `PostgreSQL does not run as root, and user ${user.uid} may enter neither ${dataDir} nor ${clusterRoot}. Choose a DATA_DIR that others may enter, such as /srv/haldur.`,
    );
  }
  writeDurably(join(folder, 'belongs-to'), `${dataDir}\n`);
  writeDurably(join(dataDir, 'postgres.place'), `${folder}\n`);
  return folder;
}

/**
 * The places that name a DATA_DIR. Without a pointer to them they belong to a deleted one, and are not ours to remove.
 */
function clusterFoldersOf(dataDir: string): string[] {
  const all = existsSync(clusterRoot) ? readdirSync(clusterRoot).map((name) => join(clusterRoot, name)) : [];
  return all.filter((folder) => {
    const belongsTo = join(folder, 'belongs-to');
    return existsSync(belongsTo) && readFileSync(belongsTo, 'utf8').trim() === dataDir;
  });
}

/** The user for an existing cluster: its owner; undefined means the current user. */
function clusterOwner(cluster: string): ServerUser | undefined {
  const owner = statSync(cluster, { throwIfNoEntry: false });
  const self = process.geteuid?.();
  if (owner !== undefined && owner.uid !== self && self !== 0) {
    throw new OperatorError(
      `The database in ${cluster} belongs to user ${owner.uid}, and this is user ${self}. Start as that user (or as root, if root made it), or choose another DATA_DIR.`,
    );
  }
  if (owner === undefined || !existsSync(join(cluster, 'PG_VERSION'))) {
    throw new OperatorError(
      `${cluster} is there but holds no database. Bring its contents back (is a disk missing?); or remove it to start with an empty database.`,
    );
  }
  if (owner.uid === 0) {
    throw new OperatorError(
      `The database in ${cluster} belongs to root, as which PostgreSQL does not run. Give it to an ordinary user: chown -R nobody ${cluster}`,
    );
  }
  return self === 0 ? { uid: owner.uid, gid: owner.gid } : undefined;
}

/**
 * The user for a new cluster of root: the owner of DATA_DIR if the system has a name for them, as initdb requires,
 * otherwise nobody.
 */
function chooseServerUser(dataDir: string): ServerUser {
  const { uid, gid } = statSync(dataDir);
  const id = (...what: string[]) => spawnSync('id', what, { encoding: 'utf8', timeout: 10_000 });
  if (uid !== 0 && id('-un', String(uid)).status === 0) return { uid, gid };
  const number = (what: string) => Number.parseInt(id(what, 'nobody').stdout ?? '', 10) || 65_534;
  return { uid: number('-u'), gid: number('-g') };
}

/**
 * Reports whether a user may enter a folder. Asks the system itself, because access lists and mounts are not visible in
 * modes.
 */
function canEnter(user: ServerUser, dir: string): boolean {
  const options = { ...user, cwd: '/', env: environment, timeout: 10_000 };
  const { error, status } = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', dir], options);
  if (error !== undefined) {
    throw new OperatorError(
      `PostgreSQL does not run as root, and this root may not act as user ${user.uid} (${error.message}). Start as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return status === 0;
}
