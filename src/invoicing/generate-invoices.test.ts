// Tests of generating invoices: exact, repeatable and safe under concurrency; problems are named and change nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  charges,
  costs,
  createBilledBuilding,
  createThreeInvoices,
  eventsOf,
  type GenerationAnswer,
  generate,
  type InvoiceAnswer,
  november,
  october,
} from '../../test/billing-fixture.ts';
import { type Answer, aBuilding, anApartment, anOrganization, startTestService } from '../../test/service-fixture.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { newId } from '../platform/values/ids.ts';
import { generateInvoices } from './generate-invoices.ts';

const g = await startTestService();
const { tenantId, integrator: as } = await anOrganization(g);

const read = async (id: string | undefined) => (await g.ask<InvoiceAnswer>('GET', `/invoices/${id}`, { as })).data;
const cancel = (id: string) => g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'cancelled' } });
const statuses = (answer: Answer<GenerationAnswer>) => answer.data.invoices.map((invoice) => invoice.status);
const countOf = async (table: string) => {
  const [row] = await g.owner.unsafe(`select count(*)::int as rows from ${table} where tenant_id = '${tenantId}'`);
  return row?.rows;
};

test('a generation creates a draft for each apartment, in the order of their numbers, and explains its amounts', async () => {
  const { building, apartments } = await createBilledBuilding(g, as, { invoiceNumberPrefix: 'K12-' });
  const answer = await generate(g, as, building.id);
  assert.equal(answer.status, 201);
  assert.equal(answer.headers.location, `/api/invoices?buildingId=${building.id}`);
  const { invoices, charges: totals, ...summary } = answer.data;
  const dates = { ...october, issueDate: '2026-11-20', dueDate: '2026-12-04' };
  assert.deepEqual(summary, { created: 3, skipped: 0, failed: 0, total: 3, amount: 1105.41, ...dates, warnings: [] });
  assert.deepEqual(
    invoices.map(({ apartmentId, status, amount }) => [apartmentId, status, amount]),
    [
      [apartments[0].id, 'created', 552.71],
      [apartments[1].id, 'created', 331.62],
      [apartments[2].id, 'created', 221.08],
    ],
  );
  assert.deepEqual(totals, [
    { code: 'care', allocated: 85, vatAmount: 20.4, invoiced: 85 },
    { code: 'heat', bill: 1000.01, allocated: 1000.01, vatAmount: 0, invoiced: 1000.01 },
  ]);

  const invoice = await read(invoices[0]?.invoiceId);
  assert.match(invoice.number, /^K12-2026-\d{6}$/);
  const { id, number, positions, createdAt, updatedAt, ...facts } = invoice;
  assert.deepEqual(facts, {
    reference: apartments[0].referenceNumber,
    status: 'draft',
    overdue: false,
    overdueSince: null,
    buildingId: building.id,
    apartmentId: apartments[0].id,
    recipients: [],
    ...dates,
    paidDate: null,
    currency: 'EUR',
    amount: 552.71,
    amountPaid: 0,
    balance: 552.71,
    sentAt: null,
    sentBy: null,
    sending: null,
    kind: 'invoice',
    correctsInvoiceId: null,
    reason: null,
    externalId: null,
    metadata: {},
  });
  assert.deepEqual(positions[1], {
    code: 'heat',
    description: 'Küte',
    quantity: 50,
    unit: 'm2',
    unitPrice: 10.0001,
    amount: 500.01,
    vatRate: 0,
    vatAmount: 0,
    calculation: {
      method: 'split',
      basis: 'area',
      unit: 'm2',
      bill: 1000.01,
      numerator: '50',
      denominator: '100',
      raw: '500.005',
      wholeCents: 500,
      remainderCent: 1,
    },
  });
  const events = await eventsOf(g, tenantId, 'invoice.created');
  const made = invoices.map(({ invoiceId, amount }) => ({ invoiceId, amount }));
  assert.deepEqual(events.slice(-3), made);
});

test('without a period it is the previous month at the building, issued and due by its calendar', async (context) => {
  const before = g.clock.now;
  context.after(() => {
    g.clock.now = before;
  });
  g.clock.now = new Date('2026-11-30T22:30:00.000Z'); // The first of December in Tallinn, still November in Lisbon.
  const tallinn = await createBilledBuilding(g, as, { timeZone: 'Europe/Tallinn' });
  const lisbon = await createBilledBuilding(g, as, { timeZone: 'Europe/Lisbon' });
  const ask = (buildingId: string) =>
    g.ask<GenerationAnswer>('POST', '/invoices/generate-bulk', { as, body: { buildingId, costs } });
  const [there, elsewhere] = [await ask(tallinn.building.id), await ask(lisbon.building.id)];
  const { periodStart, periodEnd, issueDate, dueDate } = there.data;
  assert.deepEqual(
    { periodStart, periodEnd, issueDate, dueDate },
    { ...november, issueDate: '2026-12-01', dueDate: '2026-12-15' },
  );
  assert.deepEqual([elsewhere.data.periodStart, elsewhere.data.issueDate], ['2026-10-01', '2026-11-30']);
  const christmas = await generate(g, as, tallinn.building.id, { issueDate: '2026-12-10' });
  assert.equal(christmas.data.dueDate, '2026-12-28', 'Christmas Eve to Sunday the 27th are days of rest');
});

test('a repeat creates nothing, and after a cancellation only what is missing', async () => {
  const { building } = await createBilledBuilding(g, as);
  const [invoice1, invoice2] = await createThreeInvoices(g, as, building.id);
  const again = await g.ask<GenerationAnswer>('POST', '/invoices/generate-bulk', {
    as,
    body: { buildingId: building.id, ...october },
  });
  assert.equal(again.status, 200, 'the bill was recorded and need not be given again');
  assert.deepEqual(statuses(again), ['skipped', 'skipped', 'skipped']);
  assert.deepEqual([again.data.invoices[0]?.invoiceId, again.data.invoices[0]?.amount], [invoice1, 552.71]);
  await cancel(invoice2);
  const missing = await generate(g, as, building.id);
  assert.equal(missing.status, 201);
  assert.deepEqual(statuses(missing), ['skipped', 'created', 'skipped']);
  assert.notEqual(missing.data.invoices[1]?.invoiceId, invoice2);
  assert.equal(missing.data.invoices[1]?.amount, 331.62);
});

test('an apartment with an invoice of an overlapping period fails, its part stays open, and the others are created', async () => {
  const { building } = await createBilledBuilding(g, as);
  const [invoice1, invoice2] = await createThreeInvoices(g, as, building.id);
  await cancel(invoice2);
  const shifted = { periodStart: '2026-10-31', periodEnd: '2026-11-15' };
  const answer = await generate(g, as, building.id, shifted);
  assert.equal(answer.status, 201);
  assert.deepEqual(
    answer.data.invoices.map(({ status, code, amount }) => [status, code, amount]),
    [
      ['failed', 'period_overlaps', undefined],
      ['created', undefined, 331.62],
      ['failed', 'period_overlaps', undefined],
    ],
  );
  const [failed, created] = answer.data.invoices.map(({ message }) => message);
  assert.match(failed ?? '', /another period .* cancel that invoice first/);
  assert.equal(created, 'A draft was created.');
  assert.equal(answer.data.amount, 331.62);
  assert.deepEqual(
    answer.data.charges.map(({ allocated, invoiced }) => [allocated, invoiced]),
    [
      [85, 25.5],
      [1000.01, 300],
    ],
  );
  await cancel(invoice1);
  const later = await generate(g, as, building.id, shifted);
  assert.deepEqual(statuses(later), ['created', 'skipped', 'failed']);
  assert.deepEqual(statuses(await generate(g, as, building.id, november)), ['failed', 'failed', 'created']);
});

test('a generation in which every apartment failed says so: each item has a message, and nothing counts as invoiced', async () => {
  const { building } = await createBilledBuilding(g, as);
  await createThreeInvoices(g, as, building.id);
  const answer = await generate(g, as, building.id, { periodStart: '2026-10-31', periodEnd: '2026-11-15' });
  const { created, failed, amount, invoices, charges: totals } = answer.data;
  assert.deepEqual([answer.status, created, failed, amount], [200, 0, 3, 0]);
  assert.ok(invoices.every(({ message }) => /another period/.test(message)));
  assert.deepEqual(
    totals.map(({ invoiced }) => invoiced),
    [0, 0],
  );
});

test('the database itself rejects overlapping periods of an apartment', async () => {
  const { building } = await createBilledBuilding(g, as);
  const [invoice1] = await createThreeInvoices(g, as, building.id);
  const other = newId();
  // The service never writes such rows.
  await g.owner`
    insert into invoices (tenant_id, id, number, reference, status, building_id, apartment_id, period_start, period_end, issue_date, due_date, currency, amount,
                          created_at, updated_at)
    select tenant_id, ${other}, 'x', reference, status, building_id, apartment_id, '2026-10-31', '2026-11-30', issue_date, due_date, currency,
           amount, created_at, updated_at from invoices where id = ${invoice1}`;
  await assert.rejects(
    g.owner`
      insert into invoice_days select tenant_id, id, apartment_id, daterange(period_start, period_end, '[]') from invoices where id = ${other}`,
    { constraint: 'invoices_period_overlaps' },
  );
});

test('a bill that was split is not split again with other bases, other apartments or another amount', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  const [invoice1] = await createThreeInvoices(g, as, building.id);
  const refused = async (body: Record<string, unknown> = {}) => {
    const answer = await generate(g, as, building.id, body);
    assert.deepEqual([answer.status, answer.code], [409, 'bill_already_split']);
    return answer.text;
  };
  const text = await refused({ costs: [{ charge: 'heat', amount: 1200 }] });
  assert.match(
    text,
    /Of 1200 for heat, existing invoices of the period contain 1000.01, and the missing invoices would contain 0/,
  );
  assert.equal((await generate(g, as, building.id)).status, 200, 'the other amount was not recorded');

  await cancel(invoice1);
  const area = (area: number) =>
    g.ask('PATCH', `/buildings/${building.id}/apartments/${apartments[1].id}`, { as, body: { area } });
  await area(40);
  await refused();
  await area(30);
  await anApartment(g, as, building.id, { number: '11', area: 0 });
  const whole = await generate(g, as, building.id);
  assert.deepEqual(
    whole.data.invoices.map(({ status, code }) => [status, code]),
    [
      ['created', undefined],
      ['skipped', undefined],
      ['skipped', undefined],
      ['skipped', 'nothing_to_charge'],
    ],
  );
  await anApartment(g, as, building.id, { number: '12', area: 10 });
  await refused();
});

test('a dry run gives the same answer and writes nothing', async () => {
  const { building } = await createBilledBuilding(g, as);
  const tables = ['invoices', 'positions', 'events', 'supplier_bills', 'counters'];
  const counts = async () => Promise.all(tables.map(countOf));
  const before = await counts();
  const dry = await generate(g, as, building.id, { dryRun: true });
  assert.equal(dry.status, 200);
  assert.deepEqual(await counts(), before);
  assert.ok(dry.data.invoices.every((invoice) => invoice.invoiceId === undefined));
  const real = await generate(g, as, building.id);
  const message = 'An invoice would be created.';
  const without = real.data.invoices.map(({ invoiceId, ...invoice }) => ({ ...invoice, message }));
  assert.deepEqual(dry.data, { ...real.data, invoices: without, problems: [], previousPeriod: null });
});

test('numbers are consecutive within the year of issue, from 2027 within the prefix too, in either case of letters', async () => {
  const organization = await anOrganization(g);
  const mine = { as: organization.integrator };
  const first = await createBilledBuilding(g, mine.as, { invoiceNumberPrefix: 'A' });
  const otherBuilding = await createBilledBuilding(g, mine.as, { invoiceNumberPrefix: '' });
  await generate(g, mine.as, first.building.id);
  const refused = await generate(g, mine.as, first.building.id, { costs: [{ charge: 'heat', amount: 1 }] });
  assert.equal(refused.status, 409);
  await generate(g, mine.as, otherBuilding.building.id, { dryRun: true });
  await generate(g, mine.as, otherBuilding.building.id);
  const later = { ...november, issueDate: '2027-01-04' };
  await generate(g, mine.as, otherBuilding.building.id, later);
  await generate(g, mine.as, first.building.id, later);
  await generate(g, mine.as, (await createBilledBuilding(g, mine.as, { invoiceNumberPrefix: 'a' })).building.id, later);
  const { items } = await g.ask<InvoiceAnswer>('GET', '/invoices', mine);
  assert.deepEqual(
    items.map((invoice) => invoice.number),
    [
      'A2026-000001',
      'A2026-000002',
      'A2026-000003',
      '2026-000004',
      '2026-000005',
      '2026-000006',
      '2027-000001',
      '2027-000002',
      '2027-000003',
      'A2027-000001',
      'A2027-000002',
      'A2027-000003',
      'a2027-000004',
      'a2027-000005',
      'a2027-000006',
    ],
  );
});

test('a building without apartments has nothing to generate, and invalid costs are still reported', async () => {
  const building = await aBuilding(g, as, { billing: { charges } });
  const empty = await generate(g, as, building.id, { costs: [] });
  assert.deepEqual([empty.status, empty.data.total, empty.data.invoices], [200, 0, []]);
  const bare = await aBuilding(g, as);
  assert.equal((await generate(g, as, bare.id, { costs: [] })).status, 200);
  assert.deepEqual((await generate(g, as, bare.id)).fields, ['costs.0.charge']);
});

test('a building of several batches is generated completely: every apartment once, in order, without a gap', async () => {
  const organization = await anOrganization(g);
  const building = await aBuilding(g, organization.integrator, { billing: { charges } });
  // More apartments than one batch, at once.
  await g.owner`
    insert into apartments (tenant_id, id, building_id, number, number_key, area, reference_number, created_at, updated_at)
    select ${organization.tenantId}, gen_random_uuid(), ${building.id}, n, n, 10 + n % 7, n, now(), now() from generate_series(1, 777) n`;
  const { data } = await generate(g, organization.integrator, building.id);
  assert.deepEqual([data.created, data.total], [777, 777]);
  const rows = await g.owner<{ id: string; number: string; apartment: string; lines: number }[]>`
    select i.id, i.number, a.number as apartment, (select count(*)::int from positions p where p.invoice_id = i.id) as lines
      from invoices i join apartments a on a.id = i.apartment_id where i.tenant_id = ${organization.tenantId} order by i.number`;
  for (const [index, { number, apartment, lines }] of rows.entries()) {
    const place = index + 1;
    assert.deepEqual(
      [number, apartment, lines],
      [`2026-${String(place).padStart(6, '0')}`, String(place), 2],
      `index ${index}`,
    );
  }
  assert.deepEqual(
    data.invoices.map((invoice) => invoice.invoiceId),
    rows.map((row) => row.id),
  );
  const events = await eventsOf(g, organization.tenantId, 'invoice.created');
  assert.deepEqual(
    events.map((event) => event.invoiceId),
    rows.map((row) => row.id),
  );
});

test('a large generation looks up each invoice once, although statistics say there are none and the connection has plans for a few', async () => {
  const fresh = await startTestService();
  const organization = await anOrganization(fresh);
  await fresh.owner`vacuum analyze`;
  const withApartments = async (count: number) => {
    const { building } = await createBilledBuilding(fresh, organization.integrator);
    await fresh.owner`
      insert into apartments (tenant_id, id, building_id, number, number_key, area, reference_number, created_at, updated_at)
      select tenant_id, new_id, id, n, n, 40, right(id::text, 8) || n, now(), now() from buildings
       cross join lateral (select 'A' || n as n, gen_random_uuid() as new_id from generate_series(1, ${count}::integer) n) each
       where id = ${building.id}`;
    return building.id;
  };
  /** The connection, and the rows of invoices that a generation on it reads one after the other. */
  const generateOn = (buildingId: string) =>
    inTenant(fresh.app, serviceCaller(organization.tenantId), async (scope) => {
      await generateInvoices(scope, { buildingId, ...october, costs }, async () => {});
      const [row] = await scope.db<{ connection: number; read: number }[]>`
        select pg_backend_pid() as connection, seq_tup_read::integer as read from pg_stat_xact_user_tables where relname = 'invoices'`;
      return row;
    });
  const few = await generateOn(await withApartments(3));
  const many = await generateOn(await withApartments(600));
  assert.equal(many?.connection, few?.connection);
  assert.ok(many && many.read < 10_000, `${many?.read} rows of invoices were read for 603 new ones`);
});
