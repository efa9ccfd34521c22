// Small files that survive a power cut: written beside their name, flushed, renamed, and the folder flushed too.
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Replaces a small file so that even a power cut leaves the old text or the new one. */
export function writeDurably(path: string, text: string): void {
  const temporaryPath = `${path}.new`;
  writeFileSync(temporaryPath, text, { mode: 0o600, flush: true });
  renameSync(temporaryPath, path);
  syncFolder(dirname(path));
}

/** Makes the names in a folder survive a power cut. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
