// Tenancy: whatever a second organization asks of any room, with the first one's ids in hand, it finds nothing and changes nothing;
// and each of the two guards (the predicate in the statement, the row-level security of the database) holds on its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as bills from '../src/billing/bills/queries.ts';
import * as claims from '../src/billing/claims/queries.ts';
import * as corrections from '../src/billing/corrections/queries.ts';
import * as eInvoices from '../src/billing/e-invoice/queries.ts';
import * as history from '../src/billing/history/queries.ts';
import * as lateInterest from '../src/billing/late-interest/queries.ts';
import * as ledger from '../src/billing/ledger/queries.ts';
import * as oneOffs from '../src/billing/one-offs/queries.ts';
import * as invoicePages from '../src/billing/pdf/queries.ts';
import * as preflight from '../src/billing/preflight/queries.ts';
import * as billing from '../src/billing/queries.ts';
import * as registers from '../src/billing/registers/queries.ts';
import * as sending from '../src/billing/sending/queries.ts';
import * as whose from '../src/billing/whose/queries.ts';
import * as organizations from '../src/identity/organizations/queries.ts';
import * as identity from '../src/identity/queries.ts';
import * as securityLog from '../src/identity/security-log/queries.ts';
import * as mail from '../src/mail/queries.ts';
import * as maintenance from '../src/maintenance/queries.ts';
import * as meterChanges from '../src/metering/changes/queries.ts';
import * as measuring from '../src/metering/measuring/queries.ts';
import * as metering from '../src/metering/queries.ts';
import * as reminding from '../src/metering/reminding/queries.ts';
import * as overview from '../src/overview/queries.ts';
import * as invoiceAccounts from '../src/payments/account/queries.ts';
import * as banklink from '../src/payments/banklink/queries.ts';
import * as books from '../src/payments/books/queries.ts';
import * as credit from '../src/payments/credit/queries.ts';
import * as payments from '../src/payments/queries.ts';
import * as refunds from '../src/payments/refunds/queries.ts';
import * as statements from '../src/payments/statement/queries.ts';
import * as answers from '../src/platform/answers.ts';
import * as counters from '../src/platform/counters.ts';
import type { Sql } from '../src/platform/db.ts';
import { forgetFile, getFile, keepFile, sweepFiles } from '../src/platform/files.ts';
import { inTenant, type Scope, serviceIn } from '../src/platform/scope.ts';
import * as accounts from '../src/portfolio/accounts/queries.ts';
import * as letterhead from '../src/portfolio/letterhead/queries.ts';
import * as portfolio from '../src/portfolio/queries.ts';
import * as payers from '../src/residents/payers/queries.ts';
import * as residents from '../src/residents/queries.ts';
import * as webhookCare from '../src/webhooks/care/queries.ts';
import * as webhooks from '../src/webhooks/queries.ts';
import { anOrganization, given, type Organization } from './given.ts';
import { banklinkQuestions } from './tenancy/banklink.ts';
import { billingQuestions, registersQuestions } from './tenancy/billing.ts';
import { fill, type Questions } from './tenancy/ground.ts';
import { identityQuestions, organizationQuestions } from './tenancy/identity.ts';
import { mailQuestions } from './tenancy/mail.ts';
import { maintenanceQuestions } from './tenancy/maintenance.ts';
import { measuringQuestions, meteringQuestions, remindingQuestions } from './tenancy/metering.ts';
import { overviewQuestions } from './tenancy/overview.ts';
import { booksQuestions, paymentsQuestions } from './tenancy/payments.ts';
import { platformQuestions } from './tenancy/platform.ts';
import { portfolioQuestions } from './tenancy/portfolio.ts';
import { residentsQuestions } from './tenancy/residents.ts';
import { sendingQuestions } from './tenancy/sending.ts';
import { webhookCareQuestions, webhooksQuestions } from './tenancy/webhooks.ts';

const g = await given();
const first = await anOrganization(g, 'First canary');
const second = await anOrganization(g, 'Second');
const theirs = await fill(g, first, 'canary');
await fill(g, second, 'plain');

/** How the second organization asks each query for what is the first one's. A query that is missing here fails the test below. */
const questions: Readonly<Record<string, ReturnType<Questions>>> = {
  platform: platformQuestions(theirs),
  mail: mailQuestions(theirs),
  identity: identityQuestions(theirs),
  organizations: organizationQuestions(theirs),
  portfolio: portfolioQuestions(theirs),
  metering: meteringQuestions(theirs),
  measuring: measuringQuestions(theirs),
  reminding: remindingQuestions(theirs),
  billing: billingQuestions(theirs),
  sending: sendingQuestions(theirs),
  registers: registersQuestions(theirs),
  maintenance: maintenanceQuestions(theirs),
  residents: residentsQuestions(theirs),
  banklink: banklinkQuestions(theirs),
  payments: paymentsQuestions(theirs),
  books: booksQuestions(theirs),
  webhooks: webhooksQuestions(theirs),
  webhookCare: webhookCareQuestions(theirs),
  overview: overviewQuestions(theirs),
};

/**
 * These look before a tenant is known, each for exactly what its caller holds the secret of; claiming is the worker's. (And `removeOrganization` would
 * remove the asker.) Their own tests prove them.
 */
const beforeTenant = new Set([
  'authenticate',
  'findSignIn',
  'isNoneYet',
  'organizationsOf',
  'removeOrganization',
  'findTenantOfSession',
  'insertMagicLink',
  'takeMagicLink',
  'giveMagicLink',
  'redeemMagicLink',
  'deleteMagicLinks',
  'endOtherSessions',
  'findInvitation',
  'claimDeliveries',
  'secretHintAt',
  'claimMails',
  'findTenantOfOrder',
  'findTenantOfAccountUndo',
]);
const rooms: Record<string, Record<string, unknown>> = {
  platform: { ...answers, ...counters, keepFile, getFile, forgetFile, sweepFiles },
  mail,
  identity: { ...identity, ...securityLog },
  organizations,
  portfolio: { ...portfolio, ...letterhead, ...accounts },
  residents: { ...residents, ...payers },
  maintenance,
  metering: { ...metering, ...meterChanges },
  measuring,
  reminding,
  billing: {
    ...billing,
    ...claims,
    ...invoicePages,
    ...eInvoices,
    ...bills,
    ...history,
    ...corrections,
    ...preflight,
    ...oneOffs,
    ...lateInterest,
    ...ledger,
    ...whose,
  },
  sending,
  registers,
  banklink,
  payments: { ...payments, ...statements, ...credit, ...refunds },
  books: { ...books, ...invoiceAccounts },
  webhooks,
  webhookCare,
  overview,
};

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
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('migrations', 'users', 'magic_links', 'test_clock') order by 1`;
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

/** Every row of an organization, of every table, as text. */
async function rowsOf(organization: Organization): Promise<string[]> {
  const tables = await g.owner<{ name: string; column: string }[]>`
    select c.relname as name, case c.relname when 'tenants' then 'id' else 'tenant_id' end as column from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in ('migrations', 'users', 'magic_links', 'test_clock') order by 1`;
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
