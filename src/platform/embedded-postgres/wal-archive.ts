// The archive of the embedded server's log (WAL): the server itself copies each finished segment to a folder, packed; a last one is finished each minute.
//
//   WAL_ARCHIVE/belongs-to-<id>   names the database that the archive is of; without it nothing is written, as when a disk is not mounted
//   WAL_ARCHIVE/wal/*.gz          the segments; *.gz.age with BACKUP_RECIPIENT (archive-segment.ts)
//   WAL_ARCHIVE/base/haldur-…     base backups (base-backup.ts)
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf, OperatorError } from '../errors.ts';
import { syncFolder, writeDurably } from '../files/durable-files.ts';
import { type ClusterLocation, canEnter, changeOwner, environment, type ServerUser } from './cluster-folder.ts';

/** The archive of a DATA_DIR, noted there so that every start continues it: a gap would make later moments unreachable. */
export type WalArchive = {
  readonly folder: string;
  readonly id: string;
  /** The public keys that segments are encrypted for; none: they are not encrypted. */
  readonly recipients?: readonly string[];
};

/** After so many seconds a segment is archived although it is not full. So this much is lost at most with the disk of the database. */
const archiveTimeoutSeconds = 60;

const noteOf = (dataDir: string) => join(dataDir, 'postgres.archive');
const markOf = ({ folder, id }: WalArchive) => join(folder, `belongs-to-${id}`);

const archiveProgram = fileURLToPath(new URL('./archive-segment.ts', import.meta.url));

/** The folder of the segments. */
export const walFolder = (archive: string): string => join(archive, 'wal');

/** The folder of the base backups. */
export const baseFolder = (archive: string): string => join(archive, 'base');

/** Returns the archive that the database of a DATA_DIR writes to; undefined if there is none. */
export function readArchive(dataDir: string): WalArchive | undefined {
  const path = noteOf(dataDir);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/**
 * Begins, continues or ends the archive of a DATA_DIR, as WAL_ARCHIVE says at the start of a service. If a disk with an archive that was begun earlier is not
 * there, the service starts all the same, and the server keeps its log. Throws OperatorError for a folder that cannot be used, or that has the archive of
 * another database, or of this one before a restore.
 */
export function chooseArchive(
  dataDir: string,
  { folder, recipients }: { readonly folder: string | undefined; readonly recipients: readonly string[] },
  location: ClusterLocation,
  print: (line: string) => void,
): WalArchive | undefined {
  if (folder === undefined) {
    rmSync(noteOf(dataDir), { force: true });
    return undefined;
  }
  if (recipients.length > 0) requireRunnable(location.user);
  const noted = readArchive(dataDir);
  const isThere = noted !== undefined && existsSync(markOf({ folder, id: noted.id }));
  const continued = isThere || noted?.folder === folder ? noted?.id : undefined;
  const archive = { folder, id: continued ?? randomBytes(8).toString('hex'), recipients };
  if (continued !== undefined && !isThere)
    print(
      `WAL_ARCHIVE ${folder} is not there, and the database keeps its log until it is: mount its disk. If the archive is lost, name another, empty folder.`,
    );
  else if (!isThere) prepareFolder(archive, location);
  writeDurably(noteOf(dataDir), `${JSON.stringify(archive)}\n`);
  return archive;
}

/** Encryption is a program of Node, which the server runs as its own user. Throws OperatorError if it cannot. */
function requireRunnable(user: ServerUser | undefined): void {
  const options = { ...user, cwd: '/', env: environment, encoding: 'utf8', timeout: 60_000 } as const;
  const { error, status, stderr } = spawnSync(process.execPath, [archiveProgram], options);
  if (error === undefined && status === 0) return;
  throw new OperatorError(
    `With BACKUP_RECIPIENT the database encrypts its log, and its user ${user?.uid ?? process.geteuid?.()} cannot run ${process.execPath} ${archiveProgram} (${error?.message ?? stderr.trim()}). Let others read both folders (chmod o+rx), or start as an ordinary user.`,
  );
}

/** Makes an empty folder ready for the server. */
function prepareFolder(archive: WalArchive, { user }: ClusterLocation): void {
  const { folder } = archive;
  const [found] = listFolder(folder).filter((name) => name !== 'lost+found');
  if (found !== undefined)
    throw new OperatorError(
      `WAL_ARCHIVE ${folder} is not empty (it has ${found}), and not the archive of this database. Each database has its own, and a restored one begins a new one: name an empty folder.`,
    );
  if (user !== undefined && !canEnter(user, folder))
    throw new OperatorError(
      `User ${user.uid}, as whom the database runs, may not enter WAL_ARCHIVE ${folder}. Let others enter that folder and those above it (chmod o+x).`,
    );
  try {
    mkdirSync(baseFolder(folder), { mode: 0o700 });
    mkdirSync(walFolder(folder), { mode: 0o700 });
    changeOwner(walFolder(folder), user);
    writeFileSync(markOf(archive), '', { flush: true }); // Last: from now on it is an archive.
    syncFolder(folder);
  } catch (error) {
    throw unusable(folder, error);
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw unusable(folder, error);
  }
}

function unusable(folder: string, error: unknown): OperatorError {
  return new OperatorError(
    `WAL_ARCHIVE ${folder} cannot be used: ${messageOf(error)}. Create a folder that user ${process.geteuid?.()} may write to.`,
  );
}

/** What the server is started with to write an archive. */
export function archiveSettings(archive: WalArchive | undefined): Record<string, string> {
  if (archive === undefined) return {};
  return {
    archive_mode: 'on',
    archive_timeout: `${archiveTimeoutSeconds}s`,
    archive_command: archiveCommand(archive),
  };
}

/**
 * A shell command, as PostgreSQL wants it: %p is the segment, %f its name. It packs the segment under another name, flushes that, and renames it. A segment
 * that is there already must be the same: so a crash between the rename and PostgreSQL's note of it does no harm, and nothing is ever replaced.
 */
function archiveCommand(archive: WalArchive): string {
  const { recipients = [] } = archive;
  if (recipients.length > 0)
    return [
      ...[process.execPath, archiveProgram, recipients.join(','), markOf(archive), walFolder(archive.folder)].map(
        quoteForServer,
      ),
      '"%p" %f',
    ].join(' ');
  return [
    `d=${quoteForServer(walFolder(archive.folder))}`,
    `test -f ${quoteForServer(markOf(archive))} || { echo "the archive is not there: is its disk mounted?" >&2; exit 1; }`,
    'if test -f "$d/%f.gz"; then gzip -dc "$d/%f.gz" | cmp -s - "%p" && exit 0; echo "%f is in the archive with other content" >&2; exit 1; fi',
    'umask 077 && gzip -1 <"%p" >"$d/.%f.partial" && sync "$d/.%f.partial" && mv "$d/.%f.partial" "$d/%f.gz" && sync "$d"',
  ].join('; ');
}

/** The command that gives the server a segment from a folder of unencrypted ones during a restore. */
export function restoreCommand(folder: string): string {
  return `test -f ${quoteForServer(folder)}/"%f.gz" && gzip -dc ${quoteForServer(folder)}/"%f.gz" >"%p"`;
}

/** Quotes a path for the shell, and its per cent signs for PostgreSQL. */
function quoteForServer(path: string): string {
  return `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
}

/** A segment in an archive, and the file that it is in. */
export type ArchivedSegment = { readonly name: string; readonly path: string; readonly encrypted: boolean };

/** The archived segments, in order. */
export function listSegments(archive: string): ArchivedSegment[] {
  return readdirSync(walFolder(archive))
    .filter((file) => /^[0-9A-F]{24}(\.gz|\.[0-9a-f]{16}\.gz\.age)$/.test(file))
    .sort()
    .filter((file, index, files) => file.slice(0, 24) !== files[index - 1]?.slice(0, 24)) // Archived once more after BACKUP_RECIPIENT was unset.
    .map((file) => ({
      name: file.slice(0, 24),
      path: join(walFolder(archive), file),
      encrypted: file.endsWith('.age'),
    }));
}

/** Removes what is older than the segment with which the oldest base backup begins: segments, and PostgreSQL's notes of earlier base backups. */
export function removeSegmentsBefore(archive: string, first: string): void {
  const folder = walFolder(archive);
  for (const name of readdirSync(folder))
    if (/^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?(\.gz|\.[0-9a-f]{16}\.gz\.age)$/.test(name) && name.slice(0, 24) < first)
      rmSync(join(folder, name));
}
