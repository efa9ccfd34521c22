// Changes since a moment: whoever goes on from the newest change she was given misses none, also of transactions that commit late.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBuilding, anOrganization, given, until } from '../../test/given.ts';
import { updateBuilding } from '../portfolio/buildings.ts';
import { inTenant, serviceIn } from './scope.ts';

const g = await given();
const { tenantId, integrator: as } = await anOrganization(g);

test('a change is not given out while an older one is still being written, and both are once that is done', async () => {
  const [slow, quick] = [await aBuilding(g, as, { name: 'slow' }), await aBuilding(g, as, { name: 'quick' })];
  const start = new Date();
  const since = encodeURIComponent(start.toISOString());
  const changed = async () => {
    const { items } = await g.ask('GET', `/buildings?updatedSince=${since}&sort=updatedAt`, { as });
    return items.map((building) => building.name);
  };
  const rename = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  g.clock.now = new Date(start.getTime() + 1);
  const writing = inTenant(g.house, serviceIn(tenantId), async (scope) => {
    await updateBuilding(scope, slow.id, { name: 'slow, changed' });
    begun.resolve();
    await rename.promise;
  });
  await begun.promise;
  g.clock.now = new Date(start.getTime() + 2);
  assert.equal((await g.ask('PATCH', `/buildings/${quick.id}`, { as, body: { name: 'quick, changed' } })).status, 200);
  assert.deepEqual(await changed(), []);
  rename.resolve();
  await writing;
  await until(async () => (await changed()).length === 2); // That the key was used is written beside the requests, and holds them back as well.
  assert.deepEqual(await changed(), ['slow, changed', 'quick, changed']);
});
