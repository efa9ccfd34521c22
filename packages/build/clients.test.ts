// Tests of the generated clients: they are those of docs/openapi.json, and each operation sends its method to its path.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient } from '../client/src/client.ts';
import type { List } from '../client/src/lists.ts';
import { type ApiDocument, clientOperations, readApiDocument } from './api-operations.ts';
import { pythonOperations } from './python-client.ts';
import { typescriptFiles } from './typescript-client.ts';
import { clientFiles } from './write-clients.ts';

const document = await readApiDocument();
const operations = clientOperations(document);

test('the generated files are those of docs/openapi.json, and all packages have the version of the service', () => {
  for (const [path, text] of Object.entries(clientFiles(document))) {
    const written = readFileSync(join(import.meta.dirname, '..', path), 'utf8');
    assert.ok(written === text, `packages/${path} is out of date. Run \`npm run openapi\`.`);
  }
});

test('each operation of the client sends its method to its path, with its body and parameters', async () => {
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { method, url, headers } = new Request(input, init);
    const { pathname, search } = new URL(url);
    const body = typeof init?.body === 'string' ? init.body : '';
    sent.push([method, decodeURIComponent(pathname), search, body, headers.has('authorization')].join(' '));
    return new Response('{"data":[],"pagination":{"nextCursor":null}}');
  };
  const client = createClient({ url: 'https://haldur.example', apiKey: 'hak_1', fetch });
  const functions = client as unknown as Record<string, (...given: unknown[]) => Promise<unknown> | List<unknown>>;
  assert.equal(operations.length, 33);
  for (const { name, kind, pathParameters, body, query } of operations) {
    const ids = pathParameters.map((parameter) => `{${parameter.name}}`);
    const given = [...ids, ...(body ? [{ field: name }] : []), ...(query[0] ? [{ [query[0].name]: 1 }] : [])];
    const result = functions[name]?.(...given);
    await (kind === 'list' ? (result as List<unknown>).page() : result);
  }
  const expected = operations.map(({ name, method, path, body, query, isPublic }) =>
    [method, `/api${path}`, query[0] ? `?${query[0].name}=1` : '', body ? `{"field":"${name}"}` : '', !isPublic].join(
      ' ',
    ),
  );
  assert.deepEqual(sent, expected);
});

const small: ApiDocument = {
  info: { version: '1' },
  components: { schemas: { Photo: { type: 'object' }, Page: { properties: { data: { type: 'string' } } } } },
  paths: {
    '/photos/{photoId}': {
      put: {
        operationId: 'putPhoto',
        summary: 'Put */ a photo',
        description: 'Puts """ it.\n\nMore.',
        parameters: [
          { name: 'photoId', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'X-Other', in: 'header', schema: { type: 'string' } },
          { name: 'dryRun', in: 'query', schema: { type: 'boolean' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: { file: { type: 'string', contentEncoding: 'base64' } },
              },
            },
          },
        },
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Page' } } } } },
      },
    },
  } as unknown as ApiDocument['paths'],
};

test('a field with a file accepts bytes, a shared body is looked up, and comments stay comments', () => {
  const text = typescriptFiles(small)['operations.ts'] ?? '';
  assert.ok(
    text.includes(
      'putPhoto(photoId: string, body: { "file": FileContent; }, query?: { dryRun?: boolean | undefined }, options?: RequestOptions): Promise<string>;',
    ),
    text,
  );
  assert.ok(text.includes('/** Put * / a photo: `PUT /photos/{photoId}`. Puts """ it. */'), text);
  const python = pythonOperations(small);
  assert.ok(python.includes("Puts ''' it."), python);
  assert.ok(
    python.includes(
      'self._http.object("PUT", f"/photos/{segment(photo_id)}", body=body, query={"dryRun": dryRun}, strict=strict)',
    ),
    python,
  );
});

test('an operation without data in its response is an error of the document', () => {
  const paths = structuredClone(small.paths) as unknown as Record<string, { put: { responses: object } }>;
  Object.assign(paths['/photos/{photoId}']?.put ?? {}, {
    responses: { 200: { content: { 'application/json': { schema: { type: 'string' } } } } },
  });
  assert.throws(() => clientOperations({ ...small, paths: paths as unknown as ApiDocument['paths'] }), /putPhoto/);
});
