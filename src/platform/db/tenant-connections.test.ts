// Tests of the connection limit of an organization: its requests that wait for a lock leave connections to the others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBuilding, anOrganization, startTestService, waitUntil } from '../../../test/service-fixture.ts';
import { maxTenantConnections, tenantConnections } from './tenant-connections.ts';

const g = await startTestService();

test('while more requests of one organization wait for a lock than there are connections, another is answered', async () => {
  const [busy, other] = [await anOrganization(g), await anOrganization(g)];
  const building = await aBuilding(g, busy.owner);
  const { max } = g.app.pool.connections();
  let answered = 0;
  const lock = await g.owner.reserve();
  await lock`begin`;
  await lock`select from buildings where id = ${building.id} for update`;
  const changes = Array.from({ length: max + 2 }, async (_, nth) => {
    const body = { name: `Kase ${nth}` };
    const { status } = await g.ask('PATCH', `/buildings/${building.id}`, { as: busy.owner, body });
    answered += 1;
    return status;
  });
  await waitUntil(() => g.app.pool.connections().inUse >= maxTenantConnections(max));
  assert.equal((await g.ask('GET', '/buildings', { as: other.owner })).status, 200);
  assert.equal((await aBuilding(g, other.owner)).name, 'Kase 12');
  assert.equal(answered, 0); // They all still waited.
  await lock`rollback`;
  lock.release();
  assert.deepEqual(new Set(await Promise.all(changes)), new Set([200]));
});

test('a slot is given back, also when the pool has no connection to give', async () => {
  const { pool } = g.app;
  const isGone = Object.assign(Object.create(pool), { hold: () => Promise.reject(new Error('the server is gone')) });
  for (let nth = 0; nth < 2 * pool.connections().max; nth += 1) {
    await assert.rejects(tenantConnections(isGone, 'organization').hold(), /gone/);
    (await tenantConnections(pool, 'organization').hold()).release();
  }
});
