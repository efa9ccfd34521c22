// The documents for programs as files in docs/: the same on every machine, so that a change of the interface shows in a
// comparison.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Operation } from '../operation.ts';
import { arazzoDocument } from './arazzo-document.ts';
import { brunoCollection } from './bruno-collection.ts';
import { llmsText } from './llms-text.ts';
import { openApiDocument } from './openapi-document.ts';

/** The folder of the files. */
export const snapshotFolder = join(import.meta.dirname, '../../../docs');
/** The folder in it that has nothing but files of the collection. */
export const collectionFolder = 'integration/bruno';

const address = { publicUrl: 'http://127.0.0.1:3000', basePath: '/api' };

/** Returns the text of each file, by its path in docs/. */
export function snapshots(operations: readonly Operation[]): ReadonlyMap<string, string> {
  const document = openApiDocument(operations, address);
  const collection = brunoCollection(document, address);
  return new Map([
    ['openapi.json', toText(document)],
    ['integration/haldur.arazzo.json', toText(arazzoDocument(address))],
    ['integration/llms.txt', llmsText(operations, address)],
    ...[...collection].map(([path, text]) => [`${collectionFolder}/${path}`, text] as const),
  ]);
}

/** Writes all files, and removes those of the collection that are no longer part of it. */
export async function writeSnapshots(operations: readonly Operation[]): Promise<void> {
  await rm(join(snapshotFolder, collectionFolder), { recursive: true, force: true });
  for (const [path, text] of snapshots(operations)) {
    const file = join(snapshotFolder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

const toText = (document: object) => `${JSON.stringify(document, null, 2)}\n`;
