// Tests of correcting a closed period: further invoices and credits make it add up to its bills again, and nothing else
// of it changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  createBilledBuilding,
  createThreeInvoices,
  generate,
  type InvoiceAnswer,
  markSent,
  october,
} from '../../../test/billing-fixture.ts';
import {
  type Answer,
  anApartment,
  anOrganization,
  refusalOf,
  startTestService,
  type Thing,
} from '../../../test/service-fixture.ts';

const g = await startTestService();

type CorrectedInvoice = {
  apartmentId: string;
  status: string;
  invoiceId?: string;
  correctsInvoiceId?: string;
  amount?: number;
  changes?: readonly { code: string; description: string; before: number; amount: number; net: number }[];
  code?: string;
};
type CorrectionAnswer = {
  created: number;
  corrected: number;
  unchanged: number;
  failed: number;
  bills: { charge: string; before: number; after: number }[];
  invoices: CorrectedInvoice[];
};
type ClosedInvoice = InvoiceAnswer & {
  kind: string;
  balance: number;
  amountPaid: number;
  reason: string | null;
  apartmentId: string;
};

async function setUpBuilding(billing: object = {}) {
  const organization = await anOrganization(g);
  const as = organization.owner;
  const { building, apartments } = await createBilledBuilding(g, as, { ...billing });
  const read = async (id: string | undefined) => (await g.ask<ClosedInvoice>('GET', `/invoices/${id}`, { as })).data;
  const correct = (body: object = {}, who = as) =>
    g.ask<CorrectionAnswer>('POST', `//console/api/buildings/${building.id}/corrections`, {
      as: who,
      body: { ...october, reason: 'Tarnija parandas arvet', ...body },
    });
  const change = (id: string, body: object) => g.ask('PATCH', `/invoices/${id}`, { as, body });
  const all = async () =>
    (await g.ask<ClosedInvoice>('GET', `/invoices?buildingId=${building.id}&limit=500`, { as })).items;
  /** What all invoices that stand hold of a charge, in cents. */
  const holds = async (code: string) => {
    let cents = 0;
    for (const { id, status } of await all())
      if (status !== 'cancelled')
        for (const position of (await read(id)).positions)
          if (position.code === code) cents += Math.round(position.amount * 100);
    return cents;
  };
  return { ...organization, as, building, apartments, read, correct, change, all, holds };
}
const brief = ({ data }: Answer<CorrectionAnswer>) => data.invoices.map(({ status, amount }) => [status, amount]);

test('a supplier’s credit note is divided among the apartments, and further bills are charged to them, to the cent', async () => {
  const fixture = await setUpBuilding();
  const [invoice1, invoice2, invoice10] = await createThreeInvoices(g, fixture.as, fixture.building.id);
  for (const id of [invoice1, invoice2, invoice10]) await markSent(g, id);
  await fixture.change(invoice1, { status: 'paid' });
  const note = { charge: 'heat', amount: -100, number: 'K-1', supplier: 'Utilitas', date: '2026-11-18' };
  const answer = await fixture.correct({ bills: [note] });
  assert.equal(answer.status, 201);
  assert.deepEqual(brief(answer), [
    ['corrected', -50],
    ['corrected', -30],
    ['corrected', -20],
  ]);
  const changes = [{ code: 'heat', description: 'Küte', before: 500.01, amount: -50, net: -50 }];
  assert.deepEqual(answer.data.invoices[0]?.changes, changes, 'what the amount is made of');
  const made = await fixture.read(answer.data.invoices[0]?.invoiceId);
  assert.deepEqual(
    [made.kind, made.correctsInvoiceId, made.reason, made.status],
    ['correction', invoice1, 'Tarnija parandas arvet', 'draft'],
  );
  const { positions } = made as unknown as { positions: { calculation: object }[] };
  const { number } = await fixture.read(invoice1);
  assert.deepEqual(positions[0]?.calculation, {
    method: 'difference',
    unit: 'apartment',
    raw: '-50',
    invoiceNumber: number,
    before: 500.01,
    after: 450.01,
  });
  assert.equal((await fixture.read(invoice2)).balance, 301.62, 'what is given back pays what is owed');
  const credit = await g.ask<Thing>('GET', '/payments?source=credit', { as: fixture.as });
  assert.deepEqual(
    credit.items.map((item) => item.unallocated),
    [50, 0, 0],
    'of a paid invoice it waits for the next one',
  );
  assert.equal(await fixture.holds('heat'), 90_001);

  const further = await fixture.correct({ bills: [{ charge: 'heat', amount: 10 }] });
  assert.deepEqual(brief(further), [
    ['corrected', 5],
    ['corrected', 3],
    ['corrected', 2],
  ]);
  const owed = await fixture.read(further.data.invoices[0]?.invoiceId);
  assert.deepEqual([owed.status, owed.amountPaid], ['paid', 5], 'credit pays it');
  assert.equal(await fixture.holds('heat'), 91_001);
  const bills = await g.ask<Thing>('GET', `//console/api/buildings/${fixture.building.id}/supplier-bills`, {
    as: fixture.as,
  });
  const [period] = bills.items as unknown as {
    bills: { amount: number }[];
    furtherBills: { amount: number; number: string }[];
  }[];
  assert.deepEqual(
    period?.bills.map((bill) => bill.amount),
    [1000.01],
    'what was recorded stays',
  );
  assert.deepEqual(
    period?.furtherBills.map((furtherBill) => [furtherBill.amount, furtherBill.number]),
    [
      [-100, 'K-1'],
      [10, null],
    ],
  );
});

test('an apartment added later gets its first invoice, the others get back its part, and generation continues', async () => {
  const fixture = await setUpBuilding();
  const [invoice1] = await createThreeInvoices(g, fixture.as, fixture.building.id);
  await fixture.change(invoice1, { status: 'paid' });
  await anApartment(g, fixture.as, fixture.building.id, { number: '11', area: 100 });
  assert.deepEqual(refusalOf(await generate(g, fixture.as, fixture.building.id)), [409, 'bill_already_split', []]);
  const dry = await fixture.correct({ dryRun: true });
  const answer = await fixture.correct();
  assert.deepEqual(
    dry.data.invoices.map((invoice) => [invoice.status, invoice.amount]),
    brief(answer),
  );
  assert.deepEqual(brief(answer), [
    ['corrected', -250.01],
    ['corrected', -150],
    ['corrected', -100],
    ['created', 605.41],
  ]);
  assert.equal(await fixture.holds('heat'), 100_001);
  const again = await generate(g, fixture.as, fixture.building.id);
  assert.deepEqual([again.status, again.data.skipped], [200, 4]);
  assert.equal((await fixture.correct()).status, 200, 'a second time there is nothing to correct');
});

test('a wrong basis is corrected where it was billed, and a removed apartment gets back everything', async () => {
  const fixture = await setUpBuilding();
  const [invoice1, , invoice10] = await createThreeInvoices(g, fixture.as, fixture.building.id);
  await markSent(g, invoice1);
  await g.ask('PATCH', `/buildings/${fixture.building.id}/apartments/${fixture.apartments[0].id}`, {
    as: fixture.as,
    body: { area: 60 },
  });
  const answer = await fixture.correct();
  assert.equal(answer.data.corrected, 3);
  assert.equal(await fixture.holds('heat'), 100_001);
  assert.equal(await fixture.holds('care'), Math.round(110 * 85));
  for (const money of await fixture.all())
    if (money.apartmentId === fixture.apartments[2].id)
      await fixture.change(money.id, { status: money.amount < 0 ? 'sent' : 'paid' });
  const apartment = `/buildings/${fixture.building.id}/apartments/${fixture.apartments[2].id}`;
  assert.equal((await g.ask('DELETE', apartment, { as: fixture.as })).status, 204);
  const gone = await fixture.correct();
  const last = gone.data.invoices.at(-1);
  assert.deepEqual([last?.apartmentId, last?.correctsInvoiceId], [fixture.apartments[2].id, invoice10]);
  assert.equal(await fixture.holds('heat'), 100_001);
  assert.equal(await fixture.holds('care'), Math.round(90 * 85));
});

test('an open period is edited, not corrected, and all wrong bills are named with nothing recorded', async () => {
  const fixture = await setUpBuilding();
  const [invoice1] = await createThreeInvoices(g, fixture.as, fixture.building.id);
  assert.deepEqual(refusalOf(await fixture.correct()), [409, 'period_open', []]);
  await markSent(g, invoice1);
  const wrong = [
    { charge: 'care', amount: 1 },
    { charge: 'none', amount: 1 },
  ];
  assert.deepEqual(refusalOf(await fixture.correct({ bills: wrong, periodEnd: '2026-09-01' })), [
    422,
    'validation_failed',
    ['periodEnd', 'bills.0.charge', 'bills.1.charge'],
  ]);
  assert.deepEqual(refusalOf(await fixture.correct({ reason: ' ' })), [422, 'validation_failed', ['reason']]);
  await g.ask('PATCH', `/buildings/${fixture.building.id}/apartments/${fixture.apartments[0].id}`, {
    as: fixture.as,
    body: { area: null },
  });
  assert.equal((await fixture.correct({ bills: [{ charge: 'heat', amount: 5 }] })).status, 422);
  const before = (await fixture.all()).length;
  const [row] = await g.owner`select count(*)::int as rows from further_bills where tenant_id = ${fixture.tenantId}`;
  assert.deepEqual([row?.rows, before], [0, 3]);
});

test('a credit given by a person stays: a correction does not charge it again', async () => {
  const fixture = await setUpBuilding();
  const [invoice1] = await createThreeInvoices(g, fixture.as, fixture.building.id);
  await markSent(g, invoice1);
  await g.ask('POST', `//console/api/invoices/${invoice1}/credit`, {
    as: fixture.as,
    body: { reason: 'Vabandus', positions: [{ position: 2, amount: 20 }] },
  });
  const answer = await fixture.correct();
  assert.deepEqual([answer.status, answer.data.unchanged], [200, 3]);
});

test('metered consumption is corrected with the period, once, from the current readings', async () => {
  const water = { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 2 };
  const heat = { code: 'heat', name: 'Küte', basis: 'area', costFrom: 'supplier_bill' };
  const fixture = await setUpBuilding({ charges: [water, heat] });
  const [apartment1] = fixture.apartments;
  const meter = await g.ask('POST', '/meters', {
    as: fixture.as,
    body: {
      buildingId: fixture.building.id,
      apartmentId: apartment1.id,
      type: 'cold_water',
      initialValue: 0,
      installedOn: '2026-09-30',
    },
  });
  const readings = `/meters/${meter.data.id}/readings`;
  const reading = await g.ask('POST', readings, { as: fixture.as, body: { value: 10, readAt: '2026-10-31' } });
  const [invoice1] = await createThreeInvoices(g, fixture.as, fixture.building.id);
  await markSent(g, invoice1);
  await g.ask('POST', readings, {
    as: fixture.as,
    body: { value: 8, readAt: '2026-10-31', corrects: reading.data.id },
  });
  const answer = await fixture.correct({ bills: [{ charge: 'heat', amount: 1 }] });
  assert.equal(answer.status, 201);
  assert.deepEqual(brief(answer)[0], ['corrected', 0.5 - 4]);
  assert.equal(await fixture.holds('water'), 1600);
  assert.deepEqual(brief(await fixture.correct())[0], ['unchanged', undefined]);
});

test('what corrections gave back cannot be credited again: together they never exceed what was billed', async () => {
  const heat = { code: 'heat', name: 'Küte', basis: 'area', costFrom: 'supplier_bill', vatRate: 24 };
  const fixture = await setUpBuilding({ charges: [heat] });
  const [invoice1] = await createThreeInvoices(g, fixture.as, fixture.building.id, {
    costs: [{ charge: 'heat', amount: 200 }],
  });
  await fixture.change(invoice1, { status: 'paid' });
  const credit = (id: string | undefined) =>
    g.ask<ClosedInvoice>('POST', `//console/api/invoices/${id}/credit`, {
      as: fixture.as,
      body: { reason: 'all back' },
    });
  await fixture.correct({ bills: [{ charge: 'heat', amount: -120 }] });
  const [up] = (await fixture.correct({ bills: [{ charge: 'heat', amount: 10 }] })).data.invoices;
  const down = await fixture.correct({ bills: [{ charge: 'heat', amount: -84 }] });
  assert.equal(down.data.invoices[0]?.amount, -52.08, 'of 124 + 6.20 − 74.40 there is 3.72 left');
  assert.equal((await credit(invoice1)).data.amount, -3.72, 'that stands of the charge, whichever invoice is credited');
  assert.deepEqual(refusalOf(await credit(up?.invoiceId)), [409, 'invoice_not_creditable', []], 'then nothing stands');
  await fixture.change(down.data.invoices[0]?.invoiceId ?? '', { status: 'cancelled' });
  assert.equal((await credit(invoice1)).data.amount, -52.08, 'a correction that is cancelled gives nothing back');
});

test('a late bill is imported once, however its number is written; the same number of another supplier is another bill', async () => {
  const fixture = await setUpBuilding();
  const [invoice1] = await createThreeInvoices(g, fixture.as, fixture.building.id);
  await markSent(g, invoice1);
  const late = { charge: 'heat', amount: 10, supplier: 'Utilitas', number: 'L-1' };
  assert.equal((await fixture.correct({ bills: [late] })).status, 201);
  for (const body of [{ bills: [late] }, { bills: [{ ...late, number: ' l-1 ' }] }, { bills: [late], dryRun: true }])
    assert.deepEqual(refusalOf(await fixture.correct(body)), [409, 'bill_already_recorded', []], JSON.stringify(body));
  assert.equal(await fixture.holds('heat'), 101_001);
  for (const other of [{ supplier: 'Gasum' }, { number: 'L-2' }, { number: undefined }, { number: undefined }])
    assert.equal((await fixture.correct({ bills: [{ ...late, ...other }] })).status, 201, JSON.stringify(other));
});

type FurtherBills = { furtherBills: { amount: number; quantity: string | null; reason: string }[] };

test('a bill with a typo is corrected to its right amount: before and after for each apartment, and repeating it changes nothing', async () => {
  const fixture = await setUpBuilding();
  const [invoice1] = await createThreeInvoices(g, fixture.as, fixture.building.id);
  await markSent(g, invoice1);
  const correctedBills = [{ charge: 'heat', amount: 900 }];
  const preview = await fixture.correct({ correctedBills, dryRun: true });
  assert.equal(preview.status, 200);
  assert.deepEqual(preview.data.bills, [{ charge: 'heat', before: 1000.01, after: 900 }]);
  assert.deepEqual(
    preview.data.invoices.map(({ amount, changes }) => [amount, changes]),
    [
      [-50.01, [{ code: 'heat', description: 'Küte', before: 500.01, amount: -50.01, net: -50.01 }]],
      [-30, [{ code: 'heat', description: 'Küte', before: 300, amount: -30, net: -30 }]],
      [-20, [{ code: 'heat', description: 'Küte', before: 200, amount: -20, net: -20 }]],
    ],
  );
  assert.equal(await fixture.holds('heat'), 100_001, 'a preview changes nothing');
  assert.equal((await fixture.correct({ correctedBills })).status, 201);
  assert.equal(await fixture.holds('heat'), 90_000);
  const again = await fixture.correct({ correctedBills });
  assert.deepEqual([again.status, again.data.bills, again.data.unchanged], [200, [], 3]);
  const raised = await fixture.correct({ correctedBills: [{ charge: 'heat', amount: 1000.02 }] });
  assert.deepEqual(raised.data.bills, [{ charge: 'heat', before: 900, after: 1000.02 }]);
  assert.equal(await fixture.holds('heat'), 100_002, 'a wrong correction is corrected again');
  for (const quantity of [12.5, 10.25, 10.25]) {
    const counted = await fixture.correct({ correctedBills: [{ charge: 'heat', amount: 1000.02, quantity }] });
    assert.deepEqual([counted.status, counted.data.unchanged], [200, 3], 'a quantity is for display');
  }
  const [month] = (
    await g.ask<Thing & FurtherBills>('GET', `//console/api/buildings/${fixture.building.id}/supplier-bills`, {
      as: fixture.as,
    })
  ).items as unknown as FurtherBills[];
  assert.deepEqual(
    month?.furtherBills.map(({ amount, quantity, reason }) => [amount, quantity, reason]),
    [
      [-100.01, null, 'Tarnija parandas arvet'],
      [100.02, null, 'Tarnija parandas arvet'],
      [0, '12.5', 'Tarnija parandas arvet'],
      [0, '-2.25', 'Tarnija parandas arvet'],
    ],
  );
});

test('a wrong correct total is named at its field, and nothing is recorded', async () => {
  const fixture = await setUpBuilding();
  const [invoice1] = await createThreeInvoices(g, fixture.as, fixture.building.id);
  await markSent(g, invoice1);
  const bill = { charge: 'heat', amount: 1 };
  for (const [body, field] of [
    [{ correctedBills: [{ charge: 'none', amount: 1 }] }, 'correctedBills.0.charge'],
    [{ correctedBills: [{ charge: 'care', amount: 1 }] }, 'correctedBills.0.charge'],
    [{ correctedBills: [bill, bill] }, 'correctedBills.1.charge'],
    [{ correctedBills: [bill], bills: [bill] }, 'correctedBills.0.charge'],
    [{ correctedBills: [{ charge: 'heat', amount: 0.001 }] }, 'correctedBills.0.amount'],
  ] as const) {
    const { status, fields } = await fixture.correct(body);
    assert.deepEqual([status, fields], [422, [field]], JSON.stringify(body));
  }
  assert.equal(await fixture.holds('heat'), 100_001);
});

test('however bills and bases change, and however often, the invoices of the period add up to the bills to the cent', async () => {
  const step = fc.record({
    bill: fc.integer({ min: -20_000, max: 20_000 }),
    area: fc.integer({ min: 1, max: 9000 }),
    which: fc.nat(2),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
      const fixture = await setUpBuilding();
      const [invoice1] = await createThreeInvoices(g, fixture.as, fixture.building.id);
      await fixture.change(invoice1, { status: 'paid' });
      let total = 100_001;
      for (const { bill, area, which } of steps) {
        const apartment = fixture.apartments[which] ?? fixture.apartments[0];
        await g.ask('PATCH', `/buildings/${fixture.building.id}/apartments/${apartment.id}`, {
          as: fixture.as,
          body: { area: area / 100 },
        });
        total += bill;
        const bills = bill % 2 === 0 ? { bills: [{ charge: 'heat', amount: bill / 100 }] } : undefined;
        const answer = await fixture.correct(bills ?? { correctedBills: [{ charge: 'heat', amount: total / 100 }] });
        assert.ok(answer.status <= 201, answer.text);
        assert.equal(await fixture.holds('heat'), total, String(which));
      }
      assert.equal((await fixture.correct()).status, 200);
    }),
    { numRuns: 5 },
  );
});
