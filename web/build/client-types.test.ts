// Tests of the client's types: each kind of schema becomes the type of its values.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientTypes, type OpenApiDocument } from './client-types.ts';

const schemas = (shared: OpenApiDocument['components']['schemas']) =>
  clientTypes({ paths: {}, components: { schemas: shared } });
const has = (text: string, part: string) => assert.ok(text.includes(part), `${part} is not in\n${text}`);

test('each kind of schema has its type', () => {
  for (const [schema, type] of [
    [{ type: 'string' }, 'string'],
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, '(string) | (null)'],
    [{ enum: ['a', 1, null] }, '"a" | 1 | null'],
    [{ const: true }, 'true'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, '(string) | (null)'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
    [{ $ref: '#/components/schemas/B' }, 'components[\'schemas\']["B"]'],
    [{}, 'unknown'],
    [{ type: 'object' }, '{ readonly [name: string]: unknown; }'],
    [{ type: 'object', patternProperties: { '^.*$': { type: 'number' } } }, '{ readonly [name: string]: (number); }'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, '{ readonly [name: string]: number; }'],
    [
      { type: 'object', required: ['a-b'], properties: { 'a-b': { type: 'string' }, c: { type: 'boolean' } } },
      '{ readonly "a-b": string; readonly "c"?: boolean | undefined; }',
    ],
  ] as const)
    has(schemas({ A: schema }), `A: ${type};`);
});

test('a schema of an unknown kind throws instead of giving a wrong type', () => {
  assert.throws(() => schemas({ A: { type: 'tuple' } }), /tuple/);
});

test('an operation has its parameters, body, answers, and a problem for each error', () => {
  const text = clientTypes({
    components: { schemas: {} },
    paths: {
      '/things/{id}': {
        patch: {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'dryRun', in: 'query', schema: { type: 'boolean' } },
            { $ref: '#/components/parameters/Idempotency-Key', name: '', in: '', schema: {} },
          ],
          requestBody: { required: false, content: { 'application/json': { schema: { type: 'number' } } } },
          responses: {
            200: { content: { 'application/json': { schema: { type: 'string' } } } },
            204: {},
            404: { $ref: '#/components/responses/NotFound' },
          },
        },
      },
    },
  });
  has(text, 'path: { "id": string; };');
  has(text, 'query?: { "dryRun"?: boolean | undefined; };');
  has(text, 'requestBody?: { content: { "application/json": number; } };');
  has(text, '200: { content: { "application/json": string; } };');
  has(text, '204: { content: never };');
  has(text, "404: { content: { 'application/problem+json': components['schemas']['Problem'] } };");
});
