// Fault test of payments: the database connection is lost at every statement of an import and of a banklink callback,
// and both run at once while connections die. Whatever happens, nothing is incomplete, and what is repeated is done
// once.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { acceptCallback } from '../src/payments/banklink/accept-callback.ts';
import { importStatement } from '../src/payments/statements/import/import-statement.ts';
import type { Db } from '../src/platform/db/pool.ts';
import { inTenant, type Scope, serviceCaller } from '../src/platform/db/scope.ts';
import {
  createSentInvoices,
  createTestBank,
  initiatePayment,
  paidMessage,
  type StartedPayment,
  sendCallback,
} from './banklink-fixture.ts';
import { eventsOf } from './billing-fixture.ts';
import { anOrganization, startTestService, type TestOrganization } from './service-fixture.ts';
import { camt, findBrokenInvariants, importStatementFile, type StatementLine } from './statement-samples.ts';

const g = await startTestService();

/** The same handle, whose connection ends before its `last`th statement. */
function dying(db: Db, last: number, seen: { count: number }): Db {
  const step = () => {
    seen.count += 1;
    if (seen.count === last) die(db);
  };
  return new Proxy(db, {
    apply(target, _, parameters) {
      if (Array.isArray(parameters[0]) && 'raw' in parameters[0]) step();
      return Reflect.apply(target, undefined, parameters);
    },
    get(target, name) {
      if (name !== 'unsafe') return Reflect.get(target, name);
      return (...parameters: Parameters<Db['unsafe']>) => {
        step();
        return target.unsafe(...parameters);
      };
    },
  });
}

/** Ends the connection, as either side's death does. */
function die(db: Db): void {
  db.unsafe('select pg_terminate_backend(pg_backend_pid())').catch(() => {}); // It answers nobody.
}

/** Everything that payments have written in an organization. */
async function traces(tenantId: string): Promise<unknown> {
  const [row] = await g.owner`
    select (select count(*) from statement_imports where tenant_id = ${tenantId}) as imports,
           (select count(*) from bank_entries where tenant_id = ${tenantId}) as entries,
           (select count(*) from payments where tenant_id = ${tenantId}) as payments,
           (select count(*) from allocations where tenant_id = ${tenantId}) as allocations,
           (select sum(amount_paid) from invoices where tenant_id = ${tenantId}) as paid,
           (select count(*) from banklink_callbacks where tenant_id = ${tenantId}) as callbacks,
           (select count(*) from events where tenant_id = ${tenantId}) as events`;
  return row;
}

/**
 * Repeats the work, its connection lost one statement later each time, and finally before its commit; each time nothing
 * may be left.
 */
async function dieAtEachStep(tenantId: string, work: (scope: Scope) => Promise<unknown>): Promise<number> {
  const before = await traces(tenantId);
  for (let last = 1; ; last += 1) {
    const seen = { count: 0 };
    const done = inTenant(g.app, serviceCaller(tenantId), async (scope) => {
      await work({ ...scope, db: dying(scope.db, last, seen) });
      if (seen.count < last) die(scope.db); // All statements are done: this is the moment before the commit.
    });
    await assert.rejects(done, `a connection lost at statement ${last} is an error`);
    assert.deepEqual(await traces(tenantId), before, `statement ${last} of ${seen.count} left something`);
    if (seen.count < last) return seen.count;
  }
}

/** A building of three apartments with sent invoices, a bank, and lines that pay, overpay, repeat and return. */
async function setUpBuilding() {
  const organization = await anOrganization(g);
  const bank = await createTestBank(g, organization);
  const { apartments, invoices } = await createSentInvoices(g, organization);
  const references = apartments.map((apartment) => String(apartment.referenceNumber));
  return { ...organization, bank, invoices, references };
}

const linesFor = (references: readonly string[]): StatementLine[] => [
  { amount: '552.71', reference: references[0] ?? '', id: 'a' },
  { amount: '400.00', reference: references[1] ?? '', id: 'b', day: '2026-11-11' },
  { amount: '20.00', reference: references[2] ?? '', id: 'c' },
  { amount: '20.00', reference: references[2] ?? '', id: 'd', endToEnd: 'E-D' },
  { amount: '20.00', debit: true, reversal: true, id: 'd-back', endToEnd: 'E-D', day: '2026-11-12' },
  { amount: '9.99', text: 'nothing known', id: 'e' },
];

test('an import whose connection is lost at any statement leaves nothing, and the same file is then imported once', async (t) => {
  const fixture = await setUpBuilding();
  const { tenantId, references } = fixture;
  await importStatementFile(g, tenantId, camt([{ amount: '1.00', text: 'so that something is known', id: 'before' }]));
  const bytes = Buffer.from(camt(linesFor(references)));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const source = () => Readable.from([bytes]) as AsyncIterable<Buffer>;
  const steps = await dieAtEachStep(tenantId, (scope) => importStatement(scope, { sha256, source }, false));
  t.diagnostic(`${steps} statements`);
  assert.ok(steps > 10);
  const done = await importStatementFile(g, tenantId, bytes);
  assert.deepEqual([done.known, done.imported], [false, 6]);
  assert.equal((await importStatementFile(g, tenantId, bytes)).known, true);
  assert.deepEqual(await findBrokenInvariants(g), []);
  assert.deepEqual(await paidTwice(fixture), []);
});

test('a banklink callback whose connection is lost at any statement leaves nothing, and the next one pays once', async (t) => {
  const fixture = await setUpBuilding();
  const startedPayment = await initiatePayment(g, fixture.owner, {
    invoiceId: fixture.invoices[0],
    bank: fixture.bank.name,
  });
  const notice = { method: 'POST', fields: paidMessage(fixture.bank, startedPayment), encoding: 'utf-8' };
  const steps = await dieAtEachStep(fixture.tenantId, (scope) =>
    acceptCallback(scope, fixture.bank.name, startedPayment.id, notice),
  );
  t.diagnostic(`${steps} statements`);
  assert.ok(steps > 5);
  assert.equal((await sendCallback(g, startedPayment, paidMessage(fixture.bank, startedPayment))).status, 303);
  assert.equal((await eventsOf(g, fixture.tenantId, 'invoice.paid')).length, 1);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('one file twice, an overlapping one and banklink callbacks, all at once while connections die: the accounts agree', async (t) => {
  const fixture = await setUpBuilding();
  const { tenantId, references, bank, invoices, owner } = fixture;
  const orders = await Promise.all(
    invoices.map((invoiceId) => initiatePayment(g, owner, { invoiceId, bank: bank.name })),
  );
  const files = [
    camt(linesFor(references)),
    camt([...linesFor(references), { amount: '5.00', text: 'one more', id: 'f' }]),
  ];
  const [first = '', second = ''] = files;
  const reported = (startedPayment: StartedPayment, auto: string) =>
    untilDone(
      async () =>
        (await sendCallback(g, startedPayment, { ...paidMessage(bank, startedPayment), VK_AUTO: auto })).status < 400,
    );
  const brought = (file: string) => untilDone(() => importStatementFile(g, tenantId, file).then(() => true));
  let over = false;
  let killed = 0;
  const killing = (async () => {
    while (!over) {
      const [victim] = await g.owner`
        select pg_terminate_backend(pid) as ended from pg_stat_activity
         where datname = current_database() and usename = 'haldur_app' and state <> 'idle' order by random() limit 1`;
      if (victim?.ended && ++killed >= maxKilled) return;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  })();
  await Promise.all([
    ...[first, first, second].map(brought),
    ...orders.flatMap((order) => [reported(order, 'N'), reported(order, 'Y'), reported(order, 'N')]),
  ]);
  over = true;
  await killing;
  t.diagnostic(`${killed} connections were ended`);
  assert.deepEqual(await findBrokenInvariants(g), []);
  assert.deepEqual(await paidTwice(fixture), []);
  const [count] = await g.owner`
    select (select count(*) from bank_entries where tenant_id = ${tenantId}) as entries,
           (select count(*) from statement_imports where tenant_id = ${tenantId}) as imports,
           (select count(*) from payments where tenant_id = ${tenantId} and source = 'banklink') as banklink`;
  assert.deepEqual({ ...count }, { entries: 7, imports: 2, banklink: 3 });
});

/** Connections that the last test ends; then it lets the work finish. */
const maxKilled = 25;

/** Repeats until it succeeds. */
async function untilDone(work: () => Promise<boolean>): Promise<void> {
  while (!(await work().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Invoices reported as paid more than once without a reversal in between. */
async function paidTwice({ tenantId }: Pick<TestOrganization, 'tenantId'>): Promise<string[]> {
  const reported = (await eventsOf(g, tenantId, 'invoice.paid')).map((item) => item.invoiceId);
  return reported.filter((text, place) => reported.indexOf(text) !== place);
}
