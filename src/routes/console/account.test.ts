// Tests of the signed-in person: what the console is told at its start.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  aResidency,
  startTestService,
} from '../../../test/service-fixture.ts';

const g = await startTestService();

test('a resident is told the apartments that they have today, and staff none', async () => {
  const { tenantId, owner } = await anOrganization(g);
  const building = await aBuilding(g, owner, { address: 'Kase 12' });
  const [second, tenth, former] = [
    await anApartment(g, owner, building.id, { number: '2' }),
    await anApartment(g, owner, building.id, { number: '10' }),
    await anApartment(g, owner, building.id, { number: '3' }),
  ];
  const { token, userId } = await aPerson(g, tenantId, 'resident');
  for (const { id } of [tenth, second]) await aResidency(g, tenantId, userId, id, '2026-01-01');
  await aResidency(g, tenantId, userId, former.id, '2026-01-01', { until: '2026-10-31' });
  const apartmentsOf = async (as: string) =>
    (await g.ask<{ apartments: object[] }>('GET', '//console/api/me', { as })).data.apartments;
  assert.deepEqual(
    await apartmentsOf(token),
    [second, tenth].map(({ id, number }) => ({ id, number, buildingId: building.id, address: 'Kase 12' })),
  );
  assert.deepEqual(await apartmentsOf(owner), []);
});
