// Tests of one-off charges and credits: each is on exactly one valid invoice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createBilledBuilding,
  createThreeInvoices,
  type GenerationAnswer,
  generate,
  type InvoiceAnswer,
  markSent,
  november,
  october,
} from '../../../test/billing-fixture.ts';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  aResidency,
  moveOut,
  startTestService,
  type Thing,
} from '../../../test/service-fixture.ts';

const g = await startTestService();
const { tenantId, integrator: as, owner } = await anOrganization(g);

type ChargedPosition = InvoiceAnswer['positions'][number] & {
  description: string;
  vatRate: number;
  calculation: Record<string, unknown>;
};
type Whole = Omit<InvoiceAnswer, 'positions'> & { readonly positions: readonly ChargedPosition[] };
const key = { description: ' Võtme asendamine ', amount: 15, vatRate: 24, dueFrom: '2026-10-05' };
const add = (buildingId: string, body: Record<string, unknown>) =>
  g.ask('POST', `//console/api/buildings/${buildingId}/one-offs`, { as, body: { ...key, ...body } });
const list = async (buildingId: string, query = '') =>
  (await g.ask('GET', `//console/api/buildings/${buildingId}/one-offs${query}`, { as })).items;
const remove = (id: string) => g.ask('DELETE', `//console/api/one-offs/${id}`, { as });
const cancel = (id: string | undefined) => g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'cancelled' } });
const onceOn = async (id: string | undefined) =>
  (await g.ask<Whole>('GET', `/invoices/${id}`, { as })).data.positions.filter((line) => line.code === 'one-off');
const first = ({ invoices }: GenerationAnswer) => invoices[0]?.invoiceId;

test('the next invoice includes it with its VAT and description; the one after does not', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  const made = await add(building.id, { apartmentId: apartments[0].id });
  assert.equal(made.status, 201, made.text);
  const { data } = await generate(g, as, building.id);
  assert.equal(data.invoices[0]?.amount, 571.31);
  assert.deepEqual(
    data.charges.find((charge) => charge.code === 'one-off'),
    { code: 'one-off', allocated: 15, vatAmount: 3.6, invoiced: 15 },
  );
  const [line] = await onceOn(first(data));
  assert.deepEqual(
    [line?.description, line?.amount, line?.vatRate, line?.vatAmount, line?.calculation],
    [
      'Võtme asendamine',
      15,
      24,
      3.6,
      {
        method: 'one_off',
        basis: 'fixed',
        unit: 'apartment',
        quantity: '1',
        unitPrice: '15',
        raw: '15',
        rounded: 15,
        oneOff: { id: made.data.id, dueFrom: '2026-10-05' },
      },
    ],
  );
  assert.deepEqual(
    (await list(building.id)).map((thing) => thing.invoiceId),
    [first(data)],
  );
  const next = await generate(g, as, building.id, november);
  assert.deepEqual(await onceOn(first(next.data)), []);
});

test('a repeat does not include it twice; cancelled and generated again, the new invoice has it', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  await add(building.id, { apartmentId: apartments[0].id, amount: -20, vatRate: 0 });
  const made = (await generate(g, as, building.id)).data;
  assert.equal((await generate(g, as, building.id)).data.created, 0);
  await cancel(first(made));
  assert.equal((await list(building.id, '?billed=false')).length, 1);
  const regenerated = (await generate(g, as, building.id)).data;
  assert.deepEqual(
    (await onceOn(first(regenerated))).map((line) => line.amount),
    [-20],
  );
  assert.equal((await generate(g, as, building.id)).data.created, 0);
  assert.equal((await list(building.id, '?billed=true')).length, 1);
});

test('a charge added after the month’s invoice waits for the next; one due later waits until then', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  await generate(g, as, building.id);
  await add(building.id, { apartmentId: apartments[0].id });
  await add(building.id, { apartmentId: apartments[0].id, dueFrom: '2026-12-01' });
  assert.equal((await generate(g, as, building.id)).data.created, 0);
  const next = (await generate(g, as, building.id, november)).data;
  assert.equal((await onceOn(first(next))).length, 1);
});

test('a credit that would make the invoice negative waits; other one-off charges of the apartment come first', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  const [home] = apartments;
  await add(building.id, { apartmentId: home.id, amount: -560, vatRate: 0 });
  const made = (await generate(g, as, building.id)).data;
  assert.deepEqual([made.invoices[0]?.amount, await onceOn(first(made))], [552.71, []]);
  assert.equal((await list(building.id, '?billed=false')).length, 1);
  await cancel(first(made));
  await add(building.id, { apartmentId: home.id, amount: 10, vatRate: 0 });
  const regenerated = (await generate(g, as, building.id)).data;
  assert.deepEqual(
    [regenerated.invoices[0]?.amount, (await onceOn(first(regenerated))).map((line) => line.amount)],
    [2.71, [10, -560]],
  );
});

test('it alone is reason for an invoice, and a dry run shows it without using it', async () => {
  const building = await aBuilding(g, as, {
    billing: { charges: [{ code: 'care', name: 'Care', basis: 'area', unitPrice: 1 }] },
  });
  const cellar = await anApartment(g, as, building.id, { number: 'K1', area: 0 });
  await add(building.id, { apartmentId: cellar.id });
  const dry = await generate(g, as, building.id, { costs: [], dryRun: true });
  assert.deepEqual(
    dry.data.invoices.map(({ status, amount, code }) => [status, amount, code]),
    [['created', 18.6, undefined]],
  );
  const made = await generate(g, as, building.id, { costs: [] });
  assert.deepEqual([made.data.created, (await onceOn(first(made.data))).length], [1, 1]);
});

test('if the residents changed, those of the day pay', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  const [home] = apartments;
  const [mari, jaan] = [await aPerson(g, tenantId, 'resident'), await aPerson(g, tenantId, 'resident')];
  await aResidency(g, tenantId, mari.userId, home.id, '2020-01-01');
  await moveOut(g, tenantId, home.id, '2026-10-10');
  await aResidency(g, tenantId, jaan.userId, home.id, '2026-10-11');
  await add(building.id, { apartmentId: home.id });
  await add(building.id, { apartmentId: home.id, dueFrom: '2026-10-11', amount: 1 });
  await add(building.id, { apartmentId: home.id, dueFrom: '2026-09-01', amount: 2 });
  const [sellersInvoice, buyersInvoice] = (await generate(g, as, building.id)).data.invoices;
  assert.deepEqual(
    (await onceOn(sellersInvoice?.invoiceId)).map((line) => line.amount),
    [2, 15],
  );
  assert.deepEqual(
    (await onceOn(buyersInvoice?.invoiceId)).map((line) => line.amount),
    [1],
  );
});

test('a correction of the period does not touch it, and includes none added later', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  await add(building.id, { apartmentId: apartments[0].id });
  const [sent, ...others] = await createThreeInvoices(g, as, building.id);
  for (const id of [sent, ...others]) await markSent(g, id);
  await add(building.id, { apartmentId: apartments[0].id, amount: 7 });
  const correct = (body: object) =>
    g.ask<GenerationAnswer>('POST', `//console/api/buildings/${building.id}/corrections`, {
      as,
      body: { ...october, reason: 'Tarnija parandas arvet', ...body },
    });
  const unchanged = await correct({});
  assert.deepEqual(
    unchanged.data.invoices.map((invoice) => invoice.status),
    ['unchanged', 'unchanged', 'unchanged'],
  );
  const { data } = await correct({ bills: [{ charge: 'heat', amount: 100 }] });
  assert.deepEqual(
    data.invoices.map((invoice) => invoice.amount),
    [50, 30, 20],
  );
  assert.deepEqual([(await onceOn(first(data))).length, (await onceOn(sent)).length], [0, 1]);
  assert.equal((await list(building.id, '?billed=false')).length, 1);
});

test('the invoice can be credited with it, and it is not billed again', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  await add(building.id, { apartmentId: apartments[0].id });
  const [sent] = await createThreeInvoices(g, as, building.id);
  await markSent(g, sent);
  const credit = await g.succeed('POST', `//console/api/invoices/${sent}/credit`, { as, body: { reason: 'Eksitus' } });
  assert.deepEqual(
    (await onceOn(credit.data.id)).map((line) => [line.amount, line.vatAmount, line.calculation.method]),
    [[-15, -3.6, 'credit']],
  );
  assert.deepEqual(await onceOn(first((await generate(g, as, building.id, november)).data)), []);
});

test('the ledger export and the e-invoice include it', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  await add(building.id, { apartmentId: apartments[0].id });
  const [sent] = await createThreeInvoices(g, as, building.id);
  await markSent(g, sent);
  const ledger = await g.ask(
    'GET',
    `//console/api/buildings/${building.id}/ledger?dateFrom=2026-11-01&dateTo=2026-11-30`,
    {
      as,
    },
  );
  assert.match(ledger.text, /one-off.*Võtme asendamine.*15/);
  const senderDetails = { registrationNumber: '80123456', vatNumber: 'EE123456789' };
  await g.ask('PATCH', '//console/api/letterhead', { as: owner, body: senderDetails });
  for (const format of ['ubl', 'e-arve'])
    assert.match(
      (await g.ask('GET', `//console/api/invoices/${sent}/${format}`, { as })).text,
      /Võtme asendamine/,
      format,
    );
});

test('it can be deleted while no invoice has it', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  const [free, taken] = [
    await add(building.id, { apartmentId: apartments[1].id }),
    await add(building.id, { apartmentId: apartments[0].id }),
  ];
  assert.equal((await remove(free.data.id)).status, 204);
  assert.equal((await remove(free.data.id)).status, 404);
  const made = (await generate(g, as, building.id)).data;
  const refused = await remove(taken.data.id);
  assert.deepEqual([refused.status, refused.code], [409, 'one_off_billed']);
  await cancel(first(made));
  assert.equal((await remove(taken.data.id)).status, 204);
});

test('a charge of nothing, and an apartment of another building, are rejected', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  const otherBuilding = await createBilledBuilding(g, as);
  const apartmentId = apartments[0].id;
  for (const [body, status, field] of [
    [{ apartmentId: otherBuilding.apartments[0].id }, 404, 'apartmentIds.0'],
    [{ apartmentId, amount: 0 }, 422, 'amount'],
  ] as const) {
    const answer = await add(building.id, body);
    assert.deepEqual([answer.status, answer.fields[0]], [status, field], answer.text);
  }
  assert.equal((await list(building.id)).length, 0);
});

test('several apartments get the same charge, each on its own invoice, and none when one of them belongs to another building', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  const otherBuilding = await createBilledBuilding(g, as);
  const [apartment1, , apartment10] = apartments;
  const addMany = (...apartmentIds: readonly string[]) =>
    g.ask<readonly Thing[]>('POST', `//console/api/buildings/${building.id}/one-offs/bulk`, {
      as,
      body: { ...key, apartmentIds },
    });
  assert.equal((await addMany(apartment1.id, otherBuilding.apartments[0].id)).status, 404);
  assert.deepEqual(await list(building.id), []);
  assert.deepEqual((await addMany()).status, 422);
  const made = await addMany(apartment10.id, apartment1.id, apartment10.id);
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(
    made.data.map(({ apartmentId }) => apartmentId),
    [apartment1.id, apartment10.id],
  );
  const run = await generate(g, as, building.id);
  const counts = await Promise.all(run.data.invoices.map(async ({ invoiceId }) => (await onceOn(invoiceId)).length));
  assert.deepEqual(counts, [1, 0, 1]);
});
