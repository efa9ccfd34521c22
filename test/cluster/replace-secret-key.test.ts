// Test of replacing the secret key of a cluster, step by step as docs/secret-key.md says: no request fails, no webhook
// is forged, and nobody is signed out.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../demo/port.ts';
import { newId } from '../../src/platform/values/ids.ts';
import { askOver } from '../ask-over-http.ts';
import { type Answer, password, type TestService, type Thing, waitUntil } from '../service-fixture.ts';
import { makeServiceProcess } from '../service-process.ts';
import { startBalancer } from './balancer.ts';
import { type Cluster, isReady, makeCluster, withCluster } from './cluster-fixture.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

type Client = Pick<TestService, 'ask'>;
type Tokens = { readonly accessToken: string; readonly refreshToken: string };
type Started = { readonly tokens: Tokens; readonly bankId: string; readonly endpointId: string };

/** An organization with a bank, and an endpoint whose deliveries a receiver verifies. */
async function setUp(cluster: Cluster, { ask }: Client) {
  const email = 'owner@example.org';
  cluster.admin('create-tenant', '--name', 'Rolling', '--email', email, '--password', password);
  const login = await ask<Tokens>('POST', '/auth/login', { body: { email, password } });
  const confirmation = { as: login.data.accessToken, body: { password } };
  const { data: tokens } = await ask<Tokens>('POST', '//console/api/me/confirmation', confirmation);
  const as = tokens.accessToken;
  const receiver = await startWebhookReceiver();
  const endpoint = await ask<Thing & { secret: string }>('POST', '/webhooks', {
    as,
    body: { url: receiver.url, events: ['invoice.paid'] },
  });
  receiver.secret = endpoint.data.secret;
  const store = { name: 'montonio', provider: 'montonio', merchant: 'store', secretKey: 'väga salajane' };
  const bank = await ask('POST', '//console/api/banks', { as, body: store });
  for (const name of ['A', 'B']) await ask('POST', '/buildings', { as, body: { name, address: 'Kase 12' } });
  return { receiver, started: { tokens, bankId: bank.data.id, endpointId: endpoint.data.id } };
}

/** Requests that depend on the secret key, one after the other, until `over`; returns those that failed. */
async function keepAsking({ ask }: Client, { tokens, bankId, endpointId }: Started, over: () => boolean) {
  const failed: string[] = [];
  let count = 0;
  let { accessToken: as, refreshToken } = tokens;
  const check = <T>(answer: Answer<T>): Answer<T> => {
    count += 1;
    if (answer.status >= 300) failed.push(`${answer.status} ${answer.text}`);
    return answer;
  };
  while (!over()) {
    const { nextCursor } = check(await ask('GET', '/buildings?limit=1', { as }));
    await delay(50);
    check(await ask('GET', `/buildings?limit=1&cursor=${nextCursor}`, { as }));
    const written = { as, body: { name: 'C', address: 'Kase 12' }, headers: { 'idempotency-key': newId() } };
    const created = check(await ask('POST', '/buildings', written));
    await delay(50);
    const repeated = check(await ask('POST', '/buildings', written));
    if (repeated.text !== created.text) failed.push(`It was done twice: ${repeated.text}`);
    const title = { title: newId(), password };
    check(await ask('PATCH', `//console/api/banks/${bankId}`, { as, body: title }));
    check(await ask('POST', `//console/api/webhooks/${endpointId}/test`, { as, body: {} }));
    const { data } = check(await ask<Tokens>('POST', '/auth/refresh', { body: { refreshToken } }));
    ({ accessToken: as, refreshToken } = data ?? { accessToken: as, refreshToken });
  }
  return { count, failed };
}

test('the secret key of running processes is replaced, and no request fails meanwhile', {
  ...withCluster,
  timeout: 600_000,
}, async (t) => {
  const port = await freePort('127.0.0.1', 0);
  const hooks = { WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true', DRAIN_SECONDS: '3', LOG_LEVEL: 'error' };
  const cluster = await makeCluster(port, { settings: hooks });
  const members = [...cluster.apis, ...cluster.workers.slice(0, 1)];
  await Promise.all(members.map((member) => member.start()));
  const balancer = await startBalancer(
    port,
    cluster.apis.map((api) => api.port),
  );
  await waitUntil(() => isReady(balancer.url));
  const client = askOver(`${balancer.url}/api`);
  const { receiver, started } = await setUp(cluster, client);
  let over = false;
  t.after(() => {
    over = true; // Also after a failure.
  });
  const asking = keepAsking(client, started, () => over);
  const { SECRET_KEY: previous = '' } = cluster.settings;
  const next = randomBytes(32).toString('base64');
  const both = { SECRET_KEY: next, SECRET_KEY_PREVIOUS: previous };
  const restartAll = async (keys: Readonly<Record<string, string>>) => {
    for (const member of members) {
      await member.end('SIGTERM');
      await member.start(keys);
      await waitUntil(() => isReady(member.origin));
      await delay(1000); // The balancer takes it back.
    }
  };
  await restartAll({ SECRET_KEY: previous, SECRET_KEY_NEXT: next });
  await restartAll(both);
  const reencrypt = () => makeServiceProcess({ ...cluster.settings, ...both }).admin('re-encrypt');
  assert.ok(Number(reencrypt().reencrypted) > 0);
  assert.deepEqual(reencrypt(), { reencrypted: 0, unreadable: 0 });
  await restartAll({ SECRET_KEY: next });
  const accepted = receiver.accepted.size;
  await waitUntil(() => receiver.accepted.size > accepted + 2);
  over = true;
  const { count, failed } = await asking;
  t.diagnostic(`${count} requests, ${receiver.accepted.size} deliveries`);
  assert.deepEqual([failed, receiver.forged], [[], []]);
});
