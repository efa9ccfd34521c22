// Tests over HTTP: of what an apartment was charged, no order of credits, corrections and settlements gives back more
// than stands, and all that stands can be given back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markSent, sendAll } from '../../../test/billing-fixture.ts';
import { createMeteredBuilding, sumInForce, water } from '../../../test/metering-fixture.ts';
import { aBuilding, anApartment, anOrganization, startTestService, type Thing } from '../../../test/service-fixture.ts';

const g = await startTestService();
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { owner: as } = await anOrganization(g);
const fee = { code: 'fee', name: 'Haldus', basis: 'fixed', unitPrice: 100 };

type Position = { readonly code: string; readonly amount: number; readonly calculation: { readonly method: string } };
type Details = Thing & {
  readonly positions: readonly Position[];
  readonly apartmentId: string;
  readonly status: string;
};

const read = async (id: string | undefined) => (await g.ask<Details>('GET', `/invoices/${id}`, { as })).data;

/**
 * Credits positions of an invoice: all that is left of them, or an amount. Returns the net amount of the credit note,
 * and the answer's status.
 */
async function credit(id: string | undefined, positions?: readonly { position: number; amount?: number }[]) {
  const body = { reason: 'Vaie', ...(positions && { positions }) };
  const answer = await g.ask<Details>('POST', `//console/api/invoices/${id}/credit`, { as, body });
  const net = answer.status === 201 ? answer.data.positions.reduce((sum, position) => sum + position.amount, 0) : 0;
  return { status: answer.status, net: Number(net.toFixed(2)), text: answer.text };
}

/**
 * A building whose first apartment has some meters, read at the ends of August and September, and the sent invoices of
 * September with 15.00 of each meter.
 */
async function billedSeptember(count: number) {
  const fixture = await createMeteredBuilding(g, as, [water, fee]);
  const { building, meters, aMeter, readMeter, bill } = fixture;
  const [first, other] = meters as [Thing, Thing];
  const own = [first];
  while (own.length < count) own.push(await aMeter({ apartmentId: first.apartmentId, serialNumber: `L${own.length}` }));
  const lasts: Thing[] = [];
  for (const meter of [...own, other]) await readMeter(meter, '2026-08-31', 10);
  for (const meter of own) lasts.push(await readMeter(meter, '2026-09-30', 17.5));
  await readMeter(other, '2026-09-30', 12);
  const september = (await bill('09')).data;
  await sendAll(g, september);
  /** Corrects the September reading of all meters, or of one. */
  const correctReadings = async (value: number) => {
    for (const [index, reading] of lasts.entries()) {
      const body = { value, corrects: reading.id };
      const answer = await g.succeed('POST', `/meters/${own[index]?.id}/readings`, { as, body });
      lasts[index] = answer.data;
    }
  };
  const readAll = async (day: string, value: number) => {
    for (const meter of [...own, other]) await readMeter(meter, day, value);
  };
  const apartmentId = first.apartmentId;
  const invoiceId = september.invoices.find((invoice) => invoice.apartmentId === apartmentId)?.invoiceId;
  const total = async () => (await sumInForce(g, as, { buildingId: building.id, apartmentId })).net;
  return { ...fixture, own, other, apartmentId, invoiceId, correctReadings, readAll, total };
}

/** The ordinal of an invoice's position with a method of calculation. */
const placeOf = ({ positions }: Details, method: string) =>
  positions.findIndex(({ code, calculation }) => code === 'water' && calculation.method === method) + 1;

for (const count of [1, 2, 3])
  test(`with ${count} meters, crediting a settlement upwards leaves the whole first amount to credit`, async () => {
    const { bill, correctReadings, readAll, apartmentId, invoiceId, total } = await billedSeptember(count);
    await correctReadings(20);
    await readAll('2026-10-31', 25);
    const october = (await bill('10')).data.invoices.find((invoice) => invoice.apartmentId === apartmentId)?.invoiceId;
    await markSent(g, october ?? '');
    const place = placeOf(await read(october), 'settlement');
    assert.deepEqual(await credit(october, [{ position: place }]).then(({ net }) => net), -5 * count);
    assert.equal((await credit(invoiceId, [{ position: 1, amount: 15 * count + 0.01 }])).status, 422);
    assert.equal((await credit(invoiceId, [{ position: 1 }])).net, -15 * count);
    assert.equal(await total(), 10 * count, 'only October stands');
  });

for (const count of [1, 2, 3])
  test(`with ${count} meters, a part of a settlement downwards that was credited can be credited with the first amount`, async () => {
    const { bill, correctReadings, readAll, apartmentId, invoiceId } = await billedSeptember(count);
    await correctReadings(12.5);
    await readAll('2026-10-31', 25);
    const october = (await bill('10')).data.invoices.find((invoice) => invoice.apartmentId === apartmentId)?.invoiceId;
    await markSent(g, october ?? '');
    const place = placeOf(await read(october), 'settlement');
    assert.equal(
      (
        await credit(october, [
          { position: place, amount: -5 },
          { position: 1, amount: 10 },
        ])
      ).net,
      -5,
    );
    const left = count === 1 ? 10 : count === 2 ? 15 : 20;
    assert.equal((await credit(invoiceId, [{ position: 1, amount: left + 0.01 }])).status, 422);
    assert.equal((await credit(invoiceId, [{ position: 1 }])).net, -left);
  });

test('a settlement of two months that comes to nothing leaves nothing that cannot be credited', async () => {
  const fixture = await billedSeptember(1);
  const { bill, readAll, readMeter, own, apartmentId, invoiceId, total } = fixture;
  const invoiceOf = (data: Awaited<ReturnType<typeof bill>>['data']) =>
    data.invoices.find((invoice) => invoice.apartmentId === apartmentId)?.invoiceId ?? '';
  await readAll('2026-10-31', 25);
  const october = invoiceOf((await bill('10')).data);
  await markSent(g, october);
  const [meter] = own as [Thing];
  const readings = await g.ask<Thing>('GET', `//console/api/readings?meterId=${meter.id}&limit=50`, { as });
  const wrong = readings.items.find((reading) => reading.value === 17.5);
  await fixture.rejectReading(wrong);
  await readMeter(meter, '2026-09-30', 14.31);
  await readAll('2026-11-30', 26);
  const november = invoiceOf((await bill('11')).data);
  await markSent(g, november);
  for (const id of [november, october, invoiceId]) {
    const { positions } = await read(id);
    const places = [...positions.entries()].flatMap(([index, { code }]) =>
      code === 'water' ? [{ position: index + 1 }] : [],
    );
    await credit(id, places);
  }
  assert.equal(await total(), 0);
});

/**
 * A building with one apartment, whose only charge divides a bill or has a price, and its sent invoice of October with
 * 30.00.
 */
async function billedOctober(charge: Record<string, unknown>, costs: readonly unknown[]) {
  const building = await aBuilding(g, as, { billing: { charges: [{ code: 'heat', name: 'Küte', ...charge }] } });
  const apartment = await anApartment(g, as, building.id, { number: '1', area: 30 });
  const period = { periodStart: '2026-10-01', periodEnd: '2026-10-31' };
  const made = await g.succeed<{ invoices: { invoiceId: string }[] }>('POST', '/invoices/generate-bulk', {
    as,
    body: { buildingId: building.id, ...period, costs },
  });
  const invoiceId = made.data.invoices[0]?.invoiceId ?? '';
  await markSent(g, invoiceId);
  const correct = async (body: Record<string, unknown> = {}) => {
    const path = `//console/api/buildings/${building.id}/corrections`;
    const written = { ...period, reason: 'Tarnija parandas', ...body };
    const answer = await g.ask<{ invoices: { invoiceId?: string; amount?: number }[] }>('POST', path, {
      as,
      body: written,
    });
    assert.ok(answer.status < 300, answer.text);
    const { invoiceId: id, amount } = answer.data.invoices[0] ?? {};
    if (id !== undefined && (amount ?? 0) > 0) await markSent(g, id);
    return { id, amount };
  };
  const charged = { buildingId: building.id, apartmentId: apartment.id, code: 'heat' };
  const total = async () => (await sumInForce(g, as, charged)).net;
  return { building, apartment, invoiceId, correct, total };
}

test('a further bill that was corrected down again can be credited only by what stands', async () => {
  const { invoiceId, correct, total } = await billedOctober({ basis: 'area', costFrom: 'supplier_bill' }, [
    { charge: 'heat', amount: 30 },
  ]);
  assert.equal((await credit(invoiceId)).net, -30);
  const up = await correct({ bills: [{ charge: 'heat', amount: 8 }] });
  assert.equal((await correct({ bills: [{ charge: 'heat', amount: -5 }] })).amount, -5);
  assert.equal((await credit(up.id)).net, -3);
  assert.equal(await total(), 0);
});

test('a further bill that was taken back cannot be credited', async () => {
  const { invoiceId, correct, total } = await billedOctober({ basis: 'area', costFrom: 'supplier_bill' }, [
    { charge: 'heat', amount: 30 },
  ]);
  await credit(invoiceId);
  const up = await correct({ bills: [{ charge: 'heat', amount: 8 }] });
  assert.equal((await correct({ bills: [{ charge: 'heat', amount: -8 }] })).amount, -8);
  assert.equal((await credit(up.id)).status, 409);
  assert.equal(await total(), 0);
});

test('what was charged by area can be credited only by what stands', async () => {
  const { building, apartment, invoiceId, correct, total } = await billedOctober(
    { basis: 'area', unitPrice: 1, vatRate: 24 },
    [],
  );
  const resize = async (area: number) => {
    const path = `/buildings/${building.id}/apartments/${apartment.id}`;
    assert.equal((await g.ask('PATCH', path, { as, body: { area } })).status, 200);
  };
  assert.equal((await credit(invoiceId)).net, -30);
  await resize(38);
  const up = await correct();
  await resize(33);
  assert.equal((await correct()).amount, -6.2);
  assert.equal((await credit(up.id)).net, -3);
  assert.equal(await total(), 0);
});

test('a correction gives back no more than stands after a credit and a settlement by the next month', async () => {
  const { bill, correctReadings, readAll, invoiceId, correctMonth, total } = await billedSeptember(2);
  await correctReadings(15);
  await readAll('2026-10-31', 15);
  await bill('10');
  assert.equal((await credit(invoiceId, [{ position: 1 }])).net, -20);
  await correctReadings(12.5);
  await correctMonth('09');
  assert.equal(await total(), 0);
});
