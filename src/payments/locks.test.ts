// Tests over HTTP: commands that want the same money, building or invoice at once all succeed, and come to what one
// after the other comes to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GenerationAnswer, markSent } from '../../test/billing-fixture.ts';
import { createMeteredBuilding } from '../../test/metering-fixture.ts';
import { aBuilding, anApartment, anOrganization, startTestService, type Thing } from '../../test/service-fixture.ts';
import { account, anOrganizationWithDebts, camt } from '../../test/statement-samples.ts';

const g = await startTestService({ rateLimits: { credential: 1e6, tenant: 1e6, address: 1e6, bulk: 1e6, ocr: 1e6 } });
g.clock.now = new Date('2026-12-15T09:00:00Z');
const water = { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 2 };
const fee = { code: 'fee', name: 'Haldus', basis: 'fixed', unitPrice: 100 };

type Details = Thing & { readonly positions: readonly { code: string; amount: number }[] };

/** September is billed with 30.00 of water and sent; then its reading is corrected to 15.00. */
async function correctedSeptember() {
  const { owner: as } = await anOrganization(g);
  const { building, meters, readMeter, bill } = await createMeteredBuilding(g, as, [water, fee]);
  const [meter, other] = meters as [Thing, Thing];
  for (const each of [meter, other]) await readMeter(each, '2026-08-31', 10);
  const wrong = await readMeter(meter, '2026-09-30', 25);
  await readMeter(other, '2026-09-30', 12);
  const { invoices } = (await bill('09')).data;
  for (const { invoiceId } of invoices) await markSent(g, invoiceId ?? '');
  const invoiceId = invoices.find(({ apartmentId }) => apartmentId === meter.apartmentId)?.invoiceId;
  await g.ask('POST', `/meters/${meter.id}/readings`, { as, body: { value: 17.5, corrects: wrong.id } });
  for (const each of [meter, other]) await readMeter(each, '2026-10-31', 17.5);
  const creditWater = () =>
    g.ask('POST', `//console/api/invoices/${invoiceId}/credit`, {
      as,
      body: { reason: 'Vaie', positions: [{ position: 1 }] },
    });
  const correctPeriod = (body: Record<string, unknown> = {}) =>
    g.ask('POST', `//console/api/buildings/${building.id}/corrections`, {
      as,
      body: { periodStart: '2026-09-01', periodEnd: '2026-09-30', reason: 'Näit', ...body },
    });
  const total = async () => {
    const all = await g.ask<Thing>('GET', `/invoices?buildingId=${building.id}&limit=500`, { as });
    let sum = 0;
    for (const { id, apartmentId } of all.items) {
      if (apartmentId !== meter.apartmentId) continue;
      for (const { code, amount } of (await g.ask<Details>('GET', `/invoices/${id}`, { as })).data.positions)
        if (code === 'water') sum += amount;
    }
    return Number(sum.toFixed(2));
  };
  return { as, creditWater, correctPeriod, total, generate: () => bill('10') };
}

for (const other of ['generate', 'correctPeriod'] as const)
  test(`a credit and ${other === 'generate' ? 'the next month' : 'a correction'} at once give back what was charged, once`, async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const { creditWater, total, ...commands } = await correctedSeptember();
      const run = [commands[other], creditWater];
      const answers = await Promise.all((turn % 2 === 0 ? run : run.reverse()).map((command) => command()));
      // A correction that comes second has nothing to correct.
      assert.ok(
        answers.every(({ status }) => status === 201 || status === 200),
        answers.map(({ text }) => text).join(),
      );
      assert.equal(await total(), 0);
    }
  });

test('a credit and a correction of a bill at once give back what was charged, once', async () => {
  const { owner: as } = await anOrganization(g);
  const heat = { code: 'heat', name: 'Küte', basis: 'area', costFrom: 'supplier_bill' };
  const period = { periodStart: '2026-10-01', periodEnd: '2026-10-31' };
  for (let turn = 0; turn < 4; turn += 1) {
    const building = await aBuilding(g, as, { billing: { charges: [heat] } });
    await anApartment(g, as, building.id, { number: '1', area: 30 });
    const generation = { buildingId: building.id, ...period, costs: [{ charge: 'heat', amount: 30 }] };
    const { data } = await g.ask<GenerationAnswer>('POST', '/invoices/generate-bulk', { as, body: generation });
    const invoiceId = data.invoices[0]?.invoiceId ?? '';
    await markSent(g, invoiceId);
    const credit = () => g.ask('POST', `//console/api/invoices/${invoiceId}/credit`, { as, body: { reason: 'Vaie' } });
    const correction = { ...period, reason: 'Arve parandati', bills: [{ charge: 'heat', amount: -10 }] };
    const correct = () => g.ask('POST', `//console/api/buildings/${building.id}/corrections`, { as, body: correction });
    const commands = turn % 2 === 0 ? [credit, correct] : [correct, credit];
    const answers = await Promise.all(commands.map((command) => command()));
    assert.ok(
      answers.every(({ status }) => status === 201 || status === 200),
      answers.map(({ text }) => text).join(),
    );
    const all = await g.ask<Thing & { amount: number }>('GET', `/invoices?buildingId=${building.id}`, { as });
    assert.equal(Number(all.items.reduce((sum, { amount }) => sum + amount, 0).toFixed(2)), 0);
  }
});

test('a correction and an import that pays invoices of its period both succeed', async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    const { owner: as, building, invoices, reference1, reference2 } = await anOrganizationWithDebts(g);
    for (const id of invoices) await markSent(g, id);
    const lines = [reference2, reference1].map((reference, place) => ({
      amount: '10.00',
      reference,
      id: `maks-${place}`,
    }));
    const file = Buffer.from(camt(lines, { account })).toString('base64');
    const body = {
      periodStart: '2026-10-01',
      periodEnd: '2026-10-31',
      reason: 'Hilinenud',
      bills: [{ charge: 'heat', amount: 50 }],
    };
    const answers = await Promise.all([
      g.ask('POST', '/bank-statements/import', { as, body: { file } }),
      g.ask('POST', `//console/api/buildings/${building.id}/corrections`, { as, body }),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
      answers.map(({ text }) => text).join(),
    );
  }
});
