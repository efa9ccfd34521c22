// Tests of the rejection log: failed authentication and requests over a limit have lines at the default LOG_LEVEL,
// without secrets, and a flood has few.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrganization, aPerson, password, startTestService } from '../../test/service-fixture.ts';
import { createToken } from '../identity/tokens.ts';
import { Unavailable } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { newId } from '../platform/values/ids.ts';
import { makeServer } from '../server.ts';
import { makeRejectionLog, type Rejection } from './rejection-log.ts';

type LogLine = Partial<Rejection> & { unlogged?: Record<string, number> };
function noting(): { lines: LogLine[]; log: Pick<Log, 'warn'> } {
  const lines: LogLine[] = [];
  return { lines, log: { warn: (line: LogLine) => void lines.push(line) } as unknown as Log };
}
const g = await startTestService();
const organization = await anOrganization(g);

/** A server of the test service whose log is noted. */
function listening() {
  const { lines, log } = noting();
  const app = { ...g.app, config: { ...g.app.config, rateLimits: { ...g.app.config.rateLimits, address: 5 } } };
  return { lines, server: makeServer({ ...app, log: Object.assign(Object.create(g.app.log), log) }) };
}

test('a failed sign-in of an unknown address, invalid tokens and keys, and what is not allowed have a line each', async () => {
  const { lines, server } = listening();
  const resident = await aPerson(g, organization.tenantId, 'resident');
  const key = createToken('hak_', newId());
  const ask = async (method: 'GET' | 'POST', url: string, token: string | undefined, payload?: object) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return (await server.inject({ method, url, headers, ...(payload && { payload }) })).statusCode;
  };
  const unknown = { email: 'nobody@example.org', password };
  assert.equal(await ask('POST', '/api/auth/login', undefined, unknown), 401);
  assert.equal(await ask('GET', '/api/buildings?search=Mari', key), 401);
  assert.equal(await ask('GET', '/api/buildings', 'not-a-token'), 401);
  assert.equal(await ask('POST', '/api/auth/login', undefined, { email: 5 }), 400);
  assert.equal(await ask('POST', '/api/buildings', resident.token, {}), 403);
  assert.deepEqual(
    lines.map(({ code, status, method, route, address }) => [code, status, method, route, address]),
    [
      ['invalid_credentials', 401, 'POST', '/api/auth/login', '127.0.0.1'],
      ['invalid_token', 401, 'GET', '/api/buildings', '127.0.0.1'],
      ['invalid_token', 401, 'GET', '/api/buildings', '127.0.0.1'],
      ['invalid_body', 400, 'POST', '/api/auth/login', '127.0.0.1'],
      ['insufficient_scope', 403, 'POST', '/api/buildings', '127.0.0.1'],
    ],
  );
  assert.deepEqual(lines.at(-1)?.caller, { kind: 'user', id: resident.userId, tenantId: organization.tenantId });
  const text = JSON.stringify(lines);
  for (const secret of [key, password, 'nobody@example.org', 'not-a-token', 'Mari', resident.token])
    assert.ok(!text.includes(secret), secret);
  await server.close();
});

test('requests over a limit have a line; what is missing, and a request without a credential, have none', async () => {
  const { lines, server } = listening();
  const ask = async (url: string, headers = {}) => (await server.inject({ url, headers })).statusCode;
  assert.equal(await ask('/nowhere'), 404);
  for (let count = 0; count < 5; count += 1) assert.equal(await ask('/api/buildings'), 401);
  assert.deepEqual(lines, []);
  assert.equal(await ask('/api/buildings'), 429);
  assert.deepEqual(
    lines.map(({ code, status }) => [code, status]),
    [['rate_limited', 429]],
  );
  await server.close();
});

test('what finds a full queue has a line; failures of the database have theirs in the fault log', async () => {
  const { lines, server } = listening();
  server.get('/full', () => Promise.reject(new Unavailable(5, 'Too many photos at once.')));
  server.get('/broken', () => Promise.reject(Object.assign(new Error('too many connections'), { code: '53300' })));
  for (const url of ['/full', '/broken']) assert.equal((await server.inject({ url })).statusCode, 503);
  assert.deepEqual(
    lines.map(({ code, route, status }) => [code, route, status]),
    [
      ['busy', '/full', 503],
      ['53300', undefined, undefined],
    ],
  );
  await server.close();
});

test('of a flood twenty lines are written, and the others are counted in one', () => {
  const { lines, log } = noting();
  const { record, flush } = makeRejectionLog(log);
  const rejection = { status: 401, method: 'GET', route: '/', address: '192.0.2.1', requestId: 'r' };
  for (let nth = 0; nth < 1000; nth += 1) record({ ...rejection, code: nth % 2 ? 'invalid_token' : 'rate_limited' });
  assert.equal(lines.length, 20);
  flush();
  assert.deepEqual(lines[20], { unlogged: { rate_limited: 490, invalid_token: 490 } });
  flush();
  record({ ...rejection, code: 'invalid_token' });
  assert.deepEqual([lines.length, lines[21]?.code], [22, 'invalid_token']);
  flush();
  assert.equal(lines.length, 22);
});
