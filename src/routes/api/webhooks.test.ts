// Tests of webhook endpoints over HTTP: created, listed without their secrets, and deleted; every status of each
// operation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { eventTypes } from '../../platform/values/event-types.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const as = organization.owner;
const body = { url: 'http://127.0.0.1:9/hook', events: ['invoice.paid'] };
type Endpoint = { id: string; secret: string; events: string[]; secretHint: string };

const create = (written: unknown, who = as) => g.ask<Endpoint>('POST', '/webhooks', { as: who, body: written });

async function rows(): Promise<unknown> {
  return g.owner`select to_jsonb(w) as row from webhook_endpoints w where tenant_id = ${organization.tenantId} order by id`;
}

test('an endpoint is created with a secret that is shown once and stored encrypted', async () => {
  const made = await create({ ...body, events: ['invoice.paid', 'invoice.created', 'invoice.paid'] });
  assert.equal(made.status, 201);
  assert.equal(made.headers.location, `/api/webhooks/${made.data.id}`);
  const { secret, ...shown } = made.data;
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual(Buffer.from(secret.slice(6), 'base64').length, 32);
  assert.deepEqual(made.data.events, ['invoice.paid', 'invoice.created']);
  assert.ok(secret.endsWith(made.data.secretHint.slice(-4)));
  const listed = await g.ask<Endpoint>('GET', '/webhooks', { as });
  assert.deepEqual(
    listed.items.find((item) => item.id === made.data.id),
    shown,
  );
  assert.ok(!listed.text.includes(secret));
  assert.ok(!JSON.stringify(await rows()).includes(secret));
});

test('invalid input is 400 or 422 with every field named, and writes nothing', async () => {
  const before = await rows();
  const cases: [unknown, number, string[]][] = [
    [{}, 400, ['events', 'url']],
    [{ ...body, events: ['invoice.paid', 'invoice.Paid'] }, 422, ['events.1']],
    ...[
      'x',
      'example.org',
      '//example.org',
      'ftp://example.org',
      'javascript:alert(1)',
      'https://',
      'https://user:secret@example.org',
      'https://example.org\0',
      'file:///etc/passwd',
    ].map((url): [unknown, number, string[]] => [{ ...body, url }, 422, ['url']]),
  ];
  for (const [written, status, fields] of cases) {
    const answer = await create(written);
    assert.deepEqual(
      [answer.status, [...new Set(answer.fields)].sort()],
      [status, fields],
      JSON.stringify(written).slice(0, 80),
    );
  }
  assert.deepEqual(await rows(), before);
});

test('every event type of the specification can be subscribed to, in any combination', async () => {
  assert.equal((await create({ ...body, events: eventTypes })).status, 201);
  for (const event of eventTypes) assert.equal((await create({ ...body, events: [event] })).status, 201, event);
});

test('in production only https to the public internet is accepted', async () => {
  const strict = await startTestService({
    webhooks: { allowPrivateTargets: false, allowedPorts: [443, 8443], retrySchedule: [0] },
  });
  const { owner } = await anOrganization(strict);
  const statusOf = async (url: string) =>
    (await strict.ask('POST', '/webhooks', { as: owner, body: { ...body, url } })).status;
  for (const url of [
    'http://example.org/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
  ])
    assert.equal(await statusOf(url), 422, url);
  assert.equal(await statusOf('https://example.org/hook'), 201);
});

test('in production a new endpoint needs a port that the operator allows, and an existing one continues', async () => {
  const webhooks = { allowPrivateTargets: false, allowedPorts: [443, 8443, 9443], retrySchedule: [0] };
  const strict = await startTestService({ webhooks });
  const { owner, tenantId } = await anOrganization(strict);
  const at = (port: number) =>
    strict.ask('POST', '/webhooks', { as: owner, body: { ...body, url: `https://example.org:${port}/hook` } });
  for (const port of [443, 8443, 9443]) assert.equal((await at(port)).status, 201, String(port));
  for (const port of [22, 25, 80, 6379, 44300]) {
    const refused = await at(port);
    assert.deepEqual([refused.status, refused.fields], [422, ['url']], String(port));
    assert.match(refused.text, /port_not_allowed.*443, 8443 or 9443/, String(port));
  }
  // As from before the rule.
  await strict.owner`update webhook_endpoints set url = 'https://example.org:22/hook' where tenant_id = ${tenantId}`;
  const { items } = await strict.ask<Endpoint & { status: string }>('GET', '/webhooks', { as: owner });
  assert.deepEqual(
    items.map((endpoint) => endpoint.status),
    ['enabled', 'enabled', 'enabled'],
  );
});

test('an organization has at most twenty endpoints, also when created simultaneously; deleting one frees a place', async () => {
  const here = await anOrganization(g);
  const answers = await Promise.all(Array.from({ length: 24 }, () => create(body, here.owner)));
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [...Array(20).fill(201), ...Array(4).fill(409)]);
  assert.equal(answers.find((answer) => answer.status === 409)?.code, 'too_many_endpoints');
  const { items } = await g.ask('GET', '/webhooks', { as: here.owner });
  assert.equal((await g.ask('DELETE', `/webhooks/${items[0]?.id}`, { as: here.owner })).status, 204);
  assert.equal((await create(body, here.owner)).status, 201);
});

test('deleting is 204, then 404', async () => {
  const otherOrganization = await anOrganization(g);
  const mine = await create(body, otherOrganization.owner);
  assert.equal((await g.ask('DELETE', `/webhooks/${mine.data.id}`, { as: otherOrganization.owner })).status, 204);
  assert.equal((await g.ask('DELETE', `/webhooks/${mine.data.id}`, { as: otherOrganization.owner })).status, 404);
});
