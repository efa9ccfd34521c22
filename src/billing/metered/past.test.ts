// Proves, over HTTP, that whoever generates is warned of days billed twice, of meters that earlier invoices lack, and of those who would pay for others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrganization, given } from '../../../test/given.ts';
import { codes, meteredHouse } from '../../../test/metered.ts';

const g = await given();
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { owner: as } = await anOrganization(g);
const water = { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 2 };
const fee = { code: 'fee', name: 'Haldus', basis: 'fixed', unitPrice: 5 };
type House = Awaited<ReturnType<typeof meteredHouse>>;

/** Both apartments use ten a month until September. */
async function readMonths({ read }: House): Promise<void> {
  for (const [date, value] of [
    ['05-31', 10],
    ['06-30', 20],
    ['07-31', 30],
    ['08-31', 40],
    ['09-30', 50],
  ] as const)
    for (const place of [0, 1]) await read(place, `2026-${date}`, value);
}

test('a month that a later one has billed already warns of it, and bills none of its days twice', async () => {
  const house = await meteredHouse(g, as, [water, fee]);
  await readMonths(house);
  await house.bill('06');
  await house.bill('08');
  const look = await house.bill('07', { dryRun: true });
  assert.deepEqual(codes(look.data), ['days_billed_twice', 'days_billed_twice']);
  assert.match(look.data.warnings[0]?.message ?? '', /the period from 2026-08-01 bills days of this one already/);
  const july = await house.bill('07');
  assert.deepEqual(codes(july.data), codes(look.data));
  assert.equal((await house.sumOf(july.data, 0)).quantity, 0);
  const september = await house.bill('09');
  assert.equal((await house.sumOf(september.data, 0)).quantity, 10);
});

test('an earlier month made anew in its place is no warning', async () => {
  const house = await meteredHouse(g, as, [water, fee]);
  await readMonths(house);
  const june = await house.bill('06');
  await house.bill('07');
  await house.cancel(june.data, 0);
  assert.deepEqual(codes((await house.bill('06')).data), []);
});

test('a meter that was entered after its apartment’s first invoices warns that its earlier days are on none', async () => {
  const house = await meteredHouse(g, as, [water, fee]);
  await readMonths(house);
  await house.bill('06');
  await house.bill('07');
  const forgotten = await house.aMeter({ apartmentId: house.meters[0]?.apartmentId, serialNumber: 'F1' });
  for (const [date, value] of [
    ['07-31', 300],
    ['08-31', 310],
    ['09-30', 320],
  ] as const)
    await house.readMeter(forgotten, `2026-${date}`, value);
  const august = await house.bill('08');
  assert.deepEqual(codes(august.data), ['earlier_days_unbilled']);
  assert.match(
    august.data.warnings[0]?.message ?? '',
    /^Apartment 1, cold water meter F1: the apartment’s invoices since 2026-06-01 lack it, and it is billed from 300 on 2026-07-31\./,
  );
  assert.deepEqual(codes((await house.bill('09')).data), []);
});

test('a meter whose charge leaves its apartment out is not missed', async () => {
  const house = await meteredHouse(g, as, [water, fee]);
  const apartments = [{ apartmentId: house.meters[1]?.apartmentId, coefficient: 0 }];
  const body = { billing: { charges: [{ ...water, apartments }, fee] } };
  const changed = await g.ask('PATCH', `/buildings/${house.building.id}`, { as, body });
  assert.equal(changed.status, 200, changed.text);
  await readMonths(house);
  await house.bill('06');
  assert.deepEqual(codes((await house.bill('07')).data), []);
});

test('days that no invoice covers name the day on which the apartment changed hands', async () => {
  const house = await meteredHouse(g, as, [water, fee]);
  await readMonths(house);
  await house.bill('06');
  for (const [since, until] of [
    ['2026-01-01', '2026-07-31'],
    ['2026-08-01', null],
  ] as const) {
    const apartments = [{ apartmentId: house.meters[0]?.apartmentId, since, until }];
    const made = await g.ask('POST', '//console/api/residents', { as, body: { name: `Since ${since}`, apartments } });
    assert.equal(made.status, 201, made.text);
  }
  const { warnings } = (await house.bill('08', { dryRun: true })).data;
  assert.deepEqual(
    warnings.map(({ code, message }) => [code, /changed hands on 2026-08-01/.test(message)]),
    [
      ['days_billed_late', true],
      ['days_billed_late', false],
    ],
  );
});
