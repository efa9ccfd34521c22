// read: authenticated reads over HTTP, one invoice and a page of 50. The floor is a plain Fastify with the same driver
// that runs the same statement in a transaction bound to the tenant, without sign-in, validation and schemas.
import { type FastifyInstance, fastify } from 'fastify';
import { generateInvoicesAndApplyCredit } from '../src/payments/generate-and-apply-credit.ts';
import type { Db } from '../src/platform/db/pool.ts';
import { inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import { transaction } from '../src/platform/db/transaction.ts';
import { makeServer } from '../src/server.ts';
import { type BenchContext, costs, median, withBenchData } from './bench-data.ts';
import type { About, Figure } from './figures.ts';
import { playLoad } from './load.ts';

const rounds = 5;
const connections = 32;
const secondsEach = 3;
/** At least this share of its floor; docs/benchmarks.md says why. */
const minRatio = { invoice: 0.4, page: 0.5 };

export const aboutRead: About = {
  does: '`GET /invoices/:id` and `GET /invoices?limit=50`, 1,000 invoices, 32 connections. The median of five times three seconds.',
  floor:
    'The same Fastify, driver and statement in a transaction bound to the organization; no sign-in, no validation, no schemas.',
};

/** Compares requests per second. */
export async function read(): Promise<readonly Figure[]> {
  return withBenchData(1000, async (ground) => {
    const { app, tenantId, buildingId } = ground;
    const period = { periodStart: '2026-10-01', periodEnd: '2026-10-31' };
    const made = await inTenant(app, serviceCaller(tenantId), (scope) =>
      generateInvoicesAndApplyCredit(scope, { buildingId, ...period, costs }),
    );
    const id = made.invoices[0]?.invoiceId ?? '';
    await ground.database.asOwner((owner) => owner`analyze`);
    const ours = makeServer(app);
    const bare = bareServer(ground);
    const [oursAt, bareAt] = [
      await ours.listen({ port: 0, host: '127.0.0.1' }),
      await bare.listen({ port: 0, host: '127.0.0.1' }),
    ];
    const invoice = await compareThroughput(
      'one invoice',
      `${oursAt}/api/invoices/${id}`,
      `${bareAt}/one/${id}`,
      ground.accessToken,
      minRatio.invoice,
    );
    const page = await compareThroughput(
      'a page of 50',
      `${oursAt}/api/invoices?limit=50`,
      `${bareAt}/page`,
      ground.accessToken,
      minRatio.page,
    );
    await Promise.all([ours.close(), bare.close()]);
    return [invoice, page];
  });
}

async function compareThroughput(
  what: string,
  ours: string,
  bare: string,
  token: string,
  min: number,
): Promise<Figure> {
  await requireEqualAnswers(ours, bare, token);
  const figures: number[] = [];
  const floors: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const [figure, floor] = [await load(ours, token), await load(bare, token)];
    if (round === 0) continue; // The first round warms both up.
    figures.push(figure);
    floors.push(floor);
  }
  return { what, figure: median(figures), unit: '/s', floor: median(floors), aim: { of: 'ratio', min } };
}

/** Both must return the same invoices, or the comparison is meaningless. */
async function requireEqualAnswers(ours: string, bare: string, token: string): Promise<void> {
  const numbers = async (url: string) => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    return [...(await response.text()).matchAll(/"number":"[^"]+"/g)].map(([text]) => text).slice(0, 50);
  };
  const [a, b] = [await numbers(ours), await numbers(bare)];
  if (a.length === 0 || a.join() !== b.join())
    throw new Error(`${ours} and its floor do not return the same invoices.`);
}

async function load(url: string, token: string): Promise<number> {
  const { perSecond } = await playLoad({ url, token, connections, seconds: secondsEach });
  return perSecond;
}

/** The minimum work for a response: only the statement of each read. */
function bareServer({ app, tenantId }: BenchContext): FastifyInstance {
  const server = fastify({ logger: false });
  server.get<{ Params: { id: string } }>('/one/:id', ({ params: { id } }) =>
    inTransaction(
      app.pool,
      tenantId,
      (db) => db`
      select i.id, i.number, i.reference, i.status, i.building_id, i.apartment_id, i.recipients, i.period_start, i.period_end, i.issue_date, i.due_date,
             i.paid_date, i.currency, i.amount, i.amount_paid, i.created_at, i.updated_at, b.time_zone, (
               select json_agg(json_build_object(
                        'code', p.code, 'description', p.description, 'quantity', p.quantity, 'unit', p.unit, 'unitPrice', p.unit_price, 'amount', p.amount,
                        'vatRate', p.vat_rate, 'vatAmount', p.vat_amount, 'calculation', p.calculation) order by p.ordinal)
                 from positions p where p.tenant_id = ${tenantId} and p.invoice_id = i.id) as positions
        from invoices i join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id and b.archived_at is null
       where i.tenant_id = ${tenantId} and i.id = ${id}`,
    ),
  );
  server.get('/page', () =>
    inTransaction(
      app.pool,
      tenantId,
      (db) => db`
      select i.id, i.number, i.reference, i.status, i.building_id, i.apartment_id, i.recipients, i.period_start, i.period_end, i.issue_date, i.due_date,
             i.paid_date, i.currency, i.amount, i.amount_paid, i.created_at, i.updated_at, b.time_zone, i.created_at::text as sort_value
        from invoices i join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id and b.archived_at is null
       where i.tenant_id = ${tenantId} order by i.created_at, i.id limit 51`,
    ),
  );
  return server;
}

async function inTransaction<T>(
  pool: BenchContext['app']['pool'],
  tenantId: string,
  statement: (db: Db) => PromiseLike<T>,
): Promise<{ data: unknown }> {
  const opening = (db: Db) => Promise.all([db`select set_config('app.tenant_id', ${tenantId}, true)`, statement(db)]);
  return { data: await transaction(pool, 'read only', opening, async (_, [, rows]) => rows) };
}
