// Isolation: an endpoint that hangs, an organization with many of them, and a transaction that holds rows are nobody else's trouble.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answering, anEndpoint, aReceiver, raiseCreated } from '../../test/deliveries.ts';
import { anOrganization, type Given, given, type Organization, until } from '../../test/given.ts';
import { connectionTo } from '../../test/server.ts';
import { connect, type Db } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { startDelivering } from './deliver.ts';
import { type Claimed, claimDeliveries } from './queries.ts';

const all = { slots: 200, laterSlots: 150, perEndpoint: 4, perTenant: 40, leaseSeconds: 30, repeats: true };
const hang = () => undefined;

async function organizations(g: Given, count: number, endpoints: number, receiver: Answering): Promise<Organization[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const organization = await anOrganization(g);
      for (let nth = 0; nth < endpoints; nth += 1) await anEndpoint(g, organization.integrator, receiver.url);
      return organization;
    }),
  );
}

const waitingAt = async (g: Given, { tenantId }: Organization): Promise<number> =>
  (await g.owner`select count(*) as n from deliveries where tenant_id = ${tenantId} and status = 'pending'`)[0]?.n;

/** Runs a worker on the machine's own clock while `work` goes on, and does not wait for posts that hang. */
async function delivering(g: Given, work: () => Promise<void>): Promise<void> {
  const deliverer = await startDelivering({ ...g.house, clock: () => new Date() });
  await work();
  await deliverer.stop();
}

test('one endpoint that hangs with 1,000 waiting keeps fifty healthy ones with 20 each waiting for nothing', async (t) => {
  const g = await given();
  const [hanging, healthy] = [await aReceiver(hang), await aReceiver()];
  const [stuck] = await organizations(g, 1, 1, hanging);
  const working = await organizations(g, 10, 5, healthy);
  assert.ok(stuck);
  await raiseCreated(g, stuck, 1000);
  let began = 0;
  await delivering(g, async () => {
    await until(() => hanging.received.length === 4);
    began = performance.now();
    await Promise.all(working.map((one) => raiseCreated(g, one, 20)));
    for (const one of working) await until(async () => (await waitingAt(g, one)) === 0);
    assert.equal(
      hanging.received.length,
      4,
      'all healthy ones were served within the first attempts of the one that hangs',
    );
  });
  assert.equal(new Set(healthy.received.map((one) => one.headers['webhook-id'])).size, 1000);
  const waits = healthy.received.map((one) => one.at - began).sort((a, b) => a - b);
  t.diagnostic(`from before the commit to arrival: p99 ${Math.round(waits[989] ?? 0)} ms of 1,000`);
});

test('organizations whose receivers are slow, enough of them to take every slot, keep others waiting for a moment only', async (t) => {
  const g = await given();
  const [slow, healthy] = [await aReceiver(hang), await aReceiver()];
  const troubled = await organizations(g, 5, 20, slow);
  const [working] = await organizations(g, 1, 3, healthy);
  assert.ok(working);
  for (const one of troubled) await raiseCreated(g, one, 10);
  await delivering(g, async () => {
    await until(() => slow.received.length === 200);
    const began = performance.now();
    for (let nth = 1; nth <= 5; nth += 1) {
      await raiseCreated(g, working, 20);
      await until(() => healthy.received.length === nth * 60);
      assert.equal(slow.received.length, 200, 'served within the first attempts of those that are slow');
    }
    t.diagnostic(`five rounds within ${Math.round(performance.now() - began)} ms`);
  });
});

test('an organization has at most 40 in flight, however many of its endpoints hang', async () => {
  const g = await given();
  const hanging = await aReceiver(hang);
  const [stuck] = await organizations(g, 1, 20, hanging);
  assert.ok(stuck);
  await raiseCreated(g, stuck, 50);
  const claimed = [
    await claimDeliveries(g.house.pool, newId(), [], all, g.clock.now),
    await claimDeliveries(g.house.pool, newId(), [], all, g.clock.now),
  ];
  assert.deepEqual(
    claimed.map((one) => one.length),
    [40, 0],
  );
  assert.equal(new Set(claimed[0]?.map((one) => one.endpointId)).size, 20, 'each endpoint has its turn');
});

test('an endpoint that fails has one in flight, and four again after a success', async () => {
  const g = await given();
  const [organization] = await organizations(g, 1, 1, await aReceiver());
  assert.ok(organization);
  await raiseCreated(g, organization, 50);
  await g.owner`update webhook_endpoints set failing_since = now()`;
  assert.equal((await claimDeliveries(g.house.pool, newId(), [], all, g.clock.now)).length, 1);
  await g.owner`update webhook_endpoints set failing_since = null`;
  assert.equal((await claimDeliveries(g.house.pool, newId(), [], all, g.clock.now)).length, 3);
});

test('what is answered and not recorded yet takes no place of what is on its way, and nobody else gets it', async () => {
  const g = await given();
  const [organization] = await organizations(g, 1, 1, await aReceiver());
  assert.ok(organization);
  await raiseCreated(g, organization, 20);
  const worker = newId();
  const first = await claimDeliveries(g.house.pool, worker, [], all, g.clock.now);
  const held = (flying: boolean) => first.map((one) => ({ ...one, flying }));
  assert.equal((await claimDeliveries(g.house.pool, worker, held(true), all, g.clock.now)).length, 0);
  const next = await claimDeliveries(g.house.pool, worker, held(false), all, g.clock.now);
  assert.equal(next.length, 4);
  assert.equal(new Set([...first, ...next].map((one) => one.id)).size, 8);
  assert.equal((await claimDeliveries(g.house.pool, newId(), [], all, g.clock.now)).length, 0, 'four are on their way');
  await claimDeliveries(g.house.pool, worker, [], { ...all, slots: 0 }, g.clock.now);
  const others = await claimDeliveries(g.house.pool, newId(), [], all, g.clock.now);
  assert.deepEqual(
    others.map((one) => one.id).sort(),
    first.map((one) => one.id).sort(),
    'what is let go is taken at once',
  );
});

test('what a worker that is gone held is taken when its lease has run out, and not before', async () => {
  const g = await given();
  const [organization] = await organizations(g, 1, 1, await aReceiver());
  assert.ok(organization);
  await raiseCreated(g, organization, 4);
  const gone = await claimDeliveries(g.house.pool, newId(), [], all, g.clock.now);
  const ahead = new Date(g.clock.now.getTime() + 60_000);
  const claim = () => claimDeliveries(g.house.pool, newId(), [], all, ahead);
  assert.equal((await claim()).length, 0, 'a worker whose clock is a minute ahead waits as well');
  for (const seconds of [-1, 60]) {
    await g.owner`update delivery_turns set until = now() + make_interval(secs => ${seconds})`;
    const taken = await claim();
    assert.deepEqual(taken.map((one) => one.id).sort(), gone.map((one) => one.id).sort(), `until ${seconds}`);
  }
});

test('what a process held that was killed is taken at once, and what another one holds is not', async () => {
  const g = await given();
  const [organization] = await organizations(g, 1, 2, await aReceiver());
  assert.ok(organization);
  await raiseCreated(g, organization, 4);
  const [{ database } = { database: '' }] = await g.owner<
    { database: string }[]
  >`select current_database() as database`;
  const pool = connect(connectionTo(database, 'haldur_app'), { max: 1 });
  const gone = await claimDeliveries(pool, newId(), [], { ...all, slots: 4 }, g.clock.now);
  const others = await claimDeliveries(g.house.pool, newId(), [], all, g.clock.now);
  assert.deepEqual([gone.length, others.length], [4, 4]);
  await pool.end();
  let taken: Claimed[] = [];
  // PostgreSQL notices in its own time that a connection has ended.
  await until(async () => {
    taken = await claimDeliveries(g.house.pool, newId(), [], all, g.clock.now);
    return taken.length > 0;
  });
  assert.deepEqual(taken.map((one) => one.id).sort(), gone.map((one) => one.id).sort());
});

test('a claim passes over repeats that are not due, however many endpoints have some', async () => {
  const g = await given();
  const receiver = await aReceiver();
  const [organization, ...more] = await organizations(g, 5, 20, receiver);
  assert.ok(organization);
  for (const one of [organization, ...more]) await raiseCreated(g, one, 1);
  const due = new Date(g.clock.now.getTime() + 600_000);
  await g.owner`update deliveries set again = true, attempts = 1, due_at = ${due}`;
  const scans = async (at: Date) => {
    const db = await g.owner.reserve();
    await db`begin`;
    const claimed = await db`
      select * from claim_turns(${newId()}, '{}', '{}', '{}', '{}', '{}', 200, 150, 4, 40, make_interval(secs => 30), ${at}, true)`;
    const [read] = await db`select idx_scan as scans from pg_stat_xact_user_tables where relname = 'deliveries'`;
    await db`rollback`;
    db.release();
    return { claimed: claimed.length, scans: read?.scans };
  };
  const before = await scans(g.clock.now);
  assert.equal(before.claimed, 0);
  assert.ok(before.scans <= 5, `${before.scans} scans for 100 endpoints`);
  assert.equal((await scans(due)).claimed, 100);
});

test('what changed between the claim and its reading is not sent', async () => {
  const g = await given();
  const [organization] = await organizations(g, 1, 1, await aReceiver());
  assert.ok(organization);
  await raiseCreated(g, organization);
  const { tenantId } = organization;
  const [one] = await g.owner<{ id: string }[]>`select id from deliveries`;
  const read = (attempts: number, at: Date) =>
    g.house
      .pool`select id from claimed_deliveries(array[${tenantId}::uuid], array[${one?.id ?? ''}::uuid], array[${attempts}::int], ${at})`;
  assert.equal((await read(0, g.clock.now)).length, 1);
  assert.equal((await read(1, g.clock.now)).length, 0, 'another worker has recorded an attempt');
  assert.equal((await read(0, new Date(g.clock.now.getTime() - 1))).length, 0, 'it is due later now');
});

test('one failure does not put the first attempts of an endpoint behind repeats; a minute of failures does', async () => {
  const g = await given();
  const [organization] = await organizations(g, 1, 1, await aReceiver());
  assert.ok(organization);
  await raiseCreated(g, organization, 4);
  const claim = async (failingFor: number) => {
    await g.owner`update webhook_endpoints set failing_since = ${new Date(g.clock.now.getTime() - failingFor)}`;
    await g.owner`delete from delivery_turns`;
    return claimDeliveries(g.house.pool, newId(), [], { ...all, laterSlots: 0 }, g.clock.now);
  };
  assert.deepEqual(
    (await claim(10_000)).map((one) => one.later),
    [false],
  );
  assert.equal((await claim(61_000)).length, 0);
});

test('retries, and endpoints that fail, leave a quarter of the slots to first attempts', async () => {
  const g = await given();
  const receiver = await aReceiver();
  const troubled = await organizations(g, 10, 20, receiver);
  for (const one of troubled) await raiseCreated(g, one, 4);
  await g.owner`update webhook_endpoints set failing_since = ${new Date(g.clock.now.getTime() - 61_000)} where tenant_id = ${troubled[0]?.tenantId ?? ''}`;
  await g.owner`update deliveries set again = true, attempts = 1 where tenant_id <> ${troubled[0]?.tenantId ?? ''}`;
  const first = await claimDeliveries(g.house.pool, newId(), [], all, g.clock.now);
  assert.equal(first.length, 150);
  const [fresh] = await organizations(g, 1, 4, receiver);
  assert.ok(fresh);
  await raiseCreated(g, fresh, 10);
  const limits = { ...all, slots: 50, laterSlots: 0 };
  const next = await claimDeliveries(g.house.pool, newId(), [], limits, g.clock.now);
  assert.deepEqual(new Set(next.map((one) => one.tenantId)), new Set([fresh.tenantId]));
  assert.equal(next.length, 16);
});

test('what a lease reads does not grow with the queue, also by a plan made while the tables were empty', async () => {
  const g = await given();
  const lease = (db: Db) =>
    db`select * from claim_turns(${newId()}, '{}', '{}', '{}', '{}', '{}', 200, 150, 4, 40, make_interval(secs => 30), ${g.clock.now}, true)`;
  const [organization] = await organizations(g, 1, 10, await aReceiver());
  assert.ok(organization);
  const db = await g.owner.reserve();
  // Twice the five calls after which PostgreSQL keeps a plan.
  for (let nth = 0; nth < 10; nth += 1) await lease(db);
  await raiseCreated(g, organization, 500);
  await db`begin`;
  assert.equal((await lease(db)).length, 40);
  const [read] = await db`select idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'deliveries'`;
  await db`rollback`;
  db.release();
  assert.ok(read?.rows < 40 * 10, `${read?.rows} rows read of 5,000 to lease 40`);
});

test('of one endpoint new events go before what is recovered or tried again', async () => {
  const g = await given();
  const [organization] = await organizations(g, 1, 1, await aReceiver());
  assert.ok(organization);
  await raiseCreated(g, organization, 100);
  await g.owner`update deliveries set again = true`;
  await raiseCreated(g, organization, 2);
  const claimed = await claimDeliveries(g.house.pool, newId(), [], all, g.clock.now);
  assert.deepEqual(claimed.map((one: Claimed) => one.later).sort(), [false, false, true, true]);
});

for (const table of ['deliveries', 'webhook_endpoints']) {
  test(`while somebody holds rows of ${table}, all that is not held goes on`, async () => {
    const g = await given();
    const receiver = await aReceiver();
    const [held, free] = await organizations(g, 2, 1, receiver);
    assert.ok(held && free);
    await raiseCreated(g, held, 3);
    await g.owner.begin(async (holding) => {
      await holding`select 1 from ${holding.unsafe(table)} where tenant_id = ${held.tenantId} for update`;
      await delivering(g, async () => {
        await raiseCreated(g, free, 20);
        await until(async () => (await waitingAt(g, free)) === 0);
      });
    });
    await g.owner`delete from delivery_turns`;
    await delivering(g, () => until(async () => (await waitingAt(g, held)) === 0));
    assert.equal(new Set(receiver.received.map((one) => one.headers['webhook-id'])).size, 23);
  });
}

test('a success that is recorded late counts, also when the endpoint was disabled or another worker has failed meanwhile', async () => {
  const g = await given();
  for (const meanwhile of ['skipped', 'pending', 'failed']) {
    const receiver = await aReceiver();
    const [organization] = await organizations(g, 1, 1, receiver);
    assert.ok(organization);
    const { tenantId } = organization;
    receiver.answers = async () => {
      await g.owner`update deliveries set status = ${meanwhile}, attempts = 1, due_at = 'infinity' where tenant_id = ${tenantId}`;
      return 204;
    };
    await raiseCreated(g, organization);
    const attempts = async () =>
      (await g.owner`select attempts from deliveries where tenant_id = ${tenantId} and status = 'delivered'`)[0]
        ?.attempts;
    await delivering(g, () => until(async () => (await attempts()) === 2));
  }
});
