// Tests of the dry run: it reports everything that blocks a generation, compares it with the previous period, and
// writes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  charges,
  createBilledBuilding,
  createThreeInvoices,
  generate,
  markSent,
  november,
  october,
} from '../../test/billing-fixture.ts';
import { aBuilding, anApartment, anOrganization, startTestService } from '../../test/service-fixture.ts';
import { compareAmount, compareInvoices, periodBefore } from './preflight.ts';

const g = await startTestService();
const { owner: as } = await anOrganization(g);

type PreflightProblem = {
  code: string;
  stops: boolean;
  charge?: string;
  apartmentId?: string;
  field?: string;
  message: string;
};
type Changed = { previous?: number; change?: number; flagged?: boolean };
type Dry = {
  problems: PreflightProblem[];
  previousPeriod: { periodStart: string } | null;
  charges: (Changed & { code: string; bill?: number; allocated: number })[];
  invoices: (Changed & { apartmentId: string; status: string })[];
};
const dry = async (buildingId: string, body: object = {}) => {
  const answer = await generate(g, as, buildingId, { ...body, dryRun: true });
  return { ...answer, data: answer.data as unknown as Dry };
};
const changeIn = ({ previous, change, flagged }: Changed) => [previous, change, flagged];

test('all problems are reported at once, with apartment, charge and field, and a generation is rejected for the same ones', async () => {
  const more = [
    ...charges,
    { code: 'lift', name: 'Lift', basis: 'residents', costFrom: 'supplier_bill' },
    { code: 'fund', name: 'Remondifond', basis: 'share', unitPrice: 1 },
  ];
  const { building, apartments } = await createBilledBuilding(g, as, { charges: more });
  const answer = await dry(building.id, { costs: [{ charge: 'care', amount: 1 }] });
  assert.equal(answer.status, 200);
  const reported = answer.data.problems.map(({ code, charge, apartmentId, field }) => ({
    code,
    charge,
    apartmentId,
    field,
  }));
  const lacks = (field: string) =>
    apartments.map(({ id }) => ({ code: 'apartment_data_missing', charge: undefined, apartmentId: id, field }));
  assert.deepEqual(reported, [
    { code: 'charge_not_from_bill', charge: 'care', apartmentId: undefined, field: undefined },
    { code: 'supplier_bill_missing', charge: 'heat', apartmentId: undefined, field: undefined },
    { code: 'supplier_bill_missing', charge: 'lift', apartmentId: undefined, field: undefined },
    ...lacks('residentCount'),
    ...lacks('shares'),
  ]);
  assert.ok(answer.data.problems.every((problem) => problem.stops && problem.message !== ''));
  const real = await generate(g, as, building.id, { costs: [{ charge: 'care', amount: 1 }] });
  assert.deepEqual([real.status, real.fields.length], [422, reported.length]);
});

test('an invoice that overlaps the period is reported for its apartment only', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  const [, invoice2] = await createThreeInvoices(g, as, building.id);
  await g.ask('PATCH', `/invoices/${invoice2}`, { as, body: { status: 'cancelled' } });
  const shifted = await dry(building.id, { periodStart: '2026-10-31', periodEnd: '2026-11-15' });
  assert.deepEqual(
    shifted.data.problems.map((problem) => [problem.code, problem.stops, problem.apartmentId]),
    [
      ['period_overlaps', false, apartments[0].id],
      ['period_overlaps', false, apartments[2].id],
    ],
  );
});

test('bills that were split and periods that are closed are problems as well, reported together', async () => {
  const { building } = await createBilledBuilding(g, as);
  const [invoice1] = await createThreeInvoices(g, as, building.id);
  await markSent(g, invoice1);
  await anApartment(g, as, building.id, { number: '11', area: 25 });
  const answer = await dry(building.id, { costs: [{ charge: 'heat', amount: 1100 }] });
  assert.deepEqual(
    answer.data.problems.map((problem) => [problem.code, problem.charge]),
    [
      ['period_closed', undefined],
      ['bill_already_split', 'heat'],
    ],
  );
  const real = await generate(g, as, building.id, { costs: [{ charge: 'heat', amount: 1100 }] });
  assert.deepEqual([real.status, real.code], [409, 'period_closed']);
  assert.match(real.text, /Of 1100 for heat/);
});

test('each charge and apartment is compared with the previous month, and a large change is flagged', async () => {
  const { building } = await createBilledBuilding(g, as);
  assert.equal((await dry(building.id)).data.previousPeriod, null);
  const [first = ''] = await createThreeInvoices(g, as, building.id);
  const newcomer = await anApartment(g, as, building.id, { number: '11', area: 100 });
  const { data } = await dry(building.id, { ...november, costs: [{ charge: 'heat', amount: 3000 }] });
  assert.equal(data.previousPeriod?.periodStart, october.periodStart);
  assert.deepEqual(data.charges.map(changeIn), [
    [85, 85, true],
    [1000.01, 1999.99, true],
  ]);
  assert.deepEqual(data.invoices.map(changeIn).slice(0, 2), [
    [552.71, 249.99, true],
    [331.62, 150, true],
  ]);
  const last = data.invoices.find((invoice) => invoice.apartmentId === newcomer.id);
  assert.deepEqual(changeIn(last ?? {}), [0, 1605.4, true]);
  await markSent(g, first);
  const credit = { reason: 'Katkestus', positions: [{ position: 1, amount: 10 }] };
  await g.ask('POST', `//console/api/invoices/${first}/credit`, { as, body: credit });
  const after = (await dry(building.id, { ...november, costs: [{ charge: 'heat', amount: 3000 }] })).data;
  assert.deepEqual([after.charges[0]?.previous, after.invoices[0]?.previous], [75, 540.31], 'less the credit note');
  const same = await dry(building.id, { ...november, costs: [{ charge: 'heat', amount: 1900 }] });
  assert.equal(same.data.invoices[0]?.flagged, false);
});

test('an apartment that was deleted since is named, so that what was billed before adds up', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  const [, second = ''] = await createThreeInvoices(g, as, building.id);
  await g.ask('PATCH', `/invoices/${second}`, { as, body: { status: 'paid' } });
  assert.equal((await g.ask('DELETE', `/buildings/${building.id}/apartments/${apartments[1].id}`, { as })).status, 204);
  type Preview = Dry & { id: string; deletedApartments: { apartmentNumber: string; previous: number }[] };
  const preview = async (costs: readonly object[]) =>
    (
      await g.ask<Preview>('POST', `//console/api/buildings/${building.id}/generation-preview`, {
        as,
        body: { ...november, costs },
      })
    ).data;
  const { invoices, deletedApartments } = await preview([{ charge: 'heat', amount: 1000.01 }]);
  assert.deepEqual(
    deletedApartments.map(({ apartmentNumber, previous }) => [apartmentNumber, previous]),
    [['2', 331.62]],
  );
  const before = [...invoices, ...deletedApartments].reduce((sum, { previous = 0 }) => sum + previous * 100, 0);
  assert.equal(Math.round(before), 110541, '552.71 + 331.62 + 221.08');
  assert.deepEqual((await preview([])).deletedApartments, [], 'nothing is compared while a charge is left out');
});

test('while charges are left out apartments are not compared, as their sums would mislead', async () => {
  const { building } = await createBilledBuilding(g, as);
  await createThreeInvoices(g, as, building.id);
  const { data } = await dry(building.id, { ...november, costs: [] });
  assert.deepEqual(
    data.problems.map((problem) => problem.code),
    ['supplier_bill_missing'],
  );
  assert.ok(data.invoices.every((invoice) => invoice.previous === undefined && invoice.status === 'created'));
  assert.deepEqual(data.charges.map(changeIn), [[85, 0, false]]);
});

test('a dry run of a building with nothing to bill says so, and one without apartments has no problems', async () => {
  const bare = await aBuilding(g, as);
  assert.deepEqual((await dry(bare.id, { costs: [] })).data.problems, []);
  await anApartment(g, as, bare.id, { number: '1' });
  assert.deepEqual(
    (await dry(bare.id, { costs: [] })).data.problems.map((problem) => problem.code),
    ['no_charges'],
  );
  assert.equal((await dry(bare.id, { periodStart: '2026-10-31', periodEnd: '2026-10-01' })).status, 422);
});

test('the previous period has the same number of months, or of days', () => {
  for (const [start, end, from, to] of [
    ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
    ['2026-10-11', '2026-10-20', '2026-10-01', '2026-10-10'],
    ['2026-10-01', '2026-10-30', '2026-09-01', '2026-09-30'],
  ] as const)
    assert.deepEqual(
      periodBefore({ periodStart: start, periodEnd: end }),
      { periodStart: from, periodEnd: to },
      `${start}, ${end}, ${from}`,
    );
});

test('a change is flagged when it is large in amount and in proportion', () => {
  const flagged = (now: number, before: number) => compareAmount(now, before).flagged;
  assert.deepEqual(
    [
      flagged(13_001, 10_000),
      flagged(13_000, 10_000),
      flagged(6_999, 10_000),
      flagged(900, 400),
      flagged(901, 400),
      flagged(501, 0),
    ],
    [true, false, true, false, true, true],
  );
  assert.ok(flagged(-1000, 1000));
});

test('the invoices of an apartment share what it had before by their days, to the cent', () => {
  const part = (start: string, end: string, amount: number) =>
    ({
      apartmentId: '1',
      periodStart: `2026-11-${start}`,
      periodEnd: `2026-11-${end}`,
      status: 'created',
      amount,
    }) as const;
  const invoices = [
    part('01', '10', 4000),
    part('11', '20', 3000),
    part('21', '30', 3000),
    { apartmentId: '2', status: 'created', amount: 500 },
    { apartmentId: '3', status: 'failed', code: 'period_overlaps' },
  ] as const;
  const apartments = new Map([
    ['1', compareAmount(10_000, 10_001)],
    ['2', compareAmount(500, 2000)],
    ['3', compareAmount(0, -300)],
  ]);
  const changes = compareInvoices(invoices, apartments, november);
  assert.deepEqual(
    invoices.map((invoice) => changeIn(changes.get(invoice) ?? {})),
    [
      [3334, 666, false],
      [3334, -334, false],
      [3333, -333, false],
      [2000, -1500, true],
      [-300, 300, false],
    ],
  );
});
