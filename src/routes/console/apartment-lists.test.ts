// Tests of the console's list of apartments: residents of today, meters, balances, and the sums of all of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding, createThreeInvoices, markSent } from '../../../test/billing-fixture.ts';
import {
  anOrganization,
  aPerson,
  aResidency,
  sellAtOctobersEnd,
  startTestService,
} from '../../../test/service-fixture.ts';

type Listed = { id: string; number: string; residents: readonly string[]; meters: number; balance: number };
type Sums = { count: number; area: number; residentCount: number; balance: number };

const g = await startTestService();
const path = (buildingId: string, what: 'apartments' | 'apartment-sums') =>
  `//console/api/buildings/${buildingId}/${what}`;

test('each apartment has its residents of today, its meters and what is due; drafts are not due', async () => {
  const { tenantId, owner: as } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as);
  const [, sent] = await createThreeInvoices(g, as, building.id);
  await markSent(g, sent);
  const { userId } = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, userId, apartments[0].id);
  await sellAtOctobersEnd(g, tenantId, apartments[1].id);
  const body = { buildingId: building.id, apartmentId: apartments[0].id, type: 'cold_water', initialValue: 0 };
  for (const serialNumber of ['A', 'B']) await g.ask('POST', '/meters', { as, body: { ...body, serialNumber } });

  const { status, items } = await g.ask<Listed>('GET', path(building.id, 'apartments'), { as });
  assert.equal(status, 200);
  assert.deepEqual(
    items.map(({ number, residents, meters, balance }) => [number, residents, meters, balance]),
    [
      ['1', ['Mari Tamm'], 2, 0],
      ['2', ['Mari Tamm'], 0, 331.62],
      ['10', [], 0, 0],
    ],
  );
  const last = await g.ask<Listed>('GET', `${path(building.id, 'apartments')}?sort=-number&limit=1`, { as });
  assert.deepEqual([last.items[0]?.number, last.nextCursor === null], ['10', false]);
  const { data } = await g.ask<Sums>('GET', path(building.id, 'apartment-sums'), { as });
  assert.deepEqual(data, { count: 3, area: 100, residentCount: 0, balance: 331.62 });
});

test('an unknown order is rejected', async () => {
  const { owner: as } = await anOrganization(g);
  const { building } = await createBilledBuilding(g, as);
  assert.equal((await g.ask('GET', `${path(building.id, 'apartments')}?sort=area`, { as })).status, 422);
});
