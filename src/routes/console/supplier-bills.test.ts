// Tests of supplier bills: recorded completely or not at all, split by the generation, and fixed once a period is
// closed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createBilledBuilding,
  createThreeInvoices,
  generate,
  markSent,
  november,
  october,
} from '../../../test/billing-fixture.ts';
import { anOrganization, refusalOf, startTestService, type Thing } from '../../../test/service-fixture.ts';

const g = await startTestService();
const { owner: as } = await anOrganization(g);
const stranger = await anOrganization(g, 'Strangers');

type Bill = { charge: string; amount: number; quantity: string | null; supplier: string | null };
type Period = Thing & { periodStart: string; closed: boolean; bills: Bill[]; furtherBills: Bill[] };

const at = (building: Thing) => `//console/api/buildings/${building.id}/supplier-bills`;
type Billed = Thing & { periodStart: string };
const periods = async (building: Thing, query = '', who = as) =>
  (await g.ask<Billed>('GET', `//console/api/buildings/${building.id}/periods${query}`, { as: who })).items;
const put = (building: Thing, bills: unknown, period: object = october, who = as) =>
  g.ask<Period>('PUT', at(building), { as: who, body: { ...period, bills } });
const list = async (building: Thing, query = '') => (await g.ask<Period>('GET', at(building) + query, { as })).items;

test('recorded bills are returned completely, replaced as a whole, and split by a generation without costs', async () => {
  const { building } = await createBilledBuilding(g, as);
  const facts = { quantity: 87.31, supplier: ' Utilitas ', number: 'U-1', date: '2026-11-02' };
  const made = await put(building, [{ charge: 'heat', amount: 900, ...facts }]);
  assert.equal(made.status, 200);
  const shown = {
    charge: 'heat',
    amount: 900,
    quantity: '87.31',
    supplier: 'Utilitas',
    number: 'U-1',
    date: '2026-11-02',
  };
  assert.deepEqual([made.data.bills, made.data.furtherBills, made.data.closed], [[shown], [], false]);
  const bare = await put(building, [{ charge: 'heat', amount: 1000.01 }]);
  assert.deepEqual(bare.data.bills, [
    { charge: 'heat', amount: 1000.01, quantity: null, supplier: null, number: null, date: null },
  ]);
  const split = await generate(g, as, building.id, { costs: undefined });
  assert.deepEqual([split.status, split.data.charges[1]?.bill], [201, 1000.01]);
  assert.deepEqual((await put(building, [])).data.bills, []);
});

test('periods are listed in order, page by page, and one can be fetched', async () => {
  const { building } = await createBilledBuilding(g, as);
  await put(building, [{ charge: 'heat', amount: 2 }], november);
  await put(building, [{ charge: 'heat', amount: 1 }]);
  const starts = (periods: readonly Period[]) => periods.map((period) => period.periodStart);
  assert.deepEqual(starts(await list(building)), ['2026-10-01', '2026-11-01']);
  assert.deepEqual(starts(await list(building, '?sort=-periodStart')), ['2026-11-01', '2026-10-01']);
  const first = await g.ask<Period>('GET', `${at(building)}?limit=1`, { as });
  const second = await g.ask<Period>('GET', `${at(building)}?limit=1&cursor=${first.nextCursor}`, { as });
  assert.deepEqual(starts([...first.items, ...second.items]), ['2026-10-01', '2026-11-01']);
  const { items } = await g.ask<Period>('GET', `${at(building)}?periodStart=2026-11-01&periodEnd=2026-11-30`, { as });
  assert.deepEqual([starts(items), items[0]?.bills[0]?.amount], [['2026-11-01'], 2]);
  const { building: other } = await createBilledBuilding(g, as);
  assert.equal(
    (await g.ask('GET', `${at(other)}?limit=1&cursor=${first.nextCursor}`, { as })).status,
    422,
    'a cursor belongs to its building',
  );
});

test('all problems are reported at once, and nothing is recorded', async () => {
  const { building } = await createBilledBuilding(g, as);
  await put(building, [{ charge: 'heat', amount: 5 }]);
  const wrong = [
    { charge: 'care', amount: 1 },
    { charge: 'lift', amount: 1 },
    { charge: 'heat', amount: 1 },
    { charge: 'heat', amount: 2 },
  ];
  const backwards = { periodStart: '2026-10-31', periodEnd: '2026-10-01' };
  assert.deepEqual(refusalOf(await put(building, wrong, backwards)), [
    422,
    'validation_failed',
    ['periodEnd', 'bills.0.charge', 'bills.1.charge', 'bills.3.charge'],
  ]);
  assert.deepEqual(
    refusalOf(await put(building, [{ charge: 'heat', amount: 1.005, quantity: -1, date: '2026-02-30' }])),
    [422, 'validation_failed', ['bills.0.amount', 'bills.0.quantity', 'bills.0.date']],
  );
  assert.deepEqual(refusalOf(await put(building, [{ charge: 'heat' }])), [400, 'invalid_body', ['bills.0.amount']]);
  assert.equal((await g.ask('PUT', at(building), { as, body: { bills: [] } })).status, 400);
  assert.deepEqual(
    (await list(building)).map((period) => period.bills[0]?.amount),
    [5],
  );
});

test('once an invoice of the period is sent or paid its bills are fixed; sending the same is fine, and other periods are open', async () => {
  for (const [nth, close] of [
    (id: string) => markSent(g, id),
    (id: string) => g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'paid' } }),
  ].entries()) {
    const { building } = await createBilledBuilding(g, as);
    const bill = { charge: 'heat', amount: 1000.01, quantity: 3, supplier: 'Utilitas' };
    await put(building, [bill]);
    const [invoice1, invoice2] = await createThreeInvoices(g, as, building.id, { costs: undefined });
    assert.equal((await put(building, [{ ...bill, amount: 7 }])).status, 200, 'drafts close nothing');
    await put(building, [bill]);
    await close(invoice2);
    assert.deepEqual(
      refusalOf(await put(building, [{ ...bill, amount: 7 }])),
      [409, 'period_closed', []],
      `close ${nth}`,
    );
    assert.deepEqual(refusalOf(await put(building, [])), [409, 'period_closed', []], `close ${nth}`);
    const same = await put(building, [bill]);
    assert.deepEqual([same.status, same.data.closed], [200, true], `close ${nth}`);
    assert.equal((await put(building, [bill], november)).data.closed, false, `close ${nth}`);

    await g.ask('PATCH', `/invoices/${invoice1}`, { as, body: { status: 'cancelled' } });
    const others = await generate(g, as, building.id, { costs: [{ charge: 'heat', amount: 7 }] });
    assert.deepEqual(refusalOf(others), [409, 'period_closed', []], `close ${nth}`);
    const counted = await generate(g, as, building.id, { costs: [{ charge: 'heat', amount: 1000.01, quantity: 4 }] });
    assert.deepEqual(refusalOf(counted), [409, 'period_closed', []], `close ${nth}`);
    const again = await generate(g, as, building.id, { costs: [{ charge: 'heat', amount: 1000.01 }] });
    assert.deepEqual([again.status, again.data.created], [201, 1], 'what is missing is made from the bill as it was');
    assert.equal((await list(building))[0]?.bills[0]?.supplier, 'Utilitas', `close ${nth}`);
  }
});

test('two simultaneous requests leave one set of bills, and ten repeats do not change it', async () => {
  const { building } = await createBilledBuilding(g, as);
  const sets = [1, 2, 3, 4].map((amount) => [{ charge: 'heat', amount }]);
  const answers = await Promise.all(sets.map((bills) => put(building, bills)));
  assert.ok(answers.every((answer) => answer.status === 200 && answer.data.bills.length === 1));
  const [kept] = await list(building);
  assert.equal(kept?.bills.length, 1);
  const repeats = await Promise.all(Array.from({ length: 10 }, () => put(building, sets[0])));
  assert.equal(new Set(repeats.map((repeat) => repeat.text)).size, 1);
});

test('the periods of a building show what was billed and what is open, with or without bills', async () => {
  const { building } = await createBilledBuilding(g, as);
  assert.deepEqual(await periods(building), []);
  await put(building, [{ charge: 'heat', amount: 900 }], november);
  const [invoice1, invoice2] = await createThreeInvoices(g, as, building.id);
  const shown = async () =>
    (await periods(building)).map(({ id: _, periodEnd: _end, updatedAt: _at, ...period }) => period);
  const empty = { closed: false, invoices: 0, unsent: 0, corrections: 0, amount: 0, open: 0 };
  const later = { periodStart: '2026-11-01', ...empty, bills: 900 };
  const drafts = { periodStart: '2026-10-01', ...empty, invoices: 3, unsent: 3, bills: 1000.01 };
  assert.deepEqual(await shown(), [drafts, later]);
  await markSent(g, invoice1);
  await g.ask('PATCH', `/invoices/${invoice2}`, { as, body: { status: 'paid' } });
  const credit = { reason: 'Nurk', positions: [{ position: 1, amount: 10 }] };
  await g.ask('POST', `//console/api/invoices/${invoice1}/credit`, { as, body: credit });
  const closed = { closed: true, unsent: 3, corrections: 1, amount: 871.93, open: 540.31 };
  assert.deepEqual(await shown(), [{ ...drafts, ...closed }, later]);
  for (const { id = '' } of (await g.ask('GET', `/invoices?buildingId=${building.id}&status=draft`, { as })).items)
    await g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'cancelled' } });
  assert.deepEqual((await shown())[0], {
    ...drafts,
    ...closed,
    invoices: 2,
    unsent: 1,
    corrections: 0,
    amount: 884.33,
    open: 552.71,
  });
  const [newest, ...rest] = await periods(building, '?sort=-periodStart&limit=1');
  assert.deepEqual([newest?.periodStart, rest], ['2026-11-01', []]);
  assert.equal(
    (await g.ask('GET', `//console/api/buildings/${building.id}/periods`, { as: stranger.owner })).status,
    404,
  );
});
