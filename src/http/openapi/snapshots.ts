// The documents for programs as files in docs/: the same on every machine, so that a change of the interface shows in a
// comparison.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Operation } from '../operation.ts';
import { llmsText } from './llms-text.ts';
import { openApiDocument } from './openapi-document.ts';

/** The folder of the files. */
export const snapshotFolder = join(import.meta.dirname, '../../../docs');

const address = { publicUrl: 'http://127.0.0.1:3000', basePath: '/api' };

/** Returns the text of each file, by its path in docs/. */
export function snapshots(operations: readonly Operation[]): ReadonlyMap<string, string> {
  return new Map([
    ['openapi.json', `${JSON.stringify(openApiDocument(operations, address), null, 2)}\n`],
    ['integration/llms.txt', llmsText(operations, address)],
  ]);
}

/** Writes all files. */
export async function writeSnapshots(operations: readonly Operation[]): Promise<void> {
  for (const [path, text] of snapshots(operations)) await writeFile(join(snapshotFolder, path), text);
}
