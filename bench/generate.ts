// generate: a month of invoices for 10,000 apartments with 6 positions each, and with 8 (3 of them metered). The floor
// is one hand-written INSERT … SELECT per table that writes the same rows (invoices, positions, events) into the same
// tables, as the same role, in one transaction. With meters there is a second floor that also writes the ledgers of
// billed consumption.
import type { Db } from '../src/platform/db/pool.ts';
import { inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import type { SqlFragment } from '../src/platform/db/sql.ts';
import { type BenchContext, generateMonth, median, withBenchData } from './bench-data.ts';
import type { About, Figure } from './figures.ts';
import { measureSeconds, watchMemory } from './measure.ts';

const rounds = 5;

/** The building has so many apartments. */
const apartments = 10_000;

export const aboutGenerate: About = {
  does: 'A month of 10,000 apartments and six charges, three of them bills to split; metered, eight charges and 20,000 meters. The median of five.',
  floor: 'Hand-written `INSERT … SELECT`: the same rows into the same tables, as the same role, in one transaction.',
  note: 'Memory is the most above idle.',
};

/** Measures it without and with meters. */
export async function generate(): Promise<readonly Figure[]> {
  return [
    ...(await compareGeneration({ metered: false, maxRatio: 2 })),
    ...(await compareGeneration({ metered: true, maxRatio: 2.5 })),
  ];
}

async function compareGeneration({
  metered,
  maxRatio,
}: {
  readonly metered: boolean;
  readonly maxRatio: number;
}): Promise<readonly Figure[]> {
  const [figures, floors]: [number[], number[]] = [[], []];
  let peak = 0;
  const work = async (ground: BenchContext) => {
    for (let round = 0; round < rounds; round += 1) {
      const memory = watchMemory();
      figures.push(
        await measureSeconds(
          async () => void (await generateMonth(ground, ground.buildingId, monthOf(round), apartments)),
        ),
      );
      peak = Math.max(peak, memory());
      floors.push(await measureSeconds(() => copyOnce(ground, round, metered)));
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

const monthOf = (round: number) => `2025-${String(round + 1).padStart(2, '0')}-01`;

const years = 10;

/** Copies a generated month by so many years: the same rows, written by SQL only. */
async function copyOnce({ app, tenantId }: BenchContext, round: number, withLedgers: boolean): Promise<void> {
  const month = monthOf(round);
  await inTenant(app, serviceCaller(tenantId), async ({ db }) => {
    await copyMonth(db, tenantId, month);
    if (withLedgers) await copyLedgers(db, tenantId, month);
  });
}

async function copyMonth(db: Db, tenantId: string, month: string): Promise<void> {
  const offset = db`make_interval(years => ${years})`;
  await db`
    insert into events (tenant_id, id, type, body, occurred_at)
    select tenant_id, gen_random_uuid(), type, body, occurred_at from events
     where tenant_id = ${tenantId} order by occurred_at desc, id
     limit (select count(*) from invoices where tenant_id = ${tenantId} and period_start = ${month})`;
  await db`
    insert into invoices (tenant_id, id, number, reference, status, building_id, apartment_id, period_start, period_end, issue_date, due_date, currency, amount,
                          created_at, updated_at)
    select tenant_id, ${copied(db, db`id`)}, 'F' || ${years}::integer || number, reference, status, building_id, apartment_id,
           (period_start + ${offset})::date, (period_end + ${offset})::date, issue_date, due_date, currency, amount, created_at, updated_at
      from invoices where tenant_id = ${tenantId} and period_start = ${month}`;
  await db`
    insert into invoice_days (tenant_id, invoice_id, apartment_id, days)
    select tenant_id, id, apartment_id, daterange(period_start, period_end, '[]') from invoices
     where tenant_id = ${tenantId} and period_start = (${month}::date + ${offset})::date`;
  await db`
    insert into positions (tenant_id, invoice_id, ordinal, code, description, quantity, unit, unit_price, amount, vat_rate, vat_amount, calculation)
    select p.tenant_id, ${copied(db, db`p.invoice_id`)}, p.ordinal, p.code, p.description, p.quantity, p.unit, p.unit_price, p.amount,
           p.vat_rate, p.vat_amount, p.calculation
      from positions p join invoices i on i.tenant_id = p.tenant_id and i.id = p.invoice_id
     where p.tenant_id = ${tenantId} and i.period_start = ${month}`;
}

/** The id of a copied invoice. */
function copied(db: Db, id: SqlFragment) {
  return db`overlay(${id}::text placing ${`f${years}0`}::text from 10)::uuid`;
}

/** The ledger rows of a month, of a building that does not exist, so that later months do not find them. */
async function copyLedgers(db: Db, tenantId: string, month: string): Promise<void> {
  const nowhere = db`'00000000-0000-0000-0000-000000000000'::uuid`;
  await db`
    insert into charge_ledger (tenant_id, building_id, invoice_id, number, ordinal, meter_id, charge, from_day, to_day, quantity, unit_price, vat_rate,
                               coefficient, amount, vat_amount, estimated, is_credit)
    select b.tenant_id, ${nowhere}, ${copied(db, db`b.invoice_id`)}, b.number, b.ordinal, b.meter_id, b.charge, b.from_day, b.to_day, b.quantity,
           b.unit_price, b.vat_rate, b.coefficient, b.amount, b.vat_amount, b.estimated, b.is_credit
      from charge_ledger b join invoices i on i.tenant_id = b.tenant_id and i.id = b.invoice_id
     where b.tenant_id = ${tenantId} and i.period_start = ${month}`;
}
