// Tests of retention: nothing goes before its time, the books keep their sums, and what was removed is counted once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding, createThreeInvoices } from '../../test/billing-fixture.ts';
import { findInDatabase } from '../../test/find-in-database.ts';
import { registerPhoto } from '../../test/operation-samples.ts';
import { anOrganization, refusalOf, startTestService, type Thing } from '../../test/service-fixture.ts';
import { account, camt, findBrokenInvariants, importStatementFile } from '../../test/statement-samples.ts';
import { sumBooks } from '../accounting/consistency-queries.ts';
import { matchManually } from '../payments/manual-decisions.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { keptUntil, lastRemovableDay, removeExpiredOf } from './retention.ts';

const g = await startTestService();
const never = new AbortController().signal;
const dayMs = 24 * 3_600_000;
const at = '//console/api/retention';

/** Removes what is due so many days from now. */
async function removeAfter(tenantId: string, days: number) {
  const now = new Date(g.clock.now.getTime() + days * dayMs);
  return removeExpiredOf({ ...g.app, clock: () => now }, tenantId, never);
}

/** Makes the entries of the security log older, as they would be on that day. */
async function ageSecurityLog(tenantId: string, days: number) {
  await g.owner`update security_events set at = at - make_interval(days => ${days}) where tenant_id = ${tenantId}`;
}

test('the law’s period runs from the end of the financial year, whichever month that is', () => {
  const calendar = { booksYears: 7, financialYearEndMonth: 12 };
  const summer = { booksYears: 7, financialYearEndMonth: 6 };
  assert.equal(keptUntil('2026-01-01', calendar), '2033-12-31');
  assert.equal(keptUntil('2026-12-31', calendar), '2033-12-31');
  assert.equal(keptUntil('2026-06-30', summer), '2033-06-30');
  assert.equal(keptUntil('2026-07-01', summer), '2034-06-30');
  assert.equal(keptUntil('2024-02-29', { booksYears: 7, financialYearEndMonth: 2 }), '2031-02-28');
  // What may be removed is exactly what is kept until before today.
  for (const settings of [calendar, summer, { booksYears: 10, financialYearEndMonth: 2 }]) {
    for (const today of ['2033-12-31', '2034-01-01', '2034-06-30', '2034-07-01', '2036-02-29', '2036-03-01']) {
      const last = lastRemovableDay(new Date(`${today}T12:00:00Z`), settings);
      const next = new Date(Date.parse(last) + dayMs).toISOString().slice(0, 10);
      assert.ok(keptUntil(last, settings) < today, `${today}: ${last} is over`);
      assert.ok(keptUntil(next, settings) >= today, `${today}: ${next} is not`);
    }
  }
});

test('the periods are changed within bounds; the security log has the change', async () => {
  const { owner: as } = await anOrganization(g);
  const shown = await g.ask<Record<string, unknown> & Thing>('GET', at, { as });
  assert.deepEqual([shown.data.mailDays, shown.data.booksYears, shown.data.removals], [90, 7, []]);
  const refused = await g.ask('PATCH', at, { as, body: { booksYears: 6, mailDays: 31 } });
  assert.deepEqual(refusalOf(refused), [422, 'validation_failed', ['booksYears']]);
  const changed = await g.ask('PATCH', at, { as, body: { mailDays: 31, financialYearEndMonth: 6 } });
  assert.deepEqual([changed.data.mailDays, changed.data.financialYearEndMonth, changed.data.booksYears], [31, 6, 7]);
  const log = await g.ask<Thing & { detail: object }>('GET', '//console/api/security-log?kind=retention_changed', {
    as,
  });
  assert.deepEqual(
    log.items.map(({ detail }) => detail),
    [
      {
        about: null,
        before: { mailDays: '90', financialYearEndMonth: '12' },
        after: { mailDays: '31', financialYearEndMonth: '6' },
      },
    ],
  );
});

test('e-mails, invitations and the security log go after their periods, not before, and are counted', async () => {
  const { tenantId, owner: as } = await anOrganization(g);
  const invited = await g.ask('POST', '/invitations', {
    as,
    body: { email: 'guest-7@example.org', role: 'accountant' },
  });
  assert.equal((await g.ask('DELETE', `/invitations/${invited.data.id}`, { as })).status, 204);
  assert.deepEqual(await removeAfter(tenantId, 89), {});
  assert.deepEqual(await removeAfter(tenantId, 91), { mails: 1, invitations: 1 });
  assert.deepEqual(await removeAfter(tenantId, 91), {});
  // The database goes by its own clock, and the entries are of today.
  assert.deepEqual(await removeAfter(tenantId, 366), {});
  await ageSecurityLog(tenantId, 181);
  assert.deepEqual(await removeAfter(tenantId, 364 - 181), {});
  const { security_events: entries = 0 } = await removeAfter(tenantId, 366 - 181);
  assert.ok(entries >= 3);
  const { data } = await g.ask<Thing & { removals: Thing[] }>('GET', at, { as });
  assert.deepEqual(data.removals, [
    { removedOn: '2027-05-24', kind: 'security_events', amount: entries },
    { removedOn: '2027-02-19', kind: 'invitations', amount: 1 },
    { removedOn: '2027-02-19', kind: 'mails', amount: 1 },
  ]);
});

test('several workers at once remove each row once, in batches', async () => {
  const { tenantId } = await anOrganization(g);
  await inTenant(g.app, serviceCaller(tenantId), async ({ db, now }) => {
    await db`
      insert into invitations (tenant_id, id, email, email_key, role, language, status, expires_at, created_at, updated_at)
      select own.id, gen_random_uuid(), n || '@example.org', n || '@example.org', 'manager', 'et', 'cancelled', ${now}, ${now}, ${now}
        from (select id from tenants where id = ${tenantId}) own cross join generate_series(1, 1234) n`;
  });
  const runs = await Promise.all([removeAfter(tenantId, 91), removeAfter(tenantId, 91), removeAfter(tenantId, 91)]);
  assert.equal(
    runs.reduce((sum, { invitations = 0 }) => sum + invitations, 0),
    1234,
  );
  const [counted] = await g.owner<{ amount: number }[]>`
    select amount::int from removals where tenant_id = ${tenantId} and kind = 'invitations'`;
  assert.equal(counted?.amount, 1234);
});

test('photos of readings and finished maintenance requests go after three years; their readings and open requests stay', async () => {
  const { tenantId, owner: as } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as);
  const [apartment] = apartments;
  const meter = await g.succeed('POST', '/meters', {
    as,
    body: { buildingId: building.id, apartmentId: apartment.id, type: 'cold_water', installedOn: '2026-01-01' },
  });
  const headers = { 'content-type': 'image/jpeg' };
  const photo = await g.succeed('POST', '//console/api/reading-photos', { as, raw: registerPhoto, headers });
  await g.succeed('POST', `/meters/${meter.data.id}/readings`, {
    as,
    body: { value: 12, photoId: photo.data.id },
  });
  const requests = '//console/api/maintenance-requests';
  const made = () =>
    g.ask('POST', requests, { as, body: { buildingId: building.id, title: 'Katus', description: 'Laseb läbi.' } });
  const [finished, open] = [await made(), await made()];
  await g.ask('POST', `${requests}/${finished.data.id}/comments`, { as, body: { text: 'Tehtud.' } });
  await g.succeed('PATCH', `${requests}/${finished.data.id}`, { as, body: { status: 'cancelled' } });

  const early = await removeAfter(tenantId, 3 * 365 - 2);
  assert.deepEqual([early.reading_photos, early.maintenance_requests], [undefined, undefined]);
  const late = await removeAfter(tenantId, 3 * 365 + 3);
  assert.deepEqual([late.reading_photos, late.maintenance_requests], [1, 1]);
  const rows = await g.owner`
    select r.photo_id, (select count(*)::int from files f where f.tenant_id = r.tenant_id) as files,
           (select count(*)::int from file_chunks f where f.tenant_id = r.tenant_id) as chunks
      from readings r where r.tenant_id = ${tenantId}`;
  assert.deepEqual([...rows], [{ photoId: null, files: 0, chunks: 0 }]);
  const left = await g.ask('GET', requests, { as });
  assert.deepEqual(
    left.items.map(({ id }) => id),
    [open.data.id],
  );
});

test('people leave the books when the law’s period is over, not a day before, and no sum changes', async () => {
  const { tenantId, owner: as } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  const [apartment] = apartments;
  const [invoice, second] = await createThreeInvoices(g, as, building.id);
  await g.ask('POST', `//console/api/invoices/${invoice}/delivered`, { as, body: { by: 'paper' } });
  const [paid, waiting, words] = ['Anselm Tasunud', 'Bertha Ootamas', 'clemens sonadega: krt 2'];
  const imported = await importStatementFile(
    g,
    tenantId,
    camt([
      { amount: '552.71', payer: paid, reference: String(apartment.referenceNumber), text: `Üür ${paid}`, id: 'a' },
      { amount: '7.00', payer: waiting, text: 'Midagi', id: 'b' },
      { amount: '9.00', payer: 'Clemens Sonadega', text: 'krt 2', id: 'c', iban: null },
    ]),
  );
  const paymentId = imported.payments[2]?.paymentId ?? '';
  await inTenant(g.app, serviceCaller(tenantId), (scope) => matchManually(scope, paymentId, { invoiceId: second }));
  assert.deepEqual(await findInDatabase(g, words), ['payments.payer_words']);
  const before = await sumBooks(g.owner, tenantId);
  const daysUntil = (day: string) => Math.floor((Date.parse(day) - g.clock.now.getTime()) / dayMs) + 1;
  const early = await removeAfter(tenantId, daysUntil('2033-12-31'));
  assert.deepEqual([early.invoices, early.payments, early.bank_entries], [undefined, undefined, undefined]);
  assert.deepEqual(await findInDatabase(g, paid), [
    'bank_entries.description',
    'bank_entries.payer_name',
    'payments.description',
    'payments.payer_name',
  ]);
  const late = await removeAfter(tenantId, daysUntil('2034-01-01'));
  assert.deepEqual([late.payments, late.bank_entries], [2, 2]);
  for (const text of [paid, words]) assert.deepEqual(await findInDatabase(g, text), [], text);
  assert.deepEqual(await findInDatabase(g, waiting), ['bank_entries.payer_name', 'payments.payer_name']);
  assert.deepEqual(await sumBooks(g.owner, tenantId), before);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('the removal stops when it is told to', async () => {
  const { tenantId, owner: as } = await anOrganization(g);
  await g.ask('POST', '/invitations', { as, body: { email: 'guest-8@example.org', role: 'manager' } });
  const later = { ...g.app, clock: () => new Date(g.clock.now.getTime() + 400 * dayMs) };
  const count = async () => (await g.owner`select from security_events where tenant_id = ${tenantId}`).length;
  const before = await count();
  const stopped = new AbortController();
  stopped.abort();
  await removeExpiredOf(later, tenantId, stopped.signal);
  assert.equal(await count(), before);
  await ageSecurityLog(tenantId, 181);
  await removeExpiredOf(later, tenantId, never);
  assert.equal(await count(), 0);
});
