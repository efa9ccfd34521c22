// Tests of metrics: they are available to this machine or with a token only, and requests are counted by route alone.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { anOrganization, startTestService } from '../../test/service-fixture.ts';
import { makeServer } from '../server.ts';

const g = await startTestService();
const nobody = '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10';

/** A server of its own; METRICS_TOKEN is set when one is given. */
function aServer(metricsToken?: string) {
  const app = makeServer({ ...g.app, config: { ...g.app.config, metricsToken } });
  after(() => app.close());
  return (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    Object.assign(app.inject({ url: '/metrics', headers, remoteAddress }), { app });
}

test('requests are counted by method, route and status; no id, query or address is shown', async () => {
  const { owner } = await anOrganization(g);
  const look = aServer();
  const { app } = look();
  const authorization = `Bearer ${owner}`;
  await app.inject({ url: `/api/invoices/${nobody}?x=kati%40example.org`, headers: { authorization } });
  await app.inject({ url: '/api/buildings', headers: { authorization } });
  await app.inject({ url: '/nothing/secret-path' });
  const { body, headers, statusCode } = await look();
  assert.equal(statusCode, 200);
  assert.match(String(headers['content-type']), /^text\/plain/);
  const count = (method: string, route: string, status: number) =>
    body.includes(`http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"} 1\n`);
  assert.ok(count('GET', '/api/invoices/:id', 404), body);
  assert.ok(count('GET', '/api/buildings', 200));
  assert.ok(count('GET', 'none', 404));
  assert.match(body, /^process_resident_memory_bytes \d+/m);
  assert.doesNotMatch(body, new RegExp(`${nobody}|kati|secret-path|127\\.0\\.0\\.1`));
});

test('without a token only this machine gets an answer, and no request that a proxy forwarded', async () => {
  const look = aServer();
  assert.equal((await look()).statusCode, 200);
  assert.equal((await look({}, '::1')).statusCode, 200);
  for (const host of ['127.0.0.1:3000', '[::1]:3000', 'LOCALHOST'])
    assert.equal((await look({ host })).statusCode, 200, host);
  for (const [headers, from] of [
    [{}, '10.0.0.7'],
    [{ 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
    [{ forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
    [{ 'x-forwarded-host': 'localhost' }, '127.0.0.1'],
    [{ 'cf-connecting-ip': '127.0.0.1' }, '127.0.0.1'],
    [{ host: 'haldur.example.org' }, '127.0.0.1'],
    [{ host: 'localhost.example.org:3000' }, '127.0.0.1'],
    [{ host: '10.0.0.7' }, '127.0.0.1'],
    [{ host: '%%' }, '127.0.0.1'],
    [{ authorization: 'Bearer undefined' }, '10.0.0.7'],
  ] as const) {
    const answer = await look(headers, from);
    assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'], from);
  }
});

test('with a token every caller who sends it gets an answer, and this machine without it does not', async () => {
  const look = aServer('watch-me-0123456789');
  assert.equal((await look({ authorization: 'Bearer watch-me-0123456789' }, '10.0.0.7')).statusCode, 200);
  for (const authorization of ['Bearer watch-me-012345678', 'watch-me-0123456789', 'Bearer '])
    assert.equal((await look({ authorization })).statusCode, 404, authorization);
  assert.equal((await look()).statusCode, 404);
});
