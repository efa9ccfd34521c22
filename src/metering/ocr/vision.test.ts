// Tests of the external vision model: its answers are used within bounds, and every misbehaviour falls back to the built-in reader.
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import { registerPhoto } from '../../../test/operation-samples.ts';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { newId } from '../../platform/values/ids.ts';
import { resolveReading } from './resolve-reading.ts';
import { makeVisionReader, type VisionLimits } from './vision.ts';

type Asked = { readonly body: string; readonly headers: IncomingMessage['headers'] };
let asked: Asked[] = [];
let answer: (response: ServerResponse, asked: Asked) => void = () => {};

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString('utf8');
  asked.push({ body, headers: request.headers });
  answer(response, { body, headers: request.headers });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
});

const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
const config = (tenants: string[] = []) => ({ url, key: 'secret-key', model: 'seer-1', tenants: new Set(tenants) });
const reader = (patience: Partial<VisionLimits> = {}) => makeVisionReader(config(), patience);
const hint = { digits: 8, decimals: 3, unit: 'm3' };
const photo = Buffer.from('a jpeg');

const reply = (content: string) => (response: ServerResponse) =>
  void response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ choices: [{ message: { content } }] }));
const seen = (digits: string | null, more: object = {}) =>
  reply(JSON.stringify({ readable: digits !== null, digits, serial: null, confidence: [], ...more }));
const status = (code: number) => (response: ServerResponse) => void response.writeHead(code).end('{"error":"no"}');

test('the model’s answer becomes evidence, resolved like any other', async () => {
  answer = seen('00409550', { confidence: [1, 1, 1, 0.9, 0.9, 0.9, 0.9, 0.6], serial: '34303425' });
  const evidence = await reader().read(photo, hint);
  assert.ok(evidence !== undefined);
  const read = resolveReading(evidence, {
    digits: 8,
    decimals: 3,
    last: '405.000',
    most: '31',
    serialNumber: '34303425',
  });
  assert.deepEqual([read?.value, read?.plausible, read?.serialNumber], ['409.55', true, '34303425']);
  assert.ok((read?.digits[7]?.confidence ?? 1) < (read?.digits[3]?.confidence ?? 0));
  assert.equal(read?.digits[0]?.box, undefined);
});

test('the request carries the picture, the API key and what is printed on the meter, and requires strict JSON', async () => {
  answer = seen('00409550');
  await reader().read(photo, hint);
  const body = JSON.parse(asked[0]?.body ?? '');
  assert.equal(asked[0]?.headers.authorization, 'Bearer secret-key');
  assert.deepEqual(
    [body.model, body.temperature, body.store, body.response_format.json_schema.strict],
    ['seer-1', 0, false, true],
  );
  assert.equal(body.messages[1].content[1].image_url.url, `data:image/jpeg;base64,${photo.toString('base64')}`);
  assert.equal(body.messages[1].content[0].text, 'The register has 8 digits, 3 of them decimals, in m3.');
});

test('an endpoint that is busy once is asked once more, and not a third time', async () => {
  answer = (response) => (asked.length === 1 ? status(429) : seen('00409550'))(response);
  assert.equal((await reader().read(photo, hint))?.rows[0]?.text, '00409550');
  asked = [];
  answer = status(500);
  assert.equal(await reader().read(photo, hint), undefined);
  assert.equal(asked.length, 2);
});

test('an endpoint without schema support is asked for any JSON', async () => {
  answer = (response, { body }) => (/json_schema/.test(body) ? status(400) : seen('00409550'))(response);
  assert.equal((await reader().read(photo, hint))?.rows[0]?.text, '00409550');
});

const useless: Readonly<Record<string, typeof answer>> = {
  prose: reply('The meter appears to read about 409 cubic metres.'),
  'prose around JSON': reply('Sure! {"readable":true,"digits":"00409550","serial":null,"confidence":[]}'),
  'another shape': reply('{"value":409.55}'),
  'digits that are none': seen('0040955O'),
  'a decimal point': seen('00409.550'),
  'more digits than any register has': seen('004095500000'),
  'digits as a number': seen(409_550 as unknown as string),
  'a list': reply('[]'),
  'no choices': (response) => void response.end('{}'),
  'no JSON': (response) => void response.end('<html>'),
  nothing: (response) => void response.end(),
  'far too much': (response) => void response.end(`"${'a'.repeat(200_000)}"`),
  'a wrong key': status(401),
  'a redirect': (response) => void response.writeHead(302, { location: `${url}/elsewhere` }).end(),
  'a broken connection': (response) => void response.socket?.destroy(),
  __proto__: reply('{"__proto__":{"readable":true,"digits":"00409550"}}'),
};
for (const [name, misbehave] of Object.entries(useless)) {
  test(`${name} is rejected`, async () => {
    answer = misbehave;
    assert.equal(await reader().read(photo, hint), undefined);
  });
}

test('an endpoint that never ends its answer is aborted', async () => {
  answer = (response) => void response.write('{"choices":');
  assert.equal(await reader({ timeout: 300 }).read(photo, hint), undefined);
});

test('after consecutive failures the endpoint is not asked for a while, and a success resets the count', async () => {
  const patient = reader({ failures: 2, pause: 3_600_000 });
  answer = status(403);
  await patient.read(photo, hint);
  answer = seen('00409550');
  await patient.read(photo, hint);
  answer = status(403);
  await patient.read(photo, hint);
  await patient.read(photo, hint);
  const before = asked.length;
  answer = seen('00409550');
  assert.equal(await patient.read(photo, hint), undefined);
  assert.equal(asked.length, before);
});

test('one more digit than the register has is never a certain reading', async () => {
  answer = seen('004095501', { confidence: new Array(9).fill(1) });
  const evidence = await reader().read(photo, hint);
  const read = evidence && resolveReading(evidence, { digits: 8, decimals: 3, last: '405.000', most: '31' });
  assert.ok((read?.confidence ?? 0) < 0.5);
});

test('a model that obeys text in a picture is bound by what is known of the meter', async () => {
  answer = seen('99999999', { confidence: new Array(8).fill(1) });
  const evidence = await reader().read(photo, hint);
  const read = evidence && resolveReading(evidence, { digits: 8, decimals: 3, last: '405.000', most: '31' });
  assert.equal(read?.plausible, false);
  assert.ok((read?.confidence ?? 1) < 0.5);
});

test('a model that cannot read the picture gives evidence without a reading', async () => {
  answer = seen(null);
  const evidence = await reader().read(photo, hint);
  assert.deepEqual(evidence?.rows, []);
});

test('photos are sent only for organizations that agreed; others, and failures, use the built-in reader', async () => {
  const vision = { ...config(), tenants: new Set<string>([newId()]) };
  const g = await startTestService({ vision });
  const agreed = await anOrganization(g);
  const otherOrganization = await anOrganization(g);
  vision.tenants.add(agreed.tenantId);
  const raw = registerPhoto;
  const send = (as: string) =>
    g.ask<{ id: string; text: string }>('POST', '/meters/ocr', { as, raw, headers: { 'content-type': 'image/jpeg' } });
  answer = seen('00777123', { confidence: new Array(8).fill(1) });
  assert.equal((await send(otherOrganization.owner)).data.text, '00409550');
  assert.equal(asked.length, 0);
  assert.equal((await send(agreed.owner)).data.text, '00777123');
  assert.equal(asked.length, 1);
  answer = reply('I cannot help with that.');
  assert.equal((await send(agreed.owner)).data.text, '00409550');
});
