// Durable small files: written beside their name, flushed, renamed, and the folder flushed too, so that they survive a
// power cut.
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Replaces a small file atomically, even in a power cut. */
export function writeDurably(path: string, text: string): void {
  const temporaryPath = `${path}.new`;
  writeFileSync(temporaryPath, text, { mode: 0o600, flush: true });
  renameSync(temporaryPath, path);
  syncFolder(dirname(path));
}

/** Flushes a folder, so that the names in it survive a power cut. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
