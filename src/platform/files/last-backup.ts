// When the last backup ended: the time of an empty file in DATA_DIR, which other tools can set with `touch`.
import { closeSync, openSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const fileOf = (dataDir: string) => join(dataDir, 'last-backup');

/** Notes that a backup ended just now. */
export function recordBackup(dataDir: string): void {
  const now = new Date();
  closeSync(openSync(fileOf(dataDir), 'a', 0o600));
  utimesSync(fileOf(dataDir), now, now);
}

/** Returns when the last backup of a DATA_DIR ended; undefined if none is noted. */
export function findLastBackup(dataDir: string): Date | undefined {
  return statSync(fileOf(dataDir), { throwIfNoEntry: false })?.mtime;
}
