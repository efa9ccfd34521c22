// Tests of updatedSince: continuing from the latest received change misses none, also of transactions that commit late.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBuilding, anOrganization, startTestService, waitUntil } from '../../../test/service-fixture.ts';
import { updateBuilding } from '../../properties/buildings.ts';
import { inTenant, serviceCaller } from './scope.ts';

const g = await startTestService();
const { tenantId, integrator: as } = await anOrganization(g);

test('a change is not returned while an earlier one is still uncommitted, and both are returned once it is committed', async () => {
  g.clock.now = new Date();
  const [slow, quick] = [await aBuilding(g, as, { name: 'slow' }), await aBuilding(g, as, { name: 'quick' })];
  // The last use of a key is written once a minute, and would hold changes back as any write does.
  await waitUntil(async () => (await g.owner`select from api_keys where last_used_at = ${g.clock.now}`).length === 1);
  const start = new Date();
  const since = encodeURIComponent(start.toISOString());
  const changed = async () => {
    const { items } = await g.ask('GET', `/buildings?updatedSince=${since}&sort=updatedAt`, { as });
    return items.map((building) => building.name);
  };
  const rename = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  g.clock.now = new Date(start.getTime() + 1);
  const writing = inTenant(g.app, serviceCaller(tenantId), async (scope) => {
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
  let shown: unknown[] = [];
  await waitUntil(async () => {
    shown = await changed();
    return shown.length === 2;
  });
  assert.deepEqual(shown, ['slow, changed', 'quick, changed']);
});

test('where writers and readers cannot be distinguished, every open transaction holds changes back', async () => {
  const horizon = (spread: boolean) =>
    g.owner.begin(async (db) => {
      if (spread) await db`set local citus.shard_count = 32`; // As any connection has it where Citus is loaded.
      const [row] = await db<{ open: boolean }[]>`select visible_until() = 'infinity' as open`;
      return row?.open;
    });
  const reading = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const reader = inTenant(
    g.app,
    serviceCaller(tenantId),
    async ({ db }) => {
      await db`select 1`;
      begun.resolve();
      await reading.promise;
    },
    'read only',
  );
  await begun.promise;
  await waitUntil(async () => (await horizon(false)) === true);
  assert.equal(await horizon(true), false);
  reading.resolve();
  await reader;
  await waitUntil(async () => (await horizon(true)) === true);
});
