// Tests of unknown fields: strict handling rejects them and suggests names; otherwise a header names them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrganization, startTestService, type Thing } from '../../test/service-fixture.ts';
import { preferredHandling } from './strict-handling.ts';
import { collectUnknownFields, findNearName } from './unknown-fields.ts';

const g = await startTestService();
const building = { name: 'Kase 12', address: 'Kase 12, Tallinn' };
const strict = { prefer: 'handling=strict' };
type Key = Thing & { readonly apiKey: string };
type Errors = { errors?: { in: string; field: string; pointer?: string; code: string; message: string }[] };
const errorsOf = (text: string) => (JSON.parse(text) as Errors).errors ?? [];

test('an unknown field is ignored, and named in a header', async () => {
  const { integrator } = await anOrganization(g);
  const body = { ...building, vat_rate: 24, billing: { due_days: 14, invoicePrefix: 'A' } };
  const made = await g.succeed('POST', '/buildings?building_id=1', { as: integrator, body });
  assert.deepEqual(made.headers['haldur-ignored']?.split(', ').sort(), [
    'body.billing.due_days',
    'body.billing.invoicePrefix',
    'body.vat_rate',
    'query.building_id',
  ]);
  assert.equal(made.headers['preference-applied'], undefined);
  const clean = await g.ask('GET', '/buildings?limit=5', { as: integrator });
  assert.equal(clean.headers['haldur-ignored'], undefined);
});

test('strict handling rejects unknown fields and parameters, suggests names, and changes nothing', async () => {
  const { integrator } = await anOrganization(g);
  const body = { ...building, biling: {}, billing: { due_days: 14 } };
  const refused = await g.ask('POST', '/buildings?page=2', { as: integrator, body, headers: strict });
  assert.deepEqual([refused.status, refused.code], [400, 'unknown_fields'], refused.text);
  assert.equal(refused.headers['preference-applied'], 'handling=strict');
  assert.equal(refused.headers['haldur-ignored'], undefined);
  const errors = errorsOf(refused.text);
  assert.deepEqual(errors.map(({ in: location, field }) => `${location}.${field}`).sort(), [
    'body.biling',
    'body.billing.due_days',
    'query.page',
  ]);
  assert.ok(errors.every(({ code }) => code === 'unknown_field'));
  const misspelt = errors.find(({ field }) => field === 'biling');
  assert.match(misspelt?.message ?? '', /Did you mean billing\?$/);
  assert.equal(misspelt?.pointer, '#/biling');
  assert.deepEqual((await g.ask('GET', '/buildings', { as: integrator })).items, []);
  const list = await g.ask('GET', '/invoices?building_id=1', { as: integrator, headers: strict });
  assert.match(errorsOf(list.text)[0]?.message ?? '', /Did you mean buildingId\?$/);
});

test('an unknown field and a missing one are reported together; a missing object is reported first', async () => {
  const { integrator } = await anOrganization(g);
  const both = await g.ask('POST', '/buildings', { as: integrator, body: { name: 'x', adress: 'y' }, headers: strict });
  assert.deepEqual([both.status, both.code, both.fields], [400, 'unknown_fields', ['adress', 'address']]);
  const nowhere = '/invoices/019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10?x=1';
  assert.equal((await g.ask('GET', nowhere, { as: integrator, headers: strict })).status, 404);
  const broken = await g.ask('POST', '/buildings?x=1', { as: integrator, raw: '{', headers: strict });
  assert.equal(broken.code, 'malformed_json');
});

test('a strict key rejects without a header; its setting can be changed; a Prefer header decides otherwise', async () => {
  const { owner } = await anOrganization(g);
  const keys = '//console/api/api-keys';
  const { data: key } = await g.ask<Key>('POST', keys, {
    as: owner,
    body: { name: 'k', role: 'manager', strict: true },
  });
  assert.equal(key.strict, true);
  const ask = (headers = {}) => g.ask('GET', '/buildings?page=2', { as: key.apiKey, headers });
  assert.equal((await ask()).code, 'unknown_fields');
  const lenient = await ask({ prefer: 'respond-async, handling=lenient' });
  assert.deepEqual([lenient.status, lenient.headers['haldur-ignored']], [200, 'query.page']);
  assert.equal(lenient.headers['preference-applied'], 'handling=lenient');
  const changed = await g.ask('PATCH', `${keys}/${key.id}`, { as: owner, body: { strict: false } });
  assert.deepEqual([changed.status, changed.data.strict], [200, false], changed.text);
  assert.equal((await ask()).status, 200);
  assert.equal((await g.ask('GET', keys, { as: owner })).items.find(({ id }) => id === key.id)?.strict, false);
  const { owner: stranger } = await anOrganization(g);
  assert.equal((await g.ask('PATCH', `${keys}/${key.id}`, { as: stranger, body: { strict: true } })).status, 404);
});

test('operations of the console and sign-in are judged alike', async () => {
  const { owner, email } = await anOrganization(g);
  assert.equal((await g.ask('GET', '//console/api/me?x=1', { as: owner, headers: strict })).code, 'unknown_fields');
  const body = { email, password: 'x', remember_me: true };
  assert.equal((await g.ask('POST', '/auth/login', { body, headers: strict })).code, 'unknown_fields');
  assert.equal((await g.ask('POST', '/auth/login', { body })).headers['haldur-ignored'], 'body.remember_me');
});

test('a field of an upload that the operation does not know is named too', async () => {
  const { owner } = await anOrganization(g);
  const file = Buffer.from('Korter;Nimi\n').toString('base64');
  const path = '//console/api/residents/import?dryRun=true';
  const answer = await g.ask('POST', path, { as: owner, body: { file, dry_run: true }, headers: strict });
  assert.equal(answer.code, 'unknown_fields', answer.text);
  assert.ok(answer.fields.includes('dry_run'));
});

test('names are bounded and harmless, and a name counts once in a list', () => {
  const unknown = collectUnknownFields();
  for (let item = 0; item < 500; item += 1)
    unknown.add({ in: 'body', path: ['positions', String(item), 'vat_rate'], acceptedNames: ['vatRate'] });
  unknown.add({ in: 'query', path: ['a\r\nSet-Cookie: x=1, é'], acceptedNames: [] });
  unknown.add({ in: 'body', path: ['isikukood_38001010000'], acceptedNames: [] });
  assert.deepEqual(unknown.names(), ['body.positions[].vat_rate', 'query.~', 'body.~']);
  assert.deepEqual(
    unknown.problems().map(({ field }) => field),
    ['positions.0.vat_rate', 'a\r\nSet-Cookie: x=1, é', 'isikukood_38001010000'],
  );
  for (let name = 0; name < 100_000; name += 1)
    unknown.add({ in: 'body', path: ['x'.repeat(100), `n${name}`, 'y'.repeat(100)], acceptedNames: [] });
  const names = unknown.names();
  assert.equal(names.length, 21);
  assert.equal(names.at(-1), '...');
  assert.ok(names.every((name) => name.length <= 120));
  assert.equal(unknown.problems().length, 20);
});

test('the near name is suggested, and nothing far', () => {
  const known = ['vatRate', 'buildingId', 'limit', 'cursor'];
  for (const [written, meant] of [
    ['vat_rate', 'vatRate'],
    ['BuildingID', 'buildingId'],
    ['limt', 'limit'],
    ['page', undefined],
    ['', undefined],
  ] as const)
    assert.equal(findNearName(written, known), meant, written);
  assert.equal(findNearName('x', []), undefined);
});

test('the preference is read among others, in any case, and only if it is known', () => {
  for (const [header, meant] of [
    ['handling=strict', 'strict'],
    ['respond-async, Handling="Strict"; x=1', 'strict'],
    ['handling=lenient, handling=strict', 'lenient'],
    ['handling=other', undefined],
    ['strict', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const)
    assert.equal(preferredHandling(header), meant, header);
});

test('of a body of many unknown fields twenty are reported', async () => {
  const { integrator } = await anOrganization(g);
  const many = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`unknown_${at}`, at]));
  const answer = await g.ask('POST', '/buildings', { as: integrator, body: { ...building, ...many }, headers: strict });
  assert.equal(answer.code, 'unknown_fields');
  assert.equal(answer.fields.length, 20);
});
