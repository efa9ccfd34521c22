// generate: a month of invoices for 10,000 apartments with 6 positions each, and with 8 of which 3 go by meters. The floor is one hand-written
// INSERT … SELECT per table that writes the same rows (invoices, positions, events) into the same tables, as the same role, in one transaction.
import { generateInvoices } from '../src/payments/generate-invoices.ts';
import { endOfMonth } from '../src/platform/dates.ts';
import type { Db } from '../src/platform/db.ts';
import { inTenant, serviceIn } from '../src/platform/scope.ts';
import { costs, type Ground, median, onGround } from './ground.ts';
import { seconds, watchMemory } from './measure.ts';

const apartments = 10_000;
const rounds = 5;

/** Prints the figures: without meters, and with them. */
export async function generate(): Promise<void> {
  await measure(`${apartments} invoices, ${apartments * 6} positions`, { metered: false, aim: '2.0' });
  await measure(`${apartments} invoices, ${apartments * 8} positions, 3 metered`, { metered: true, aim: '2.5' });
}

async function measure(
  what: string,
  { metered, aim }: { readonly metered: boolean; readonly aim: string },
): Promise<void> {
  const work = async (ground: Ground) => {
    const figures: number[] = [];
    const floors: number[] = [];
    let peak = 0;
    for (let round = 0; round < rounds; round += 1) {
      const memory = watchMemory();
      figures.push(await seconds(() => once(ground, round)));
      peak = Math.max(peak, memory());
      floors.push(await seconds(() => floorOnce(ground, round)));
    }
    const figure = median(figures);
    const floor = median(floors);
    console.log(`  ${what.padEnd(46)} ${figure.toFixed(2)} s, ${Math.round(apartments / figure)} invoices/s`);
    console.log(`  ${'floor: INSERT … SELECT'.padEnd(46)} ${floor.toFixed(2)} s`);
    console.log(`  ${'ratio'.padEnd(46)} ${(figure / floor).toFixed(2)} (aim: at most ${aim})`);
    console.log(`  ${'memory above idle, at the most'.padEnd(46)} ${peak.toFixed(0)} MB (aim: under 150)`);
  };
  await onGround(apartments, work, metered);
}

async function once({ house, tenantId, buildingId }: Ground, round: number): Promise<void> {
  const periodStart = `2025-${String(round + 1).padStart(2, '0')}-01`;
  const period = { periodStart, periodEnd: endOfMonth(periodStart) };
  const made = await inTenant(house, serviceIn(tenantId), (scope) =>
    generateInvoices(scope, { buildingId, ...period, costs }),
  );
  if (made.created !== apartments) throw new Error(`${made.created} invoices were made, not ${apartments}.`);
}

/** Copies a generated month into a month of its own: the same rows, written by nothing but SQL. */
async function floorOnce({ house, tenantId }: Ground, round: number): Promise<void> {
  const month = `2025-${String(round + 1).padStart(2, '0')}-01`;
  await inTenant(house, serviceIn(tenantId), ({ db }) => copyMonth(db, tenantId, month));
}

async function copyMonth(db: Db, tenantId: string, month: string): Promise<void> {
  await db`
    insert into events (tenant_id, id, type, body, occurred_at)
    select tenant_id, gen_random_uuid(), type, body, occurred_at from events where tenant_id = ${tenantId} order by occurred_at desc, id limit ${apartments}`;
  await db`
    insert into invoices (tenant_id, id, number, reference, status, building_id, apartment_id, period_start, period_end, issue_date, due_date, currency, amount,
                          created_at, updated_at)
    select tenant_id, overlay(id::text placing 'f100' from 10)::uuid, 'F' || number, reference, status, building_id, apartment_id,
           (period_start + interval '10 years')::date, (period_end + interval '10 years')::date, issue_date, due_date, currency, amount, created_at, updated_at
      from invoices where tenant_id = ${tenantId} and period_start = ${month}`;
  await db`
    insert into invoice_days (tenant_id, invoice_id, apartment_id, days)
    select tenant_id, id, apartment_id, daterange(period_start, period_end, '[]') from invoices
     where tenant_id = ${tenantId} and period_start = (${month}::date + interval '10 years')::date`;
  await db`
    insert into positions (tenant_id, invoice_id, ordinal, code, description, quantity, unit, unit_price, amount, vat_rate, vat_amount, calculation)
    select p.tenant_id, overlay(p.invoice_id::text placing 'f100' from 10)::uuid, p.ordinal, p.code, p.description, p.quantity, p.unit, p.unit_price, p.amount,
           p.vat_rate, p.vat_amount, p.calculation
      from positions p join invoices i on i.tenant_id = p.tenant_id and i.id = p.invoice_id
     where p.tenant_id = ${tenantId} and i.period_start = ${month}`;
}
