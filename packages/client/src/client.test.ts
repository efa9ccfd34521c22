// Tests of the client with a real service: lists, errors, retries without a second effect, and sessions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiKey } from '../../../src/identity/operator-accounts.ts';
import { aBuilding, anApartment, anOrganization, startTestService } from '../../../test/service-fixture.ts';
import {
  ApiError,
  type ClientOptions,
  ConnectionError,
  createClient,
  HaldurError,
  type ResponseReport,
} from './client.ts';

const g = await startTestService();
const url = await g.server.listen({ port: 0, host: '127.0.0.1' });
const organization = await anOrganization(g);
const apiKey = organization.integrator;
const haldur = createClient({ url, apiKey });
const building = { name: 'Kase 12', address: 'Kase 12, 10612 Tallinn' };

type Fetch = typeof globalThis.fetch;

/** A client whose first requests meet trouble: each item of `troubles` decides about one request, and the rest pass. */
function troubledClient(
  troubles: ((pass: () => Promise<Response>) => Promise<Response>)[],
  more: Partial<ClientOptions> = {},
) {
  const requests: Request[] = [];
  const fetch: Fetch = (input, init) => {
    const request = new Request(input, init);
    requests.push(request.clone());
    const pass = () => globalThis.fetch(request);
    return (troubles.shift() ?? ((go) => go()))(pass);
  };
  return { client: createClient({ url, apiKey, fetch, ...more }), requests };
}
const rejectWith =
  (status: number, headers: Record<string, string> = {}) =>
  async () =>
    new Response('{}', { status, headers });
const loseResponse = async (pass: () => Promise<Response>) => {
  await (await pass()).text();
  throw new TypeError('fetch failed', { cause: new Error('other side closed') });
};

async function rejectionOf(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (rejection: unknown) => rejection,
  );
  assert.ok(error instanceof ApiError, String(error));
  return error;
}

test('objects are created, read, changed and deleted, with the types of the document', async () => {
  const { id } = await haldur.createBuilding({ ...building, billing: { paymentTermDays: 21 } });
  const apartment = await haldur.createApartment(id, { number: '1', heatedArea: 54.3 });
  assert.equal((await haldur.getBuilding(id)).billing.paymentTermDays, 21);
  assert.equal((await haldur.updateApartment(id, apartment.id, { number: '1a' })).number, '1a');
  assert.equal(await haldur.deleteApartment(id, apartment.id), undefined);
  assert.deepEqual((await haldur.listApartments(id).page()).items, []);
});

test('a list is read page by page while it is iterated, and each item comes once', async () => {
  const { id } = await aBuilding(g, apiKey);
  for (const number of ['1', '2', '3', '4', '5']) await anApartment(g, apiKey, id, { number });
  const reports: ResponseReport[] = [];
  const observed = createClient({ url, apiKey, onResponse: (report) => reports.push(report) });
  const numbers: string[] = [];
  for await (const apartment of observed.listApartments(id, { limit: 2 })) numbers.push(apartment.number);
  assert.deepEqual(numbers, ['1', '2', '3', '4', '5']);
  assert.equal(reports.length, 3);
  for await (const apartment of observed.listApartments(id, { limit: 2, sort: '-number' })) {
    assert.equal(apartment.number, '5');
    break;
  }
  assert.equal(reports.length, 4, 'whoever stops early requests no further page');
  const { items, nextCursor } = await observed.listApartments(id, { limit: 4 }).page();
  assert.equal(items.length, 4);
  const rest = await observed.listApartments(id, { limit: 4, cursor: nextCursor ?? '' }).page();
  assert.deepEqual(rest, { items: [rest.items[0]], nextCursor: null, deleted: [] });
  assert.ok(reports.every(({ requestId, status }) => requestId !== undefined && status === 200));
});

test('a page names what was deleted, and a filter by metadata is written as the API reads it', async () => {
  const { id, updatedAt } = await aBuilding(g, apiKey, { metadata: { costCentre: '310' } });
  const gone = await anApartment(g, apiKey, id, { number: '1' });
  const updatedSince = String(updatedAt);
  await haldur.deleteApartment(id, gone.id);
  const page = await haldur.listApartments(id, { updatedSince, include: 'deleted' }).page();
  assert.deepEqual(
    page.deleted.map((object) => object.id),
    [gone.id],
  );
  const found = await haldur.listBuildings({ metadata: { costCentre: '310' } }).page();
  assert.deepEqual(
    found.items.map((building) => building.id),
    [id],
  );
});

test('without a limit the largest pages are requested', async () => {
  const { client, requests } = troubledClient([]);
  for await (const _building of client.listBuildings()) break;
  assert.match(requests[0]?.url ?? '', /limit=500/);
});

test('a file is bytes, and bytes in a body are sent in base64', async () => {
  const { id } = await aBuilding(g, apiKey, {
    billing: { charges: [{ code: 'fee', name: 'Fee', basis: 'fixed', unitPrice: 12.34 }] },
  });
  await anApartment(g, apiKey, id, { number: '1' });
  const [made] = (await haldur.generateInvoices({ buildingId: id })).invoices;
  const invoice = await haldur.getInvoice(made?.invoiceId ?? '');
  assert.equal(invoice.amount, 12.34);
  const lines = ['Date;Payer name;Reference number;Amount;Currency', `2026-11-19;Mari;${invoice.reference};12.34;EUR`];
  const file = new TextEncoder().encode(lines.join('\n'));
  const owner = createClient({ url, apiKey: organization.owner });
  const dryRun = await owner.importBankStatement({ file, fileName: 'november.csv' }, { dryRun: true });
  assert.equal(dryRun.matched, 1);
  const pdf = await haldur.getInvoicePdf(invoice.id, { language: 'en' });
  assert.equal(new TextDecoder().decode(pdf.subarray(0, 5)), '%PDF-');
});

test('a rejection has its code, its fields and the id of the request', async () => {
  const error = await rejectionOf(haldur.createBuilding({ name: '', address: 'Kase 12' }));
  assert.deepEqual([error.status, error.code], [422, 'validation_failed']);
  assert.deepEqual(
    error.fields.map(({ in: location, field }) => [location, field]),
    [['body', 'name']],
  );
  assert.match(error.requestId ?? '', /\S/);
  assert.match(error.message, /name/i);
  const missing = await rejectionOf(haldur.getInvoice('019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10'));
  assert.deepEqual([missing.status, missing.code, missing.fields], [404, 'not_found', []]);
  assert.equal((await rejectionOf(createClient({ url, apiKey: 'hak_none' }).listBuildings().page())).status, 401);
});

test('a POST whose response is lost is sent again with its key, and has its effect once', async () => {
  const before = (await haldur.listBuildings().page()).items.length;
  const { client, requests } = troubledClient([loseResponse]);
  await client.createBuilding(building);
  assert.equal((await haldur.listBuildings().page()).items.length, before + 1);
  const keys = requests.map((request) => request.headers.get('idempotency-key'));
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
  assert.match(keys[0] ?? '', /^[0-9a-f-]{36}$/);
});

test('each POST has a key of its own, unless the caller names one', async () => {
  const { client, requests } = troubledClient([]);
  const options = { idempotencyKey: 'building-of-order-17' };
  const made = [await client.createBuilding(building), await client.createBuilding(building)];
  const repeated = [await client.createBuilding(building, options), await client.createBuilding(building, options)];
  assert.notEqual(made[0]?.id, made[1]?.id);
  assert.equal(repeated[0]?.id, repeated[1]?.id);
  assert.equal(new Set(requests.map((request) => request.headers.get('idempotency-key'))).size, 3);
});

test('a DELETE whose response is lost succeeds, although the object is gone at the second try', async () => {
  const { id } = await aBuilding(g, apiKey);
  const apartment = await anApartment(g, apiKey, id, { number: '1' });
  await troubledClient([loseResponse]).client.deleteApartment(id, apartment.id);
  assert.equal((await rejectionOf(haldur.deleteApartment(id, apartment.id))).status, 404);
});

test('429 and 503 are tried again after Retry-After', async () => {
  const reports: ResponseReport[] = [];
  const troubles = [rejectWith(429, { 'retry-after': '0' }), rejectWith(503, { 'retry-after': '0' })];
  const { client } = troubledClient(troubles, { onResponse: (report) => reports.push(report) });
  await client.listBuildings().page();
  assert.deepEqual(
    reports.map(({ status, retry }) => [status, retry]),
    [
      [429, 0],
      [503, 1],
      [200, 2],
    ],
  );
});

test('the retries are limited, and a long Retry-After is not waited for', async () => {
  const always = () => Array.from({ length: 9 }, () => rejectWith(503, { 'retry-after': '0' }));
  const { client, requests } = troubledClient(always(), { maxRetries: 2 });
  const error = await rejectionOf(client.listBuildings().page());
  assert.deepEqual([error.status, error.code, error.retryAfter], [503, 'unexpected_response', 0]);
  assert.equal(requests.length, 3);
  const patient = troubledClient([rejectWith(429, { 'retry-after': '3600' })]);
  assert.equal((await rejectionOf(patient.client.listBuildings().page())).retryAfter, 3600);
  assert.equal(patient.requests.length, 1);
});

test('without a response the error says where it was sought', async () => {
  const nowhere = createClient({ url: 'http://127.0.0.1:9', apiKey, maxRetries: 0 });
  await assert.rejects(
    nowhere.listBuildings().page(),
    (error) =>
      error instanceof ConnectionError &&
      /GET \/buildings: no response from http:\/\/127\.0\.0\.1:9/.test(error.message),
  );
  const hanging: Fetch = (_input, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
  const impatient = createClient({ url, apiKey, fetch: hanging, timeoutMs: 20, maxRetries: 0 });
  await assert.rejects(impatient.listBuildings().page(), ConnectionError);
});

test('a caller can end a request and its retries', async () => {
  const stopping = new AbortController();
  const { client, requests } = troubledClient([rejectWith(503, { 'retry-after': '30' })], {
    onResponse: () => setTimeout(() => stopping.abort(), 5),
  });
  await assert.rejects(client.createBuilding(building, { signal: stopping.signal }), { name: 'AbortError' });
  assert.equal(requests.length, 1);
});

test('a page that is not of the API is named as such', async () => {
  const html = async () => new Response('<html>', { status: 200, headers: { 'content-type': 'text/html' } });
  await assert.rejects(
    troubledClient([html]).client.listBuildings().page(),
    (error) => error instanceof HaldurError && /Check the URL/.test(error.message),
  );
  const redirect = await rejectionOf(
    troubledClient([rejectWith(302, { location: '/' })])
      .client.listBuildings()
      .page(),
  );
  assert.deepEqual([redirect.status, redirect.code], [302, 'unexpected_response']);
});

test('a person signs in once for requests at the same time, and a rejected token is refreshed once', async () => {
  const paths: string[] = [];
  const signIn = { email: organization.email, password: 'correct horse battery staple' };
  const person = createClient({ url, signIn, onResponse: ({ path, status }) => paths.push(`${path} ${status}`) });
  const readThree = () => Promise.all([1, 2, 3].map(() => person.listBuildings().page()));
  await readThree();
  assert.deepEqual(
    paths.filter((path) => path.startsWith('/auth/login')),
    ['/auth/login 200'],
  );
  g.clock.now = new Date(g.clock.now.getTime() + 16 * 60_000);
  await readThree();
  assert.deepEqual(
    paths.filter((path) => path.startsWith('/auth/refresh')),
    ['/auth/refresh 200'],
  );
  await person.logout();
  await person.listBuildings().page();
  assert.equal(paths.filter((path) => path.startsWith('/auth/login')).length, 2, 'after the session ended');
});

test('a person whose sign-in is older than five minutes signs in again where the service asks for it', async () => {
  const paths: string[] = [];
  const signIn = { email: organization.email, password: 'correct horse battery staple' };
  const person = createClient({ url, signIn, onResponse: ({ path, status }) => paths.push(`${path} ${status}`) });
  const { id } = await person.createBuilding(building);
  g.clock.now = new Date(g.clock.now.getTime() + 6 * 60_000);
  const changed = await person.updateBuilding(id, { billing: { iban: 'EE382200221020145685' } });
  assert.equal(changed.billing.iban, 'EE382200221020145685');
  assert.deepEqual(paths.slice(-3), [`/buildings/${id} 403`, '/auth/login 200', `/buildings/${id} 200`]);
});

test('an unknown field is an error if the client or the request is strict', async () => {
  const misspelt = { ...building, adress: 'Kase 14' };
  assert.equal((await haldur.createBuilding(misspelt)).name, building.name);
  const isUnknown = async (work: Promise<unknown>) => assert.equal((await rejectionOf(work)).code, 'unknown_fields');
  await isUnknown(haldur.createBuilding(misspelt, { strict: true }));
  await isUnknown(haldur.listBuildings({ lmit: 2 } as object, { strict: true }).page());
  const strict = createClient({ url, apiKey, strict: true });
  await isUnknown(strict.createBuilding(misspelt));
  assert.equal((await strict.createBuilding(misspelt, { strict: false })).name, building.name);
});

test('a change of a version that is no longer the current one is rejected', async () => {
  const { id } = await haldur.createBuilding(building);
  const read = await haldur.api.response<{ name: string }>({ method: 'GET', path: `/buildings/${id}` });
  assert.equal(read.data.name, 'Kase 12');
  assert.match(read.etag ?? '', /^"/);
  const listed: (string | undefined)[] = [];
  for await (const each of haldur.listBuildings({ include: 'etags' })) if (each.id === id) listed.push(each.etag);
  assert.deepEqual(listed, [read.etag]);
  await haldur.updateBuilding(id, { name: 'Kase 13' }, { ifMatch: read.etag });
  const error = await rejectionOf(haldur.updateBuilding(id, { name: 'Kase 14' }, { ifMatch: read.etag }));
  assert.deepEqual([error.status, error.code], [412, 'precondition_failed']);
  assert.equal((await haldur.getBuilding(id)).name, 'Kase 13');
});

test('the event feed goes on where it ended, and many readings and residents are sent in parts', async () => {
  const feed = haldur.events({ start: 'now' });
  for await (const event of feed) assert.fail(event.id);
  const { id } = await aBuilding(g, apiKey);
  const meter = await haldur.createMeter({ buildingId: id, type: 'cold_water', initialValue: 0 });
  const readings = Array.from({ length: 503 }, (_, n) => ({
    meterId: n === 501 ? id : meter.id,
    value: n,
    readAt: new Date(Date.parse('2025-01-01T09:00:00Z') + n * 86_400_000).toISOString(),
  }));
  const result = await haldur.submitReadings(readings, { idempotencyKey: 'readings-of-2025' });
  assert.deepEqual([result.created, result.failed, result.items.length], [502, 1, 503]);
  assert.deepEqual([result.items[501]?.index, result.items[501]?.problem?.code], [501, 'not_found']);
  assert.deepEqual(await haldur.submitReadings(readings, { idempotencyKey: 'readings-of-2025' }), result);
  const residents = await haldur.createResidents([{ name: 'Mari Tamm' }]);
  assert.deepEqual([residents.created, residents.failed], [1, 0]);

  const seen: string[] = [];
  const cursors: (string | undefined)[] = [];
  const later = haldur.events({ after: feed.cursor, limit: 200 });
  for await (const event of later) {
    assert.deepEqual([event.event, event.buildingId], ['reading.confirmed', id]);
    seen.push(event.id);
    cursors.push(later.cursor);
  }
  assert.equal(new Set(seen).size, 502);
  assert.deepEqual(new Set(cursors.slice(0, 200)), new Set([feed.cursor]), 'a page counts once it was read');
  for await (const page of haldur.events({ after: later.cursor }).pages()) assert.deepEqual(page.events, []);
});

test('a feed that is followed ends with its signal', async () => {
  const stopping = new AbortController();
  const reports: ResponseReport[] = [];
  const watching = createClient({
    url,
    apiKey,
    onResponse: (report) => {
      reports.push(report);
      if (reports.length === 3) stopping.abort();
    },
  });
  const followed = async () => {
    for await (const event of watching.events({ start: 'now', pollMs: 1, signal: stopping.signal }))
      assert.fail(event.id);
  };
  await assert.rejects(followed(), { name: 'AbortError' });
  assert.equal(reports.length, 3);
});

test('the clock of a test organization is read and moved', async () => {
  const body = { language: 'en' };
  const { owner } = await anOrganization(g);
  const made = await g.ask('POST', '//console/api/test-organizations', { as: owner, body });
  const key = await createApiKey(g.app, { tenantId: made.data.id, name: 'tests', role: 'owner' });
  const trial = createClient({ url, apiKey: key.apiKey });
  const { now } = await trial.getTestOrganization();
  const time = new Date(Date.parse(now) + 86_400_000).toISOString();
  assert.equal((await trial.moveTestClock({ time })).clockAheadSeconds, 86_400);
  assert.equal((await rejectionOf(haldur.getTestOrganization())).status, 403);
});

test('requests without a function of their own use the same rules', async () => {
  const { id } = await aBuilding(g, apiKey, { name: 'Pihlaka 3' });
  const buildings = haldur.api.list<{ id: string }>({ method: 'GET', path: '/buildings', query: { limit: 1 } });
  const ids: string[] = [];
  for await (const each of buildings) ids.push(each.id);
  assert.ok(ids.includes(id));
  const aging = await haldur.console.object<unknown[]>({ method: 'GET', path: '/aging', query: { buildingId: id } });
  assert.deepEqual(aging, []);
});

test('options that cannot work are rejected at once', () => {
  for (const options of [
    { url: 'haldur.example', apiKey },
    { url: 'ftp://haldur.example', apiKey },
    { url },
    { url, apiKey: ' ' },
    { url, apiKey, signIn: { email: 'a@example.org', password: 'p' } },
  ])
    assert.throws(() => createClient(options), HaldurError);
  for (const id of ['', '.', '..', undefined as unknown as string])
    assert.throws(() => haldur.getBuilding(id), /An id is needed/, String(id));
});
