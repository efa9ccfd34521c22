// The settings of backups: their folder, when they are made, and how many are kept.
import { resolve, sep } from 'node:path';
import { parseRecipients } from '../crypto/backup-encryption.ts';
import { OperatorError } from '../errors.ts';
import { type Environment, makeSettingReader, readSetting } from './setting-reader.ts';

export type BackupConfig = {
  /** The folder for backup files; undefined: none are made on a timetable. */
  readonly dir: string | undefined;
  /** The time between two backups, in milliseconds; it divides a day. */
  readonly everyMs: number;
  readonly keep: number;
  /** Whether the secret key goes into backups: not if the operator keeps it in a setting. */
  readonly withSecretKey: boolean;
  /** The public keys that backups are encrypted for; none: they are not encrypted. */
  readonly recipients: readonly string[];
};

/** They divide a day, so that backups are made at the same hours each day. */
const hours = ['1', '2', '3', '4', '6', '8', '12', '24'] as const;

/** Reads the settings of backups. Throws OperatorError naming the invalid one. */
export function readBackupConfig(
  environment: Environment,
  dataDir: string,
  secretKeySetting: string | undefined,
): BackupConfig {
  const read = makeSettingReader(environment);
  if (readSetting(environment, 'WAL_ARCHIVE') !== undefined)
    throw new OperatorError(
      'WAL_ARCHIVE is no longer a setting: the embedded database has backup files only. For a restore to any moment use a PostgreSQL of your own with pgBackRest or WAL-G (docs/backups.md). Unset WAL_ARCHIVE.',
    );
  return {
    dir: readFolder(readSetting(environment, 'BACKUP_DIR'), dataDir),
    everyMs: Number(read.choice('BACKUP_EVERY', hours, '24')) * 3_600_000,
    keep: read.integer('BACKUP_KEEP', 7, 1, 1000),
    withSecretKey: secretKeySetting === undefined,
    recipients: parseRecipients('BACKUP_RECIPIENT', readSetting(environment, 'BACKUP_RECIPIENT') ?? ''),
  };
}

function readFolder(text: string | undefined, dataDir: string): string | undefined {
  if (text === undefined) return undefined;
  const folder = resolve(text);
  if (!`${folder}${sep}`.startsWith(`${dataDir}${sep}`)) return folder;
  throw new OperatorError(
    `BACKUP_DIR must be a folder outside DATA_DIR, with which it would be lost, and best on another disk. It is "${text}".`,
  );
}
