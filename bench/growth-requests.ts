// What the benchmark growth measures: every list with its filters and orders, details, search, sums, exports, and the
// commands of a month.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { raiseOverdueEvents } from '../src/invoicing/overdue.ts';
import { remindOfPayments } from '../src/invoicing/sending/payment-reminders.ts';
import { importStatement } from '../src/payments/statements/import/import-statement.ts';
import { inTenant, type Scope, serviceCaller } from '../src/platform/db/scope.ts';
import { addDays, type Day, dayIn, endOfMonth } from '../src/platform/values/dates.ts';
import { newId } from '../src/platform/values/ids.ts';
import { makeServer } from '../src/server.ts';
import { leaseEndpoints } from '../src/webhooks/delivery-queries.ts';
import { type BenchContext, generateMonth, signInToBench } from './bench-data.ts';
import { apartmentsEach } from './growth-data.ts';
import { generateStatement } from './import.ts';

/** Something to measure. Lists stand for several requests and name the slowest. */
export type GrowthCase = { readonly name: string; readonly run: (round: number) => Promise<void> };

/** Names of things of the large organization that requests ask for. */
type Things = {
  readonly building: string;
  readonly apartment: string;
  readonly invoice: string;
  readonly number: string;
  readonly reference: string;
  readonly payment: string;
  readonly meter: string;
  /** The last billed month, and the days it was issued and is due on. */
  readonly first: Day;
  readonly issued: Day;
  readonly due: Day;
};

/** The large organization, with its buildings that are not billed for the current month. */
type Ground = BenchContext & { readonly buildings: readonly string[] };

/** Starts the service and returns what is to be measured, and a function that stops it. */
export async function openCases(context: BenchContext): Promise<{ cases: GrowthCase[]; close: () => Promise<void> }> {
  const things = await findThings(context);
  const rows = await context.database.asOwner(
    (owner) => owner<{ id: string }[]>`
      select b.id from buildings b
       where b.tenant_id = ${context.tenantId} and b.id <> ${context.buildingId} and not exists (
         select from invoices i where i.tenant_id = b.tenant_id and i.building_id = b.id and i.period_start = date_trunc('month', now()))`,
  );
  const ground = { ...context, buildings: rows.map((row) => row.id) };
  const server = makeServer(context.app);
  await server.ready();
  // That of the beginning has expired while the history was written.
  const accessToken = await signInToBench(context.app);
  const get = (name: string, url: string): GrowthCase => ({ name, run: () => request(server, accessToken, url) });
  const reads = [...otherUrls(things), ...listUrls(things)].map(([name, url]) => get(name, url));
  return { cases: [...reads, ...commands(ground)], close: () => server.close() };
}

async function request(server: FastifyInstance, accessToken: string, url: string): Promise<void> {
  const response = await server.inject({ url, headers: { authorization: `Bearer ${accessToken}` } });
  if (response.statusCode !== 200) throw new Error(`${url} returned ${response.statusCode}: ${response.body}`);
}

/** An invoice of the last month, and what belongs to it. */
async function findThings({ database, tenantId }: BenchContext): Promise<Things> {
  return await database.asOwner(async (owner) => {
    const [found] = await owner<Things[]>`
      select i.building_id as building, i.apartment_id as apartment, i.id as invoice, i.number, i.reference, a.payment_id as payment,
             i.apartment_id as meter, i.period_start as first, i.issue_date as issued, i.due_date as due
        from invoices i join allocations a on a.tenant_id = i.tenant_id and a.invoice_id = i.id
       where i.tenant_id = ${tenantId} and i.status = 'paid' order by i.issue_date desc, i.id limit 1`;
    assert(found);
    return found;
  });
}

type NamedUrl = readonly [name: string, url: string];

/** Every combination of a filter and an order, in both directions; `filters` are query texts. */
function ordered(name: string, path: string, orders: readonly string[], filters: readonly string[]): NamedUrl[] {
  return filters.flatMap((filter) =>
    orders
      .flatMap((order) => [order, `-${order}`])
      .map((order): NamedUrl => {
        const query = `${filter}${filter === '' ? '' : '&'}sort=${order}`;
        return [`${name} ${filter || 'all'}, ${order}`, `${path}${path.includes('?') ? '&' : '?'}${query}`];
      }),
  );
}

/** Lists with each of their filters, with filters that nothing matches, and in each of their orders. */
function listUrls({ building, apartment, number, reference, meter, first, issued, due }: Things): NamedUrl[] {
  const stamps = ['createdAt', 'updatedAt'];
  const ofBuilding = `buildingId=${building}`;
  const invoiceFilters = [
    ...['', 'status=draft', 'status=sent', 'status=paid', 'status=overdue', 'status=cancelled', ofBuilding],
    ...[`apartmentId=${apartment}`, `dateFrom=${issued}&dateTo=${issued}`, `dueDateFrom=${due}&dueDateTo=${due}`],
    ...[`reference=${reference}`, `number=${number}`, `${ofBuilding}&status=overdue`, `${ofBuilding}&status=draft`],
    ...[
      `dateTo=${first}&status=draft`,
      `dateFrom=${addDays(issued, 1)}&status=paid`,
      `updatedSince=${issued}T00:00:00Z`,
    ],
  ];
  const paymentFilters = [
    ...['', 'status=matched', 'status=partially_matched', 'status=unmatched', 'status=reversed'],
    ...['source=statement', 'source=manual', 'source=banklink', 'source=credit', ofBuilding],
    ...[`dateFrom=${issued}&dateTo=${addDays(issued, 3)}`, `dateFrom=${addDays(issued, 60)}`],
  ];
  const invoiceOrders = [...stamps, 'issueDate', 'dueDate', 'number', 'amount'];
  return [
    ...ordered('invoices', '/api/invoices', invoiceOrders, invoiceFilters),
    ...ordered('payments', '/api/payments', [...stamps, 'paidOn'], paymentFilters),
    ...ordered(
      'waiting payments',
      '/console/api/payments',
      [...stamps, 'paidOn'],
      ['waiting=undecided', 'waiting=dismissed'],
    ),
    ...ordered('readings', '/console/api/readings', stamps, [
      ...['', 'status=submitted', 'status=confirmed', 'status=rejected', ofBuilding, `meterId=${meter}`],
    ]),
    ...ordered('residents', '/api/residents', stamps, ['', ofBuilding]),
    ...ordered('meters', '/api/meters', stamps, ['', ofBuilding, 'type=gas']),
    ['buildings', '/api/buildings'],
    ['apartments', `/api/buildings/${building}/apartments`],
  ];
}

/** Details, search, sums and files. */
function otherUrls({ building, apartment, invoice, number, reference, first, issued }: Things): NamedUrl[] {
  const console = '/console/api';
  const month = `from=${issued}&to=${endOfMonth(issued)}`;
  const sums = `${console}/invoice-sums`;
  return [
    ['an invoice', `/api/invoices/${invoice}`],
    ['history of an invoice', `${console}/invoices/${invoice}/history`],
    ['search by number', `${console}/search?q=${number}`],
    ['search by reference', `${console}/search?q=${reference}`],
    ['search by amount', `${console}/search?q=61.39`],
    ['search by name', `${console}/search?q=Person%20${reference}`],
    ['search payments', `${console}/payments?text=Person%20${reference}`],
    ['overview', `${console}/overview`],
    ['overview of buildings', `${console}/overview/buildings`],
    ['first steps', `${console}/first-steps`],
    ['receivables', `${console}/aging`],
    ['receivables of a building', `${console}/aging?buildingId=${building}`],
    ['account of an apartment', `${console}/buildings/${building}/apartments/${apartment}/account?${month}`],
    ['apartment list', `${console}/buildings/${building}/apartments`],
    ['sums of apartments', `${console}/buildings/${building}/apartment-sums`],
    ['sums of all invoices', sums],
    ['sums of paid invoices', `${sums}?status=paid`],
    ['sums of overdue invoices', `${sums}?status=overdue`],
    ['sums of a month', `${sums}?dateFrom=${issued}&dateTo=${issued}`],
    ['sums of a building', `${sums}?buildingId=${building}`],
    ['month-end', `${console}/buildings/${building}/month-end?${month}`],
    [
      'ledger export of a month',
      `${console}/buildings/${building}/ledger?periodStart=${first}&periodEnd=${endOfMonth(first)}`,
    ],
    ['event feed', `${console}/events`],
  ];
}

const importedLines = 500;

/** The commands of a month; each round does work that no round did before. */
function commands(ground: Ground): GrowthCase[] {
  const { app, tenantId } = ground;
  const work = (name: string, run: (scope: Scope, round: number) => Promise<unknown>): GrowthCase => ({
    name,
    run: async (round) => {
      await inTenant(app, serviceCaller(tenantId), (scope) => run(scope, round));
    },
  });
  return [
    generateCurrentMonth(ground),
    work(`import of ${importedLines} lines`, importLines),
    work('raise overdue, nothing new', raiseOverdueEvents),
    work('payment reminders, nothing new', remindOfPayments),
    work('claim deliveries, nothing due', claimDeliveries),
  ];
}

/** Generates the current month of a building that has none. */
function generateCurrentMonth({ app, tenantId, buildings }: Ground): GrowthCase {
  const left = [...buildings];
  const run = async () => {
    const buildingId = left.pop();
    assert(buildingId, 'Every building has its invoices already.');
    await generateMonth({ app, tenantId }, buildingId, `${dayIn('UTC', app.clock()).slice(0, 7)}-01`, apartmentsEach);
  };
  return { name: `generation, ${apartmentsEach} apartments`, run };
}

/** Imports a statement of parts of open invoices. */
async function importLines(scope: Scope, round: number): Promise<void> {
  const day = dayIn('UTC', scope.now);
  const text = [
    ...generateStatement(importedLines, { amount: '0.10', firstReference: 5000, day, name: `${newId()}-${round}` }),
  ].join('');
  const source = async function* () {
    yield Buffer.from(text);
  };
  const sha256 = createHash('sha256').update(text).digest('hex');
  const done = await importStatement(scope, { sha256, source }, false);
  assert.equal(done.matched + done.partiallyMatched + done.unmatched, importedLines);
}

function claimDeliveries(scope: Scope): Promise<unknown> {
  const limits = { leaseSeconds: 1, maxEndpoints: 10, maxDeliveries: 40, failingToo: true };
  return leaseEndpoints(scope, { worker: newId(), except: [], ...limits });
}
