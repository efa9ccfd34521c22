// Tests of unauthenticated requests: before authentication no body is read and nothing is written, and bodies that need
// no caller have a common limit.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import {
  type Answer,
  anOrganization,
  aPerson,
  password,
  startTestService,
  waitUntil,
} from '../../../test/service-fixture.ts';
import { createToken } from '../../identity/tokens.ts';
import { newId } from '../../platform/values/ids.ts';

const g = await startTestService({ trustedProxies: 1 });
const organization = await anOrganization(g);
await g.server.listen({ port: 0, host: '127.0.0.1' });
const { port } = g.server.server.address() as AddressInfo;

/** A connection on which something was sent; `answer` is what has come back so far. */
type Wire = { readonly socket: Socket; answer: string };

function dial(bytes: string): Wire {
  const wire: Wire = { socket: connect(port, '127.0.0.1'), answer: '' };
  wire.socket.on('error', () => {});
  wire.socket.on('data', (part) => {
    wire.answer += part;
  });
  wire.socket.write(bytes);
  return wire;
}

test('unauthenticated and unauthorized callers are answered before they send a body', async () => {
  const resident = await aPerson(g, organization.tenantId, 'resident');
  for (const [token, status] of [
    [undefined, 401],
    [createToken('hak_', newId()), 401],
    [resident.token, 403],
  ] as const) {
    const credential = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
    const wire = dial(`POST /api/buildings HTTP/1.1\r\nHost: x\r\n${credential}Content-Length: 900000\r\n\r\n`);
    await once(wire.socket, 'close');
    assert.match(wire.answer, new RegExp(`^HTTP/1\\.1 ${status} `), String(status));
  }
});

/**
 * Two hundred connections that begin to sign in with sixty kilobytes each and do not go on; `network` names where each
 * comes from.
 */
async function holding(network: (index: number) => string): Promise<Wire[]> {
  const wires = Array.from({ length: 200 }, (_, index) =>
    dial(
      `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${network(index)}\r\nContent-Type: application/json\r\nContent-Length: 61441\r\n\r\n${'x'.repeat(61_440)}`,
    ),
  );
  return wires;
}

const refused = (wires: readonly Wire[]) => wires.filter(({ answer }) => answer.startsWith('HTTP/1.1 503 ')).length;

async function signIn(network: string): Promise<Answer> {
  const { email } = organization;
  return g.ask('POST', '/auth/login', { body: { email, password }, headers: { 'x-forwarded-for': network } });
}

async function letGo(wires: readonly Wire[]): Promise<void> {
  for (const { socket } of wires) socket.destroy();
  await waitUntil(async () => (await signIn('192.0.2.1')).status === 200);
}

test('unauthenticated bodies hold at most two megabytes per network, and others sign in meanwhile', async () => {
  const wires = await holding(() => '192.0.2.1');
  await waitUntil(() => refused(wires) >= 200 - 34);
  assert.equal((await signIn('192.0.2.2')).status, 200);
  const busy = wires.find(({ answer }) => answer.startsWith('HTTP/1.1 503 '))?.answer ?? '';
  assert.match(busy, /\r\nretry-after: 5\r\n[\s\S]*"code":"busy"/);
  await letGo(wires);
});

test('unauthenticated bodies hold at most eight megabytes together', async () => {
  const wires = await holding((index) => `198.51.100.${index}`);
  await waitUntil(() => refused(wires) >= 200 - 136);
  await letGo(wires);
});

test('an unauthenticated body that is larger than necessary is rejected by its length', async () => {
  const { email } = organization;
  const body = { email, password, x: 'x'.repeat(70_000) };
  assert.equal((await g.ask('POST', '/auth/login', { body })).status, 413);
});

test('an expired API key leaves no trace of its use', async () => {
  const make = async (expiresAt?: string) => {
    const body = { name: 'k', role: 'manager', ...(expiresAt === undefined ? {} : { expiresAt }) };
    const made = await g.ask<{ id: string; apiKey: string }>('POST', '//console/api/api-keys', {
      as: organization.owner,
      body,
    });
    return made.data;
  };
  const lastUse = async (id: string): Promise<Date | null> =>
    (await g.owner`select last_used_at from api_keys where id = ${id}`)[0]?.lastUsedAt ?? null;
  const [expiring, lasting] = [await make('2026-11-20T10:00:00Z'), await make()];
  assert.equal((await g.ask('GET', '/buildings', { as: expiring.apiKey })).status, 200);
  await waitUntil(async () => (await lastUse(expiring.id)) !== null);
  const before = await lastUse(expiring.id);
  g.clock.now = new Date('2026-11-22T09:00:00Z');
  assert.equal((await g.ask('GET', '/buildings', { as: expiring.apiKey })).status, 401);
  assert.equal((await g.ask('GET', '/buildings', { as: lasting.apiKey })).status, 200);
  await waitUntil(async () => (await lastUse(lasting.id)) !== null);
  assert.deepEqual(await lastUse(expiring.id), before);
});

test('a site of IPv6 does not multiply its limit by its 65,536 networks', async () => {
  const limited = await startTestService({
    trustedProxies: 1,
    rateLimits: { ...g.app.config.rateLimits, address: 3 },
  });
  const ask = async (from: string) =>
    (await limited.ask('GET', '/buildings', { headers: { 'x-forwarded-for': from } })).status;
  const statuses = [];
  for (let network = 0; network < 31; network += 1) statuses.push(await ask(`2001:db8:1:${network.toString(16)}::1`));
  assert.deepEqual(statuses, [...Array(30).fill(401), 429]);
  assert.equal(await ask('2001:db8:2::1'), 401, 'another site');
  assert.equal(await ask('192.0.2.1'), 401);
});
