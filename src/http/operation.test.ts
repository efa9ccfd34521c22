// Tests of operations: every request passes the same checks in the same order, objects of other organizations count as
// missing, and only what was sent is used.
import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { test } from 'node:test';
import {
  allOperations,
  bodyFor,
  createSampleIds,
  idsIn,
  ownSessionOperations,
  pathFor,
  stateDependent,
} from '../../test/operation-samples.ts';
import { type Answer, anOrganization, aPerson, startTestService } from '../../test/service-fixture.ts';
import { isAllowed } from '../identity/permissions.ts';
import type { CallerRole } from '../platform/db/scope.ts';
import { newId } from '../platform/values/ids.ts';
import { apiOperations } from '../routes/api/routes.ts';
import type { Operation } from './operation.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const stranger = await anOrganization(g);
const place = await createSampleIds(g, organization);
const elsewhere = await createSampleIds(g, stranger);
const tokens: Record<CallerRole, string> = {
  owner: organization.owner,
  manager: (await aPerson(g, organization.tenantId, 'manager')).token,
  accountant: (await aPerson(g, organization.tenantId, 'accountant')).token,
  resident: (await aPerson(g, organization.tenantId, 'resident')).token,
};

const closed = allOperations.filter(
  (operation) => operation.permission !== 'none' && !ownSessionOperations.has(operation.name),
);
const named = closed.filter((operation) => idsIn(operation).length > 0);
const writing = closed.filter((operation) => operation.method !== 'GET');

/** What two answers must have in common to be told apart by nothing but time and the request's own id. */
function comparable({ status, headers, text }: Answer) {
  const { 'x-request-id': _id, 'haldur-request-log': _log, date: _date, ratelimit: _ratelimit, ...rest } = headers;
  return { status, text, headers: rest };
}

/** A role that an operation refuses, where there is one. */
function roleRefusedBy({ permission }: Operation): CallerRole | undefined {
  if (permission === 'none') return undefined;
  const roles: CallerRole[] = ['resident', 'accountant', 'manager'];
  return roles.find((role) => !isAllowed({ kind: 'user', tenantId: '', userId: '', sessionId: '', role }, permission));
}

test('every operation reports in this order: no credential, no permission, a missing object, an invalid shape, an invalid value', async () => {
  for (const operation of closed) {
    const missing = pathFor(operation, place, Object.fromEntries(idsIn(operation).map(({ name }) => [name, newId()])));
    const nonsense = { raw: '[', headers: { 'idempotency-key': 'ä', accept: 'text/html' } };
    const ask = (path: string, as: string | undefined, more: object) => g.ask(operation.method, path, { as, ...more });
    assert.equal((await ask(missing, undefined, nonsense)).status, 401, operation.name);
    assert.equal((await ask(missing, 'hat_nonsense', nonsense)).status, 401, operation.name);
    const refused = roleRefusedBy(operation);
    if (refused) assert.equal((await ask(missing, tokens[refused], nonsense)).status, 403, operation.name);
    if (idsIn(operation).length > 0)
      assert.equal((await ask(missing, tokens.owner, nonsense)).status, 404, operation.name);
    const here = pathFor(operation, place);
    assert.equal((await ask(here, tokens.owner, nonsense)).status, 406, operation.name);
    if (operation.body === undefined) continue;
    assert.equal((await ask(here, tokens.owner, { raw: '[', headers: {} })).status, 400, operation.name);
    const shapeless = { raw: '[]', headers: { 'idempotency-key': 'ä' } };
    assert.equal((await ask(here, tokens.owner, shapeless)).status, 400, operation.name);
    // These take no key: done twice they are done once.
    if (operation.method === 'DELETE' || operation.method === 'PUT') continue;
    const senseless = { body: bodyFor(operation, place), headers: { 'idempotency-key': 'ä' } };
    assert.deepEqual((await ask(here, tokens.owner, senseless)).fields, ['Idempotency-Key'], operation.name);
  }
});

test('a missing object is reported before a cursor of another list', async () => {
  const lists = closed.filter(
    (operation) => operation.method === 'GET' && JSON.stringify(operation.query ?? {}).includes('"cursor"'),
  );
  for (const operation of lists.filter((list) => idsIn(list).length > 0)) {
    const missing = pathFor(operation, place, Object.fromEntries(idsIn(operation).map(({ name }) => [name, newId()])));
    assert.equal((await g.ask('GET', `${missing}?cursor=x`, { as: tokens.owner })).status, 404, operation.name);
    assert.equal(
      (await g.ask('GET', `${pathFor(operation, place)}?cursor=x`, { as: tokens.owner })).status,
      422,
      operation.name,
    );
  }
});

test('an impossible value is reported before a conflict, and a missing field before both', async () => {
  const path = `/buildings/${place.buildings}/apartments`;
  const { items } = await g.ask<{ id: string; number: string }>('GET', path, { as: tokens.owner });
  const number = items[0]?.number ?? '';
  const statusOf = async (body: object) => (await g.ask('POST', path, { as: tokens.owner, body })).status;
  assert.equal(await statusOf({ number }), 409);
  assert.equal(await statusOf({ number, area: -1 }), 422);
  assert.equal(await statusOf({ area: -1 }), 400);
});

test('a foreign id, a missing id and a malformed one get the same answer, byte for byte, at every position of every path', async () => {
  for (const operation of named) {
    for (const { name, kind } of idsIn(operation)) {
      for (const more of [{ body: bodyFor(operation, place) }, { raw: '[' }]) {
        const answerFor = (id: string) =>
          g.ask(operation.method, pathFor(operation, place, { [name]: id }), { as: organization.owner, ...more });
        const foreign = await answerFor(elsewhere[kind]);
        assert.equal(foreign.status, 404, `${operation.name} ${name}`);
        const odd = [newId().toUpperCase(), '%00', '%F0%9F%8F%A0', '0'.repeat(9000), `${newId()}%20`, '..%2f', '%27'];
        // The id is judged before the body, so one body is enough for the odd ones.
        for (const id of [newId(), 'x', ...('raw' in more ? odd : [])])
          assert.deepEqual(
            comparable(await answerFor(id)),
            comparable(foreign),
            `${operation.name} ${id.slice(0, 50)}`,
          );
      }
    }
  }
});

test('an id of another organization in a body counts as missing', async () => {
  for (const operation of writing.filter((each) => each.body !== undefined)) {
    const body = bodyFor(operation, place) ?? {};
    for (const [field, value] of Object.entries(body)) {
      const kind = (Object.keys(place) as (keyof typeof place)[]).find((each) => place[each] === value);
      if (kind === undefined) continue;
      const answerFor = (id: string) =>
        g.ask(operation.method, pathFor(operation, place), { as: organization.owner, body: { ...body, [field]: id } });
      const foreign = await answerFor(elsewhere[kind]);
      assert.equal(foreign.status, 404, `${operation.name} ${field}`);
      assert.deepEqual(comparable(await answerFor(newId())), comparable(foreign), field);
    }
  }
});

test('a nested object is found only in its parent, such as an apartment in its own building', async () => {
  const otherIds = await createSampleIds(g, organization);
  for (const operation of named.filter((each) => idsIn(each).length === 2)) {
    const inner = idsIn(operation)[1]?.kind ?? 'apartments';
    const answer = await g.ask(operation.method, pathFor(operation, { ...place, [inner]: otherIds[inner] }), {
      as: organization.owner,
      body: bodyFor(operation, place),
    });
    assert.equal(answer.status, 404, operation.name);
  }
});

/** An invoice that owes nothing is refused after everything that these tests are about. */
const refusedByState = ({ name }: { readonly name: string }, status: number) =>
  stateDependent.has(name) && status === 409;

test('fields that only the service sets are ignored in every body that takes others, and neither changed nor stored', async () => {
  const others = await createSampleIds(g, organization);
  const forged = {
    id: others.apartments,
    tenantId: stranger.tenantId,
    tenant_id: stranger.tenantId,
    buildingId: others.buildings,
    apartmentId: others.apartments,
    referenceNumber: 'forged',
    number_key: 'forged',
    secret: 'forged',
    secretHint: 'forged',
    createdAt: '2001-01-01T00:00:00.000Z',
    updatedAt: '2001-01-01T00:00:00.000Z',
    archivedAt: '2001-01-01T00:00:00.000Z',
    amount: 0.01,
    amountPaid: 0.01,
    balance: 0.01,
    sortValue: 'forged',
    role: 'owner',
  };
  const untouched = await g.owner`select to_jsonb(a) as row from apartments a where id = ${others.apartments}`;
  const isLenient = (each: (typeof writing)[number]) =>
    each.body !== undefined && each.method !== 'DELETE' && !each.rules.has('strict');
  for (const operation of writing.filter(isLenient)) {
    const own = bodyFor(operation, place) ?? {};
    const raw = JSON.stringify({ ...forged, ...own }).replace(
      /^\{/,
      '{"__proto__":{"id":"forged"},"constructor":{"prototype":{"id":"forged"}},',
    );
    const answer = await g.ask(operation.method, pathFor(operation, place), { as: organization.owner, raw });
    assert.ok(answer.status < 300 || refusedByState(operation, answer.status), `${operation.name}: ${answer.text}`);
    assert.doesNotMatch(answer.text, /forged|2001-01-01/, operation.name);
  }
  assert.deepEqual(
    await g.owner`select to_jsonb(a) as row from apartments a where id = ${others.apartments}`,
    untouched,
  );
  assert.equal(({} as { id?: string }).id, undefined);
});

test('a path answers other methods with 405 and lists its own, with or without a credential', async () => {
  for (const path of new Set(apiOperations.map((apiOperation) => apiOperation.path))) {
    const here = apiOperations.filter((apiOperation) => apiOperation.path === path);
    const methods: string[] = here.map((operation) => operation.method);
    const [first] = here;
    assert.ok(first, String(path));
    for (const method of METHODS.filter((each) => each !== 'CONNECT' && !methods.includes(each))) {
      const answer: Answer = await g.ask(method, pathFor(first, place), {
        as: method === 'PUT' ? undefined : organization.owner,
      });
      assert.equal(answer.status, 405, `${method} ${path}`);
      assert.deepEqual((answer.headers.allow ?? '').split(', ').sort(), methods.sort(), path);
      assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8', `${path}, ${method}`);
    }
  }
});

test('an unknown path is 404 for every method, and slashes and capitals are not corrected', async () => {
  for (const path of [
    '/nowhere',
    '/',
    '',
    '/buildings/',
    '/Buildings',
    '//api//buildings',
    '/buildings/x/y/z',
    '//nowhere',
  ])
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'HEAD'])
      assert.equal((await g.ask(method, path, { as: organization.owner })).status, 404, `${method} ${path}`);
});

test('only JSON in UTF-8 is accepted, under any of its media types', async () => {
  const as = organization.owner;
  const body = Buffer.from('{"name":"Küte","address":"Kase 12"}');
  const statusOf = async (type: string, raw: Buffer = body) =>
    (await g.ask('POST', '/buildings', { as, raw, headers: { 'content-type': type } })).status;
  const taken = [
    'application/json',
    'Application/JSON; Charset="UTF-8"',
    'application/merge-patch+json',
    'application/json;v=1',
    'application/json;charset=utf8',
  ];
  for (const type of taken) assert.equal(await statusOf(type), 201, type);
  const refused = [
    '',
    'text/plain',
    'garbage',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonx',
    'text/json',
    'application/json;charset=iso-8859-1',
    'application/json; charset=utf-16',
  ];
  for (const type of refused) assert.equal(await statusOf(type), 415, type);
  const reported = await g.ask('POST', '/buildings', { as, raw: body, headers: { 'content-type': 'text/plain' } });
  assert.match(reported.text, /Send JSON .* Content-Type: application\/json/);
  assert.equal(await statusOf('application/json', Buffer.from('{"name":"K\xfcte","address":"x"}', 'latin1')), 400);
  assert.equal(await statusOf('application/json', Buffer.concat([Buffer.from('\ufeff'), body])), 201);
});

test('answers are JSON, so an Accept header that excludes it gets 406; an empty or broad one excludes nothing', async () => {
  const as = organization.owner;
  const statusOf = async (accept: string) => (await g.ask('GET', '/buildings', { as, headers: { accept } })).status;
  for (const accept of [
    '',
    '*/*',
    'application/*',
    'text/html, application/json;q=0.5',
    'APPLICATION/JSON',
    'application/problem+json',
  ])
    assert.equal(await statusOf(accept), 200, accept);
  for (const accept of ['text/html', 'application/xml', 'image/*', 'nonsense'])
    assert.equal(await statusOf(accept), 406, accept);
});

test('unknown query parameters are ignored', async () => {
  const as = organization.owner;
  const plain = await g.ask('GET', '/buildings', { as });
  for (const query of [
    'x=1',
    'x=1&x=2',
    '__proto__=1',
    'constructor[prototype]=1',
    '%zz=%zz',
    'x=%00',
    '=',
    '&&&',
    `x=${'y'.repeat(9000)}`,
  ]) {
    const answer = await g.ask('GET', `/buildings?${query}`, { as });
    assert.deepEqual([answer.status, answer.text], [200, plain.text], query.slice(0, 50));
  }
});

test('operations without a body ignore one', async () => {
  await g.succeed('GET', '/buildings', {
    as: organization.owner,
    raw: '{{{',
    headers: { 'content-type': 'text/plain' },
  });
});

test('every success has the status, headers and fields of its description, and no others', async () => {
  const fresh = await createSampleIds(g, organization);
  for (const operation of closed.filter((each) => each.method !== 'DELETE')) {
    const answer = await g.ask(operation.method, pathFor(operation, fresh), {
      as: organization.owner,
      body: bodyFor(operation, fresh),
    });
    if (refusedByState(operation, answer.status)) continue;
    assert.ok(answer.status in operation.responses, `${operation.name}: ${answer.status} ${answer.text}`);
    if (answer.status === 201 && operation.name !== 'generateInvoices')
      assert.equal(
        (await g.ask('GET', `/${answer.headers.location}`, { as: organization.owner })).status < 500,
        true,
        operation.name,
      );
    if (operation.name === 'listEvents') continue; // Events are as in webhooks, which name the organization.
    const own = answer.text.replaceAll('\\"', ''); // Without what stands inside texts: the body of a delivery is one.
    assert.doesNotMatch(own, /"[^"]*(tenant_?id|sortValue|archived|password|seed|hash)[^"]*":/i, operation.name);
  }
});

/** Every schema within a schema, with the way to it. */
function* within(schema: unknown, path: string): Generator<[path: string, schema: Record<string, unknown>]> {
  if (typeof schema !== 'object' || schema === null) return;
  if (!Array.isArray(schema)) yield [path, schema as Record<string, unknown>];
  for (const [key, value] of Object.entries(schema)) yield* within(value, `${path}/${key}`);
}

test('every list in a request has a maximum length, and no alternative of a schema drops what another one knows', () => {
  for (const { name, query, body, upload } of allOperations)
    for (const [path, schema] of within({ query, body, fields: upload?.fields }, name)) {
      const isList = [schema.type].flat().includes('array');
      assert.ok(!isList || Number.isInteger(schema.maxItems), `${path} has no maxItems`);
      for (const choice of ['anyOf', 'oneOf', 'allOf', 'then', 'else', 'not'])
        for (const [inner, { properties }] of within(schema[choice], `${path}/${choice}`))
          assert.equal(
            properties,
            undefined,
            `${inner} would take away properties of its neighbours (removeAdditional)`,
          );
    }
});
