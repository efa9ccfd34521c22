// Tests of the integrators' command with a service that cannot reach the receiver: real events are forwarded with the
// bytes and signatures of a delivery.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createApiKey } from '../../../src/identity/operator-accounts.ts';
import { startWorker } from '../../../src/worker.ts';
import { startReceiver } from '../../../test/delivery-fixture.ts';
import { aBuilding, anOrganization, startTestService, waitUntil } from '../../../test/service-fixture.ts';
import { createClient } from '../../client/src/client.ts';
import { listen } from './listen.ts';
import { replay } from './replay.ts';
import { isTestKey, listTypes, sendTestEvent, testEvents, trigger, triggerableEvents } from './trigger.ts';

// As in production: the service itself may reach no private address.
const g = await startTestService({
  webhooks: { allowPrivateTargets: false, allowedPorts: [443, 8443], retrySchedule: [0] },
});
g.clock.now = new Date(); // The independent verifier compares with the clock of this machine.
const origin = await g.server.listen({ port: 0, host: '127.0.0.1' });
const quiet = () => {};

test('a triggered event reaches the receiver once, as it would be delivered, and nothing is left behind', async () => {
  const { integrator } = await anOrganization(g);
  const haldur = createClient({ url: origin, apiKey: integrator });
  const receiver = await startReceiver();
  const stopping = new AbortController();
  after(() => stopping.abort());
  const output: string[] = [];
  const listening = listen(haldur, {
    forward: receiver.url,
    events: ['invoice.created', 'invoice.paid'],
    name: 'Õie’s laptop',
    print: (line) => output.push(line),
    stopping: stopping.signal,
    everyMs: 20,
  });
  await waitUntil(() => output.length > 0);
  await trigger(haldur, { type: 'invoice.paid', yes: false, isTest: false, print: quiet });
  await trigger(haldur, { type: 'invoice.created', yes: false, isTest: false, print: quiet });
  await waitUntil(() => receiver.received.length >= 3);
  stopping.abort();
  await listening;
  const secret = /whsec_\S+/.exec(output[0] ?? '')?.[0] ?? '';
  for (const { headers, body } of receiver.received)
    new Webhook(secret).verify(body, headers as Record<string, string>);
  const events = receiver.received.map((receivedDelivery) => JSON.parse(receivedDelivery.body).event);
  assert.deepEqual(events.sort(), ['invoice.created', 'invoice.created', 'invoice.paid']);
  assert.deepEqual((await haldur.listWebhooks().page()).items, []);
});

test('a killed listener leaves an endpoint, which the next one deletes, and no other', async () => {
  const { integrator } = await anOrganization(g);
  const haldur = createClient({ url: origin, apiKey: integrator });
  const events = ['invoice.paid'] as const;
  await haldur.createWebhook({ url: 'https://one.listen.invalid/', events: [...events] });
  await haldur.createWebhook({ url: 'https://example.org/hook', events: [...events] });
  const stopping = new AbortController();
  stopping.abort();
  await listen(haldur, {
    forward: 'http://127.0.0.1:9/',
    events,
    name: 'one',
    print: quiet,
    stopping: stopping.signal,
  });
  const left = (await haldur.listWebhooks().page()).items.map((item) => item.url);
  assert.deepEqual(left, ['https://example.org/hook']);
});

test('trigger does not touch a real organization without --yes, and reports what it cannot do', async () => {
  const { integrator, owner } = await anOrganization(g);
  const haldur = createClient({ url: origin, apiKey: integrator });
  await aBuilding(g, owner);
  await assert.rejects(
    trigger(haldur, { type: 'invoice.paid', yes: false, isTest: false, print: quiet }),
    /has buildings/,
  );
  await assert.rejects(
    trigger(haldur, { type: 'reading.submitted', yes: true, isTest: false, print: quiet }),
    /resident.*test event/,
  );
  await assert.rejects(trigger(haldur, { type: 'toString', yes: true, isTest: false, print: quiet }), /no such type/);
  const output: string[] = [];
  await trigger(haldur, { type: 'invoice.paid', yes: true, isTest: false, print: (line) => output.push(line) });
  assert.equal(output.length, 2);
});

test('in a test organization all types but one are really raised, without --yes, and the types are listed', async () => {
  const worker = await startWorker(g.app);
  after(() => worker.stop());
  const { apiKey, id } = await aTestKey();
  const haldur = createClient({ url: origin, apiKey });
  for (const type of [...triggerableEvents, ...testEvents]) {
    const [{ at: before } = { at: '' }] = await g.owner<{ at: string }[]>`select clock_timestamp()::text as at`;
    await trigger(haldur, { type, yes: false, isTest: isTestKey(apiKey), print: quiet });
    await waitUntil(async () => {
      const [event] =
        await g.owner`select 1 from events where tenant_id = ${id} and type = ${type} and recorded_at > ${before}`;
      return event !== undefined;
    });
  }
  const output: string[] = [];
  listTypes(true, (line) => output.push(line));
  assert.deepEqual(
    output.filter((line) => line.includes('cannot')).map((line) => line.split(' ')[0]),
    ['reading.submitted'],
  );
});

/** The key of a new test organization. */
async function aTestKey() {
  const { owner } = await anOrganization(g);
  const { id } = (await g.ask('POST', '//console/api/test-organizations', { as: owner, body: {} })).data;
  const { apiKey } = await createApiKey(g.app, { tenantId: id, name: 'trial', role: 'owner' });
  return { apiKey, id };
}

test('every type that can be triggered is really raised, repeatedly, and the output matches', async () => {
  const { owner, tenantId } = await anOrganization(g);
  const haldur = createClient({ url: origin, apiKey: owner });
  for (const type of [...triggerableEvents, ...triggerableEvents]) {
    const [before] = await g.owner`select count(*) as n from events where tenant_id = ${tenantId}`;
    const output: string[] = [];
    await trigger(haldur, { type, yes: false, isTest: false, print: (line) => output.push(line) });
    const reported = await g.owner`
      select type from events where tenant_id = ${tenantId} order by occurred_at, id offset ${before?.n}`;
    assert.deepEqual(
      reported.map((database) => database.type).sort(),
      output.map((line) => line.split(' ')[0]).sort(),
      type,
    );
    assert.ok(
      reported.some((database) => database.type === type),
      String(type),
    );
  }
});

test('listen --check warns about a receiver that accepts a wrong signature', async () => {
  const { integrator } = await anOrganization(g);
  const haldur = createClient({ url: origin, apiKey: integrator });
  for (const [status, message] of [
    [204, /Warning: the receiver accepts/],
    [400, /rejects a wrong signature \(400\)/],
    [500, /400 is expected/],
  ] as const) {
    const receiver = await startReceiver(() => status);
    const stopping = new AbortController();
    const output: string[] = [];
    const print = (line: string) => {
      output.push(line);
      if (output.length === 2) stopping.abort();
    };
    const to = { forward: receiver.url, events: ['invoice.paid'], check: true, print, stopping: stopping.signal };
    await listen(haldur, to);
    assert.match(output[1] ?? '', message);
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    const secret = /whsec_\S+/.exec(output[0] ?? '')?.[0] ?? '';
    assert.throws(() => new Webhook(secret).verify(body, headers as Record<string, string>));
  }
});

test('replay sends one delivery, or the failed and skipped ones of a range, and says what it needs', async () => {
  const { integrator } = await anOrganization(g);
  const haldur = createClient({ url: origin, apiKey: integrator });
  const { id } = await haldur.createWebhook({ url: 'https://example.org/hook', events: ['invoice.paid'] });
  const output: string[] = [];
  const print = (line: string) => output.push(line);
  const change = (path: string) => haldur.console.object({ method: 'POST', path: `/webhooks/${id}/${path}` });
  await change('disable');
  await trigger(haldur, { type: 'invoice.paid', yes: false, isTest: false, print: quiet });
  await change('enable');
  g.clock.now = new Date(g.clock.now.getTime() + 1000); // The range ends before this moment.
  const since = new Date(g.clock.now.getTime() - 3_600_000).toISOString();
  await replay(haldur, { endpoint: id, since, print });
  assert.match(output.shift() ?? '', /oldest first: 1 \(/);
  const path = `/webhooks/${id}/deliveries`;
  const { items } = await haldur.console.list<{ id: string; status: string }>({ method: 'GET', path }).page();
  assert.deepEqual(
    items.map((delivery) => delivery.status),
    ['pending'],
  );
  await replay(haldur, { delivery: items[0]?.id, print });
  assert.deepEqual(output, [`${items[0]?.id} is sent again.`]);
  await sendTestEvent(haldur, { endpoint: id, type: 'invoice.paid', print });
  assert.match(output[1] ?? '', /^invoice\.paid is sent as a test: delivery /);
  await assert.rejects(replay(haldur, { endpoint: id, print }), /Name one delivery, or a range/);
  await assert.rejects(replay(haldur, { endpoint: id, since: 'soon', print }), /--since is a day/);
});

/** Runs the command as `npm run webhooks` does, and returns its exit code and what it wrote. */
async function command(words: readonly string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words], {
    env: { PATH: process.env.PATH ?? '', ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part));
  const [code] = await once(child, 'close');
  return { code, output };
}

test('the command reports what is wrong in a sentence, and needs no service for its help', async () => {
  const { integrator } = await anOrganization(g);
  const service = { HALDUR_URL: origin, HALDUR_API_KEY: integrator };
  const results = await Promise.all([
    command(['--help'], {}),
    command(['trigger', 'invoice.paid'], {}),
    command(['trigger', 'invoice.paid'], { HALDUR_URL: origin, HALDUR_API_KEY: 'hak_none' }),
    command(['listen'], service),
    command(['listen', '--what'], service),
    command(['trigger', 'maintenance.created'], service),
  ]);
  assert.deepEqual(
    results.map(({ code }) => code),
    [0, 1, 1, 1, 1, 0],
  );
  const expected = [
    /^haldur-webhooks listen/,
    /HALDUR_API_KEY is not set/,
    /token|key/,
    /--forward needs/,
    /--what/,
    /^maintenance\.created/,
  ];
  for (const [index, { output }] of results.entries()) {
    assert.match(output, expected[index] ?? /^$/);
    assert.doesNotMatch(output, /^\s+at /m);
  }
});
