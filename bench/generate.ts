// generate: a month of invoices for 10,000 apartments with 6 positions each, and with 8 (3 of them metered). The floor is one hand-written
// INSERT … SELECT per table that writes the same rows (invoices, positions, events) into the same tables, as the same role, in one transaction. With
// meters there is a second floor that also writes the ledgers of billed consumption. With `--months` a history of so many months is measured instead.
import { generateInvoicesAndApplyCredit } from '../src/payments/generate-and-apply-credit.ts';
import type { Db } from '../src/platform/db/pool.ts';
import { inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import type { SqlFragment } from '../src/platform/db/sql.ts';
import { OperatorError } from '../src/platform/errors.ts';
import { endOfMonth } from '../src/platform/values/dates.ts';
import { type BenchContext, costs, maxMonths, median, withBenchData } from './bench-data.ts';
import type { About, Figure } from './figures.ts';
import { measureSeconds, watchMemory } from './measure.ts';
import { postmasterOf, processorTime, processorTimeWithChildren } from './processor.ts';

const rounds = 5;

/** The size of the building, and the number of consecutive months to measure; by default the median of five is compared with the floor. */
export type Size = { readonly apartments?: string | undefined; readonly months?: string | undefined };

export const aboutGenerate: About = {
  does: 'A month of invoices for one building: 10,000 apartments, six charges, three of them supplier bills that are split; metered, eight charges, three of them by 20,000 meters and a main one. The median of five months.',
  floor:
    'One hand-written `INSERT … SELECT` for each of `invoices`, `positions` and `events` (metered, also for the ledgers): the same rows into the same tables, as the same role, in one transaction.',
  note: 'Memory is the most above idle. With `--months` a year is billed month by month, and nothing is kept.',
};

/** Measures it without and with meters, or prints each of several months with meters. Throws OperatorError for an impossible size. */
export async function generate({ apartments: written = '10000', months }: Size = {}): Promise<readonly Figure[]> {
  const apartments = Number(written);
  if (!(Number.isInteger(apartments) && apartments > 0))
    throw new OperatorError(`--apartments ${written} is no number of apartments.`);
  if (months !== undefined) {
    await measureMonths(apartments, Number(months));
    return [];
  }
  return [
    ...(await compareGeneration(apartments, { metered: false, maxRatio: 2 })),
    ...(await compareGeneration(apartments, { metered: true, maxRatio: 2.5 })),
  ];
}

async function compareGeneration(
  apartments: number,
  { metered, maxRatio }: { readonly metered: boolean; readonly maxRatio: number },
): Promise<readonly Figure[]> {
  const [figures, floors]: [number[], number[]] = [[], []];
  let peak = 0;
  const work = async (ground: BenchContext) => {
    for (let round = 0; round < rounds; round += 1) {
      const memory = watchMemory();
      figures.push(await measureSeconds(() => generateOnce(ground, apartments, round)));
      peak = Math.max(peak, memory());
      floors.push(await measureSeconds(() => copyOnce(ground, round, { years: 10, ledgers: metered })));
    }
  };
  await withBenchData(apartments, work, metered);
  return [
    {
      what: `${apartments.toLocaleString('en')} invoices${metered ? ' by meters' : ''}`,
      figure: median(figures),
      unit: 's',
      floor: median(floors),
      aim: { of: 'ratio', max: maxRatio },
    },
    { what: `memory${metered ? ', by meters' : ''}`, figure: peak, unit: 'MB', aim: { of: 'figure', max: 150 } },
  ];
}

/** Prints for each of several months its duration, and the processor time of the service and of the database. */
async function measureMonths(apartments: number, months: number): Promise<void> {
  if (!(months >= 1 && months <= maxMonths)) throw new OperatorError(`--months must be from 1 to ${maxMonths}.`);
  const work = async (ground: BenchContext) => {
    const postmaster = await postmasterOf(ground.app.pool);
    for (let month = 0; month < months; month += 1) {
      const memory = watchMemory();
      const [own, database] = [processorTime(process.pid), processorTimeWithChildren(postmaster)];
      const figure = await measureSeconds(() => generateOnce(ground, apartments, month));
      const peak = memory();
      const taken = [processorTime(process.pid) - own, processorTimeWithChildren(postmaster) - database].map((time) =>
        (time / 1e6).toFixed(2),
      );
      const label = `month ${month + 1}, ${apartments} invoices`;
      const parts = `processor: service ${taken[0]} s, database ${taken[1]} s; memory ${peak.toFixed(0)} MB`;
      console.log(`  ${label.padEnd(46)} ${figure.toFixed(2)} s; ${parts}`);
    }
  };
  await withBenchData(apartments, work, true);
}

/** Generates the invoices of a month of 2025. */
export async function generateOnce(
  { app, tenantId, buildingId }: BenchContext,
  apartments: number,
  round: number,
): Promise<void> {
  const periodStart = `2025-${String(round + 1).padStart(2, '0')}-01`;
  const period = { periodStart, periodEnd: endOfMonth(periodStart) };
  const made = await inTenant(app, serviceCaller(tenantId), (scope) =>
    generateInvoicesAndApplyCredit(scope, { buildingId, ...period, costs }),
  );
  if (made.created !== apartments) throw new Error(`${made.created} invoices were made, not ${apartments}.`);
}

type Copy = { readonly years: number; readonly ledgers: boolean };

/** Copies a generated month by so many years: the same rows, written by SQL only. */
async function copyOnce({ app, tenantId }: BenchContext, round: number, copy: Copy): Promise<void> {
  const month = `2025-${String(round + 1).padStart(2, '0')}-01`;
  await inTenant(app, serviceCaller(tenantId), async ({ db }) => {
    await copyMonth(db, tenantId, month, copy.years);
    if (copy.ledgers) await copyLedgers(db, tenantId, month, copy.years);
  });
}

async function copyMonth(db: Db, tenantId: string, month: string, years: number): Promise<void> {
  const offset = db`make_interval(years => ${years})`;
  await db`
    insert into events (tenant_id, id, type, body, occurred_at)
    select tenant_id, gen_random_uuid(), type, body, occurred_at from events
     where tenant_id = ${tenantId} order by occurred_at desc, id
     limit (select count(*) from invoices where tenant_id = ${tenantId} and period_start = ${month})`;
  await db`
    insert into invoices (tenant_id, id, number, reference, status, building_id, apartment_id, period_start, period_end, issue_date, due_date, currency, amount,
                          created_at, updated_at)
    select tenant_id, ${copied(db, db`id`, years)}, 'F' || ${years}::integer || number, reference, status, building_id, apartment_id,
           (period_start + ${offset})::date, (period_end + ${offset})::date, issue_date, due_date, currency, amount, created_at, updated_at
      from invoices where tenant_id = ${tenantId} and period_start = ${month}`;
  await db`
    insert into invoice_days (tenant_id, invoice_id, apartment_id, days)
    select tenant_id, id, apartment_id, daterange(period_start, period_end, '[]') from invoices
     where tenant_id = ${tenantId} and period_start = (${month}::date + ${offset})::date`;
  await db`
    insert into positions (tenant_id, invoice_id, ordinal, code, description, quantity, unit, unit_price, amount, vat_rate, vat_amount, calculation)
    select p.tenant_id, ${copied(db, db`p.invoice_id`, years)}, p.ordinal, p.code, p.description, p.quantity, p.unit, p.unit_price, p.amount,
           p.vat_rate, p.vat_amount, p.calculation
      from positions p join invoices i on i.tenant_id = p.tenant_id and i.id = p.invoice_id
     where p.tenant_id = ${tenantId} and i.period_start = ${month}`;
}

/** The id of a copied invoice. */
function copied(db: Db, id: SqlFragment, years: number) {
  return db`overlay(${id}::text placing ${`f${years}0`}::text from 10)::uuid`;
}

/** The ledger rows of a month, of a building that does not exist, so that later months do not find them. */
async function copyLedgers(db: Db, tenantId: string, month: string, years: number): Promise<void> {
  const nowhere = db`'00000000-0000-0000-0000-000000000000'::uuid`;
  await db`
    insert into charge_ledger (tenant_id, building_id, invoice_id, number, ordinal, meter_id, charge, from_day, to_day, quantity, unit_price, vat_rate,
                               coefficient, amount, vat_amount, estimated, is_credit)
    select b.tenant_id, ${nowhere}, ${copied(db, db`b.invoice_id`, years)}, b.number, b.ordinal, b.meter_id, b.charge, b.from_day, b.to_day, b.quantity,
           b.unit_price, b.vat_rate, b.coefficient, b.amount, b.vat_amount, b.estimated, b.is_credit
      from charge_ledger b join invoices i on i.tenant_id = b.tenant_id and i.id = b.invoice_id
     where b.tenant_id = ${tenantId} and i.period_start = ${month}`;
}
