// Tests of statement imports in progress: another request can see and cancel them, a cancelled one leaves nothing, and
// a dead one is not shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding, createThreeInvoices } from '../../../test/billing-fixture.ts';
import { anOrganization, refusalOf, startTestService, waitUntil } from '../../../test/service-fixture.ts';
import { account, camt, findBrokenInvariants } from '../../../test/statement-samples.ts';
import { trackProgress } from '../../payments/statements/import/import-progress.ts';
import { lockMoney } from '../../platform/db/locks.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { maxTenantConnections } from '../../platform/db/tenant-connections.ts';

const g = await startTestService();

type UnderWay = { id: string; linesRead: number; linesDecided: number; dryRun: boolean; isOwn: boolean };

async function anOffice() {
  const organization = await anOrganization(g);
  const { tenantId, owner: as } = organization;
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  await createThreeInvoices(g, as, building.id);
  const file = camt([{ amount: '552.71', reference: String(apartments[0].referenceNumber) }]);
  const bringIn = (query = '') =>
    g.ask('POST', `/bank-statements/import${query}`, { as, raw: file, headers: { 'content-type': 'application/xml' } });
  const list = async () => (await g.ask<UnderWay[]>('GET', '//console/api/statement-imports', { as })).data;
  const cancel = (id: string, by = as) => g.ask('POST', `//console/api/statement-imports/${id}/cancel`, { as: by });
  const traces = async () => {
    const [row] = await g.owner`
      select (select count(*)::int from statement_imports where tenant_id = ${tenantId}) as imports,
             (select count(*)::int from bank_entries where tenant_id = ${tenantId}) as entries,
             (select count(*)::int from payments where tenant_id = ${tenantId}) as payments,
             (select count(*)::int from events where tenant_id = ${tenantId} and type = 'payment.received') as events,
             (select count(*)::int from statement_import_progress where tenant_id = ${tenantId}) as progress`;
    return { ...row };
  };
  /** Waits until whoever imports has looked whether to go on. */
  const hasLooked = async () => {
    const [moment] = await g.owner<{ now: string }[]>`select clock_timestamp()::text as now`;
    await waitUntil(async () => {
      const rows = await g.owner`
        select from statement_import_progress where tenant_id = ${tenantId} and seen_at > ${moment?.now ?? ''}::timestamptz`;
      return rows.length > 0;
    });
  };
  return { ...organization, as, bringIn, list, cancel, traces, hasLooked };
}
type Office = Awaited<ReturnType<typeof anOffice>>;

const nothing = { imports: 0, entries: 0, payments: 0, events: 0, progress: 0 };

/** Keeps every import of an organization waiting for its turn until `work` is done. */
const whileHeld = ({ tenantId }: Office, work: () => Promise<void>) =>
  inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    await lockMoney(scope);
    await work();
  });

test('another request sees the progress and owner of an import until it ends', async () => {
  const office = await anOffice();
  const work = trackProgress(
    g.app,
    serviceCaller(office.tenantId),
    { fileName: 'a.xml', dryRun: true },
    async (report) => {
      report({ linesRead: 12 });
      report({ linesDecided: 5 });
      await waitUntil(async () => (await office.list())[0]?.linesDecided === 5);
      const [shown] = await office.list();
      assert.partialDeepStrictEqual(shown, { linesRead: 12, linesDecided: 5, dryRun: true, isOwn: false });
      return 'done';
    },
  );
  assert.equal(await work, 'done');
  assert.deepEqual(await office.list(), []);
});

for (const query of ['', '?dryRun=true']) {
  test(`a cancelled import gets 409, leaves nothing, and can be sent again ${query}`, async () => {
    const office = await anOffice();
    let asked: ReturnType<Office['bringIn']> | undefined;
    await whileHeld(office, async () => {
      asked = office.bringIn(query);
      await waitUntil(async () => (await office.list()).length === 1);
      const [shown] = await office.list();
      assert.equal(shown?.isOwn, true);
      assert.equal((await office.cancel(shown?.id ?? '')).status, 204);
      await office.hasLooked();
    });
    const answer = await asked;
    assert.deepEqual(answer && refusalOf(answer), [409, 'import_cancelled', []]);
    assert.deepEqual(await office.traces(), nothing);
    assert.equal((await office.bringIn()).status, 201);
    assert.deepEqual(await office.traces(), { imports: 1, entries: 1, payments: 1, events: 1, progress: 0 });
    assert.deepEqual(await findBrokenInvariants(g), []);
  });
}

test('an import shows its progress and can be cancelled while other requests wait for it with all connections of the organization', async () => {
  const office = await anOffice();
  const [invoice] = (await g.ask('GET', '/invoices', { as: office.as })).items;
  const waiting: Promise<unknown>[] = [];
  let imported: ReturnType<Office['bringIn']> | undefined;
  await whileHeld(office, async () => {
    imported = office.bringIn();
    await waitUntil(async () => (await office.list()).length === 1);
    const share = maxTenantConnections(g.app.pool.connections().max);
    for (let count = 0; count < 2 * share; count += 1)
      waiting.push(g.ask('PATCH', `/invoices/${invoice?.id}`, { as: office.as, body: { status: 'paid' } }));
    // One connection holds the lock, all others of the organization wait for it.
    await waitUntil(async () => {
      const [row] = await g.owner<{ count: number }[]>`
        select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
      return row?.count === share - 1;
    });
    const [shown] = await office.list();
    assert.equal((await office.cancel(shown?.id ?? '')).status, 204);
    await office.hasLooked();
  });
  assert.equal((await imported)?.status, 409);
  await Promise.all(waiting);
});

test('an import whose process died is not shown, cannot be cancelled, and its row is deleted with the next import', async () => {
  const office = await anOffice();
  await whileHeld(office, async () => {
    const dying = office.bringIn('?dryRun=true');
    await waitUntil(async () => (await office.list()).length === 1);
    const [shown] = await office.list();
    assert.ok(shown);
    // The row of a process that died.
    await g.owner`
      insert into statement_import_progress
      select tenant_id, gen_random_uuid(), 'service', null, false, 7, 0, false, started_at - interval '1 minute', seen_at - interval '16 seconds'
        from statement_import_progress where id = ${shown.id}`;
    assert.deepEqual(
      (await office.list()).map(({ id }) => id),
      [shown.id],
    );
    const [dead] = await g.owner<{ id: string }[]>`
      select id from statement_import_progress where tenant_id = ${office.tenantId} and id <> ${shown.id}`;
    assert.equal((await office.cancel(dead?.id ?? '')).status, 404);
    dying.catch(() => {});
  });
  assert.equal((await office.bringIn()).status, 201);
  assert.equal((await office.traces()).progress, 0);
});
