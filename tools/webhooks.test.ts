// Tests of the integrators' command with a service that cannot reach the receiver: real events are forwarded with the bytes and signatures of a delivery.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { startReceiver } from '../test/delivery-fixture.ts';
import { aBuilding, anOrganization, startTestService, waitUntil } from '../test/service-fixture.ts';
import { listen } from './forward-events.ts';
import { makeServiceClient } from './service.ts';
import { trigger, triggerableEvents } from './trigger-event.ts';

// As in production: the service itself may reach no private address.
const g = await startTestService({
  webhooks: { allowPrivateTargets: false, allowedPorts: [443, 8443], retrySchedule: [0] },
});
g.clock.now = new Date(); // The independent verifier compares with the clock of this machine.
const origin = await g.server.listen({ port: 0, host: '127.0.0.1' });
const quiet = () => {};

test('a triggered event reaches the receiver once, as it would be delivered, and nothing is left behind', async () => {
  const { integrator } = await anOrganization(g);
  const service = makeServiceClient(origin, '/api', integrator);
  const receiver = await startReceiver();
  const stopping = new AbortController();
  after(() => stopping.abort());
  const said: string[] = [];
  const listening = listen(service, {
    forward: receiver.url,
    events: ['invoice.created', 'invoice.paid'],
    name: 'Õie’s laptop',
    say: (line) => said.push(line),
    stopping: stopping.signal,
    everyMs: 20,
  });
  await waitUntil(() => said.length > 0);
  await trigger(service, { type: 'invoice.paid', yes: false, say: quiet });
  await trigger(service, { type: 'invoice.created', yes: false, say: quiet });
  await waitUntil(() => receiver.received.length >= 3);
  stopping.abort();
  await listening;
  const secret = /whsec_\S+/.exec(said[0] ?? '')?.[0] ?? '';
  for (const { headers, body } of receiver.received)
    new Webhook(secret).verify(body, headers as Record<string, string>);
  const events = receiver.received.map((receivedDelivery) => JSON.parse(receivedDelivery.body).event);
  assert.deepEqual(events.sort(), ['invoice.created', 'invoice.created', 'invoice.paid']);
  assert.deepEqual((await service.ask<unknown[]>('GET', '/webhooks')).data, []);
});

test('a killed listener leaves an endpoint, which the next one deletes, and no other', async () => {
  const { integrator } = await anOrganization(g);
  const service = makeServiceClient(origin, '/api', integrator);
  const events = ['invoice.paid'];
  await service.ask('POST', '/webhooks', { url: 'https://one.listen.invalid/', events });
  await service.ask('POST', '/webhooks', { url: 'https://example.org/hook', events });
  const stopping = new AbortController();
  stopping.abort();
  await listen(service, { forward: 'http://127.0.0.1:9/', events, name: 'one', say: quiet, stopping: stopping.signal });
  const left = (await service.ask<{ url: string }[]>('GET', '/webhooks')).data.map((item) => item.url);
  assert.deepEqual(left, ['https://example.org/hook']);
});

test('trigger does not touch a real organization without --yes, and reports what it cannot do', async () => {
  const { integrator, owner } = await anOrganization(g);
  const service = makeServiceClient(origin, '/api', integrator);
  await aBuilding(g, owner);
  await assert.rejects(trigger(service, { type: 'invoice.paid', yes: false, say: quiet }), /has buildings/);
  await assert.rejects(trigger(service, { type: 'reading.submitted', yes: true, say: quiet }), /resident.*test event/);
  await assert.rejects(trigger(service, { type: 'toString', yes: true, say: quiet }), /no such type/);
  const said: string[] = [];
  await trigger(service, { type: 'invoice.paid', yes: true, say: (line) => said.push(line) });
  assert.equal(said.length, 2);
});

test('every type that can be triggered is really raised, repeatedly, and the output matches', async () => {
  const { owner, tenantId } = await anOrganization(g);
  const service = makeServiceClient(origin, '/api', owner);
  for (const type of [...triggerableEvents, ...triggerableEvents]) {
    const [before] = await g.owner`select count(*) as n from events where tenant_id = ${tenantId}`;
    const said: string[] = [];
    await trigger(service, { type, yes: false, say: (line) => said.push(line) });
    const reported = await g.owner`
      select type from events where tenant_id = ${tenantId} order by occurred_at, id offset ${before?.n}`;
    assert.deepEqual(
      reported.map((database) => database.type).sort(),
      said.map((line) => line.split(' ')[0]).sort(),
      type,
    );
    assert.ok(
      reported.some((database) => database.type === type),
      String(type),
    );
  }
});

test('a rejection by the service is reported in a sentence', async () => {
  const stranger = makeServiceClient(origin, '/api', 'hak_none');
  await assert.rejects(stranger.ask('GET', '/webhooks'), /GET \/webhooks was refused: .*token/);
  await assert.rejects(makeServiceClient('http://127.0.0.1:9', '/api', 'x').ask('GET', '/'), /does not answer/);
});
