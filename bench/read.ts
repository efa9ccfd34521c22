// read: authenticated reads over HTTP, one invoice and a page of 50. The floor is a plain Fastify with the same driver
// that authenticates and runs the same statement, in one flight of one transaction, without validation, limits, schemas
// and request log. The bare floor does not authenticate.
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify';
import { authenticate } from '../src/identity/identity-queries.ts';
import { parseBearer } from '../src/identity/tokens.ts';
import type { Db } from '../src/platform/db/pool.ts';
import { transaction } from '../src/platform/db/transaction.ts';
import { makeServer } from '../src/server.ts';
import { type BenchContext, generateMonth, median, withBenchData } from './bench-data.ts';
import type { About, Figure } from './figures.ts';
import { playLoad } from './load.ts';

const rounds = 5;
const invoices = 1000;
const connections = 32;
const secondsEach = 3;
/** At least these shares of the floors. */
const minRatio = { invoice: 0.7, bareInvoice: 0.5, page: 0.75 };

export const aboutRead: About = {
  does: '`GET /invoices/:id` and `GET /invoices?limit=50`, 1,000 invoices, 32 connections. The median of five times three seconds.',
  floor:
    'The same Fastify, driver, authentication and statement in one transaction; no validation, limits, schemas, request log. The bare floor does not authenticate.',
};

/** Compares requests per second. */
export async function read(): Promise<readonly Figure[]> {
  return withBenchData(invoices, async (ground) => {
    const [invoice] = await generateMonth(ground, ground.buildingId, '2026-10-01', invoices);
    const id = invoice?.invoiceId ?? '';
    await ground.database.asOwner((owner) => owner`analyze`);
    const ours = makeServer(ground.app);
    const floor = floorServer(ground);
    const [oursAt, floorAt] = [
      await ours.listen({ port: 0, host: '127.0.0.1' }),
      await floor.listen({ port: 0, host: '127.0.0.1' }),
    ];
    const single = { ours: `${oursAt}/api/invoices/${id}`, floor: `${floorAt}/one/${id}` };
    const page = { ours: `${oursAt}/api/invoices?limit=50`, floor: `${floorAt}/page` };
    const bare = { ours: single.ours, floor: `${floorAt}/bare/${id}` };
    const token = ground.accessToken;
    const figures = [
      await compareThroughput('one invoice', single, token, minRatio.invoice),
      await compareThroughput('one invoice, bare floor', bare, token, minRatio.bareInvoice),
      await compareThroughput('a page of 50', page, token, minRatio.page),
    ];
    await Promise.all([ours.close(), floor.close()]);
    return figures;
  });
}

async function compareThroughput(
  what: string,
  url: { readonly ours: string; readonly floor: string },
  token: string,
  min: number,
): Promise<Figure> {
  await requireEqualAnswers(url.ours, url.floor, token);
  const figures: number[] = [];
  const floors: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const [figure, floor] = [await load(url.ours, token), await load(url.floor, token)];
    if (round === 0) continue; // The first round warms both up.
    figures.push(figure);
    floors.push(floor);
  }
  return { what, figure: median(figures), unit: '/s', floor: median(floors), aim: { of: 'ratio', min } };
}

/** Both must return the same invoices, or the comparison is meaningless. */
async function requireEqualAnswers(ours: string, floor: string, token: string): Promise<void> {
  const numbers = async (url: string) => {
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    return [...(await response.text()).matchAll(/"number":"[^"]+"/g)].map(([text]) => text).slice(0, 50);
  };
  const [a, b] = [await numbers(ours), await numbers(floor)];
  if (a.length === 0 || a.join() !== b.join())
    throw new Error(`${ours} and its floor do not return the same invoices.`);
}

async function load(url: string, token: string): Promise<number> {
  const { perSecond } = await playLoad({ url, token, connections, seconds: secondsEach });
  return perSecond;
}

/** The minimum work for a response: the statement of each read, with or without authentication. */
function floorServer({ app, tenantId }: BenchContext): FastifyInstance {
  const server = fastify({ logger: false });
  const oneInvoice = (id: string) => (db: Db) =>
    db`
      select i.id, i.number, i.reference, i.status, i.building_id, i.apartment_id, i.recipients, i.period_start, i.period_end, i.issue_date, i.due_date,
             i.paid_date, i.currency, i.amount, i.amount_paid, i.created_at, i.updated_at, b.time_zone, (
               select json_agg(json_build_object(
                        'code', p.code, 'description', p.description, 'quantity', p.quantity, 'unit', p.unit, 'unitPrice', p.unit_price, 'amount', p.amount,
                        'vatRate', p.vat_rate, 'vatAmount', p.vat_amount, 'calculation', p.calculation) order by p.ordinal)
                 from positions p where p.tenant_id = ${tenantId} and p.invoice_id = i.id) as positions
        from invoices i join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id and b.archived_at is null
       where i.tenant_id = ${tenantId} and i.id = ${id}`;
  const page = (db: Db) => db`
      select i.id, i.number, i.reference, i.status, i.building_id, i.apartment_id, i.recipients, i.period_start, i.period_end, i.issue_date, i.due_date,
             i.paid_date, i.currency, i.amount, i.amount_paid, i.created_at, i.updated_at, b.time_zone, i.created_at::text as sort_value
        from invoices i join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id and b.archived_at is null
       where i.tenant_id = ${tenantId} order by i.created_at, i.id limit 51`;
  const bind = (db: Db) => db`select set_config('app.tenant_id', ${tenantId}, true)`;
  const authenticating = ({ headers }: FastifyRequest) => {
    const credential = parseBearer(headers.authorization?.slice('Bearer '.length) ?? '');
    if (credential === undefined) throw new Error('There is no credential.');
    return async (db: Db) => {
      if ((await authenticate(db, credential, app.clock())) === undefined) throw new Error('Nobody holds it.');
    };
  };
  type Id = { Params: { id: string } };
  server.get<Id>('/one/:id', (request) =>
    inTransaction(app.pool, authenticating(request), oneInvoice(request.params.id)),
  );
  server.get<Id>('/bare/:id', ({ params: { id } }) => inTransaction(app.pool, bind, oneInvoice(id)));
  server.get('/page', (request) => inTransaction(app.pool, authenticating(request), page));
  return server;
}

/** Runs both statements in one flight. */
async function inTransaction(
  pool: BenchContext['app']['pool'],
  first: (db: Db) => PromiseLike<unknown>,
  statement: (db: Db) => PromiseLike<unknown>,
): Promise<{ data: unknown }> {
  const opening = (db: Db) => Promise.all([first(db), statement(db)]);
  return { data: await transaction(pool, 'read only', opening, async (_, [, rows]) => rows) };
}
