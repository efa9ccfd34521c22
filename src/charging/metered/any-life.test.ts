// Property test over HTTP: whatever happens in a building, what is billed is what the registers counted, at the price
// of the days, and bills are covered to the cent. HALDUR_LIVES is the number of lives, HALDUR_LIVES_SEED their seed,
// HALDUR_LIFE one of them alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countedUntil, dayAfter, type ModelMeter } from '../../../test/meter-model.ts';
import { enteredLate, type LivedBuilding, live, metered } from '../../../test/metered-life.ts';
import { anOrganization, noRateLimits, startTestService } from '../../../test/service-fixture.ts';

// The clock stands still, so the limits of a minute are those of all lives.
const g = await startTestService({ rateLimits: noRateLimits });
g.clock.now = new Date('2026-12-15T09:00:00Z');
const { owner: as } = await anOrganization(g);

/** The days of each price. The service is given the same as tariffs. */
type Price = { readonly from: string; readonly unitPrice: number; readonly vatRate: number };
const prices: Readonly<Record<string, readonly Price[]>> = {
  water: [
    { from: '2026-01-01', unitPrice: 1.23, vatRate: 22 },
    { from: '2026-06-17', unitPrice: 1.61, vatRate: 22 },
    { from: '2026-07-01', unitPrice: 1.61, vatRate: 24 },
    { from: '2026-09-01', unitPrice: 3.17, vatRate: 24 },
  ],
  sewerage: [{ from: '2026-01-01', unitPrice: 2.09, vatRate: 22 }],
  common: [
    { from: '2026-01-01', unitPrice: 1.5, vatRate: 22 },
    { from: '2026-08-17', unitPrice: 1.9, vatRate: 24 },
  ],
};
const meter = { basis: 'meter', meterType: 'cold_water', estimateMissingFromMonths: 3 };
const charges = [
  ...Object.entries(prices).map(([code, [first, ...tariffs]]) => ({
    ...{ ...meter, basis: code === 'common' ? 'meter_remainder' : 'meter', code, name: code, tariffs },
    ...{ unitPrice: first?.unitPrice, vatRate: first?.vatRate },
  })),
  { ...meter, code: 'heat', name: 'Küte', costFrom: 'supplier_bill', vatRate: 22 },
  // No invoice becomes negative: its credit would pay other invoices, and those cannot be cancelled.
  { code: 'fee', name: 'Haldus', basis: 'fixed', unitPrice: 100_000 },
];
const lastBilledDay = '2026-11-30';
const lastDays = Object.values(prices).flatMap((own) => own.slice(1).map(({ from }) => dayAfter(from, -1)));
const intervalsOf = (code: string) =>
  (prices[code] ?? []).map((price, place, all) => {
    const next = all[place + 1];
    return { ...price, to: next === undefined ? lastBilledDay : dayAfter(next.from, -1) };
  });

/** A row of a ledger with the reversals of its days: what is billed of them, in whole billionths, and in cents. */
type Billed = {
  readonly meterId: string | null;
  readonly apartmentId: string;
  readonly charge: string;
  readonly from: string;
  readonly to: string;
  readonly unitPrice: number;
  readonly vatRate: number;
  readonly quantity: string;
  readonly amount: number;
  readonly vat: number;
};

/** What stands in the ledgers, read directly from the database. */
async function readLedgers(buildingId: string): Promise<Billed[]> {
  return g.owner<Billed[]>`
    with rows as (
      select invoice_id, meter_id, charge, from_day, to_day, unit_price, vat_rate, number, quantity, amount, vat_amount
        from charge_ledger where building_id = ${buildingId} and unit_price is not null and not is_credit)
    select r.meter_id, i.apartment_id, r.charge, r.from_day::text as from, r.to_day::text as to, r.unit_price::float as unit_price,
           r.vat_rate::float as vat_rate, trim_scale(sum(r.quantity * 1e9))::text as quantity, sum(r.amount)::int as amount, sum(r.vat_amount)::int as vat
      from rows r join invoices i on i.id = r.invoice_id
     group by 1, 2, 3, 4, 5, 6, 7 having sum(sign(r.number)) <> 0 or sum(r.quantity) <> 0 or sum(r.amount) <> 0 or sum(r.vat_amount) <> 0`;
}

const sum = (figures: readonly number[]) => figures.reduce((all, figure) => all + figure, 0);
const sumUnits = (figures: readonly bigint[]) => figures.reduce((all, figure) => all + figure, 0n);

/** The rows of a ledger in a message. */
const listed = (rows: readonly Billed[]) =>
  rows
    .map(
      ({ apartmentId, from, to, quantity, amount }) =>
        `${from} – ${to} ${apartmentId.slice(-4)}: ${Number(quantity) / 1e9} for ${amount}`,
    )
    .sort()
    .join('\n');

/** What a meter counted from one day to another, in billionths. */
const countedOn = (meter: ModelMeter, from: string, to: string) =>
  from > to ? 0n : 1000n * (countedUntil(meter, to, lastDays) - countedUntil(meter, dayAfter(from, -1), lastDays));

/**
 * Amounts are rounded once for each segment: half a cent for each, and no more. The meters of an apartment are rounded
 * together, except one that was entered when the segment had been billed.
 */
function verifyMoney(
  rows: readonly Billed[],
  quantity: bigint,
  { unitPrice, vatRate }: Price,
  { what, lateMeters }: { what: string; lateMeters: ReadonlySet<string> },
): void {
  const isLate = ({ meterId }: Billed) => lateMeters.has(meterId ?? '');
  const segments = new Set(rows.map((row) => `${row.from} ${row.to} ${isLate(row)}`)).size;
  const [net, vat] = [sum(rows.map((row) => row.amount)), sum(rows.map((row) => row.vat))];
  const exact = (Number(quantity) * unitPrice) / 1e7;
  assert.ok(
    Math.abs(net - exact) <= segments / 2 + 1e-6,
    `${what}: ${net} cents in ${segments} segments, exactly ${exact}`,
  );
  const exactVat = (net * vatRate) / 100;
  assert.ok(
    Math.abs(vat - exactVat) <= segments / 2 + 1e-6,
    `${what}: VAT ${vat} in ${segments} segments, exactly ${exactVat}`,
  );
}

function verifyConsumption({ meters, apartmentIds }: LivedBuilding, ledger: readonly Billed[]): void {
  const lateMeters = new Set(meters.filter(({ installedOn }) => installedOn === enteredLate).map(({ id }) => id));
  for (const code of ['water', 'sewerage'])
    for (const { from, to, ...price } of intervalsOf(code))
      for (const [place, apartmentId] of apartmentIds.entries()) {
        const own = meters.filter((meter) => meter.apartment === place);
        let whole = 0n;
        const ofApartment: Billed[] = [];
        for (const meter of own) {
          const all = ledger.filter((row) => row.meterId === meter.id && row.charge === code);
          const rows = all.filter((row) => from <= row.from && row.from <= to);
          const counted = countedOn(meter, from > meter.billedFrom ? from : meter.billedFrom, to);
          const what = `${code} of meter ${meters.indexOf(meter)} from ${from} to ${to}`;
          assert.equal(sumUnits(rows.map((row) => BigInt(row.quantity))), counted, `${what}:\n${listed(rows)}`);
          for (const row of rows) {
            assert.deepEqual([row.unitPrice, row.vatRate, row.to <= to], [price.unitPrice, price.vatRate, true], what);
            assert.equal(row.apartmentId, apartmentId, what);
          }
          whole += counted;
          ofApartment.push(...rows);
        }
        verifyMoney(
          ofApartment,
          whole,
          { from, ...price },
          { what: `${code} of apartment ${place + 1} from ${from}`, lateMeters },
        );
      }
}

function verifyRemainders({ meters }: LivedBuilding, ledger: readonly Billed[]): void {
  for (const { from, to, ...price } of intervalsOf('common')) {
    const rows = ledger.filter((row) => row.meterId === null && from <= row.from && row.from <= to);
    const begin = from < '2026-05-01' ? '2026-05-01' : from;
    const counted = sumUnits(
      meters.map((meter) => countedOn(meter, begin, to) * (meter.apartment === undefined ? 1n : -1n)),
    );
    assert.equal(
      sumUnits(rows.map((row) => BigInt(row.quantity))),
      counted,
      `common water from ${from} to ${to}:\n${listed(rows)}`,
    );
    for (const [nth, row] of rows.entries())
      assert.deepEqual(
        [row.unitPrice, row.vatRate, row.to <= to],
        [price.unitPrice, price.vatRate, true],
        `row ${nth}`,
      );
    const segments = new Set(rows.map((row) => `${row.from} ${row.to}`)).size;
    const [net, exact] = [sum(rows.map((row) => row.amount)), (Number(counted) * price.unitPrice) / 1e7];
    assert.ok(
      Math.abs(net - exact) <= segments / 2 + 1e-6,
      `common water from ${from}: ${net} cents, exactly ${exact}:\n${listed(rows)}`,
    );
  }
}

/**
 * Where credit notes gave something back, at least what was counted stays billed, and no more above it than they gave
 * back.
 */
async function verifyCredited(
  { buildingId, meters, apartmentIds }: LivedBuilding,
  ledger: readonly Billed[],
): Promise<void> {
  const credits = await g.owner<{ apartmentId: string; charge: string; credited: number }[]>`
    select i.apartment_id, p.code as charge, -sum(p.amount)::int as credited from invoices i join positions p on p.invoice_id = i.id
     where i.building_id = ${buildingId} and i.status <> 'cancelled' and i.cause = 'credit' group by 1, 2`;
  for (const code of ['water', 'sewerage'])
    for (const [place, apartmentId] of apartmentIds.entries()) {
      const rows = ledger.filter(
        (row) => row.apartmentId === apartmentId && row.charge === code && row.meterId !== null,
      );
      const exact = sum(
        intervalsOf(code).flatMap(({ from, to, unitPrice }) =>
          meters
            .filter((meter) => meter.apartment === place)
            .map((meter) => countedOn(meter, from > meter.billedFrom ? from : meter.billedFrom, to))
            .map((counted) => (Number(counted) * unitPrice) / 1e7),
        ),
      );
      const own = credits.filter(({ charge, apartmentId: id }) => charge === code && id === apartmentId);
      const [net, credited, rounding] = [
        sum(rows.map((row) => row.amount)),
        sum(own.map((credit) => credit.credited)),
        rows.length / 2,
      ];
      const message = `${code} of apartment ${place + 1}: ${net} cents, of which ${credited} were credited, for ${exact}`;
      assert.ok(net >= exact - rounding && net <= exact + credited + rounding, message);
    }
}

/** What invoices say is what the ledgers say, for each apartment, charge and VAT rate. */
async function verifyInvoices(buildingId: string, ledger: readonly Billed[]): Promise<void> {
  const invoiced = await g.owner<
    { apartmentId: string; charge: string; vatRate: number; amount: number; vat: number }[]
  >`
    select i.apartment_id, p.code as charge, p.vat_rate::float as vat_rate, sum(p.amount)::int as amount, sum(p.vat_amount)::int as vat
      from invoices i join positions p on p.invoice_id = i.id
     where i.building_id = ${buildingId} and i.status <> 'cancelled' and i.cause is distinct from 'credit' and p.code in ('water', 'sewerage', 'common')
     group by 1, 2, 3`;
  for (const { apartmentId, charge, vatRate, amount, vat } of invoiced) {
    const rows = ledger.filter(
      (row) => row.apartmentId === apartmentId && row.charge === charge && row.vatRate === vatRate,
    );
    assert.deepEqual([sum(rows.map((row) => row.amount)), sum(rows.map((row) => row.vat))], [amount, vat], charge);
  }
}

/** In every month whose invoices are complete, the parts of the supplier's bill add up to it. */
async function verifyBills({ buildingId, bills, uncorrected }: LivedBuilding): Promise<void> {
  const months = await g.owner<{ month: string; amount: number; complete: boolean }[]>`
    with ordinary as (
      select *, to_char(coalesce(full_period_start, period_start), 'YYYY-MM') as month from invoices
       where building_id = ${buildingId} and status <> 'cancelled' and corrects_id is null)
    select o.month, (select sum(o2.period_end - o2.period_start + 1) from ordinary o2 where o2.month = o.month)
                      = 3 * extract(day from max(o.month || '-01')::date + interval '1 month' - interval '1 day') as complete,
           (select sum(p.amount)::int from positions p join invoices i on i.id = p.invoice_id
             where i.building_id = ${buildingId} and i.status <> 'cancelled' and i.cause is distinct from 'credit' and p.code = 'heat'
                   and to_char(coalesce(i.full_period_start, i.period_start), 'YYYY-MM') = o.month) as amount
      from ordinary o group by 1`;
  for (const { month, amount, complete } of months)
    if (complete && !uncorrected.has(month)) assert.equal(amount, bills.get(month), `the bill of ${month}`);
}

/** No apartment got back more of a charge than it was billed, whatever was credited. */
async function verifyNothingGivenAway(buildingId: string): Promise<void> {
  const kept = await g.owner<{ number: string; code: string; net: number; vat: number }[]>`
    select a.number, p.code, sum(p.amount)::int as net, sum(p.vat_amount)::int as vat
      from invoices i join positions p on p.invoice_id = i.id join apartments a on a.id = i.apartment_id
     where i.building_id = ${buildingId} and i.status <> 'cancelled' and p.code in ('water', 'sewerage') group by 1, 2`;
  for (const { number, code, net, vat } of kept)
    assert.ok(net >= 0 && vat >= 0, `${code} of apartment ${number} comes to ${net} and ${vat} cents`);
}

async function verifyMonth(lived: LivedBuilding): Promise<void> {
  await verifyInvoices(lived.buildingId, await readLedgers(lived.buildingId));
  await verifyBills(lived);
}

/**
 * An invoice that is made again has the whole share of the period's remainder that its explanation shows, for the days
 * of its payer; or nothing of these days is left that it could have.
 */
async function verifyRemade({ buildingId }: LivedBuilding, invoiceIds: readonly string[]): Promise<void> {
  const shares = await g.owner<
    { number: string; from: string; to: string; amount: number; share: number; open: number }[]
  >`
    with remade as (
      select i.number, p.calculation, p.amount::int, r.from_day, r.to_day,
             100 * (p.calculation ->> 'raw')::numeric * coalesce((p.calculation #>> '{share,part}')::numeric / (p.calculation #>> '{share,of}')::numeric, 1) as share,
             round(100 * (p.calculation #>> '{remainder,quantity}')::numeric * (p.calculation #>> '{remainder,unitPrice}')::numeric) as due
        from invoices i join positions p on p.invoice_id = i.id join charge_ledger r on r.invoice_id = i.id and r.ordinal = p.ordinal and r.meter_id is null
       where i.id = any(${[...invoiceIds]}::uuid[]) and r.number > 0 and p.calculation #> '{remainder,billedBefore}' is null and r.from_day >= i.period_start)
    select number, from_day::text as from, to_day::text as to, amount, share::float as share,
           (due - (select sum(b.amount) from charge_ledger b where b.building_id = ${buildingId} and b.meter_id is null and not b.is_credit and b.charge = 'common'
                                                                   and b.from_day = remade.from_day and b.to_day = remade.to_day))::float as open
      from remade`;
  for (const { number, from, to, amount, share, open } of shares) {
    const isWhole = Math.abs(amount - share) <= 2;
    const isUsedUp = Math.sign(open) !== Math.sign(share) || Math.abs(open) <= 2;
    const message = `${number} has ${amount} of its share of ${share} from ${from} to ${to}, and ${open} are open`;
    assert.ok(isWhole || isUsedUp, message);
  }
}

const lives = Number(process.env.HALDUR_LIVES ?? 5);
const only = process.env.HALDUR_LIFE === undefined ? undefined : Number(process.env.HALDUR_LIFE);
const seed = Number(process.env.HALDUR_LIVES_SEED ?? Math.trunc(Math.random() * 2 ** 31));

test('whatever happens to meters, invoices and owners, what is billed is what the registers counted at the price of its days', async (t) => {
  for (const [place, life] of fc.sample(metered, { numRuns: only ?? lives, seed }).entries())
    await t.test(
      `HALDUR_LIVES_SEED=${seed} HALDUR_LIFE=${place + 1}`,
      { skip: only !== undefined && only !== place + 1 },
      async () => {
        const history: string[] = [];
        try {
          const lived = await live(g, as, { charges, life, history }, { month: verifyMonth, remade: verifyRemade });
          const ledger = await readLedgers(lived.buildingId);
          if (life.credits) await verifyCredited(lived, ledger);
          else {
            verifyConsumption(lived, ledger);
            verifyRemainders(lived, ledger);
          }
          await verifyNothingGivenAway(lived.buildingId);
        } catch (error) {
          throw new Error(`${(error as Error).message}\n${history.join('\n')}`, { cause: error });
        }
      },
    );
});
