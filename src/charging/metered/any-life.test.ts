// Property test over HTTP: whatever happens in a building, the consumption billed is the consumption metered, at the price of its days, and bills are covered to the cent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { markSent } from '../../../test/billing-fixture.ts';
import { createMeteredBuilding, type MeteredGeneration } from '../../../test/metering-fixture.ts';
import { anOrganization, startTestService, type Thing } from '../../../test/service-fixture.ts';

const g = await startTestService();
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { tenantId, owner: as } = await anOrganization(g);

/** VAT rises in July, and the price in September, each on the first day of a month. */
const tariffs = [
  { from: '2026-07-01', vatRate: 24 },
  { from: '2026-09-01', unitPrice: 3.17 },
];
const charges = [
  { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 1.23, vatRate: 22, tariffs },
  { code: 'sewerage', name: 'Kanal', basis: 'meter', meterType: 'cold_water', unitPrice: 2.09, vatRate: 22 },
  { code: 'common', name: 'Üldvesi', basis: 'meter_remainder', meterType: 'cold_water', unitPrice: 1.5, vatRate: 22 },
  { code: 'heat', name: 'Küte', basis: 'meter', meterType: 'cold_water', costFrom: 'supplier_bill', vatRate: 22 },
].map((charge) => ({ ...charge, estimateMissingFromMonths: 3 }));
// No invoice becomes negative: its credit would pay other invoices, and those cannot be cancelled.
const fee = { code: 'fee', name: 'Haldus', basis: 'fixed', unitPrice: 100_000 };
const priceOf = (code: string, month: string) => (code === 'sewerage' ? 2.09 : month >= '09' ? 3.17 : 1.23);
const rateOf = (code: string, month: string) => (code === 'water' && month >= '07' ? 24 : 22);

const months = ['05', '06', '07', '08', '09', '10', '11'] as const;
const lastOf = (month: string) => `2026-${month}-${String(new Date(Date.UTC(2026, Number(month), 0)).getUTCDate())}`;

const step = fc.record({
  used: fc.tuple(fc.nat(40), fc.nat(40)),
  lost: fc.nat(20),
  read: fc.tuple(fc.boolean(), fc.boolean()),
  wrong: fc.integer({ min: 0, max: 3 }),
  replaces: fc.integer({ min: 0, max: 5 }),
  late: fc.integer({ min: 0, max: 6 }),
  generates: fc.boolean(),
  cancels: fc.option(fc.record({ month: fc.nat(6), place: fc.nat(1), again: fc.boolean() }), { nil: undefined }),
  corrects: fc.option(fc.nat(6), { nil: undefined }),
  credits: fc.option(fc.record({ month: fc.nat(6), place: fc.nat(1) }), { nil: undefined }),
});
const life = fc.record({
  from: fc.nat(999),
  sold: fc.option(fc.integer({ min: 2, max: 27 }), { nil: undefined }),
  steps: fc.array(step, { minLength: 6, maxLength: 6 }),
});
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

/** The test's own model of a meter: what it shows, and what it has counted since its installation, in thousandths, month by month. */
type Kept = {
  id: string;
  charge: number;
  shows: number;
  last: number;
  counted: Map<string, number>;
  sum: number;
  ended: boolean;
  isLate: boolean;
  read: { readonly day: string; readonly sum: number }[];
};

async function live({ from, sold, steps }: Life) {
  const fixture = await createMeteredBuilding(g, as, [...charges, fee], { digits: 3, decimals: 3, initialValue: from });
  const { building, meters, aMeter, readMeter, bill, cancel } = fixture;
  const main = await aMeter({ digits: 6, serialNumber: 'K1', initialValue: 0 });
  const own: Kept[][] = meters.map(({ id }) => [
    {
      id,
      charge: 0,
      shows: from * 1000,
      last: from * 1000,
      counted: new Map(),
      sum: 0,
      ended: false,
      isLate: false,
      read: [],
    },
  ]);
  const whole = { shows: 0 };
  let credited = false;
  if (sold !== undefined)
    for (const [since, until] of [
      ['2020-01-01', `2026-07-${String(sold).padStart(2, '0')}`],
      [`2026-07-${String(sold + 1).padStart(2, '0')}`, null],
    ] as const) {
      const apartments = [{ apartmentId: meters[0]?.apartmentId, role: 'owner', since, until }];
      await g.ask('POST', '//console/api/residents', { as, body: { name: `Since ${since}`, apartments } });
    }
  const show = async (kept: Kept, day: string, value = kept.shows) => {
    const made: Thing = await readMeter(kept, day, value / 1000, value < kept.last);
    if (value === kept.shows) kept.last = value;
    kept.read.push({ day, sum: kept.sum });
    return made;
  };
  const use = (kept: Kept, thousandths: number) => {
    kept.shows = (kept.shows + thousandths) % 1_000_000;
    kept.sum += thousandths;
  };
  const known = (month: string) => {
    for (const kept of own.flat()) kept.counted.set(month, kept.sum);
  };
  const made = new Map<string, MeteredGeneration>();
  const isNew = (answer: MeteredGeneration) =>
    answer.invoices.filter((invoice) => invoice.status === 'created').map((invoice) => invoice.amount);
  const generate = async (month: string) => {
    const costs = [{ charge: 'heat', amount: 100.01 }];
    const dry = await bill(month, { costs, dryRun: true });
    const answer = await bill(month, { costs });
    // A bill that was divided differently before needs a correction first, and a meter without any value needs a reading.
    if (answer.status === 409 || /reading_missing/.test(answer.text)) return;
    assert.ok(answer.status < 300, answer.text);
    if (answer.data.created === 0) return;
    assert.deepEqual(
      isNew(answer.data),
      isNew(dry.data),
      'checking all days and checking only changed ones gives the same result',
    );
    made.set(month, answer.data);
  };
  const readAll = async (month: string) => {
    for (const kept of own.flat()) if (!kept.ended) await show(kept, lastOf(month));
    await readMeter(main, lastOf(month), whole.shows / 1000);
  };
  for (const kept of own.flat()) use(kept, 7000);
  whole.shows += 20_000;
  await readAll('04');
  known('04');
  for (const [nth, one] of steps.entries()) {
    const month = months[nth] ?? '';
    for (const [place, meter] of own.entries()) {
      const kept = meter.findLast((other) => !other.ended) as Kept;
      use(kept, (one.used[place] ?? 0) * 333);
      whole.shows += (one.used[place] ?? 0) * 333;
    }
    whole.shows += one.lost * 111;
    if (one.replaces === 0) {
      const previous = own[0]?.findLast((other) => !other.ended) as Kept;
      const body = { apartmentId: meters[0]?.apartmentId, installedOn: `2026-${month}-20`, initialValue: 990 };
      const final = {
        replacesMeterId: previous.id,
        finalValue: previous.shows / 1000,
        rollover: previous.shows < previous.last,
      };
      const { id } = await aMeter({ ...body, ...final });
      previous.ended = true;
      own[0]?.push({
        id,
        charge: 0,
        shows: 990_000,
        last: 990_000,
        counted: new Map(),
        sum: 0,
        ended: false,
        isLate: false,
        read: [],
      });
    }
    if (one.late === 0 && nth > 0 && (own[1]?.length ?? 0) < 2) {
      const body = {
        apartmentId: meters[1]?.apartmentId,
        installedOn: '2026-05-10',
        initialValue: 0,
        serialNumber: 'L1',
      };
      const { id } = await aMeter(body);
      own[1]?.push({
        id,
        charge: 0,
        shows: 0,
        last: 0,
        counted: new Map(),
        sum: 0,
        ended: false,
        isLate: true,
        read: [],
      });
    }
    for (const [place, meter] of own.entries())
      for (const kept of meter.filter((other) => !other.ended)) {
        if (!one.read[place] && nth > 0 && kept.counted.size > 0) continue;
        if (one.wrong !== place) await show(kept, lastOf(month));
        else {
          // Entered too high, billed, and corrected afterwards.
          const wrong = await g.ask<Thing>('POST', `/meters/${kept.id}/readings`, {
            as,
            body: { value: kept.shows / 1000 + 5, readAt: lastOf(month) },
          });
          if (wrong.status === 201) {
            if (one.generates) await generate(month);
            await g.ask('POST', `//console/api/readings/${wrong.data.id}/reject`, { as, body: { reason: 'Vale' } });
          }
          await show(kept, lastOf(month));
        }
      }
    await readMeter(main, lastOf(month), whole.shows / 1000);
    known(month);
    if (one.generates || nth === 0) await generate(month);
    const { cancels, corrects, credits } = one;
    const wrong = cancels && made.get(months[cancels.month] ?? '');
    if (cancels !== undefined && wrong?.invoices[cancels.place]?.invoiceId !== undefined) {
      const { invoiceId } = wrong.invoices[cancels.place] ?? {};
      await g.ask('PATCH', `/invoices/${invoiceId}`, { as, body: { status: 'cancelled' } });
      if (cancels.again) await generate(months[cancels.month] ?? '');
    }
    const closed = corrects === undefined ? undefined : made.get(months[corrects] ?? '');
    if (closed !== undefined) {
      const [{ invoiceId } = {}] = closed.invoices;
      const [row] = await g.owner`select status from invoices where id = ${invoiceId ?? null}`;
      if (row?.status === 'draft') await markSent(g, invoiceId ?? '');
      const period = { periodStart: closed.periodStart, periodEnd: closed.periodEnd, reason: 'Vaatasin üle' };
      await g.ask('POST', `//console/api/buildings/${building.id}/corrections`, { as, body: period });
    }
    const given = credits && made.get(months[credits.month] ?? '')?.invoices[credits.place]?.invoiceId;
    if (given !== undefined) {
      const positions = [{ position: 1 }];
      const answer = await g.ask('POST', `//console/api/invoices/${given}/credit`, {
        as,
        body: { reason: 'Vabandus', positions },
      });
      credited ||= answer.status < 300;
    }
  }
  for (const [place, meter] of own.entries()) {
    const kept = meter.findLast((other) => !other.ended) as Kept;
    use(kept, 1000 * (place + 1));
    whole.shows += 1000 * (place + 1);
  }
  await readAll('11');
  known('11');
  await generate('11');
  void cancel;
  return { building, own, main, whole, credited };
}

type Sum = {
  meterId: string;
  charge: string;
  from: string;
  to: string;
  quantity: string;
  price: string;
  vatRate: string;
  amount: number;
  vat: number;
};

/** The ledger in force, read directly from the database, by meter, charge and days. */
async function ledgerOf(buildingId: string): Promise<Sum[]> {
  return g.owner<Sum[]>`
    select meter_id, charge, from_day::text as from, to_day::text as to, sum(quantity)::text as quantity, unit_price::text as price, vat_rate::text as vat_rate,
           sum(amount)::int as amount, sum(vat_amount)::int as vat
      from billed_consumption where tenant_id = ${tenantId} and building_id = ${buildingId} and unit_price is not null
     group by 1, 2, 3, 4, 6, 7 having sum(sign(number)) <> 0 or sum(quantity) <> 0 or sum(amount) <> 0`;
}

test('whatever is read, replaced, cancelled, generated again, corrected and credited, the consumption billed is the consumption metered', async () => {
  await fc.assert(
    fc.asyncProperty(life, async (written) => {
      const { building, own, credited } = await live(written);
      const sums = await ledgerOf(building.id);
      for (const code of ['water', 'sewerage'])
        for (const kept of own.flat()) {
          const rows = sums.filter((row) => row.meterId === kept.id && row.charge === code);
          const billed = rows.reduce((sum, row) => sum + Number(row.quantity), 0);
          // A meter that was entered late, when its apartment had no invoice in force, begins with the last reading before its first invoice.
          const since = rows.map((row) => row.from).sort()[0] ?? '';
          const before =
            kept.isLate && since > '2026-05-10'
              ? kept.read.findLast(({ day }) => day < since)?.sum
              : kept.counted.get('04');
          const counted = (kept.sum - (before ?? 0)) / 1000;
          if (!credited) assert.equal(billed.toFixed(6), counted.toFixed(6), `${code} of ${kept.id}`);
          else
            assert.ok(
              billed > counted - 0.000001,
              `${code}: less is given back than was counted less, where credits gave it back`,
            );
          for (const row of rows) {
            const month = row.from.slice(5, 7);
            assert.deepEqual([Number(row.price), Number(row.vatRate)], [priceOf(code, month), rateOf(code, month)]);
          }
        }
      // The meters of an apartment are priced together: quantity times price for each run of days, to the cent.
      for (const meters of own)
        for (const [, rows] of Map.groupBy(
          sums.filter((row) => meters.some((kept) => kept.id === row.meterId)),
          (row) => `${row.charge} ${row.from} ${row.to} ${row.price} ${row.vatRate}`,
        )) {
          const [first] = rows;
          const quantity = rows.reduce((sum, row) => sum + Math.round(Number(row.quantity) * 1e6), 0);
          const exact = (quantity * Number(first?.price)) / 1e4;
          const amount = rows.reduce((sum, row) => sum + row.amount, 0);
          // Cut runs, meters added later and credits round in more than one step.
          const steps = rows.length + (credited ? 2 : 0);
          assert.ok(Math.abs(amount - exact) <= 0.500001 + steps, `${amount} for ${exact}`);
          const vat = rows.reduce((sum, row) => sum + row.vat, 0);
          assert.ok(
            Math.abs(vat - (amount * Number(first?.vatRate)) / 100) <= 0.500001 + steps,
            `${vat} of ${JSON.stringify(rows)}`,
          );
        }
      const [lines] = await g.owner<{ net: number; ledger: number }[]>`
        select (select coalesce(sum(p.amount), 0)::int from invoices i join positions p on p.invoice_id = i.id
                 where i.building_id = ${building.id} and i.status <> 'cancelled' and i.cause is distinct from 'credit' and p.code in ('water', 'sewerage')) as net,
               (select coalesce(sum(amount), 0)::int from billed_consumption where building_id = ${building.id}) as ledger`;
      assert.equal(lines?.net, lines?.ledger, 'the ledger is what the invoices say');
      const back = await g.owner<{ code: string; net: number; vat: number }[]>`
        select p.code, sum(p.amount)::int as net, sum(p.vat_amount)::int as vat from invoices i join positions p on p.invoice_id = i.id
         where i.building_id = ${building.id} and i.status <> 'cancelled' and p.code in ('water', 'sewerage') group by i.apartment_id, p.code`;
      for (const { net, vat } of back) assert.ok(net >= 0 && vat >= 0, 'never more is given back than was billed');
      const divided = await g.owner<{ net: number; whole: boolean }[]>`
        select sum(p.amount)::int as net, count(distinct i.apartment_id) filter (where i.corrects_id is null) = 2 as whole
          from invoices i join positions p on p.invoice_id = i.id
         where i.building_id = ${building.id} and i.status <> 'cancelled' and i.cause is distinct from 'credit' and p.code = 'heat'
         group by coalesce(i.full_period_start, i.period_start)`;
      for (const { net, whole } of divided) if (whole && written.sold === undefined) assert.equal(net, 10_001);
    }),
    { numRuns: 12, endOnFailure: true },
  );
});
