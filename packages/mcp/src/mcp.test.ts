// Tests of the MCP server with the SDK's own client and a real service, over stdio and HTTP.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { aBuilding, anApartment, anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { makeConfirmations } from './confirmations.ts';
import { makeHttpServer } from './http-transport.ts';
import { dataResult, maxCharacters } from './tool-results.ts';

const g = await startTestService();
const url = await g.server.listen({ port: 0, host: '127.0.0.1' });
const charges = [{ code: 'fee', name: 'Fee', basis: 'fixed', unitPrice: 12.34 }];
const readTools = [
  'list_buildings',
  'list_apartments',
  'list_meters',
  'list_readings',
  'list_invoices',
  'get_invoice',
  'explain_invoice',
  'preview_generation',
  'list_receivables',
  'list_payments_to_review',
  'suggest_matches',
];
const writeTools = ['generate_invoices', 'send_invoices', 'submit_reading', 'match_payment'];

async function aTrialOrganization() {
  const { integrator, owner } = await anOrganization(g);
  const building = await aBuilding(g, integrator, { billing: { charges } });
  await anApartment(g, integrator, building.id, { number: '1' });
  return { apiKey: integrator, owner, buildingId: building.id };
}

async function connectOverStdio(
  apiKey: string,
  words: string[] = [],
  client = new Client({ name: 'test', version: '1' }),
) {
  const args = [join(import.meta.dirname, 'main.ts'), ...words];
  const env = { PATH: process.env.PATH ?? '', HALDUR_URL: url, HALDUR_API_KEY: apiKey };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env }) as Parameters<Client['connect']>[0],
  );
  after(() => client.close());
  return client;
}

async function startHttp(allowWrites = true, trustAssistant = true) {
  const allowed = { allowedHosts: ['127.0.0.1'], allowedOrigins: ['https://assistant.example'] };
  const options = {
    url,
    basePath: '/api',
    allowWrites,
    trustAssistant,
    confirmations: makeConfirmations(),
    ...allowed,
  };
  const server = makeHttpServer(options).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

async function connectOverHttp(address: string, apiKey: string) {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
  const transport = new StreamableHTTPClientTransport(new URL(address), { requestInit });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  after(() => client.close());
  return client;
}

async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: input });
  const [{ text = '' } = {}] = content as { text?: string }[];
  return { text, isError, data: () => JSON.parse(text) };
}
const countInvoices = async (client: Client) => (await call(client, 'list_invoices')).data().items.length;

test('over stdio every read works, and nothing can be written', async () => {
  const { apiKey, owner, buildingId } = await aTrialOrganization();
  const client = await connectOverStdio(apiKey);
  assert.deepEqual(
    (await client.listTools()).tools.map((tool) => tool.name),
    readTools,
  );
  assert.ok((await client.listTools()).tools.every((tool) => tool.annotations?.readOnlyHint === true));
  assert.equal((await call(client, 'list_buildings')).data().items[0].id, buildingId);
  assert.equal((await call(client, 'list_apartments', { buildingId })).data().items[0].number, '1');
  assert.equal((await call(client, 'preview_generation', { buildingId })).data().total, 1);
  assert.equal(await countInvoices(client), 0, 'a preview creates nothing');
  await g.ask('POST', '/invoices/generate-bulk', { as: apiKey, body: { buildingId } });
  const [{ id: invoiceId }] = (await call(client, 'list_invoices', { buildingId, status: 'draft' })).data().items;
  assert.equal((await call(client, 'get_invoice', { invoiceId })).data().positions[0].amount, 12.34);
  assert.match((await call(client, 'explain_invoice', { invoiceId })).text, /12\.34/);
  for (const name of ['list_meters', 'list_readings', 'list_receivables'])
    assert.equal((await call(client, name, { buildingId })).isError, false, name);
  const { apartmentId } = (await call(client, 'get_invoice', { invoiceId })).data();
  const payment = { apartmentId, amount: 5, paidOn: '2026-11-01', method: 'cash' };
  assert.equal((await g.ask('POST', '//console/api/payments', { as: owner, body: payment })).status, 201);
  assert.deepEqual((await call(client, 'list_payments_to_review', { buildingId })).data().items, [], 'it is matched');
  const suggest = { paymentId: invoiceId };
  assert.match((await call(client, 'suggest_matches', suggest)).text, /role of the API key does not allow this/);
  assert.match((await call(await connectOverStdio(owner), 'suggest_matches', suggest)).text, /not_found/);
  assert.equal((await call(client, 'generate_invoices', { buildingId })).isError, true);
});

test('errors say what to do', async () => {
  const { apiKey } = await aTrialOrganization();
  const client = await connectOverStdio(apiKey);
  const stranger = await anOrganization(g);
  const { id } = await aBuilding(g, stranger.integrator);
  const unknown = await call(client, 'list_apartments', { buildingId: id });
  assert.equal(unknown.isError, true);
  assert.match(unknown.text, /Get ids from a list first.*not_found, request/s);
  assert.match((await call(client, 'list_apartments', { buildingId: 'no id' })).text, /buildingId/);
  assert.match((await call(client, 'list_buildings', { limit: 51 })).text, /50/);
  for (const name of readTools) {
    const misspelt = await call(client, name, { bogus: 1 });
    assert.deepEqual([misspelt.isError, /bogus/.test(misspelt.text)], [true, true], name);
  }
  const keyless = await connectOverStdio('hak_none');
  assert.match((await call(keyless, 'list_buildings')).text, /The API key is not valid/);
});

test('a write needs the flag, and a confirmation of exactly this input', async () => {
  const { apiKey, buildingId } = await aTrialOrganization();
  const client = await connectOverStdio(apiKey, ['--allow-writes', '--trust-assistant']);
  assert.deepEqual(
    (await client.listTools()).tools.map((tool) => tool.name),
    [...readTools, ...writeTools],
  );
  const asked = await call(client, 'generate_invoices', { buildingId });
  assert.match(asked.text, /Nothing was changed yet/);
  assert.equal(await countInvoices(client), 0);
  const confirmToken = /confirmToken (\S+)/.exec(asked.text)?.[1] ?? '';
  const changed = await call(client, 'generate_invoices', { buildingId, periodStart: '2026-09-01', confirmToken });
  assert.match(changed.text, /not valid here/);
  assert.match((await call(client, 'generate_invoices', { buildingId, confirmToken: 'a.b' })).text, /not valid here/);
  assert.equal(await countInvoices(client), 0);
  assert.equal((await call(client, 'generate_invoices', { buildingId, confirmToken })).data().created, 1);
  assert.equal(
    (await call(client, 'generate_invoices', { buildingId, confirmToken })).data().created,
    1,
    'the first response',
  );
  assert.equal(await countInvoices(client), 1);
});

test('a client that cannot ask the person changes nothing, and the assistant gets no token to confirm with', async () => {
  const { apiKey, buildingId } = await aTrialOrganization();
  for (const client of [
    await connectOverStdio(apiKey, ['--allow-writes']),
    await connectOverHttp(await startHttp(true, false), apiKey),
  ]) {
    const refused = await call(client, 'generate_invoices', { buildingId });
    assert.deepEqual([refused.isError, /cannot ask the person/.test(refused.text)], [true, true]);
    assert.doesNotMatch(refused.text, /confirmToken/);
    const action = { apiKey, tool: 'generate_invoices', input: { buildingId } };
    const confirmToken = makeConfirmations().issue(action);
    assert.equal((await call(client, 'generate_invoices', { buildingId, confirmToken })).isError, true);
    assert.equal(await countInvoices(client), 0);
  }
});

test('a client that can ask the person asks them', async () => {
  const { apiKey, buildingId } = await aTrialOrganization();
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  const decisions = [
    { action: 'decline' as const },
    { action: 'accept' as const, content: { confirm: false } },
    { action: 'accept' as const, content: { confirm: true } },
  ];
  const messages: string[] = [];
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
    messages.push(params.message);
    return decisions.shift() ?? { action: 'cancel' as const };
  });
  await connectOverStdio(apiKey, ['--allow-writes'], client);
  const meter = await g.ask('POST', '/meters', {
    as: apiKey,
    body: { buildingId, type: 'cold_water', initialValue: 0 },
  });
  const input = { meterId: meter.data.id, value: 1.5 };
  for (const _refused of [1, 2])
    assert.match((await call(client, 'submit_reading', input)).text, /did not confirm this. Nothing was changed/);
  assert.equal((await call(client, 'submit_reading', input)).data().value, 1.5);
  assert.match(messages[2] ?? '', /Record 1\.5 for meter/);
});

test('over HTTP each request acts with its own key', async () => {
  const [kase, pihlaka] = [await aTrialOrganization(), await aTrialOrganization()];
  const address = await startHttp();
  for (const { apiKey, buildingId } of [kase, pihlaka, kase]) {
    const client = await connectOverHttp(address, apiKey);
    const ids = (await call(client, 'list_buildings')).data().items.map((building: { id: string }) => building.id);
    assert.deepEqual(ids, [buildingId]);
  }
  const [first, second] = [await connectOverHttp(address, kase.apiKey), await connectOverHttp(address, pihlaka.apiKey)];
  const { buildingId } = kase;
  const confirmToken =
    /confirmToken (\S+)/.exec((await call(first, 'generate_invoices', { buildingId })).text)?.[1] ?? '';
  assert.match((await call(second, 'generate_invoices', { buildingId, confirmToken })).text, /not valid here/);
  assert.equal((await call(first, 'generate_invoices', { buildingId, confirmToken })).data().created, 1);
  const reader = await connectOverHttp(await startHttp(false), kase.apiKey);
  assert.deepEqual(
    (await reader.listTools()).tools.map((tool) => tool.name),
    readTools,
  );
});

test('over HTTP a web page, another name, a missing key and a long message are rejected', async () => {
  const { apiKey } = await aTrialOrganization();
  const address = await startHttp();
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const post = async (more: Record<string, string> = {}, body = message, to = address) =>
    (await fetch(to, { method: 'POST', headers: { ...headers, ...more }, body })).status;
  assert.equal(await post(), 200);
  assert.equal(await post({ origin: 'https://assistant.example' }), 200);
  assert.equal(await post({ origin: 'https://elsewhere.example' }), 403);
  assert.equal(await post({ origin: 'null' }), 403);
  assert.equal(await post({}, message, address.replace('127.0.0.1', 'localhost')).catch(() => 403), 403);
  assert.equal(await post({ authorization: '' }), 401);
  assert.equal(await post({ authorization: 'Basic abc' }), 401);
  assert.equal(await post({}, 'not JSON'), 400);
  assert.equal(await post({}, `"${'x'.repeat(1_000_001)}"`), 413);
  assert.equal(await post({}, message, address.replace('/mcp', '/other')), 404);
  assert.equal((await fetch(address, { headers })).status, 405);
});

test('a confirmation ends after five minutes, and is for one key, tool and input', () => {
  let now = 1_000_000;
  const confirmations = makeConfirmations(() => now);
  const action = { apiKey: 'a', tool: 't', input: { value: 1 } };
  const token = confirmations.issue(action);
  assert.equal(confirmations.isValid(token, action), true);
  for (const other of [{ apiKey: 'b' }, { tool: 'u' }, { input: { value: 2 } }])
    assert.equal(confirmations.isValid(token, { ...action, ...other }), false);
  assert.equal(makeConfirmations(() => now).isValid(token, action), false);
  const [end, signature] = token.split('.');
  assert.equal(confirmations.isValid(`${Number(end) + 1}.${signature}`, action), false);
  now += 5 * 60_000;
  assert.equal(confirmations.isValid(token, action), false);
});

test('results are bounded: long arrays are shortened, and what is still too long is an error that says so', () => {
  const textOf = (value: unknown) => {
    const [content] = dataResult(value).content;
    return content?.type === 'text' ? content.text : '';
  };
  assert.equal(JSON.parse(textOf({ items: Array.from({ length: 300 }, (_, n) => n) })).items[100], '… and 200 more');
  const long = textOf(Array.from({ length: 300 }, () => 'x'.repeat(1000)));
  assert.ok(long.length < maxCharacters);
  assert.match(long, /and 275 more/);
  assert.match(textOf('x'.repeat(maxCharacters)), /too long. Ask for less/);
});
