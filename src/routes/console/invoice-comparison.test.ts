// Tests of comparing an invoice: with the month before and the building's average, and what residents do not see of
// their neighbours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  charges,
  costs,
  createBilledBuilding,
  createThreeInvoices,
  generate,
  markSent,
  november,
  october,
} from '../../../test/billing-fixture.ts';
import { createMeteredBuilding } from '../../../test/metering-fixture.ts';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  aResidency,
  startTestService,
} from '../../../test/service-fixture.ts';
import { getInvoiceDocument } from '../../invoicing/documents/invoice-document.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { sumAmounts } from '../../platform/values/amounts.ts';

const g = await startTestService();

type PeriodOfCharge = {
  period: string;
  periodStart: string;
  amount: number;
  vatAmount: number;
  quantity: number | null;
  unitPrice: number | null;
  vatRate: number | null;
  unit: string | null;
  isRemainder: boolean;
  ofBuilding: boolean;
};
type Comparison = {
  code: string;
  description: string;
  amount: number;
  previous: number | null;
  average: number | null;
  areaPrice: number | null;
  previousAreaPrice: number | null;
  averageAreaPrice: number | null;
  since: string;
  periods: PeriodOfCharge[];
};

/** Why each charge of an invoice is more, as its explanation says. */
async function whyOf(id: string, as: string) {
  const { data } = await g.ask<{ why?: string }[]>('GET', `//console/api/invoices/${id}/explained`, { as });
  return data.map(({ why = null }) => why);
}

const fee = { code: 'fee', name: 'Haldus', basis: 'fixed', unitPrice: 10, vatRate: 0 };

/**
 * A building of 3 apartments and some more of 10 m², with October and November billed; the invoices of the first
 * apartment.
 */
async function setUp({ more }: { more: number }) {
  const { owner: as, tenantId } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as, { charges: [...charges, fee] });
  for (let number = 0; number < more; number += 1)
    await anApartment(g, as, building.id, { number: `2${number}`, area: 10 });
  const [home] = apartments;
  const bill = async (body: object) => {
    const { data } = await generate(g, as, building.id, body as Record<string, unknown>);
    return data.invoices.map(({ invoiceId = '', apartmentId }) => ({ invoiceId, apartmentId }));
  };
  const before = await bill(october);
  const now = await bill({ ...november, costs: [{ charge: 'heat', amount: 1200 }] });
  const ofHome = (invoices: typeof now) => invoices.find(({ apartmentId }) => apartmentId === home.id)?.invoiceId ?? '';
  const compare = async (id: string, who = as) => {
    const { status, data } = await g.ask<Comparison[]>('GET', `//console/api/invoices/${id}/comparison`, { as: who });
    return { status, data };
  };
  const mari = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, mari.userId, home.id, '2026-01-01', { receivesInvoice: true });
  return { as, tenantId, building, apartments, before, now, own: ofHome(now), previous: ofHome(before), compare, mari };
}

test('each charge stands beside the month before and the average: per m² by area, otherwise per apartment', async () => {
  const { compare, own, previous } = await setUp({ more: 2 });
  const { status, data } = await compare(own);
  assert.equal(status, 200);
  const figures = data.map(({ since: _, periods: __, previousAreaPrice: ___, ...charge }) => charge);
  assert.deepEqual(figures, [
    {
      code: 'care',
      description: 'Hooldus',
      amount: 42.5,
      previous: 42.5,
      average: null,
      areaPrice: 0.85,
      averageAreaPrice: 0.85,
    },
    {
      code: 'heat',
      description: 'Küte',
      amount: 500,
      previous: 416.67,
      average: null,
      areaPrice: 10,
      averageAreaPrice: 10,
    },
    {
      code: 'fee',
      description: 'Haldus',
      amount: 10,
      previous: 10,
      average: 10,
      areaPrice: null,
      averageAreaPrice: null,
    },
  ]);
  assert.deepEqual(
    data.map(({ previousAreaPrice }) => previousAreaPrice?.toFixed(6)),
    ['0.850000', '8.333417', undefined],
  );
  const first = (await compare(previous)).data;
  assert.deepEqual(
    first.map((charge) => [charge.previous, charge.previousAreaPrice]),
    Array(3).fill([null, null]),
  );
  assert.equal(costs[0]?.amount, 1000.01);
});

test('both periods add up to their invoices with VAT, also where a charge is gone; a higher VAT rate alone is no reason', async () => {
  const { owner: as } = await anOrganization(g);
  const tariffs = [{ from: '2026-11-01', vatRate: 24 }];
  const taxed = charges.map((charge) => ({ ...charge, vatRate: 22, tariffs }));
  const { building, apartments } = await createBilledBuilding(g, as, { charges: taxed });
  const key = { apartmentId: apartments[0].id, description: 'Võti', amount: 5.55, vatRate: 22, dueFrom: '2026-10-05' };
  await g.ask('POST', `//console/api/buildings/${building.id}/one-offs`, { as, body: key });
  const invoiceOf = async (body: Record<string, unknown>) => {
    const { data } = await generate(g, as, building.id, body);
    const id = data.invoices.find(({ apartmentId }) => apartmentId === apartments[0].id)?.invoiceId ?? '';
    return { id, amount: (await g.ask('GET', `/invoices/${id}`, { as })).data.amount };
  };
  const before = await invoiceOf(october);
  const now = await invoiceOf({ ...november, costs: [{ charge: 'heat', amount: 1200 }] });
  const { data } = await g.ask<Comparison[]>('GET', `//console/api/invoices/${now.id}/comparison`, { as });
  assert.deepEqual(
    data.map(({ code, amount, previous }) => [code, amount, previous]),
    [
      ['care', 42.5, 42.5],
      ['heat', 600, 500.01],
      ['one-off', 0, 5.55],
    ],
  );
  const sum = (period: string) =>
    sumAmounts(
      data.flatMap(({ periods }) =>
        periods.filter((of) => of.period === period).map((of) => sumAmounts([of.amount, of.vatAmount])),
      ),
    );
  assert.deepEqual([sum('current'), sum('previous')], [now.amount, before.amount]);
  const [care] = data;
  assert.deepEqual(
    care?.periods.map(({ vatRate, vatAmount }) => [vatRate, vatAmount]),
    [
      [22, 9.35],
      [24, 10.2],
    ],
  );
  assert.deepEqual(await whyOf(now.id, as), [null, null], 'beside a draft');
  await markSent(g, before.id);
  const larger =
    'It costs more than in the previous period because the building’s bill was larger (€1,000.01 → €1,200.00).';
  assert.deepEqual(await whyOf(now.id, as), [null, larger]);
});

test('a price per m² is that of the charge, not of the rounded amount, and an average is not of rounded ones', async () => {
  const { owner: as } = await anOrganization(g);
  const charges = [
    { code: 'care', name: 'Hooldus', basis: 'area', unitPrice: 0.855, vatRate: 0 },
    { code: 'rest', name: 'Muu', basis: 'equal', costFrom: 'supplier_bill', vatRate: 0 },
  ];
  const building = await aBuilding(g, as, { billing: { charges } });
  for (const area of [1.5, 3.3, 7.1]) await anApartment(g, as, building.id, { number: String(area), area });
  const costsOfRest = [{ charge: 'rest', amount: 0.05 }];
  const { data } = await generate(g, as, building.id, { ...november, costs: costsOfRest });
  for (const { invoiceId } of data.invoices) {
    const path = `//console/api/invoices/${invoiceId}/comparison`;
    const [care, rest] = (await g.ask<Comparison[]>('GET', path, { as })).data;
    const prices = [care?.areaPrice, care?.averageAreaPrice].map((price) => price?.toFixed(9));
    assert.deepEqual(prices, ['0.855000000', '0.855000000']);
    assert.equal(rest?.average, 0.02);
  }
});

test('heat stands beside last month and the same month a year ago, with what the building used, and why it is more', async () => {
  const { owner: as, tenantId } = await anOrganization(g);
  const heat = { code: 'heat', name: 'Küte', basis: 'area', costFrom: 'supplier_bill', billUnit: 'MWh', vatRate: 0 };
  const { building, apartments } = await createBilledBuilding(g, as, { charges: [heat] });
  const mari = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, mari.userId, apartments[0].id, '2026-01-01');
  const bill = async (period: typeof november, amount: number, quantity: number) => {
    const costs = [{ charge: 'heat', amount, quantity }];
    const [id] = await createThreeInvoices(g, as, building.id, { ...period, costs });
    await markSent(g, id);
    return id;
  };
  const heatOf = async (id: string, who = as) => {
    const { data } = await g.ask<Comparison[]>('GET', `//console/api/invoices/${id}/comparison`, { as: who });
    const { since, periods = [] } = data[0] ?? {};
    const [why] = await whyOf(id, who);
    return {
      since,
      periods: periods.map((of) => [of.period, of.periodStart, of.amount, of.quantity, of.unitPrice]),
      why,
    };
  };
  const yearAgo = await bill({ periodStart: '2025-11-01', periodEnd: '2025-11-30' }, 1000, 10);
  await bill(october, 600, 8);
  const now = await bill(november, 1200, 15);
  assert.deepEqual(await heatOf(yearAgo), {
    since: '2025-11-01',
    periods: [['current', '2025-11-01', 500, 10, 100]],
    why: null,
  });
  const current = ['current', '2026-11-01', 600, 15, 80];
  const previous = ['previous', '2026-10-01', 300, 8, 75];
  assert.deepEqual(await heatOf(now), {
    since: '2025-11-01',
    periods: [['year_ago', '2025-11-01', 500, 10, 100], previous, current],
    why: 'It costs more than a year ago because the whole building used more (10.000 MWh → 15.000 MWh).',
  });
  assert.deepEqual(
    await heatOf(now, mari.token),
    {
      since: '2026-10-01',
      periods: [previous, current],
      why: 'It costs more than in the previous period because the whole building used more (8.000 MWh → 15.000 MWh) and the supplier’s price rose (€75.00/MWh → €80.00/MWh).',
    },
    'a resident sees nothing of the year before they came',
  );
  const { rises } = await inTenant(g.app, serviceCaller(tenantId), (scope) =>
    getInvoiceDocument(scope, now, { isPdf: true }),
  );
  assert.equal(rises.heat?.than, 'previous', 'nor does their PDF show it');
});

test('common water is explained by what the main meter counted beyond the apartments’, and its price; there is no bill', async () => {
  const { owner: as } = await anOrganization(g);
  const common = { code: 'common', name: 'Üldvesi', basis: 'meter_remainder', meterType: 'cold_water', vatRate: 24 };
  const tariffs = [{ from: '2026-03-01', unitPrice: 2 }];
  const { aMeter, readMeter, read, bill } = await createMeteredBuilding(g, as, [
    { ...common, unitPrice: 1.84, tariffs },
  ]);
  const main = await aMeter({ serialNumber: 'K1' });
  for (const [day, value] of [
    ['2026-01-31', 20],
    ['2026-02-28', 31.347],
    ['2026-03-31', 69.137],
  ] as const) {
    await readMeter(main, day, value);
    for (const place of [0, 1]) await read(place, day, 0);
  }
  for (const { invoiceId } of (await bill('02')).data.invoices) await markSent(g, invoiceId ?? '');
  const { invoiceId } = (await bill('03')).data.invoices[0] ?? {};
  const { data } = await g.ask<Comparison[]>('GET', `//console/api/invoices/${invoiceId}/comparison`, { as });
  const { periods = [] } = data[0] ?? {};
  assert.deepEqual(
    periods.map(({ amount, vatRate, quantity, unit, unitPrice, isRemainder, ofBuilding }) => [
      ...[amount, vatRate, quantity, unit, unitPrice],
      ...[isRemainder, ofBuilding],
    ]),
    [
      [10.44, 24, 11.347, 'm3', 1.84, true, false],
      [37.79, 24, 37.79, 'm3', 2, true, false],
    ],
  );
  const water = 'the difference between the main meter and the apartments’ meters is larger (11.347 m³ → 37.790 m³)';
  assert.deepEqual(await whyOf(invoiceId ?? '', as), [
    `It costs more than in the previous period because ${water} and the price rose (€1.84/m³ → €2.00/m³).`,
  ]);
});

test('credit notes count with their invoice in the month before, not in the average; cancelled invoices and one-off charges do not', async () => {
  const { as, building, apartments, compare, own, previous } = await setUp({ more: 0 });
  await markSent(g, previous);
  const credit = await g.succeed('POST', `//console/api/invoices/${previous}/credit`, {
    as,
    body: { reason: 'Viga', positions: [{ position: 3, amount: 4 }] },
  });
  const feeOf = async (id: string) => (await compare(id)).data.find(({ code }) => code === 'fee');
  assert.deepEqual([(await feeOf(own))?.previous, (await feeOf(previous))?.average], [6, 10]);
  assert.equal((await feeOf(String(credit.data.id)))?.average, null);
  await g.ask('PATCH', `/invoices/${credit.data.id}`, { as, body: { status: 'cancelled' } });
  assert.deepEqual([(await feeOf(own))?.previous, (await feeOf(previous))?.average], [10, 10]);
  const oneOff = { apartmentId: apartments[0].id, description: 'Võti', amount: 5, vatRate: 0, dueFrom: '2026-12-05' };
  await g.ask('POST', `//console/api/buildings/${building.id}/one-offs`, { as, body: oneOff });
  const december = { periodStart: '2026-12-01', periodEnd: '2026-12-31', costs: [{ charge: 'heat', amount: 100 }] };
  const { data } = await generate(g, as, building.id, december);
  const id = data.invoices.find(({ apartmentId }) => apartmentId === apartments[0].id)?.invoiceId ?? '';
  const key = (await compare(id)).data.find(({ code }) => code === 'one-off');
  assert.deepEqual([key?.amount, key?.previous, key?.average], [5, null, null]);
});

test('corrections and credits of some apartments move no average: by area everybody pays the same', async () => {
  const { as, building, before, own, previous, compare } = await setUp({ more: 0 });
  for (const { invoiceId } of before) await markSent(g, invoiceId);
  const prices = async () =>
    (await compare(previous)).data.map(({ areaPrice, averageAreaPrice }) => [areaPrice, averageAreaPrice]);
  const unchanged = await prices();
  const [other = ''] = before.flatMap(({ invoiceId }) => (invoiceId === previous ? [] : [invoiceId]));
  const credit = { reason: 'Viga', positions: [{ position: 2, amount: 24.8 }] };
  assert.equal((await g.ask('POST', `//console/api/invoices/${other}/credit`, { as, body: credit })).status, 201);
  const body = { ...october, reason: 'Arve', correctedBills: [{ charge: 'heat', amount: 1050 }] };
  const corrected = await g.ask('POST', `//console/api/buildings/${building.id}/corrections`, { as, body });
  assert.ok(corrected.status < 300, corrected.text);
  assert.deepEqual(await prices(), unchanged);
  const heat = (await compare(own)).data.find(({ code }) => code === 'heat');
  assert.notEqual(heat?.previous, 416.67, 'the month before is as it was corrected');
});

test('a resident sees an average of five apartments or more, of sent invoices only, and no earlier draft', async () => {
  const { compare, own, previous, now, mari, as } = await setUp({ more: 2 });
  assert.equal((await compare(own, mari.token)).status, 404, 'a draft');
  const [first, ...others] = now.filter(({ invoiceId }) => invoiceId !== own);
  for (const { invoiceId } of others) await markSent(g, invoiceId);
  await markSent(g, own);
  const fee = async (who = mari.token) => (await compare(own, who)).data.find(({ code }) => code === 'fee');
  assert.deepEqual([(await fee())?.average, (await fee())?.previous], [null, null], 'four are sent');
  assert.deepEqual([(await fee(as))?.average, (await fee(as))?.previous], [10, 10], 'staff see drafts');
  const heat = (await compare(own, mari.token)).data.find(({ code }) => code === 'heat');
  assert.deepEqual([heat?.areaPrice === null, heat?.averageAreaPrice], [false, null]);
  await markSent(g, first?.invoiceId ?? '');
  await markSent(g, previous);
  assert.deepEqual([(await fee())?.average, (await fee())?.previous], [10, 10]);
});

test('intended recipients are the people who would get it, with or without an address', async () => {
  const { as, own, now } = await setUp({ more: 0 });
  const ask = (id: string) =>
    g.ask<{ name: string; email: string | null }[]>('GET', `//console/api/invoices/${id}/intended-recipients`, { as });
  assert.deepEqual((await ask(own)).data, [{ name: 'Mari Tamm', email: 'mari@example.org' }]);
  assert.deepEqual((await ask(now.find(({ invoiceId }) => invoiceId !== own)?.invoiceId ?? '')).data, []);
});

test('before invoices are sent it is said how many go by e-mail, and which cannot', async () => {
  const { as, own, now, mari } = await setUp({ more: 0 });
  type Unreachable = { invoiceId: string; apartment: string }[];
  const preview = (invoiceIds: readonly string[], who = as) =>
    g.ask<{
      byEmail: number;
      onPaper: Unreachable;
      toNobody: Unreachable;
      recipients: { invoiceId: string; names: string[] }[];
    }>('POST', '//console/api/invoices/sending-preview', {
      as: who,
      body: { invoiceIds },
    });
  const ids = now.map(({ invoiceId = '' }) => invoiceId);
  const { data } = await preview(ids);
  const others = ids.filter((id) => id !== own);
  assert.equal(data.byEmail, 1);
  assert.deepEqual([...data.onPaper, ...data.toNobody].map(({ invoiceId }) => invoiceId).sort(), others.toSorted());
  const [paper] = now.filter(({ invoiceId }) => invoiceId !== own);
  const apartments = [{ apartmentId: paper?.apartmentId, since: '2026-01-01', receivesInvoice: true }];
  await g.ask('POST', '//console/api/residents', { as, body: { name: 'Jaan Saar', apartments } });
  const { byEmail, onPaper, recipients } = (await preview(ids)).data;
  assert.deepEqual(recipients.find(({ invoiceId }) => invoiceId === paper?.invoiceId)?.names, ['Jaan Saar']);
  assert.deepEqual([byEmail, onPaper.map(({ invoiceId }) => invoiceId)], [1, [paper?.invoiceId]]);
  const { items } = await g.ask('GET', `//console/api/invoices/${own}/mails`, { as });
  assert.equal(items.length, 0, 'nothing is sent');
  assert.equal((await preview([own], mari.token)).status, 403);
  assert.equal((await preview([own], (await anOrganization(g)).owner)).status, 404);
});
