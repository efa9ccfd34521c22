// Tests of the invoice operations: every status, filters, complete pages, and all invalid values named at once with
// nothing written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  charges,
  createBilledBuilding,
  createThreeInvoices,
  generate,
  type InvoiceAnswer,
  markSent,
} from '../../../test/billing-fixture.ts';
import {
  type Answer,
  aBuilding,
  anApartment,
  anOrganization,
  startTestService,
  type Thing,
} from '../../../test/service-fixture.ts';

const g = await startTestService();
const { owner: as, integrator } = await anOrganization(g);
const stranger = await anOrganization(g, 'Strangers');
const missing = '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e99';

const list = (query: string, who: string | undefined = as) =>
  g.ask<InvoiceAnswer>('GET', `/invoices${query}`, { as: who });
const post = (body: unknown, who: string | undefined = as) =>
  g.ask('POST', '/invoices/generate-bulk', { as: who, body });
const rows = async () => {
  const [row] = await g.owner`
    select (select count(*) from invoices) + (select count(*) from supplier_bills) + (select count(*) from events) as rows`;
  return row?.rows;
};

test('a payment date before the issue date is accepted with a warning', async () => {
  const { building } = await createBilledBuilding(g, as);
  const [id] = await createThreeInvoices(g, as, building.id);
  const pay = async (paidDate: string) => {
    const answer = await g.ask<Thing & { warnings?: { code: string; message: string }[] }>('PATCH', `/invoices/${id}`, {
      as,
      body: { status: 'paid', paidDate },
    });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.data.paidDate, paidDate);
    return answer.data.warnings;
  };
  const [warning] = (await pay('2026-11-19')) ?? [];
  assert.equal(warning?.code, 'paid_before_issue');
  assert.match(warning.message, /2026-11-19 is before the issue date 2026-11-20/);
  assert.equal(await pay('2026-11-20'), undefined);
});

test('invalid values are a 422 that names every field, and nothing is written', async () => {
  const { building } = await createBilledBuilding(g, as);
  const [id] = await createThreeInvoices(g, as, building.id);
  const buildingId = building.id;
  const before = await rows();
  const heat = (more: object) => ({ buildingId, costs: [{ charge: 'heat', amount: 1, ...more }] });
  for (const [body, fields] of [
    [{ buildingId, periodStart: '2026-02-30', periodEnd: '2026-13-01' }, ['periodStart', 'periodEnd']],
    [{ buildingId, periodStart: '2026-10-01' }, ['periodEnd']],
    [{ buildingId, periodEnd: '2026-10-31' }, ['periodStart']],
    [{ buildingId, periodStart: '2026-10-31', periodEnd: '2026-10-01' }, ['periodEnd']],
    [{ buildingId, periodStart: '2026-01-01', periodEnd: '2027-01-02' }, ['periodEnd']],
    [{ ...heat({}), issueDate: '2027-11-22' }, ['issueDate']],
    [heat({ amount: 1.005 }), ['costs.0.amount']],
  ] as const) {
    const answer = await post(body);
    assert.deepEqual([answer.status, answer.code], [422, 'validation_failed'], answer.text);
    assert.deepEqual(answer.fields, fields, JSON.stringify(fields));
  }
  const change = async (body: unknown) => (await g.ask('PATCH', `/invoices/${id}`, { as, body })).fields;
  assert.deepEqual(await change({ status: 'overdue', paidDate: '2026-02-30' }), ['status', 'paidDate']);
  assert.deepEqual(await change({ status: 'paid', paidDate: '2026-11-21', reference: 'a\tb' }), ['reference']);
  assert.deepEqual(await change({ status: 'paid', paidDate: '2026-11-21' }), ['paidDate']);
  assert.equal(await rows(), before);
  assert.equal(
    (await generate(g, as, buildingId, { periodStart: '2027-01-01', periodEnd: '2028-01-01' })).status,
    201,
    '366 days',
  );
});

test('everything that cannot be billed is reported at once with its place in the request, at most a thousand problems', async () => {
  const wanted = [
    ...charges,
    { code: 'water', name: 'Vesi', basis: 'residents', costFrom: 'supplier_bill' },
    { code: 'tax', name: 'Maks', basis: 'equal', costFrom: 'supplier_bill' },
  ];
  const building = await aBuilding(g, as, { billing: { charges: wanted } });
  const cost = (charge: string, amount = 1) => ({ charge, amount });
  const costs = [cost('heat'), cost('roof'), cost('care'), cost('heat', 2), cost('water')];
  await anApartment(g, as, building.id, { number: '1', area: 50, residentCount: 0 });
  await anApartment(g, as, building.id, { number: '2', residentCount: 0 });
  const answer = await generate(g, as, building.id, { costs });
  assert.equal(answer.status, 422);
  const problems = JSON.parse(answer.text).errors.map((error: Record<string, string>) => [error.pointer, error.code]);
  assert.deepEqual(problems.sort(), [
    ['#/buildingId', 'apartment_data_missing'],
    ['#/buildingId', 'nothing_to_split_by'],
    ['#/costs', 'supplier_bill_missing'],
    ['#/costs/1/charge', 'unknown_charge'],
    ['#/costs/2/charge', 'charge_not_from_bill'],
    ['#/costs/3/charge', 'duplicate_supplier_bill'],
  ]);
  assert.match(answer.text, /Apartment 2 has no area, needed for \\"Hooldus\\" \(care\), \\"Küte\\" \(heat\)/);
  assert.equal((await list(`?buildingId=${building.id}`)).items.length, 0);

  const bare = await aBuilding(g, as);
  await anApartment(g, as, bare.id, { number: '1' });
  assert.deepEqual((await generate(g, as, bare.id, { costs: [] })).fields, ['buildingId']);
  // Six hundred apartments without an area, at once.
  await g.owner`
    insert into apartments (tenant_id, id, building_id, number, number_key, reference_number, created_at, updated_at)
    select tenant_id, gen_random_uuid(), id, n, n, 'x' || n, now(), now() from buildings, generate_series(100, 700) n where id = ${building.id}`;
  assert.equal((await generate(g, as, building.id)).fields.length, 1000);
});

test('a missing or foreign building or apartment is a 404 where a list is narrowed to it', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  for (const filter of [`buildingId=${building.id}`, `apartmentId=${apartments[0].id}`])
    assert.equal((await list(`?${filter}`, stranger.owner)).status, 404);
  assert.equal((await list(`?buildingId=${building.id}&apartmentId=${missing}`)).status, 404);
  const otherBuilding = await createBilledBuilding(g, as);
  assert.deepEqual((await list(`?buildingId=${building.id}&apartmentId=${otherBuilding.apartments[0].id}`)).items, []);
});

test('filters narrow the list, alone and together, and invalid ones are a 422', async () => {
  const organization = await anOrganization(g);
  const mine = organization.integrator;
  const { building, apartments } = await createBilledBuilding(g, mine);
  const [draft, sent, paid] = await createThreeInvoices(g, mine, building.id, { issueDate: '2026-11-02' });
  const later = { periodStart: '2026-11-01', periodEnd: '2026-11-30', issueDate: '2026-11-03' };
  const others = await createThreeInvoices(g, mine, building.id, later);
  await markSent(g, sent);
  await g.ask('PATCH', `/invoices/${paid}`, { as: mine, body: { status: 'paid' } });
  const ids = async (query: string) => {
    const answer = await list(query, mine);
    assert.equal(answer.status, 200, query);
    return answer.items.map((invoice) => invoice.id);
  };
  assert.deepEqual(await ids(''), [draft, sent, paid, ...others]);
  assert.deepEqual(await ids('?status=draft'), [draft, ...others]);
  assert.deepEqual(await ids('?status=paid'), [paid]);
  assert.deepEqual(await ids('?status=overdue'), [sent], 'due on the 16th');
  assert.deepEqual(await ids('?status=cancelled'), []);
  assert.deepEqual(await ids(`?apartmentId=${apartments[1].id}`), [sent, others[1]]);
  assert.deepEqual(await ids('?dateFrom=2026-11-03'), others);
  assert.deepEqual(await ids('?dateFrom=2026-11-02&dateTo=2026-11-02'), [draft, sent, paid]);
  assert.deepEqual(await ids('?dueDateFrom=2026-11-17&dueDateTo=2026-11-17&status=draft'), others);
  assert.deepEqual(await ids('?dueDateTo=2026-11-16&status=sent'), [sent]);
  assert.deepEqual(
    await ids(`?buildingId=${building.id}&apartmentId=${apartments[0].id}&status=draft&dateTo=2026-11-02`),
    [draft],
  );
  assert.deepEqual(await ids(`?updatedSince=${new Date(g.clock.now.getTime() + 1).toISOString()}`), []);

  for (const [query, field] of [
    ['?status=open', 'status'],
    ['?status=sent&status=paid', 'status'],
    ['?buildingId=12', 'buildingId'],
    ['?apartmentId=', 'apartmentId'],
    ['?dateFrom=2026-02-30', 'dateFrom'],
    ['?dateFrom=2026-11-03&dateTo=2026-11-02', 'dateTo'],
    ['?dueDateFrom=2026-11-03&dueDateTo=2026-11-02', 'dueDateTo'],
    ['?sort=balance', 'sort'],
    ['?limit=0', 'limit'],
    ['?updatedSince=yesterday', 'updatedSince'],
  ] as const) {
    const answer = await list(query, mine);
    assert.deepEqual([answer.status, ...new Set(answer.fields)], [422, field], query);
  }
});

test('with every order the pages show each invoice once, with ties and with filters', async () => {
  const organization = await anOrganization(g);
  const mine = organization.integrator;
  const { building } = await createBilledBuilding(g, mine);
  for (const month of ['01', '02', '03', '04', '05'])
    await createThreeInvoices(g, mine, building.id, {
      periodStart: `2026-${month}-01`,
      periodEnd: `2026-${month}-28`,
      issueDate: `2026-0${(Number(month) % 3) + 6}-01`,
    });
  const all = (await list('', mine)).items;
  assert.equal(all.length, 15);
  for (const field of ['createdAt', 'updatedAt', 'issueDate', 'dueDate', 'number', 'amount'])
    for (const sort of [field, `-${field}`]) {
      const walked: InvoiceAnswer[] = [];
      let next: string | undefined = `/invoices?limit=4&sort=${sort}&status=draft&buildingId=${building.id}`;
      for (let pages = 0; next !== undefined && pages < 9; pages += 1) {
        const page: Answer<InvoiceAnswer> = await g.ask<InvoiceAnswer>('GET', next, { as: mine });
        assert.equal(page.status, 200, page.text);
        walked.push(...page.items);
        next = /<\/api([^>]+)>; rel="next"/.exec(page.headers.link ?? '')?.[1];
      }
      assert.deepEqual(walked.map((invoice) => invoice.id).sort(), all.map((invoice) => invoice.id).sort(), sort);
      const values = walked.map((invoice) => invoice[field] as string | number);
      const inOrder = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      assert.deepEqual(values, sort === field ? inOrder : inOrder.reverse(), sort);
    }
});

test('a dry run requested in the query creates nothing either', async () => {
  const { building } = await createBilledBuilding(g, integrator);
  const body = { buildingId: building.id, costs: [{ charge: 'heat', amount: 5, quantity: 1.25 }] };
  const run = async (query: string) =>
    (await g.ask('POST', `/invoices/generate-bulk${query}`, { as: integrator, body })).status;
  assert.deepEqual([await run('?dryRun=true'), await run('?dryRun=1')], [200, 422]);
  assert.deepEqual((await g.ask('GET', `/invoices?buildingId=${building.id}`, { as: integrator })).items, []);
  assert.equal(await run('?dryRun=false'), 201);
});

test('only a generation that creates something counts against the limit of bulk operations', async () => {
  const limited = await startTestService({ rateLimits: { ...g.app.config.rateLimits, bulk: 1 } });
  const organization = await anOrganization(limited);
  const { building } = await createBilledBuilding(limited, organization.owner);
  const run = async (more = {}) => {
    const { status, headers } = await generate(limited, organization.owner, building.id, more);
    return [status, /"bulk";r=(\d+)/.exec(String(headers.ratelimit))?.[1]];
  };
  assert.deepEqual(
    [await run({ dryRun: true }), await run()],
    [
      [200, undefined],
      [201, '0'],
    ],
  );
  assert.deepEqual(await run(), [429, '0']);
});
