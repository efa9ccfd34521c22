// Tests of the sums of invoices over all pages of a filter, and of the list beside them: its names and orders.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding, createThreeInvoices, markSent } from '../../../test/billing-fixture.ts';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { invoiceOrders } from '../../invoicing/invoice-queries.ts';
import { sumInvoices } from '../../invoicing/invoices.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';

type Sums = { currency: string; count: number; amount: number; balance: number };
type Named = { id: string; number: string; buildingName: string; apartmentNumber: string; amount: number };

const g = await startTestService();
const list = '/invoices?include=names';
const sums = '//console/api/invoice-sums';

async function threeInvoices() {
  const { tenantId, owner: as } = await anOrganization(g);
  const { building } = await createBilledBuilding(g, as);
  return { tenantId, as, building, ids: await createThreeInvoices(g, as, building.id) };
}

test('the list names building and apartment, in every order that the API has', async () => {
  const { as, building } = await threeInvoices();
  const { status, items } = await g.ask<Named>('GET', `${list}&sort=number`, { as });
  assert.equal(status, 200);
  assert.deepEqual(
    items.map(({ buildingName, apartmentNumber }) => [buildingName, apartmentNumber]),
    ['1', '2', '10'].map((number) => [building.name, number]),
  );
  const byAmount = await g.ask<Named>('GET', `${list}&sort=-amount&limit=2`, { as });
  assert.deepEqual(
    byAmount.items.map(({ apartmentNumber }) => apartmentNumber),
    ['1', '2'],
  );
  const rest = await g.ask<Named>('GET', `${list}&sort=-amount&limit=2&cursor=${byAmount.nextCursor}`, { as });
  assert.deepEqual(
    rest.items.map(({ apartmentNumber }) => apartmentNumber),
    ['10'],
  );
});

test('filters that leave few have the orders and pages of the list without them', async () => {
  const { as, building, ids } = await threeInvoices();
  const { items } = await g.ask<Named & { issueDate: string }>('GET', list, { as });
  const day = items[0]?.issueDate;
  const filters = [`buildingId=${building.id}`, 'status=draft', `dateFrom=${day}&dateTo=${day}`, `dateFrom=${day}`];
  for (const field of Object.keys(invoiceOrders))
    for (const sort of [field, `-${field}`]) {
      const expected = (await g.ask<Named>('GET', `${list}&sort=${sort}`, { as })).items.map(({ id }) => id);
      assert.equal(expected.length, ids.length);
      for (const filter of filters) {
        const first = await g.ask<Named>('GET', `${list}&${filter}&sort=${sort}&limit=2`, { as });
        const path = `${list}&${filter}&sort=${sort}&limit=2&cursor=${first.nextCursor}`;
        const rest = await g.ask<Named>('GET', path, { as });
        assert.deepEqual(
          [...first.items, ...rest.items].map(({ id }) => id),
          expected,
          `${filter} ${sort}`,
        );
      }
    }
});

test('the sums are exact over all pages, and follow the filter', async () => {
  const { as, ids, building } = await threeInvoices();
  const { items } = await g.ask<Named>('GET', list, { as });
  const cents = items.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const all = await g.ask<Sums[]>('GET', sums, { as });
  assert.deepEqual(all.data, [{ currency: 'EUR', count: 3, amount: cents / 100, balance: 0 }], 'drafts are not owed');

  await markSent(g, ids[0]);
  await markSent(g, ids[2]);
  await g.ask('PATCH', `/invoices/${ids[0]}`, { as, body: { status: 'paid' } });
  await g.ask('PATCH', `/invoices/${ids[1]}`, { as, body: { status: 'cancelled' } });
  const [paid = 0, cancelled = 0, open = 0] = ids.map((id) => items.find((item) => item.id === id)?.amount);
  const sumsOf = async (query: string) => (await g.ask<Sums[]>('GET', `${sums}?${query}`, { as })).data;
  assert.deepEqual(await sumsOf(''), [
    { currency: 'EUR', count: 3, amount: Math.round((paid + open) * 100) / 100, balance: open },
  ]);
  assert.deepEqual(await sumsOf('status=cancelled'), [{ currency: 'EUR', count: 1, amount: cancelled, balance: 0 }]);
  assert.deepEqual(await sumsOf(`buildingId=${building.id}&status=paid`), [
    { currency: 'EUR', count: 1, amount: paid, balance: 0 },
  ]);
  assert.deepEqual(await sumsOf('status=overdue'), []);
});

test('more invoices than the limit are not summed', async () => {
  const { tenantId, building } = await threeInvoices();
  const sumsWithin = (max: number) =>
    inTenant(g.app, serviceCaller(tenantId), (scope) => sumInvoices(scope, { buildingId: building.id }, max));
  assert.equal((await sumsWithin(3))?.[0]?.count, 3);
  assert.equal(await sumsWithin(2), undefined);
});

test('a building of another organization, and a reversed range are rejected', async () => {
  const { building } = await threeInvoices();
  const other = (await anOrganization(g)).owner;
  const statusOf = async (query: string, as?: string) => (await g.ask('GET', `${sums}?${query}`, { as })).status;
  assert.equal(await statusOf(`buildingId=${building.id}`, other), 404);
  assert.equal(await statusOf('dateFrom=2026-11-02&dateTo=2026-11-01', other), 422);
  assert.deepEqual((await g.ask<Sums[]>('GET', sums, { as: other })).data, []);
});
