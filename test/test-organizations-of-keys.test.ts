// Test of what a key of some buildings sees of the test organizations that were made in its organization: nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import { anOrganization, startTestService } from './service-fixture.ts';

const g = await startTestService();

test('an organization sees the test organizations made in it, and a key of some buildings only its own row', async () => {
  const [own, made] = [await anOrganization(g), await anOrganization(g)];
  await g.owner`update tenants set sample = true, made_in = ${own.tenantId} where id = ${made.tenantId}`;
  const seen = await inTenant(g.app, serviceCaller(own.tenantId), async ({ db }) => {
    const all = await db<{ id: string }[]>`select id from tenants where id in (${own.tenantId}, ${made.tenantId})`;
    await db`select bind_buildings('{}')`;
    const limited = await db<{ id: string }[]>`select id from tenants where id in (${own.tenantId}, ${made.tenantId})`;
    return { all: all.map(({ id }) => id).toSorted(), limited: limited.map(({ id }) => id) };
  });
  assert.deepEqual(seen, { all: [own.tenantId, made.tenantId].toSorted(), limited: [own.tenantId] });
});
