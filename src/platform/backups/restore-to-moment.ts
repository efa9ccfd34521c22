// Restores the embedded database to a moment: the last base backup before it, and the archived log up to it, into an empty DATA_DIR.
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { SecretKeys } from '../config/secret-key.ts';
import { decryptWith } from '../crypto/backup-encryption.ts';
import { canEnter, changeOwner, type ServerUser } from '../embedded-postgres/cluster-folder.ts';
import { recoverEmbedded } from '../embedded-postgres/embedded-postgres.ts';
import { installedMajorVersion } from '../embedded-postgres/programs.ts';
import { type ArchivedSegment, listSegments, restoreCommand, walFolder } from '../embedded-postgres/wal-archive.ts';
import { messageOf, OperatorError } from '../errors.ts';
import { type BaseBackup, clusterName, listBaseBackups, packedPath, readKeys } from './base-backup.ts';

type MomentRestore = {
  readonly dataDir: string;
  /** The folder of the archive. */
  readonly from: string;
  /** Undefined: as late as the archive reaches. */
  readonly moment: Date | undefined;
  readonly print: (line: string) => void;
  /** Gets the secret keys of that time, if the archive holds them, before there is a database. */
  readonly saveKeys: ((keys: SecretKeys) => void) | undefined;
  /** The secret keys of age that decrypt the archive, if it is encrypted. */
  readonly identities?: readonly string[] | undefined;
  /** False trades safety for speed, for tests. */
  readonly durable?: boolean;
};

/** `lastChangeAt`: when the last transaction in the restored database was committed; undefined if none came after the base backup. */
export type RestoredMoment = {
  readonly base: string;
  readonly lastChangeAt: string | undefined;
  readonly withSecretKey: boolean;
};

/**
 * Restores into a DATA_DIR without a database. Throws OperatorError if the archive does not reach the moment, with what it reaches; then no database is
 * left.
 */
export async function restoreToMoment(wanted: MomentRestore): Promise<RestoredMoment> {
  const { dataDir, from, moment, print, saveKeys, durable, identities = [] } = wanted;
  if (moment !== undefined && moment.getTime() > Date.now())
    throw new OperatorError(`${moment.toISOString()} is in the future. Name an earlier moment, or \`latest\`.`);
  const base = chooseBase(from, moment);
  requireSameMajorVersion(base);
  const gap = findGap(from, base);
  if (moment === undefined && gap !== undefined) throw gapError(from, gap);
  const { secretKey, previousSecretKey } = await keysAfter(from, base, identities);
  let log: PlainLog | undefined;
  const unpack = async (folder: string, user: ServerUser | undefined) => {
    log = await providePlainLog(from, base, identities, folder, user);
    await unpackBase(base, identities, folder, user);
    if (secretKey !== undefined) saveKeys?.({ secretKey, previousSecretKey });
    return recoverySettings(log.folder, moment);
  };
  try {
    const output = await recoverEmbedded({ dataDir, print, ...(durable === undefined ? {} : { durable }) }, unpack);
    return {
      base: base.manifest.endedAt,
      lastChangeAt: lastChangeIn(output),
      withSecretKey: secretKey !== undefined,
    };
  } catch (error) {
    throw explain(error, from, gap);
  } finally {
    log?.remove();
  }
}

function recoverySettings(log: string, moment: Date | undefined): Record<string, string> {
  const settings = { hot_standby: 'off', restore_command: restoreCommand(log) };
  if (moment === undefined) return settings;
  const text = moment.toISOString().replace('T', ' ').replace('Z', '+00');
  return { ...settings, recovery_target_time: text, recovery_target_action: 'promote' };
}

/**
 * The secret keys that the rows of a restored database may need. If the key was replaced after a base backup, only the next one has the new key, and the
 * one before it too.
 */
async function keysAfter(from: string, base: BaseBackup, identities: readonly string[]): Promise<Partial<SecretKeys>> {
  const later = listBaseBackups(from).find(({ at }) => at > base.at);
  const keys = later === undefined ? {} : await readKeys(later, identities);
  return keys.secretKey === undefined ? await readKeys(base, identities) : keys;
}

/** A folder of unencrypted segments that the server can read. */
type PlainLog = { readonly folder: string; readonly remove: () => void };

/** The folder of the archive; or one beside the new cluster with the decrypted segments, if some are encrypted. */
async function providePlainLog(
  from: string,
  base: BaseBackup,
  identities: readonly string[],
  cluster: string,
  user: ServerUser | undefined,
): Promise<PlainLog> {
  const segments = listSegments(from).filter(({ name }) => name >= base.manifest.firstSegment);
  if (!segments.some(({ encrypted }) => encrypted)) {
    if (user !== undefined && !canEnter(user, walFolder(from)))
      throw new OperatorError(
        `User ${user.uid}, as whom the database runs, may not read ${walFolder(from)}: chown -R ${user.uid} ${walFolder(from)}`,
      );
    return { folder: walFolder(from), remove: () => {} };
  }
  const folder = mkdtempSync(join(dirname(cluster), 'postgres.partial-log-')); // What a killed restore leaves, the next start removes.
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    changeOwner(folder, user);
    for (const segment of segments) await placeSegment(segment, identities, join(folder, `${segment.name}.gz`), user);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, remove };
}

async function placeSegment(
  { path, encrypted }: ArchivedSegment,
  identities: readonly string[],
  to: string,
  user: ServerUser | undefined,
): Promise<void> {
  if (encrypted)
    await pipeline(decryptWith(identities, createReadStream(path), path), createWriteStream(to, { mode: 0o600 }));
  else await copyFile(path, to);
  changeOwner(to, user);
}

/** The last base backup that had ended by a moment. */
function chooseBase(from: string, moment: Date | undefined): BaseBackup {
  const all = listBaseBackups(from);
  const [first] = all;
  const base = all.findLast(({ manifest }) => moment === undefined || new Date(manifest.endedAt) <= moment);
  if (base !== undefined) return base;
  throw new OperatorError(
    first === undefined
      ? `There is no base backup in ${from}. Name the folder that was WAL_ARCHIVE.`
      : `The first base backup in ${from} ended at ${first.manifest.endedAt}. Name that moment or a later one.`,
  );
}

function requireSameMajorVersion({ manifest }: BaseBackup): void {
  const ours = installedMajorVersion();
  if (manifest.postgres === ours) return;
  throw new OperatorError(
    `The archive is of PostgreSQL ${manifest.postgres}, and this version of Haldur has PostgreSQL ${ours}. Restore it with Haldur ${manifest.haldur}, then start the newer version.`,
  );
}

/** The last segment before a gap in the log from a base backup on; undefined if there is none. */
function findGap(from: string, { manifest }: BaseBackup): string | undefined {
  const segments = listSegments(from)
    .map(({ name }) => name)
    .filter((name) => name >= manifest.firstSegment);
  if (segments[0] !== manifest.firstSegment) return manifest.firstSegment;
  return segments.find(
    (name, index) => index < segments.length - 1 && segments[index + 1] !== nextSegment(name, manifest.segmentBytes),
  );
}

/** The name of the segment after another: timeline, then the position in units of 4 GiB and of segments, each eight hexadecimal digits. */
function nextSegment(name: string, segmentBytes: number): string {
  const perUnit = 2 ** 32 / segmentBytes;
  const next = Number.parseInt(name.slice(8, 16), 16) * perUnit + Number.parseInt(name.slice(16), 16) + 1;
  const digits = (value: number) => value.toString(16).toUpperCase().padStart(8, '0');
  return name.slice(0, 8) + digits(Math.floor(next / perUnit)) + digits(next % perUnit);
}

function gapError(from: string, gap: string): OperatorError {
  return new OperatorError(
    `The log in ${walFolder(from)} is interrupted: nothing follows ${gap}, though later segments are there. Bring back what is missing; or name a moment before the gap, or one after the next base backup.`,
  );
}

/** Fills a folder with the files of a base backup. The check sums of the packed files find a changed one, the manifest one that is missing. */
async function unpackBase(
  { path, manifest }: BaseBackup,
  identities: readonly string[],
  folder: string,
  user: ServerUser | undefined,
): Promise<void> {
  for (const name of manifest.folders) {
    mkdirSync(join(folder, name), { mode: 0o700 });
    changeOwner(join(folder, name), user);
  }
  for (const [name, size] of Object.entries(manifest.files)) {
    const packed = packedPath(path, join(clusterName, name), manifest.encrypted);
    const bytes = createReadStream(packed);
    const target = createWriteStream(join(folder, name), { mode: 0o600 });
    try {
      const zipped = manifest.encrypted ? decryptWith(identities, bytes, packed) : bytes;
      await pipeline(zipped, createGunzip(), target);
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      throw new OperatorError(`The base backup is damaged: ${packed} cannot be read (${messageOf(error)}).`);
    }
    if (target.bytesWritten !== size) throw new OperatorError(`The base backup is damaged: ${packed} was changed.`);
    changeOwner(join(folder, name), user);
  }
  for (const [name, text] of [
    ['backup_label', manifest.label],
    ['recovery.signal', ''],
  ] as const) {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    changeOwner(join(folder, name), user);
  }
}

/** PostgreSQL's reasons in an operator's words. */
function explain(error: unknown, from: string, gap: string | undefined): unknown {
  if (
    !(error instanceof OperatorError) ||
    !/recovery ended before configured recovery target|could not locate required checkpoint|WAL ends before end of online backup/.test(
      error.message,
    )
  )
    return error;
  if (gap !== undefined) return gapError(from, gap);
  const last = lastChangeIn(error.message);
  return new OperatorError(
    `The archive does not reach this moment${last === undefined ? '' : `: its last change is of ${last}`}. Name an earlier moment, or \`latest\`.`,
  );
}

function lastChangeIn(log: string): string | undefined {
  const text = /last completed transaction was at log time (\d[\d-]{9} [\d:.]{8,15}[+-]\d\d)/.exec(log)?.[1];
  return text === undefined
    ? undefined
    : new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();
}
