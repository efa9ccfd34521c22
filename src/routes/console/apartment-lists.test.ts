// Tests of the console's list of apartments: residents of today, meters, balances, and the sums of all of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding, createThreeInvoices, markSent, november } from '../../../test/billing-fixture.ts';
import {
  anOrganization,
  aPerson,
  aResidency,
  sellAtOctobersEnd,
  startTestService,
} from '../../../test/service-fixture.ts';
import { getAccountDocument } from '../../accounting/account-document.ts';
import { writeAccountPage } from '../../accounting/account-page.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';

type Listed = {
  id: string;
  number: string;
  residents: readonly string[];
  meters: number;
  balance: number;
  balances: { payers: string[]; former: boolean; balance: number }[];
};
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

test('after a sale the seller’s debt and the buyer’s are lines of their own, in the list and in the statement', async () => {
  const { owner: as, tenantId } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as);
  const apartmentId = apartments[1].id;
  const home = (since: string, until?: string) => [{ apartmentId, since, ...(until && { until }) }];
  const person = (name: string, apartmentsOf: object) =>
    g.ask('POST', '//console/api/residents', { as, body: { name, apartments: apartmentsOf } });
  assert.equal((await person('Sirje Müüja', home('2020-01-01', '2026-10-31'))).status, 201);
  assert.equal((await person('Otto Ostja', home('2026-11-01'))).status, 201);
  const [, ofOctober] = await createThreeInvoices(g, as, building.id);
  const [, ofNovember] = await createThreeInvoices(g, as, building.id, november);
  for (const id of [ofOctober, ofNovember]) await markSent(g, id);
  const paid = { apartmentId, invoiceId: ofOctober, amount: 100, paidOn: '2026-11-20', method: 'cash' };
  assert.equal((await g.ask('POST', '//console/api/payments', { as, body: paid })).status, 201);

  const { items } = await g.ask<Listed>('GET', path(building.id, 'apartments'), { as });
  const listed = items.find(({ id }) => id === apartmentId);
  assert.deepEqual(
    listed?.balances.map(({ payers, former, balance }) => [payers, former, balance]),
    [
      [['Otto Ostja'], false, 331.62],
      [['Sirje Müüja'], true, 231.62],
    ],
  );
  assert.equal(listed?.balance, 563.24);
  const account = `//console/api/buildings/${building.id}/apartments/${apartmentId}/account`;
  const { data } = await g.ask<{ severalPayers: boolean; entries: { kind: string; payers: string[] }[] }>(
    'GET',
    account,
    { as },
  );
  assert.equal(data.severalPayers, true);
  assert.deepEqual(data.entries.map(({ kind, payers }) => `${kind} ${payers}`).sort(), [
    'invoice Otto Ostja',
    'invoice Sirje Müüja',
    'payment Sirje Müüja',
  ]);
  const page = await inTenant(g.app, serviceCaller(tenantId), async (scope) =>
    writeAccountPage(await getAccountDocument(scope, { buildingId: building.id, apartmentId, language: 'en' })),
  );
  assert.deepEqual(page.rows.filter(({ text }) => text.endsWith('Sirje Müüja')).length, 2);
});
