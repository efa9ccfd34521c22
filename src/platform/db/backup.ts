// Backup and restore of the whole database in one file: one consistent snapshot out, all or nothing in. The file is
// described in backup-file.ts.
import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { SecretKeys } from '../config/secret-key.ts';
import { encryptFor } from '../crypto/backup-encryption.ts';
import { codeOf, messageOf, OperatorError } from '../errors.ts';
import { syncFolder } from '../files/durable-files.ts';
import {
  type BackupCounts,
  type BackupHeader,
  type BackupMigration,
  type BackupTableHeader,
  type CheckedBackup,
  checkBackupFile,
  countLines,
  encodeFrame,
  encodeJsonFrame,
  encodeKeyFrame,
  inconsistentBackupError,
  maxFrameBytes,
  readBody,
  type SavedKeys,
  withChecksum,
} from './backup-file.ts';
import type { DatabasePool, Db } from './pool.ts';
import { type StreamingDb, streamingTransaction } from './transaction.ts';

type BackupResult = BackupCounts & { readonly bytes: number };
type RestoreResult = SavedKeys & { readonly rows: number };
type RestoreOptions = {
  /** They decrypt an encrypted file. */
  readonly identities?: readonly string[] | undefined;
  readonly saveKeys?: ((keys: SecretKeys) => void) | undefined;
};
/** What goes into a backup besides the rows, and the public keys that it is encrypted for; none: it is not. */
type BackupExtras = SavedKeys & { readonly recipients?: readonly string[] };

/** A table from the catalog. `guarded`: row-level security would hide rows from the connected user. */
type BackupTable = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly parents: readonly string[];
  readonly guarded: boolean;
  readonly owned: boolean;
};

/**
 * Writes the whole database to a new file, beside a running service. The file is written as FILE.partial, mode 0600,
 * and renamed when it is complete. It contains all personal data and, if given, the secret key that decrypts webhook
 * secrets and signs tokens: unless it is encrypted, keep it as safe as the database itself. `owner` is a superuser, has
 * bypassrls or owns the tables; in the last case each table is closed to the service while its rows are read (see
 * streamRows). Throws OperatorError with the obstacle; then no file is left.
 */
export async function backUp(owner: DatabasePool, file: string, extras: BackupExtras): Promise<BackupResult> {
  const partial = `${file}.partial`;
  const refused = (error: unknown) => toOperatorError(`The backup ${file} was not made`, error);
  requireNewFile(file, 'A backup never replaces a file: give another name.');
  requireNewFile(partial, 'It is left from a backup that was interrupted, unless one is running: delete it.');
  await using target = await open(partial, 'wx', 0o600).catch((error) => Promise.reject(refused(error)));
  try {
    const snapshot = (db: Db) => db`set transaction isolation level repeatable read`;
    const written = await streamingTransaction(owner, snapshot, (db) => writeBackup(db, target, extras));
    requireNewFile(file, 'It was made by somebody else just now.');
    await rename(partial, file);
    syncFolder(dirname(file));
    return { ...written, bytes: (await stat(file)).size };
  } catch (error) {
    await rm(partial, { force: true });
    throw refused(error);
  }
}

/**
 * Fills an empty database with exactly the backup's migrations from a file, in one transaction. A file that was cut or
 * changed in a single bit is rejected before anything is written, and any later failure leaves nothing. Returns the
 * secret keys of the backup; `saveKeys` gets them before the rows are committed, so that there is never data without
 * its key. `owner` as for backUp. Throws OperatorError with the remedy.
 */
export async function restore(
  owner: DatabasePool,
  file: string,
  { identities, saveKeys }: RestoreOptions = {},
): Promise<RestoreResult> {
  try {
    await using source = await open(file);
    const backup = await checkBackupFile(source, file, identities);
    return await streamingTransaction(owner, configureSession, async (db) => {
      await requireSameMigrations(db, file, backup.header);
      const tables = await listTables(db);
      await db.unsafe(`lock table ${tables.map(({ name }) => quotedTableName(name)).join(', ')} in exclusive mode`);
      const guarded = tables.filter((table) => table.guarded);
      for (const table of guarded)
        await db.unsafe(`alter table ${quotedTableName(table.name)} no force row level security`);
      await requireEmptyTables(db, tables);
      const filled = await restoreTables(db, tables, backup);
      for (const table of guarded)
        await db.unsafe(`alter table ${quotedTableName(table.name)} force row level security`);
      // Without statistics the first queries would be planned as for empty tables.
      await db.unsafe(`analyze ${tables.map(({ name }) => quotedTableName(name)).join(', ')}`);
      const { secretKey, previousSecretKey } = filled;
      if (secretKey !== undefined) saveKeys?.({ secretKey, previousSecretKey });
      return filled;
    });
  } catch (error) {
    throw toOperatorError(`Nothing was restored from ${file}`, error);
  }
}

/** Throws OperatorError for a file that is no backup, or was cut or changed. */
export async function requireUndamagedBackup(file: string, identities?: readonly string[]): Promise<void> {
  try {
    await using source = await open(file);
    await checkBackupFile(source, file, identities);
  } catch (error) {
    throw toOperatorError(`${file} was not verified`, error);
  }
}

/** Throws OperatorError for a user who could back up only some of the rows. */
export async function requireBackupRights(owner: DatabasePool): Promise<void> {
  await listTables(owner);
}

/**
 * Settings for both directions. With row_security off PostgreSQL fails instead of leaving out rows that a policy hides,
 * so a backup is never silently partial. Lock waits are short because others queue behind them; a slow disk is no
 * reason to give up.
 */
export async function configureSession(db: Db): Promise<void> {
  await db.unsafe(`
    set local row_security = off;
    set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1;
    set local lock_timeout = '5s'; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`);
}

/**
 * Returns all tables, parents before the tables that refer to them. Throws OperatorError for a user who cannot see or
 * open all of them.
 */
async function listTables(db: Db): Promise<BackupTable[]> {
  const tables = await db<BackupTable[]>`
    select c.relname as name,
           array(select a.attname::text from pg_attribute a
                  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
           array(select p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
                  where f.contype = 'f' and f.conrelid = c.oid and p.oid <> c.oid) as parents,
           row_security_active(c.oid) as guarded,
           pg_has_role(c.relowner, 'usage') as owned
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations'
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by c.relname`;
  const closed = tables.find((table) => table.guarded && !table.owned);
  if (closed !== undefined) {
    throw new OperatorError(
      `The database user sees only one organization’s part of ${closed.name}. Use the DATABASE_URL of the tables’ owner, or of a superuser.`,
    );
  }
  return sortParentsFirst(tables);
}

function sortParentsFirst(tables: readonly BackupTable[]): BackupTable[] {
  const ordered: BackupTable[] = [];
  let waiting = tables;
  while (waiting.length > 0) {
    const ready = waiting.filter((table) => !waiting.some((other) => table.parents.includes(other.name)));
    if (ready.length === 0)
      throw new Error(`The tables ${waiting.map((table) => table.name).join(', ')} refer to each other in a circle.`);
    ordered.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}

async function listAppliedMigrations(db: Db): Promise<BackupMigration[]> {
  return await db<BackupMigration[]>`select name, checksum from public.migrations order by name`;
}

async function writeBackup(db: StreamingDb, target: FileHandle, extras: BackupExtras): Promise<BackupCounts> {
  await configureSession(db);
  const tables = await listTables(db);
  if (!tables.some((table) => table.guarded)) await db`set transaction read only`;
  // Held to the end, as by pg_dump: a migration that rewrites a table meanwhile would make it look empty in our
  // snapshot.
  await db.unsafe(`lock table ${tables.map(({ name }) => quotedTableName(name)).join(', ')} in access share mode`);
  const migrations = await listAppliedMigrations(db);
  const counts = { tables: tables.length, rows: 0 };
  await pipeline(
    streamBody(db, tables, extras, counts),
    createGzip({ level: 1 }), // Level 6 takes twice as long and hardly reduces the size.
    (zipped: AsyncIterable<Buffer>) => withChecksum(migrations, zipped),
    (file: AsyncIterable<Buffer>) => encryptFor(extras.recipients ?? [], file),
    target.createWriteStream({ flush: true }),
  );
  return counts;
}

async function* streamBody(
  db: StreamingDb,
  tables: readonly BackupTable[],
  keys: SavedKeys,
  counts: { rows: number },
): AsyncGenerator<Buffer> {
  const rowsOf: Record<string, number> = {};
  yield encodeKeyFrame(keys);
  for (const table of tables) {
    yield encodeJsonFrame({ table: table.name, columns: table.columns } satisfies BackupTableHeader);
    const copied = { rows: 0 };
    let lines = 0;
    for await (const bytes of streamRows(db, table, copied)) {
      lines += countLines(bytes);
      for (let at = 0; at < bytes.length; at += maxFrameBytes)
        yield encodeFrame(bytes.subarray(at, at + maxFrameBytes));
    }
    if (lines !== copied.rows)
      throw new Error(`Of ${table.name}, ${lines} rows were received and ${copied.rows} were sent.`);
    rowsOf[table.name] = lines;
    counts.rows += lines;
    yield encodeFrame(Buffer.alloc(0));
  }
  yield encodeJsonFrame({ tables: tables.length, rows: counts.rows, rowsOf } satisfies BackupCounts);
}

/**
 * Streams the rows of one table. An owner without bypassrls exempts the table from row-level security, which locks it
 * alone; rolling back to the savepoint undoes that and releases the lock. So at most one table is closed at a time, no
 * deadlock with the service is possible, and nothing remains.
 */
async function* streamRows(db: StreamingDb, table: BackupTable, copied: { rows: number }): AsyncGenerator<Buffer> {
  if (!table.guarded) return yield* streamCopyOut(db, table, copied);
  await db`savepoint one_table`;
  await db.unsafe(`alter table ${quotedTableName(table.name)} no force row level security`);
  yield* streamCopyOut(db, table, copied);
  await db`rollback to savepoint one_table`;
}

/** Streams a table, and notes how many rows the server has sent. */
async function* streamCopyOut(db: StreamingDb, table: BackupTable, copied: { rows: number }): AsyncGenerator<Buffer> {
  const copy = db.copyOut(`copy (select ${quotedColumns(table)} from ${quotedTableName(table.name)}) to stdout`);
  try {
    yield* copy.iterator({ destroyOnReturn: false });
    copied.rows = copy.rowCount;
  } finally {
    // The connection accepts no other statement, not even a rollback, before the end of this one. So read on when the
    // disk is full.
    for await (const _ of copy);
  }
}

async function requireSameMigrations(
  db: Db,
  file: string,
  { haldur, migrations: backupMigrations }: BackupHeader,
): Promise<void> {
  const ours = await listAppliedMigrations(db);
  const differs = ours.findIndex(
    ({ name, checksum }, at) => backupMigrations[at]?.name !== name || backupMigrations[at].checksum !== checksum,
  );
  if (differs === -1 && ours.length === backupMigrations.length) return;
  const both = `${file} was made by Haldur ${haldur} with migrations up to ${backupMigrations.at(-1)?.name}, and this database has those up to ${ours.at(-1)?.name}`;
  throw new OperatorError(
    differs === backupMigrations.length
      ? `${both}. Restore it with that version into a new, empty DATA_DIR (or database), then start the newer version on that: it brings the data up to date.`
      : `${both}, not the same. Restore it with Haldur ${haldur} into a new, empty DATA_DIR (or database).`,
  );
}

async function requireEmptyTables(db: Db, tables: readonly BackupTable[]): Promise<void> {
  for (const table of tables) {
    const rows = await db.unsafe(`select from ${quotedTableName(table.name)} limit 1`);
    if (rows.length > 0) {
      throw new OperatorError(
        `The database is not empty (there are rows in ${table.name}), and a backup is restored into an empty one only. Name a DATA_DIR that does not exist yet, or the DATABASE_URL of a new database, and restore there.`,
      );
    }
  }
}

async function restoreTables(
  db: StreamingDb,
  tables: readonly BackupTable[],
  backup: CheckedBackup,
): Promise<RestoreResult> {
  const {
    rows,
    tables: tableCount,
    rowsOf: _,
    ...keys
  } = await readBody(backup, async (head, rowsOfTable) => {
    const table = tables.find(({ name }) => name === head.table);
    if (table === undefined || quotedColumns(table) !== quotedColumns(head)) throw inconsistentBackupError();
    await pipeline(rowsOfTable, db.copyIn(`copy ${quotedTableName(table.name)} (${quotedColumns(table)}) from stdin`));
  });
  if (tableCount !== tables.length) throw inconsistentBackupError();
  return { rows, ...keys };
}

/** The name of a table in a statement. */
export function quotedTableName(name: string): string {
  return `public.${quoteIdentifier(name)}`;
}

/** The columns of a table in a statement. */
export function quotedColumns(table: { readonly columns: readonly string[] }): string {
  return table.columns.map(quoteIdentifier).join(', ');
}

function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function requireNewFile(file: string, advice: string): void {
  if (existsSync(file)) throw new OperatorError(`${file} exists already. ${advice}`);
}

/** Errors of the system or PostgreSQL are for the operator to fix; anything else is a defect and keeps its stack. */
function toOperatorError(what: string, error: unknown): unknown {
  const code = codeOf(error);
  if (code === undefined) return error;
  const lockTimeout = '55P03';
  if (code === lockTimeout) return new OperatorError(`${what}: a table was in use for 5 s on end. Try again.`);
  return new OperatorError(`${what}: ${messageOf(error).replace(/\.$/, '')}.`);
}
