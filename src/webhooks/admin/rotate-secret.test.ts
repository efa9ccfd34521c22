// Tests of secret rotation: with either secret and any check, a receiver keeps working until the announced time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import {
  createEndpoint,
  type ReceivedDelivery,
  raiseInvoiceCreated,
  startReceiver,
  withDeliveryWorker,
} from '../../../test/delivery-fixture.ts';
import {
  anOrganization,
  startTestService,
  type TestOrganization,
  type Thing,
  waitUntil,
} from '../../../test/service-fixture.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { signBody } from '../signatures.ts';
import { cleanUpEndpoints } from './manage-endpoints.ts';

const g = await startTestService();
const hour = 3_600_000;
type Rotated = { secret: string; activatesAt: string };

const rotate = ({ integrator: as }: TestOrganization, id: string, body: unknown = {}) =>
  g.ask<Rotated>('POST', `//console/api/webhooks/${id}/rotate-secret`, { as, body });

/** Which of the two ways of checking a delivery passes with a secret. */
function passes({ headers, body }: ReceivedDelivery, secret: string): string {
  const bare = headers['x-service-signature'] === signBody(secret, body);
  let standard = true;
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
  } catch {
    standard = false;
  }
  return [bare ? 'header' : '', standard ? 'standard' : ''].join(' ').trim();
}

async function aRotating() {
  g.clock.now = new Date(); // The independent verifier compares with the clock of this machine.
  const organization = await anOrganization(g);
  const receiver = await startReceiver();
  const endpoint = await createEndpoint(g, organization.integrator, receiver.url);
  /** Sends one event, and says what passes with each secret. */
  const sent = async (...secrets: string[]): Promise<string[]> => {
    const count = receiver.received.length + 1;
    await raiseInvoiceCreated(g, organization);
    await withDeliveryWorker(g, () => waitUntil(() => receiver.received.length >= count));
    return secrets.map((secret) => passes(receiver.received.at(-1) as ReceivedDelivery, secret));
  };
  return { organization, endpoint, sent, old: endpoint.secret };
}

test('before, during and after a rotation receivers with the previous, both and the new secret verify as announced', async () => {
  const { organization, endpoint, sent, old: oldSecret } = await aRotating();
  const soon = new Date(Date.now() + 60_000);
  const { data, status } = await rotate(organization, endpoint.id, { activateAt: soon.toISOString() });
  assert.deepEqual([status, data.activatesAt], [200, soon.toISOString()]);
  assert.notEqual(data.secret, oldSecret);
  assert.deepEqual(await sent(oldSecret, data.secret), ['header standard', 'standard']);
  g.clock.now = soon;
  assert.deepEqual(await sent(oldSecret, data.secret), ['', 'header standard']);
  await inTenant(g.app, serviceCaller(organization.tenantId), cleanUpEndpoints);
  const [row] =
    await g.owner`select next_secret, next_secret_at, secret_hint from webhook_endpoints where id = ${endpoint.id}`;
  assert.deepEqual([row?.nextSecret, row?.nextSecretAt], [null, null], 'the old secret is forgotten');
  assert.ok(data.secret.endsWith(String(row?.secretHint).slice(-4)));
  assert.deepEqual(await sent(oldSecret, data.secret), ['', 'header standard']);
});

test('a leaked secret is invalid at once, and so is one that was announced', async () => {
  const { organization, endpoint, sent, old: oldSecret } = await aRotating();
  const announced = (await rotate(organization, endpoint.id)).data.secret;
  const { data } = await rotate(organization, endpoint.id, { immediate: true });
  assert.deepEqual(await sent(oldSecret, announced, data.secret), ['', '', 'header standard']);
});

test('while one secret is announced no other can be, but afterwards', async () => {
  const { organization, endpoint, sent } = await aRotating();
  const first = await rotate(organization, endpoint.id);
  assert.equal(Date.parse(first.data.activatesAt), g.clock.now.getTime() + 24 * hour);
  assert.equal((await rotate(organization, endpoint.id)).code, 'rotation_announced');
  g.clock.now = new Date(first.data.activatesAt);
  const second = await rotate(organization, endpoint.id);
  assert.equal(second.status, 200);
  g.clock.now = new Date(); // Back to this machine's time: what matters now is which two secrets the row holds.
  assert.deepEqual(await sent(endpoint.secret, first.data.secret, second.data.secret), [
    '',
    'header standard',
    'standard',
  ]);
});

test('secrets are shown so that they can be distinguished, and never in full', async () => {
  const { organization, endpoint, old: oldSecret } = await aRotating();
  const { data } = await rotate(organization, endpoint.id);
  const path = `//console/api/webhooks/${endpoint.id}`;
  const shown = async () => g.ask<Thing>('GET', path, { as: organization.integrator });
  const during = await shown();
  assert.ok(!during.text.includes(oldSecret) && !during.text.includes(data.secret));
  assert.ok(oldSecret.endsWith(String(during.data.secretHint).slice(-4)));
  assert.ok(data.secret.endsWith(String(during.data.nextSecretHint).slice(-4)));
  g.clock.now = new Date(data.activatesAt);
  const token = { as: organization.integrator };
  const after = await g.ask<Thing>('GET', path, token);
  assert.ok(data.secret.endsWith(String(after.data.secretHint).slice(-4)));
  assert.equal(after.data.nextSecretHint, null);
  const [listed] = (await g.ask('GET', '/webhooks', token)).items;
  assert.equal(listed?.secretHint, after.data.secretHint);
});

test('the time is in the future, at most seven days ahead, and not allowed with immediate', async () => {
  const { organization, endpoint } = await aRotating();
  const at = (hours: number) => new Date(g.clock.now.getTime() + hours * hour).toISOString();
  for (const body of [
    { activateAt: at(-1) },
    { activateAt: at(0) },
    { activateAt: at(7 * 24 + 1) },
    { activateAt: at(1), immediate: true },
    { activateAt: 'tomorrow' },
  ])
    assert.equal((await rotate(organization, endpoint.id, body)).status, 422, JSON.stringify(body));
  assert.equal((await rotate(organization, endpoint.id, { activateAt: at(7 * 24) })).status, 200);
});

test('of two simultaneous rotations one is announced, and the repeat of a lost answer returns the same secret', async () => {
  const { organization, endpoint } = await aRotating();
  const answers = await Promise.all([rotate(organization, endpoint.id), rotate(organization, endpoint.id)]);
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409]);
  const other = await aRotating();
  const again = () =>
    g.ask<Rotated>('POST', `//console/api/webhooks/${other.endpoint.id}/rotate-secret`, {
      as: other.organization.integrator,
      headers: { 'idempotency-key': 'once' },
      body: {},
    });
  assert.equal((await again()).data.secret, (await again()).data.secret);
});
