// Writes the generated files of the packages, which are in the repository: after a change of docs/openapi.json, or of
// the version, they must be written again.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ApiDocument, readApiDocument } from './api-operations.ts';
import { versionFiles } from './package-versions.ts';
import { pythonOperations } from './python-client.ts';
import { typescriptFiles } from './typescript-client.ts';

const packages = join(import.meta.dirname, '..');

/** The generated files by their path below packages/. */
export function clientFiles(document: ApiDocument): Readonly<Record<string, string>> {
  const typescript = Object.entries(typescriptFiles(document));
  return {
    ...Object.fromEntries(typescript.map(([name, text]) => [`client/src/generated/${name}`, text])),
    'python/haldur/_operations.py': pythonOperations(document),
    ...versionFiles(),
  };
}

/** Writes the generated files. */
export async function writeClients(): Promise<void> {
  for (const [path, text] of Object.entries(clientFiles(await readApiDocument()))) {
    await mkdir(dirname(join(packages, path)), { recursive: true });
    await writeFile(join(packages, path), text);
  }
}
