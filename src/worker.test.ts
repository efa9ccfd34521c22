// Tests of work that waits in organizations: it is done when it is due, by one worker, and an organization without any
// is not entered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBuilding, anOrganization, startTestService, type Thing, waitUntil } from '../test/service-fixture.ts';
import { listDueWork, planNextDay, takeDueWork } from './platform/db/due-work.ts';
import { inTenant, serviceCaller } from './platform/db/scope.ts';
import { startWorker } from './worker.ts';

const g = await startTestService();
const wakers = new Set<() => void>();
const app = {
  ...g.app,
  onClockMoved: (wake: () => void) => {
    wakers.add(wake);
    return () => void wakers.delete(wake);
  },
};

function pass(minutes: number): void {
  g.clock.now = new Date(g.clock.now.getTime() + minutes * 60_000);
  for (const wake of wakers) wake();
}

const waiting = async (tenantId: string) =>
  g.owner<{ kind: string; dueAt: Date }[]>`
    select kind, due_at from due_work where tenant_id = ${tenantId} order by kind, due_at`;
const timed = async (tenantId: string) => (await waiting(tenantId)).filter(({ kind }) => kind === 'timed');
const statusOf = async (tenantId: string) =>
  (await g.owner`select status from invitations where tenant_id = ${tenantId}`)[0]?.status;
const linksOf = async (tenantId: string) =>
  (await g.owner`select from audit_chain where tenant_id = ${tenantId}`).length;

test('a new organization is looked after at once, then at the midnight of its buildings; a change is followed up a minute later', async () => {
  const { tenantId, owner: as } = await anOrganization(g);
  await aBuilding(g, as, { name: 'Kase 12' });
  const worker = await startWorker(app);
  try {
    const midnight = async () => (await timed(tenantId))[0]?.dueAt.toISOString() === '2026-11-20T22:00:00.000Z';
    await waitUntil(midnight);
    assert.equal((await timed(tenantId)).length, 1);
    pass(2);
    await waitUntil(async () => (await waiting(tenantId)).length === 1);
    const links = await linksOf(tenantId);
    await aBuilding(g, as, { name: 'Kase 14' });
    assert.deepEqual(
      (await waiting(tenantId)).map(({ kind }) => kind),
      ['changed', 'timed'],
    );
    pass(2);
    await waitUntil(async () => (await linksOf(tenantId)) > links);
    assert.equal((await timed(tenantId))[0]?.dueAt.toISOString(), '2026-11-20T22:00:00.000Z');
  } finally {
    await worker.stop();
  }
});

test('the changes of a minute are followed up once, and what expires at its time', async () => {
  const { tenantId, owner: as } = await anOrganization(g);
  for (let nth = 0; nth < 3; nth += 1) {
    await aBuilding(g, as, { name: `Kase ${nth}` });
    pass(0.5);
  }
  const body = { email: 'late@example.org', role: 'manager' };
  const { data } = await g.ask<Thing & { expiresAt: string }>('POST', '/invitations', { as, body });
  pass(0.5);
  const worker = await startWorker(app);
  try {
    await waitUntil(async () => (await timed(tenantId)).every(({ dueAt }) => dueAt > g.clock.now));
    pass(2); // What the first look changed is followed up too.
    await waitUntil(async () => (await waiting(tenantId)).every(({ kind }) => kind === 'timed'));
    const [midnight, expiry, ...more] = (await timed(tenantId)).map(({ dueAt }) => dueAt.toISOString());
    assert.deepEqual([midnight, expiry, more], ['2026-11-20T22:00:00.000Z', data.expiresAt, []]);
    g.clock.now = new Date(data.expiresAt);
    pass(0);
    await waitUntil(async () => (await statusOf(tenantId)) === 'expired');
  } finally {
    await worker.stop();
  }
});

test('a change is done before the new days of all organizations, however long they have waited', async () => {
  const [changing, resting] = [await anOrganization(g), await anOrganization(g)];
  await g.owner`delete from due_work`;
  await aBuilding(g, changing.owner, { name: 'Kase 12' });
  await g.owner`
    insert into due_work (tenant_id, id, kind, due_at)
    select ${resting.tenantId}, gen_random_uuid(), 'timed', ${g.clock.now} from generate_series(1, 3)`;
  pass(2);
  const listed = await listDueWork(g.app.pool, g.clock.now, 2);
  assert.deepEqual(listed, [
    { tenantId: changing.tenantId, kind: 'changed' },
    { tenantId: resting.tenantId, kind: 'timed' },
  ]);
  assert.deepEqual(await listDueWork(g.app.pool, g.clock.now, 1), listed.slice(0, 1));
});

test('a task that fails keeps no other from being done, and is tried again in ten minutes', async () => {
  const { tenantId, owner: as } = await anOrganization(g);
  const body = { email: 'guest@example.org', role: 'manager' };
  assert.equal((await g.ask('POST', '/invitations', { as, body })).status, 201);
  await g.owner`update invitations set expires_at = ${g.clock.now} where tenant_id = ${tenantId}`;
  await g.owner.unsafe(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger fail before insert on audit_chain for each row execute function fail()`);
  pass(2);
  const worker = await startWorker(app);
  try {
    await waitUntil(async () => (await statusOf(tenantId)) === 'expired');
    await waitUntil(async () => (await timed(tenantId))[0]?.dueAt.getTime() === g.clock.now.getTime() + 600_000);
    await g.owner`drop function fail() cascade`;
    pass(11);
    await waitUntil(async () => (await linksOf(tenantId)) > 0);
  } finally {
    await worker.stop();
  }
});

test('an organization that another worker looks after is planned for too, and a failing task keeps nothing from being removed', async () => {
  const { tenantId, owner: as } = await anOrganization(g);
  await g.owner`delete from due_work where tenant_id = ${tenantId}`;
  await g.owner`insert into due_work (tenant_id, id, kind, due_at) values (${tenantId}, gen_random_uuid(), 'timed', ${g.clock.now})`;
  await inTenant(g.app, serviceCaller(tenantId), async (other) => {
    assert.equal(await takeDueWork(other, 'timed'), true);
    await inTenant(g.app, serviceCaller(tenantId), planNextDay);
  });
  const [planned, ...more] = await timed(tenantId);
  assert.deepEqual([planned?.dueAt !== undefined && planned.dueAt > g.clock.now, more], [true, []]);
  await g.owner.unsafe(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
    create trigger fail before insert on audit_chain for each row execute function fail()`);
  await g.owner`update due_work set due_at = ${g.clock.now} where tenant_id = ${tenantId}`;
  const body = { email: 'gone@example.org', role: 'manager' };
  assert.equal((await g.ask('POST', '/invitations', { as, body })).status, 201);
  const { items } = await g.ask('GET', '/invitations', { as });
  assert.equal((await g.ask('DELETE', `/invitations/${items[0]?.id}`, { as })).status, 204);
  await g.owner`update invitations set updated_at = now() - interval '5 years' where tenant_id = ${tenantId}`;
  const worker = await startWorker(app);
  try {
    await waitUntil(async () => (await statusOf(tenantId)) === undefined);
  } finally {
    await worker.stop();
    await g.owner`drop function fail() cascade`;
  }
});
