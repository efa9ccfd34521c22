// Writes web/api/generated: the types of the client from the OpenAPI documents of this service, and of the words from
// the English ones. They are ignored by git.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { consoleDocument, openApiDocument } from '../../src/http/openapi/openapi-document.ts';
import { apiOperations } from '../../src/routes/api/routes.ts';
import { consoleBase } from '../../src/routes/console/base-path.ts';
import { consoleOperations } from '../../src/routes/console/routes.ts';
import { clientTypes, type OpenApiDocument } from './client-types.ts';
import { wordsTypes } from './words-types.ts';

/** The folder of the types. */
const typesFolder = join(import.meta.dirname, '../api/generated');

/** Writes all files of types. */
export async function writeClientTypes(): Promise<void> {
  const publicUrl = 'http://127.0.0.1:3000';
  const documents = {
    integration: openApiDocument(apiOperations, { publicUrl, basePath: '/api' }),
    console: consoleDocument(consoleOperations, { publicUrl, basePath: consoleBase }),
  };
  await mkdir(typesFolder, { recursive: true });
  for (const [name, document] of Object.entries(documents))
    await writeFile(join(typesFolder, `${name}.ts`), clientTypes(document as OpenApiDocument));
  const english = await readFile(join(import.meta.dirname, '../words/en.json'), 'utf8');
  await writeFile(join(typesFolder, 'words.ts'), wordsTypes(JSON.parse(english)));
}
