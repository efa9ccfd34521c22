// Tests of the fuzzer: it notices wrong responses, shortens histories, writes them as curl lines, and a seed repeats
// its choices.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { openApiDocument } from '../../src/http/openapi/openapi-document.ts';
import type { Operation } from '../../src/http/operation.ts';
import { apiOperations } from '../../src/routes/api/routes.ts';
import { makeDice } from '../dice.ts';
import { curlLines } from './curl-lines.ts';
import { type DocumentedOperation, type OpenApiDocument, operationsOf } from './documented-operations.ts';
import { findLeak, judge, judgeRepeat } from './judge.ts';
import type { Life, Side } from './life.ts';
import { spoilJson } from './near-valid.ts';
import { shorten, withNeeded } from './shorten.ts';
import type { Received, RequestStep, SentRequest } from './steps.ts';
import { validValue } from './valid-values.ts';

const address = { publicUrl: 'http://127.0.0.1:3000', basePath: '/api' };
const document = openApiDocument(apiOperations as readonly Operation[], address) as OpenApiDocument;
const operations = new Map(operationsOf(document, '/api').map((operation) => [operation.name, operation]));
const id = '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10';
const json = 'application/json; charset=utf-8';
const usual = { 'x-request-id': 'x', ratelimit: 'x', 'ratelimit-policy': 'x', 'content-type': json };

function operationNamed(name: string): DocumentedOperation {
  const operation = operations.get(name);
  assert.ok(operation);
  return operation;
}

function stepOf(operation: string, more: Partial<RequestStep> = {}): RequestStep {
  const { method, path } = operationNamed(operation);
  const nothing = {
    ids: {},
    query: [],
    headers: {},
    token: undefined,
    body: undefined,
    expected: undefined,
    repeats: undefined,
  };
  return { operation, actor: 'owner', method, path, ...nothing, ...more };
}

const sent: SentRequest = { method: 'GET', url: '/api/webhooks', headers: {}, body: undefined };
const received = (status: number, body: unknown, headers: Received['headers'] = usual): Received => ({
  status,
  headers,
  cookie: undefined,
  text: JSON.stringify(body),
  body,
});
const verdict = (response: Received, step = stepOf('listWebhooks'), request = sent) =>
  judge(operationNamed(step.operation), step, request, response)?.kind;

const page = { data: [], pagination: { limit: 100, nextCursor: null } };
const problem = (status: number, code: string) => ({ type: 'http://x/docs', title: 'x', status, detail: 'x', code });
const problemHeaders = { 'x-request-id': 'x', 'content-type': 'application/problem+json' };

test('a response as documented is right; another status, type, body, header or code is not', () => {
  assert.equal(verdict(received(200, page)), undefined);
  assert.equal(verdict(received(203, page)), 'undeclared 203');
  assert.equal(verdict(received(500, problem(500, 'internal_error'))), 'status 500');
  assert.equal(verdict(received(503, problem(503, 'busy'), { ...problemHeaders, 'retry-after': '1' })), 'status 503');
  assert.equal(verdict(received(200, page, { ...usual, 'content-type': 'text/html' })), 'content type');
  assert.equal(verdict(received(200, { data: [] })), 'schema 200');
  assert.equal(verdict(received(200, { ...page, data: [{ id: 7 }] })), 'schema 200');
  assert.equal(verdict(received(200, page, { ...usual, ratelimit: undefined })), 'header RateLimit');
  const more = { data: [], pagination: { limit: 1, nextCursor: 'abc' } };
  assert.equal(verdict(received(200, more)), 'header Link');
  assert.equal(verdict(received(200, more, { ...usual, link: '<x>; rel="next"' })), undefined);
  assert.equal(verdict(received(403, problem(403, 'insufficient_scope'), problemHeaders)), 'header WWW-Authenticate');
  assert.equal(verdict(received(403, problem(403, 'not_found'), problemHeaders)), 'schema 403');
});

test('who may not ask is rejected, and a body that the document forbids is not accepted', () => {
  assert.equal(verdict(received(200, page), stepOf('listWebhooks', { expected: 403 })), 'permission');
  const building = { ...sent, method: 'DELETE', url: `/api/buildings/${id}` };
  const deleted: Received = { status: 204, headers: usual, cookie: undefined, text: '', body: undefined };
  const deletion = stepOf('deleteBuilding', { body: { json: {} } });
  assert.equal(verdict(deleted, deletion, { ...building, body: '{"password":"x"}' }), undefined);
  assert.equal(verdict(deleted, deletion, { ...building, body: '{"password":7}' }), 'accepted');
});

test('an id or name of another organization in a response is noticed, unless the request named it', () => {
  const stranger = { name: 'other', marker: 'kmarker', places: [{ buildings: id }] } as unknown as Side;
  const life = { names: new Map([[id, 'other0.buildings']]) } as unknown as Life;
  const leak = (body: unknown, url = '/api/buildings') =>
    findLeak(life, stranger, { ...sent, url }, received(200, body));
  assert.equal(leak({ data: [] }), undefined);
  assert.equal(leak({ data: [{ name: 'KÜ kmarker' }] })?.kind, 'leak');
  assert.match(leak({ data: { id } })?.text ?? '', /other0\.buildings/);
  assert.equal(leak({ data: { id } }, `/api/buildings/${id}`), undefined);
});

test('a repeat with the same key gets the same response, marked as a repeat', () => {
  const create = operationNamed('createWebhook');
  const first = received(201, { data: { id } });
  const replayed = { ...first, headers: { ...usual, 'idempotency-replayed': 'true' } };
  assert.equal(judgeRepeat(create, true, first, replayed), undefined);
  assert.equal(judgeRepeat(create, true, first, first)?.kind, 'repeat');
  assert.equal(judgeRepeat(create, true, first, { ...replayed, text: 'other' })?.kind, 'repeat');
  assert.equal(judgeRepeat(create, false, first, received(201, {}))?.kind, 'repeat');
  assert.equal(judgeRepeat(create, false, first, received(422, {})), undefined);
});

test('a history is shortened to the steps that matter', async () => {
  const steps = Array.from({ length: 100 }, (_, nth) => ({ nth }));
  const matter = new Set([3, 41, 99]);
  let runs = 0;
  const stillFails = async (some: readonly { nth: number }[]) => {
    runs += 1;
    return [...matter].every((nth) => some.some((step) => step.nth === nth));
  };
  assert.deepEqual(await shorten(steps, stillFails, 150), [{ nth: 3 }, { nth: 41 }, { nth: 99 }]);
  assert.ok(runs < 100, `${runs} runs`);
  assert.deepEqual(await shorten(steps, async () => true, 150), [{ nth: 99 }]);
  const needs = ({ nth }: { nth: number }) => (nth === 99 ? [41] : nth === 41 ? [3] : []);
  assert.deepEqual(withNeeded(steps, needs), [{ nth: 3 }, { nth: 41 }, { nth: 99 }]);
});

test('curl lines run in a shell as they are, whatever the values contain', () => {
  const token = { $name: 'token.owner' };
  const headers = { 'content-type': 'application/json' };
  const body = { json: { name: `"it's" \\ $HOME \`id\` é` } };
  const steps = [
    { nth: 4, step: stepOf('createBuilding', { token, headers, body }) },
    { nth: 9, step: stepOf('getBuilding', { token, ids: { id: { $name: '4.data.id' } }, query: [['q', 'a b&c']] }) },
  ];
  const lines = curlLines(steps, () => 'hat_x');
  const fake = `curl() { printf '%s\\n' "$@"; }; jq() { echo ID; }; HALDUR=http://x; v_token_owner=T`;
  const script = [fake, ...lines.map((line) => line.replace(' -o response.json', ''))].join('\n');
  const words = execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
  assert.deepEqual(words, [
    ...[
      '-sS',
      '-X',
      'POST',
      'http://x/api/buildings',
      '-H',
      'authorization: Bearer T',
      '-H',
      'content-type: application/json',
    ],
    ...['-d', JSON.stringify(body.json)],
    ...['-sS', '-X', 'GET', 'http://x/api/buildings/ID?q=a%20b%26c', '-H', 'authorization: Bearer T'],
  ]);
});

test('a seed repeats its values; valid ones fit their schema, and spoilt ones differ from them', () => {
  const schema = operationNamed('createMeter').requestBody?.['application/json']?.schema;
  assert.ok(schema);
  const made = (seed: number) => validValue({ dice: makeDice(seed), document, idFor: () => id }, schema);
  let spoilt = 0;
  for (let seed = 0; seed < 50; seed += 1) {
    const value = made(seed);
    assert.deepEqual(made(seed), value);
    const other = spoilJson(makeDice(seed), value, () => id);
    if (JSON.stringify(other) !== JSON.stringify(value)) spoilt += 1;
    assert.deepEqual(
      spoilJson(makeDice(seed), value, () => id),
      other,
    );
  }
  assert.ok(new Set(Array.from({ length: 50 }, (_, seed) => JSON.stringify(made(seed)))).size > 20);
  assert.ok(spoilt > 40, `${spoilt} of 50`);
});

test('--help prints how to run it, and starts nothing', () => {
  const output = execFileSync(process.execPath, ['start.mjs', 'fuzz', '--help'], { encoding: 'utf8' });
  assert.match(output, /^npm run fuzz -- \[--seed N\]/);
});
