// Tenancy: whatever a second organization asks of any room, with the first one's ids in hand, it finds nothing and changes nothing;
// and each of the two guards (the predicate in the statement, the row-level security of the database) holds on its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as billing from '../src/billing/queries.ts';
import * as identity from '../src/identity/queries.ts';
import * as answers from '../src/platform/answers.ts';
import * as counters from '../src/platform/counters.ts';
import type { Sql } from '../src/platform/db.ts';
import { raise } from '../src/platform/events.ts';
import { newId } from '../src/platform/ids.ts';
import type { PageRequest } from '../src/platform/keyset.ts';
import { inTenant, type Scope, serviceIn } from '../src/platform/scope.ts';
import { usual } from '../src/portfolio/buildings.ts';
import * as portfolio from '../src/portfolio/queries.ts';
import * as webhooks from '../src/webhooks/queries.ts';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  aResidency,
  given,
  type Organization,
  type Thing,
} from './given.ts';

const g = await given();
const now = new Date('2026-11-20T10:00:00.000Z');
const first = await anOrganization(g, 'First canary');
const second = await anOrganization(g, 'Second');
const theirs = await fill(first, 'canary');
await fill(second, 'plain');

const days = [{ timeZone: 'Europe/Tallinn', today: '2099-01-01' }];
const page: PageRequest = { by: 'createdAt', descending: false, limit: 100, after: undefined, updatedSince: undefined };
const hash = Buffer.alloc(32, 7);
/** What the second organization writes of its own, pointing at what is the first one's. */
const mine = {
  building: { id: newId(), name: 'mine', address: 'mine', billing: usual, createdAt: now, updatedAt: now },
  apartment: {
    id: newId(),
    buildingId: theirs.building.id,
    number: 'mine',
    floor: null,
    area: null,
    heatedArea: null,
    shares: null,
    residentCount: null,
    referenceNumber: '1',
    createdAt: now,
    updatedAt: now,
  },
};

/** How the second organization asks each query for what is the first one's. A query that is missing here fails the test below. */
const questions: Record<string, Record<string, (scope: Scope) => Promise<unknown>>> = {
  identity: {
    insertSession: (s) => identity.insertSession(s, { ...theirs.session, createdAt: now }),
    lockSession: (s) => identity.lockSession(s, theirs.session.id),
    rotateSession: (s) => identity.rotateSession(s, theirs.session.id, 99, now),
    deleteSession: (s) => identity.deleteSession(s, theirs.session.id),
    insertAccessToken: (s) => identity.insertAccessToken(s, { hash, sessionId: theirs.session.id, expiresAt: now }),
    insertApiKey: (s) =>
      identity.insertApiKey(s, { id: theirs.keyId, name: 'x', role: 'owner', hint: 'x', hash, expiresAt: null }),
    insertTenant: (s) => identity.insertTenant(s, 'again'),
    findTenant: (s) => identity.findTenant(s),
    insertUser: (s) =>
      identity.insertUser(s, {
        id: theirs.session.userId,
        email: 'x@example.org',
        emailKey: 'x@example.org',
        name: 'x',
        passwordHash: 'x',
      }),
    insertMembership: (s) => identity.insertMembership(s, newId(), 'owner'),
    touchMembership: (s) => identity.touchMembership(s, theirs.session.userId),
    findPasswordHash: (s) => identity.findPasswordHash(s, theirs.session.userId),
    updatePasswordHash: (s) => identity.updatePasswordHash(s, theirs.session.userId, 'overwritten'),
    deleteExpired: (s) => identity.deleteExpired({ ...s, now: new Date('2099-01-01') }),
  },
  answers: {
    reserveKey: (s) => answers.reserveKey(s, hash),
    findAnswer: (s) => answers.findAnswer(s, theirs.keyHash),
    keepAnswer: (s) => answers.keepAnswer(s, theirs.keyHash, hash, hash),
    forgetAnswers: (s) => answers.forgetAnswers({ ...s, now: new Date('2099-01-01') }),
  },
  counters: { take: (s) => counters.take(s, 'reference', 1000) },
  portfolio: {
    listBuildings: (s) => portfolio.listBuildings(s, page),
    findBuilding: (s) => portfolio.findBuilding(s, theirs.building.id),
    lockBuilding: (s) => portfolio.lockBuilding(s, theirs.building.id),
    shareBuilding: (s) => portfolio.shareBuilding(s, theirs.building.id),
    insertBuilding: (s) => portfolio.insertBuilding(s, mine.building),
    updateBuilding: (s) => portfolio.updateBuilding(s, { ...mine.building, id: theirs.building.id }),
    archiveBuilding: (s) => portfolio.archiveBuilding(s, theirs.building.id),
    countUnpaidInvoices: (s) => portfolio.countUnpaidInvoices(s, { buildingId: theirs.building.id }),
    listApartments: (s) => portfolio.listApartments(s, theirs.building.id, page),
    findApartment: (s) => portfolio.findApartment(s, theirs.building.id, theirs.apartment.id),
    allApartments: (s) => portfolio.allApartments(s, theirs.building.id),
    lockApartment: (s) => portfolio.lockApartment(s, theirs.building.id, theirs.apartment.id),
    numberInUse: (s) => portfolio.numberInUse(s, theirs.building.id, '1', newId()),
    insertApartment: (s) => portfolio.insertApartment(s, mine.apartment, 'mine'),
    updateApartment: (s) => portfolio.updateApartment(s, { ...mine.apartment, id: theirs.apartment.id }, 'mine'),
    archiveApartment: (s) => portfolio.archiveApartment(s, theirs.apartment.id),
  },
  billing: {
    findInvoice: (s) => billing.findInvoice(s, theirs.invoiceId),
    lockInvoice: (s) => billing.lockInvoice(s, theirs.invoiceId),
    listInvoices: (s) => billing.listInvoices(s, { buildingId: theirs.building.id }, page, days),
    placesExist: (s) => billing.placesExist(s, { buildingId: theirs.building.id, apartmentId: theirs.apartment.id }),
    updateInvoice: (s) => billing.updateInvoice(s, theirs.invoice),
    listTimeZones: async (s) => (await billing.listTimeZones(s)).length,
    markOverdue: (s) => billing.markOverdue(s, days, 100),
    findSupplierBills: (s) => billing.findSupplierBills(s, theirs.building.id, theirs.period),
    recordSupplierBills: (s) =>
      billing.recordSupplierBills(s, theirs.building.id, theirs.period, [{ charge: 'heat', amount: 1 }]),
    findInvoicesTouching: (s) => billing.findInvoicesTouching(s, theirs.building.id, theirs.period),
    sumByCharge: async (s) => [...(await billing.sumByCharge(s, theirs.building.id, theirs.period))],
    preferIndexes: (s) => billing.preferIndexes(s),
    insertInvoices: (s) =>
      billing.insertInvoices(
        s,
        {
          ...theirs.period,
          buildingId: theirs.building.id,
          currency: 'EUR',
          issueDate: '2026-11-01',
          dueDate: '2026-11-15',
        },
        [{ id: newId(), number: 'mine', reference: '1', apartmentId: theirs.apartment.id, amount: 1, positions: [] }],
      ),
  },
  webhooks: {
    listEndpoints: (s) => webhooks.listEndpoints(s, page),
    findEndpoint: (s) => webhooks.findEndpoint(s, theirs.endpoint.id),
    lockEndpointCount: async (s) => (await webhooks.lockEndpointCount(s)) - 1,
    insertEndpoint: (s) =>
      webhooks.insertEndpoint(
        s,
        {
          id: newId(),
          url: 'https://example.org',
          events: [],
          status: 'disabled',
          secretHint: 'x',
          createdAt: now,
          updatedAt: now,
        },
        hash,
      ),
    deleteEndpoint: (s) => webhooks.deleteEndpoint(s, theirs.endpoint.id),
    recordAttempts: (s) =>
      webhooks.recordAttempts(s, [
        {
          deliveryId: theirs.deliveryId,
          endpointId: theirs.endpoint.id,
          number: 1,
          at: now,
          outcome: 'delivered',
          status: 200,
          latencyMs: 1,
          response: '',
          becomes: 'delivered',
          dueAt: now,
        },
      ]),
    markEndpoints: (s) => webhooks.markEndpoints(s, [theirs.endpoint.id], [theirs.endpoint.id]),
    disableEndpoint: (s) => webhooks.disableEndpoint(s, theirs.endpoint.id, 'x'),
    deleteOldEvents: (s) => webhooks.deleteOldEvents(s, new Date('2099-01-01')),
  },
};

/** These look before a tenant is known, each for exactly what its caller holds the secret of; claiming is the worker's. Their own tests prove them. */
const beforeTenant = new Set(['authenticate', 'findSignIn', 'findTenantOfSession', 'claimDeliveries']);
const rooms: Record<string, Record<string, unknown>> = { identity, answers, counters, portfolio, billing, webhooks };

test('every query of every room is asked', () => {
  for (const [room, queries] of Object.entries(rooms)) {
    const functions = Object.entries(queries).flatMap(([name, value]) =>
      typeof value === 'function' && !beforeTenant.has(name) ? [name] : [],
    );
    assert.deepEqual(Object.keys(questions[room] ?? {}).sort(), functions.sort(), room);
  }
});

for (const [guard, pool] of [
  ['both guards', g.house.pool],
  ['the predicate alone', g.owner],
] as const) {
  test(`with ${guard}, no query of any room finds or changes anything of another organization`, async () => {
    const before = await rowsOf(first);
    for (const [room, asked] of Object.entries(questions)) {
      for (const [name, ask] of Object.entries(asked)) {
        const found = await askAs(second, pool, ask);
        assert.doesNotMatch(found, /canary/i, `${room}.${name}`);
        for (const id of theirs.ids) assert.ok(!found.includes(id), `${room}.${name} answered with ${id}`);
        assert.deepEqual(await rowsOf(first), before, `${room}.${name} changed something`);
      }
    }
  });
}

test('the row-level security alone keeps every row of another organization from being seen, changed, removed or made', async () => {
  const tables = await g.owner<{ name: string; column: string }[]>`
    select c.relname as name, case c.relname when 'tenants' then 'id' else 'tenant_id' end as column from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('migrations', 'users') order by 1`;
  assert.ok(tables.length >= 17, 'the tables are there');
  for (const { name, column } of tables) {
    const [own] = await g.owner.unsafe(`select count(*)::int as rows from ${name} where ${column} = $1`, [
      first.tenantId,
    ]);
    await inTenant(g.house, serviceIn(second.tenantId), async ({ db }) => {
      assert.equal((await db.unsafe(`select * from ${name} where ${column} = $1`, [first.tenantId])).length, 0, name);
      assert.equal(
        (await db.unsafe(`update ${name} set ${column} = ${column} where ${column} = $1 returning 1`, [first.tenantId]))
          .length,
        0,
        name,
      );
      assert.equal(
        (await db.unsafe(`delete from ${name} where ${column} = $1 returning 1`, [first.tenantId])).length,
        0,
        name,
      );
    });
    await assert.rejects(
      inTenant(g.house, serviceIn(second.tenantId), ({ db }) =>
        db.unsafe(`insert into ${name} (${column}) values ($1)`, [first.tenantId]),
      ),
      (error: Error & { code?: string }) => error.code === '42501' || error.code === '23502',
      name,
    );
    const [still] = await g.owner.unsafe(`select count(*)::int as rows from ${name} where ${column} = $1`, [
      first.tenantId,
    ]);
    assert.equal(still?.rows, own?.rows, name);
  }
});

test('without a tenant the service sees no row of any table', async () => {
  const tables = await g.owner<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations'`;
  for (const { name } of tables) assert.equal((await g.house.pool.unsafe(`select * from ${name}`)).length, 0, name);
});

test('a binding ends with its transaction, so a connection never carries one tenant to another', async () => {
  await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const organization = index % 2 === 0 ? first : second;
      const seen = await inTenant(
        g.house,
        serviceIn(organization.tenantId),
        ({ db }) => db<{ id: string }[]>`select id from tenants`,
      );
      assert.deepEqual(
        seen.map((row) => row.id),
        [organization.tenantId],
      );
      assert.equal((await g.house.pool`select id from tenants`).length, 0);
    }),
  );
});

/** Asks as an organization over a given connection; a refusal by a constraint is an answer too. */
async function askAs(organization: Organization, pool: Sql, ask: (scope: Scope) => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify((await inTenant({ ...g.house, pool }, serviceIn(organization.tenantId), ask)) ?? null);
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(23|42501)/.test(String(error.code))) return String(error.code);
    throw error;
  }
}

/** Gives an organization something in every table, and names it. */
async function fill(organization: Organization, word: string) {
  const { tenantId, owner: as } = organization;
  const charges = [
    { code: 'care', name: `${word} care`, basis: 'area', unitPrice: 0.5 },
    { code: 'heat', name: `${word} heat`, basis: 'area', costFrom: 'supplier_bill' },
  ];
  const building = await aBuilding(g, as, { name: `${word} house`, billing: { charges } });
  const apartment = await anApartment(g, as, building.id, { number: '1', area: 50 });
  const resident = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, resident.userId, apartment.id);
  const headers = { 'idempotency-key': word };
  const body = { url: `https://example.org/${word}`, events: ['invoice.created', 'invoice.paid'] };
  const endpoint = await g.ask('POST', '/webhooks', { as, headers, body });
  const costs = [{ charge: 'heat', amount: 123.45 }];
  const generated = await g.ask<{ invoices: { invoiceId: string }[] }>('POST', '/invoices/generate-bulk', {
    as,
    body: { buildingId: building.id, costs },
  });
  const invoiceId = generated.data.invoices[0]?.invoiceId ?? '';
  await inTenant(g.house, serviceIn(tenantId), (scope) => raise(scope, 'invoice.paid', { invoiceId, amount: 1 }));
  const invoice = await inTenant(g.house, serviceIn(tenantId), (scope) => billing.lockInvoice(scope, invoiceId));
  const [delivery] = await g.owner<
    { id: string }[]
  >`select id from deliveries where tenant_id = ${tenantId} order by id limit 1`;
  await g.owner`
    insert into delivery_attempts (tenant_id, delivery_id, number, at, outcome, latency_ms) select tenant_id, id, 9, now(), 'dns', 1 from deliveries where id = ${delivery?.id ?? ''}`;
  const [session] = await g.owner<(Thing & { userId: string; seed: Buffer; counter: number })[]>`
    select id, user_id, seed, counter from sessions where tenant_id = ${tenantId} order by id limit 1`;
  const [key] = await g.owner<{ id: string }[]>`select id from api_keys where tenant_id = ${tenantId}`;
  const [kept] = await g.owner<
    { keyHash: Buffer }[]
  >`select key_hash from idempotency_keys where tenant_id = ${tenantId}`;
  assert.ok(invoice && delivery && session && key && kept);
  const moments = { rotatedAt: now, idleUntil: now, expiresAt: now };
  return {
    building,
    apartment,
    endpoint: endpoint.data,
    invoiceId,
    invoice,
    period: { periodStart: invoice.periodStart, periodEnd: invoice.periodEnd },
    deliveryId: delivery.id,
    session: { ...session, ...moments },
    keyId: key.id,
    keyHash: kept.keyHash,
    ids: [building.id, apartment.id, endpoint.data.id, invoiceId, delivery.id, session.id, key.id],
  };
}

/** Every row of an organization, of every table, as text. */
async function rowsOf(organization: Organization): Promise<string[]> {
  const tables = await g.owner<{ name: string; column: string }[]>`
    select c.relname as name, case c.relname when 'tenants' then 'id' else 'tenant_id' end as column from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('migrations', 'users') order by 1`;
  const all: string[] = [];
  for (const { name, column } of tables) {
    const rows = await g.owner.unsafe(`select t::text as row from ${name} t where ${column} = $1 order by 1`, [
      organization.tenantId,
    ]);
    all.push(...rows.map((row) => `${name}: ${row.row}`));
  }
  const users =
    await g.owner`select u::text as row from users u join memberships m on m.user_id = u.id where m.tenant_id = ${organization.tenantId} order by 1`;
  return [...all, ...users.map((row) => `users: ${row.row}`)];
}
