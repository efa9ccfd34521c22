// Writes the types of the console's client, from the OpenAPI documents of this service, and those of words, from the
// English ones. They are ignored by git.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { consoleDocument, openApiDocument } from '../../src/http/openapi/openapi-document.ts';
import { apiOperations } from '../../src/routes/api/routes.ts';
import { consoleBase } from '../../src/routes/console/base-path.ts';
import { consoleOperations } from '../../src/routes/console/routes.ts';
import { clientTypes, type OpenApiDocument } from './client-types.ts';
import { wordsTypes } from './words-types.ts';

const root = join(import.meta.dirname, '../..');
const typesFolder = join(root, 'web/api/generated');

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
  const words = async (folder: string, file: string, messages: string) => {
    const english = await readFile(join(root, folder, 'en.json'), 'utf8');
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), wordsTypes(JSON.parse(english), messages));
  };
  await words('web/words', 'web/api/generated/words.ts', '../../../src/platform/values/messages.ts');
  await words('src/words', 'src/words/generated/catalogue.ts', '../../platform/values/messages.ts');
}
