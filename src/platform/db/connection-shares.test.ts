// Tests of shares of connections: requests of one organization that wait for a lock leave connections to the others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBuilding, anOrganization, startTestService, waitUntil } from '../../../test/service-fixture.ts';
import { maxQuick, maxShare, shareOf } from './connection-shares.ts';

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
  await waitUntil(() => g.app.pool.connections().inUse >= maxShare(max));
  assert.equal((await g.ask('GET', '/buildings', { as: other.owner })).status, 200);
  assert.equal((await aBuilding(g, other.owner)).name, 'Kase 12');
  assert.equal(answered, 0); // They all still waited.
  await lock`rollback`;
  lock.release();
  assert.deepEqual(new Set(await Promise.all(changes)), new Set([200]));
});

test('of quick work of one organization three run at once, and what takes longer lets the next begin', async () => {
  const { pool } = g.app;
  const { max } = pool.connections();
  const held: (() => void)[] = [];
  const begun = (count: number) => waitUntil(() => held.length === count);
  const holds = Array.from({ length: maxShare(max) }, async () => {
    const { release } = await shareOf(pool, 'quick').hold();
    held.push(release);
  });
  await begun(maxQuick(max));
  held.shift()?.();
  await begun(maxQuick(max)); // The one that ended made room.
  const before = held.length;
  await Promise.all(holds); // None of these ends, and the others begin.
  assert.ok(held.length > before);
  for (const release of held) release();
  held.length = 0;
  const later = Array.from({ length: maxShare(max) }, async () => {
    held.push((await shareOf(pool, 'quick').hold()).release);
  });
  await begun(maxQuick(max)); // None was given back twice, so no more begin.
  for (const release of held.splice(0)) release();
  await Promise.all(later);
  for (const release of held) release();
});

test('a share is given back, also when the pool has no connection to give', async () => {
  const { pool } = g.app;
  const isGone = Object.assign(Object.create(pool), { hold: () => Promise.reject(new Error('the server is gone')) });
  for (let nth = 0; nth < 2 * pool.connections().max; nth += 1) {
    await assert.rejects(shareOf(isGone, 'organization').hold(), /gone/);
    (await shareOf(pool, 'organization').hold()).release();
  }
});
