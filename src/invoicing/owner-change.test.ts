// Tests of an apartment sold within a period: one invoice for each owner and their own days, which together add up to
// the whole.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GenerationAnswer, generate, type InvoiceAnswer, november, october } from '../../test/billing-fixture.ts';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  aResidency,
  changeResidencies,
  startTestService,
  type Thing,
} from '../../test/service-fixture.ts';
import type { Day } from '../platform/values/dates.ts';

const g = await startTestService();
const { tenantId, integrator: as } = await anOrganization(g);

const charges = [
  { code: 'care', name: 'Hooldus', basis: 'area', unitPrice: 0.85, vatRate: 24 },
  { code: 'heat', name: 'Küte', basis: 'area', costFrom: 'supplier_bill', vatRate: 24 },
  { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 2, vatRate: 0 },
];
const costs = [{ charge: 'heat', amount: 1000.01 }];
type SharedPosition = InvoiceAnswer['positions'][number] & {
  quantity: number;
  calculation: {
    share?: Record<string, unknown>;
    ownDays?: { from: string; to: string };
    readings?: { start: string; end: string; consumption: string }[];
  };
};
type SharedInvoice = InvoiceAnswer & { positions: readonly SharedPosition[]; periodStart: string; periodEnd: string };

/**
 * Two apartments with a water meter each, read at both ends of October; Mari sells the first to Jaan, who comes on the
 * 11th.
 */
async function setUpSoldApartment(more: { handOver?: boolean } = {}) {
  const building = await aBuilding(g, as, { billing: { charges } });
  const [sold, kept] = [
    await anApartment(g, as, building.id, { number: '1', area: 50 }),
    await anApartment(g, as, building.id, { number: '2', area: 33.3 }),
  ];
  for (const apartment of [sold, kept])
    await aReadMeter(building, apartment, more.handOver === true && apartment === sold);
  const [mari, jaan] = [await aPerson(g, tenantId, 'resident'), await aPerson(g, tenantId, 'resident')];
  await aResidency(g, tenantId, mari.userId, sold.id, '2020-01-01');
  await aResidency(g, tenantId, jaan.userId, sold.id, '2026-10-11');
  const leaves = (until: Day) =>
    changeResidencies(g, tenantId, { apartmentId: sold.id, userId: mari.userId }, { until });
  const comes = (since: Day) =>
    changeResidencies(g, tenantId, { apartmentId: sold.id, userId: jaan.userId }, { since });
  await leaves('2026-10-10');
  return { building, sold, kept, mari, jaan, leaves, comes };
}

async function aReadMeter(building: Thing, apartment: Thing, handOver: boolean): Promise<void> {
  const body = {
    buildingId: building.id,
    apartmentId: apartment.id,
    type: 'cold_water',
    installedOn: '2026-01-01',
    initialValue: 0,
  };
  const meter = (await g.ask('POST', '/meters', { as, body })).data;
  const days = [['2026-09-30', 100], ...(handOver ? [['2026-10-10', 101]] : []), ['2026-10-31', 110]] as const;
  for (const [readAt, value] of days) {
    await g.succeed('POST', `/meters/${meter.id}/readings`, { as, body: { value, readAt } });
  }
}

const read = async (id: string | undefined) => (await g.ask<SharedInvoice>('GET', `/invoices/${id}`, { as })).data;
const bill = (building: Thing, body: Record<string, unknown> = {}) => generate(g, as, building.id, { costs, ...body });
const shown = ({ invoices }: GenerationAnswer) =>
  invoices.map((invoice) => [
    invoice.status,
    (invoice as { periodStart?: string }).periodStart,
    (invoice as { periodEnd?: string }).periodEnd,
    invoice.code,
  ]);
const cents = (amount: number) => Math.round(amount * 100);

/** What an apartment owes for October when nobody sells, position by position. */
async function unsold(): Promise<Map<string, number>> {
  const { building, leaves, comes } = await setUpSoldApartment();
  await leaves('2026-12-31');
  await comes('2027-01-01');
  const whole = await read((await bill(building)).data.invoices[0]?.invoiceId);
  return new Map(whole.positions.map((line) => [line.code, cents(line.amount) + cents(line.vatAmount)]));
}

test('seller and buyer each get an invoice of their own days, which add up to the cent', async () => {
  const { building } = await setUpSoldApartment();
  const { data } = await bill(building);
  assert.deepEqual(shown(data), [
    ['created', '2026-10-01', '2026-10-10', undefined],
    ['created', '2026-10-11', '2026-10-31', undefined],
    ['created', undefined, undefined, undefined],
  ]);
  assert.deepEqual([data.created, data.total], [3, 3]);
  const [sellersInvoice, buyersInvoice] = [
    await read(data.invoices[0]?.invoiceId),
    await read(data.invoices[1]?.invoiceId),
  ];
  assert.deepEqual(
    [sellersInvoice.periodStart, sellersInvoice.periodEnd, buyersInvoice.periodStart],
    ['2026-10-01', '2026-10-10', '2026-10-11'],
  );
  const whole = await unsold();
  for (const [code, amount] of whole) {
    const parts = [sellersInvoice, buyersInvoice].map((invoice) =>
      invoice.positions.find((line) => line.code === code),
    );
    assert.equal(
      parts.reduce((sum, line) => sum + cents(line?.amount ?? 0) + cents(line?.vatAmount ?? 0), 0),
      amount,
      code,
    );
  }
  const handler = sellersInvoice.positions[0];
  assert.deepEqual([handler?.amount, handler?.vatAmount, handler?.quantity], [13.71, 3.29, 16.129032]);
  assert.deepEqual(handler?.calculation.share, {
    whole: 42.5,
    from: '2026-10-01',
    to: '2026-10-10',
    by: 'days',
    part: '10',
    of: '31',
    raw: '13.709677',
    wholeCents: 13.7,
    remainderCent: 1,
  });
});

test('a preview names the payers of each part, and compares the apartment as a whole', async () => {
  const { building, sold, mari, jaan } = await setUpSoldApartment();
  const body = { periodStart: '2026-10-01', periodEnd: '2026-10-31', costs };
  const path = `//console/api/buildings/${building.id}/generation-preview`;
  type Compared = { amount: number; previous: number; change: number; flagged: boolean };
  type Row = Compared & { apartmentId: string; periodStart?: string; payers?: string[] };
  const september = { periodStart: '2026-09-01', periodEnd: '2026-09-30', costs: [{ charge: 'heat', amount: 500 }] };
  const before = await generate(g, as, building.id, september);
  assert.equal(before.status, 201, before.text);
  const { data } = await g.ask<{ invoices: Row[] }>('POST', path, { as, body });
  const sum = (numbers: number[]) => numbers.reduce((all, number) => all + cents(number), 0);
  const billed = before.data.invoices.map(({ amount }) => amount ?? 0);
  assert.equal(sum(data.invoices.map(({ previous }) => previous)), sum(billed), 'what the building billed');
  const parts = data.invoices.slice(0, 2);
  assert.equal(sum(parts.map(({ previous }) => previous)), cents(billed[0] ?? 0));
  assert.equal(parts[0]?.previous, Math.round((cents(billed[0] ?? 0) * 10) / 31) / 100, 'ten of 31 days');
  for (const { amount, previous, change } of data.invoices)
    assert.equal(cents(change), cents(amount) - cents(previous));
  assert.deepEqual(
    parts.map(({ flagged }) => flagged),
    [true, true],
  );
  const dry = (await bill(building, { ...october, dryRun: true })).data.invoices as unknown as Row[];
  assert.deepEqual(
    dry.map(({ previous }) => previous),
    data.invoices.map(({ previous }) => previous),
  );
  const people = await g.owner<{ userId: string; name: string }[]>`
    select user_id, name from residents where user_id = any (${[mari.userId, jaan.userId]}::uuid[])`;
  const nameOf = (id: string) => people.find(({ userId }) => userId === id)?.name;
  const named = data.invoices.map(({ apartmentId, periodStart, payers }) => [
    apartmentId === sold.id,
    periodStart,
    payers,
  ]);
  assert.deepEqual(named, [
    [true, '2026-10-01', [nameOf(mari.userId)]],
    [true, '2026-10-11', [nameOf(jaan.userId)]],
    [false, undefined, undefined],
  ]);
});

test('the seller and the buyer pay what the building pays on average per square metre', async () => {
  const { building } = await setUpSoldApartment();
  const { data } = await bill(building);
  for (const { invoiceId } of data.invoices) {
    const path = `//console/api/invoices/${invoiceId}/comparison`;
    type Charge = { code: string; areaPrice: number; averageAreaPrice: number };
    const [care] = (await g.ask<Charge[]>('GET', path, { as })).data;
    assert.deepEqual(
      [care?.code, care?.averageAreaPrice.toFixed(4), care?.areaPrice.toFixed(4)],
      ['care', '0.8500', '0.8500'],
    );
  }
});

test('consumption is divided by a reading at the hand-over, and by days without one', async () => {
  const waterOf = async (handOver: boolean) => {
    const { building } = await setUpSoldApartment({ handOver });
    const { invoices } = (await bill(building)).data;
    const lines = await Promise.all(
      [invoices[0], invoices[1]].map(async (item) => (await read(item?.invoiceId)).positions[2]),
    );
    return lines.map((line) => [
      line?.quantity,
      line?.amount,
      line?.calculation.ownDays,
      line?.calculation.readings?.map((reading) => `${reading.start}-${reading.end}`),
    ]);
  };
  const [seller, buyer] = [
    { from: '2026-10-01', to: '2026-10-10' },
    { from: '2026-10-11', to: '2026-10-31' },
  ];
  assert.deepEqual(await waterOf(true), [
    [1, 2, seller, ['100-101']],
    [9, 18, buyer, ['101-110']],
  ]);
  assert.deepEqual(await waterOf(false), [
    [3.225806, 6.45, seller, ['100-103.225806']],
    [6.774194, 13.55, buyer, ['103.225806-110']],
  ]);
});

test('the next month continues from the reading at the end of this one', async (context) => {
  const before = g.clock.now;
  context.after(() => {
    g.clock.now = before;
  });
  const { building, sold } = await setUpSoldApartment({ handOver: true });
  await bill(building);
  g.clock.now = new Date('2026-12-02T09:00:00.000Z');
  const meters = await g.ask('GET', `/meters?buildingId=${building.id}`, { as });
  for (const meter of meters.items)
    await g.ask('POST', `/meters/${meter.id}/readings`, { as, body: { value: 114, readAt: '2026-11-30' } });
  const { data } = await bill(building, november);
  const mine = data.invoices.filter((invoice) => invoice.apartmentId === sold.id);
  assert.equal(mine.length, 1);
  assert.equal((await read(mine[0]?.invoiceId)).positions[2]?.quantity, 4);
});

test('a repeat changes nothing; a cancelled part is generated again and nothing else', async () => {
  const { building } = await setUpSoldApartment();
  const { invoices } = (await bill(building)).data;
  const again = await bill(building);
  assert.deepEqual([again.status, again.data.created, again.data.skipped], [200, 0, 3]);
  assert.deepEqual(
    again.data.invoices.map((invoice) => invoice.invoiceId),
    invoices.map((invoice) => invoice.invoiceId),
  );
  const before = await read(invoices[1]?.invoiceId);
  await g.ask('PATCH', `/invoices/${invoices[1]?.invoiceId}`, { as, body: { status: 'cancelled' } });
  const missing = await bill(building);
  assert.deepEqual([missing.status, missing.data.created, missing.data.skipped], [201, 1, 2]);
  const made = await read(missing.data.invoices[1]?.invoiceId);
  assert.deepEqual(made.positions, before.positions);
});

test('an invoice of the whole period stays when the sale is recorded later', async () => {
  const { building, leaves, comes } = await setUpSoldApartment();
  await leaves('2026-11-30');
  await comes('2026-12-01');
  const { data } = await bill(building);
  assert.deepEqual([data.created, data.total], [2, 2]);
  await leaves('2026-10-10');
  await comes('2026-10-11');
  const again = await bill(building);
  assert.deepEqual([again.status, again.data.created, again.data.skipped, again.data.failed], [200, 0, 2, 0]);
  assert.equal(again.data.invoices[0]?.invoiceId, data.invoices[0]?.invoiceId);
});

test('when the day of the sale is corrected, nothing is billed twice; all cancelled and generated again, it is correct', async () => {
  const { building, leaves, comes } = await setUpSoldApartment();
  const { invoices } = (await bill(building)).data;
  await g.ask('PATCH', `/invoices/${invoices[1]?.invoiceId}`, { as, body: { status: 'cancelled' } });
  await leaves('2026-10-05');
  await comes('2026-10-06');
  const refused = await bill(building);
  assert.deepEqual([refused.status, refused.code], [409, 'bill_already_split']);
  await g.ask('PATCH', `/invoices/${invoices[0]?.invoiceId}`, { as, body: { status: 'cancelled' } });
  const regenerated = await bill(building);
  assert.deepEqual(shown(regenerated.data).slice(0, 2), [
    ['created', '2026-10-01', '2026-10-05', undefined],
    ['created', '2026-10-06', '2026-10-31', undefined],
  ]);
});

test('the bill is split to the cent whichever apartment is sold, and sums are stated for the whole building', async () => {
  const { building } = await setUpSoldApartment();
  const { data } = await bill(building);
  const all = await Promise.all(data.invoices.map((invoice) => read(invoice.invoiceId)));
  const heat = all.flatMap((invoice) => invoice.positions.filter((line) => line.code === 'heat'));
  assert.equal(
    heat.reduce((sum, line) => sum + cents(line.amount), 0),
    100_001,
  );
  assert.deepEqual(data.charges.find((charge) => charge.code === 'heat')?.allocated, 1000.01);
  for (const { code, invoiced } of data.charges) {
    const lines = all.flatMap((invoice) => invoice.positions.filter((line) => line.code === code));
    assert.equal(
      lines.reduce((sum, line) => sum + cents(line.amount), 0),
      cents(invoiced),
      code,
    );
  }
  assert.equal(data.periodEnd, october.periodEnd);
});
