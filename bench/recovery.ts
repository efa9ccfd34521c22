// recovery: how long backups, encrypted ones and restores of 100,000 invoices take, how they hold up the service, and how much is lost with the disk.

import { readdirSync } from 'node:fs';
import { chmod, chown, cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { type BackupContext, makeDueBackup } from '../src/platform/backups/backup-timetable.ts';
import { makeDueBaseBackup } from '../src/platform/backups/base-backup.ts';
import { restoreToMoment } from '../src/platform/backups/restore-to-moment.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { restore } from '../src/platform/db/backup.ts';
import { openDatabase } from '../src/platform/db/open-database.ts';
import { connect } from '../src/platform/db/pool.ts';
import { startEmbedded } from '../src/platform/embedded-postgres/embedded-postgres.ts';
import { socketConnection } from '../src/platform/embedded-postgres/password.ts';
import { verifyBackup } from '../src/verify-backup.ts';
import { type BenchContext, withBenchData } from './bench-data.ts';
import type { About, Figure } from './figures.ts';
import { generateOnce } from './generate.ts';
import { measureSeconds, watchTurns } from './measure.ts';

const months = 10;
const dayMs = 24 * 3_600_000;
/** Longer than the minute after which a piece of the log is archived at the latest. */
const writingMs = 85_000;

type Folders = { readonly base: string; readonly backups: string; readonly archive: string };

export const aboutRecovery: About = {
  does: 'Backups and restores of 100,000 invoices, and what is lost with the disk while ten rows a second are written. One run.',
  note: 'Sizes, encrypted backups and turns of the event loop are printed; more in [Backups](backups.md#recovery-point-and-recovery-time).',
};

/** Measures backups, restores and the loss. `apartments` times ten is the number of invoices. */
export async function recovery({
  apartments: written = '10000',
}: {
  readonly apartments?: string | undefined;
}): Promise<readonly Figure[]> {
  const base = await mkdtemp(join(tmpdir(), 'haldur-recovery-'));
  await chmod(base, 0o755);
  const [backups, archive] = [await mkdtemp(join(base, 'backups-')), await mkdtemp(join(base, 'archive-'))];
  await chmod(archive, 0o755);
  try {
    const settings = { BACKUP_DIR: backups, WAL_ARCHIVE: archive };
    const work = (ground: BenchContext) => measureRecovery(ground, Number(written), { base, backups, archive });
    return await withBenchData(Number(written), work, false, settings);
  } finally {
    await rm(base, { recursive: true, force: true });
  }
}

async function measureRecovery(ground: BenchContext, apartments: number, folders: Folders): Promise<readonly Figure[]> {
  for (let month = 0; month < months; month += 1) await generateOnce(ground, apartments, month);
  const { database, app } = ground;
  const size = await database.asOwner(
    async (owner) =>
      (await owner<{ size: number }[]>`select pg_database_size(current_database())::float8 as size`)[0]?.size ?? 0,
  );
  report(`${apartments * months} invoices`, `${megabytes(size)} in the database`);
  const context = { ...app, asOwner: database.asOwner };
  const never = new AbortController().signal;
  await measureBackup('backup file', () => makeDueBackup(context, never));
  const file = join(folders.backups, readdirSync(folders.backups)[0] ?? '');
  report('size of the file', megabytes((await stat(file)).size));
  await measureBackup('base backup', () => makeDueBaseBackup(context, never));
  await measureEncrypted(context, folders);
  report('verify-backup', `${(await measureSeconds(async () => void (await verifyBackup(file, never)))).toFixed(1)} s`);
  const restored = await measureSeconds(() => restoreFile(join(folders.base, 'file'), file));
  const lost = await measureLoss(ground, folders);
  return [
    { what: 'lost with the disk', figure: lost, unit: 's', aim: { of: 'figure', max: 60 } },
    { what: 'restore of the backup file', figure: restored, unit: 's' },
  ];
}

/** The same once more, for a public key, a day later. */
async function measureEncrypted(context: BackupContext, { base, archive }: Folders): Promise<void> {
  const identity = await generateX25519Identity();
  const dir = await mkdtemp(join(base, 'encrypted-'));
  const backups = { ...context.config.backups, dir, recipients: [await identityToRecipient(identity)] };
  const clock = () => new Date(context.clock().getTime() + dayMs);
  const encrypting = { ...context, clock, config: { ...context.config, backups } };
  const never = new AbortController().signal;
  await measureBackup('backup file, encrypted', () => makeDueBackup(encrypting, never));
  const file = join(dir, readdirSync(dir)[0] ?? '');
  report('size of the file, encrypted', megabytes((await stat(file)).size));
  await measureBackup('base backup, encrypted', () => makeDueBaseBackup(encrypting, never));
  const [last = ''] = readdirSync(join(archive, 'base')).sort().slice(-1);
  await rm(join(archive, 'base', last), { recursive: true }); // What follows is measured without encryption.
  await measureBackup('restore of the file, encrypted', () => restoreFile(join(base, 'file-2'), file, [identity]));
}

async function measureBackup(what: string, work: () => Promise<void>): Promise<void> {
  const turns = watchTurns();
  const seconds = await measureSeconds(work);
  report(what, `${seconds.toFixed(1)} s; the longest turn of the event loop ${turns().longestMs.toFixed(0)} ms`);
}

async function restoreFile(dataDir: string, file: string, identities?: readonly string[]): Promise<void> {
  const database = await openDatabase(readConfig({ DATA_DIR: dataDir }), { print: () => {} });
  await database.asOwner((owner) => restore(owner, file, { identities }));
  await database.close();
}

/** The seconds that are lost: writes ten rows a second, then restores what the archive has at that moment, as if the disk of the database were lost. */
async function measureLoss({ database }: BenchContext, { base, archive }: Folders): Promise<number> {
  let lost = new Date();
  await database.asOwner(async (owner) => {
    await owner`create table written (at timestamptz not null)`;
    for (const began = Date.now(); Date.now() - began < writingMs; await delay(100)) {
      await owner`insert into written values (clock_timestamp())`;
      lost = new Date();
    }
  });
  const dataDir = join(base, 'moment');
  const left = join(base, 'left'); // What the lost machine archives later does not count.
  await cp(archive, left, { recursive: true });
  const { uid, gid } = await stat(join(archive, 'wal'));
  for (const path of [join(left, 'wal'), ...(await readdir(join(left, 'wal'))).map((name) => join(left, 'wal', name))])
    await chown(path, uid, gid);
  const seconds = await measureSeconds(async () => {
    await restoreToMoment({ dataDir, from: left, moment: undefined, print: () => {}, saveKeys: undefined });
  });
  report('restore-to latest', `${seconds.toFixed(1)} s`);
  const server = await startEmbedded({ dataDir, print: () => {} });
  const restored = connect(socketConnection(server, server.superuser, server.database), { max: 1 });
  const [last] = await restored<{ at: Date }[]>`select max(at) as at from written`;
  await restored.end();
  await server.stop();
  return (lost.getTime() - (last?.at.getTime() ?? 0)) / 1000;
}

function report(what: string, figure: string): void {
  console.log(`  ${what.padEnd(46)} ${figure}`);
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}
