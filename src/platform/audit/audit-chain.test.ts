// Tests of the audit log's chain: what the database allows, that changed, missing and added entries are found, late
// commits, two workers, and retention.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { inTenant, type Scope, serviceCaller } from '../db/scope.ts';
import { newId } from '../values/ids.ts';
import { chainAuditLog, checkpointOf, compareCheckpoint } from './audit-chain.ts';
import type { AuditEntry } from './audit-entry.ts';
import { deleteOldAuditEntries, writeAuditEntry } from './audit-log.ts';
import { findAuditEntries, findLinks, findNewestLink, updateAuditYears } from './audit-store.ts';
import { verifyAuditLog, verifyWholeAuditLog } from './verify-audit-log.ts';

const g = await startTestService();

const inOrganization = <T>(tenantId: string, work: (scope: Scope) => Promise<T>) =>
  inTenant(g.app, serviceCaller(tenantId), work);
const write = (tenantId: string, operation: string) =>
  inOrganization(tenantId, (scope) => writeAuditEntry(scope, { action: 'changed', operation }));
const chain = (tenantId: string, maxEntries?: number) =>
  inOrganization(tenantId, (scope) => chainAuditLog(scope, maxEntries));
const entriesOf = (tenantId: string) => inOrganization(tenantId, (scope) => findAuditEntries(scope, {}, 100));
const linksOf = (tenantId: string) => inOrganization(tenantId, (scope) => findLinks(scope, 1, 100));
const verify = (tenantId: string, checkpoint?: string) => verifyWholeAuditLog(g.app, tenantId, checkpoint);

/** An organization without entries but some, chained in links of three. */
async function chained(count = 7): Promise<{ tenantId: string; entries: AuditEntry[]; checkpoint: string }> {
  const { tenantId } = await anOrganization(g);
  await g.owner`delete from audit_log where tenant_id = ${tenantId}`;
  for (let nth = 1; nth <= count; nth += 1) await write(tenantId, `work ${nth}`);
  await chain(tenantId, 3);
  const newest = await inOrganization(tenantId, findNewestLink);
  return { tenantId, entries: await entriesOf(tenantId), checkpoint: newest ? checkpointOf(newest) : '' };
}

const problemsOf = async (tenantId: string) =>
  (await verify(tenantId)).problems.map(({ kind, link, entryId }) => [kind, link, entryId]);

test('an untouched log is verified, and its newest checkpoint stays confirmed when the chain goes on', async () => {
  const { tenantId, checkpoint } = await chained();
  assert.deepEqual(await verify(tenantId, checkpoint), {
    links: 3,
    entries: 7,
    problems: [],
    newest: checkpoint,
    checkpointResult: 'confirmed',
  });
  await write(tenantId, 'later');
  await chain(tenantId);
  const later = await verify(tenantId, checkpoint);
  assert.deepEqual([later.entries, later.problems, later.checkpointResult], [8, [], 'confirmed']);
  assert.notEqual(later.newest, checkpoint);
});

test('a changed entry is named, whichever of its columns was changed', async () => {
  const { tenantId, entries } = await chained();
  const { id } = entries[4] ?? assert.fail();
  const where = g.owner`where tenant_id = ${tenantId} and id = ${id}`;
  for (const change of [
    g.owner`operation = 'other'`,
    g.owner`action = 'seen'`,
    g.owner`actor_kind = 'nobody'`,
    g.owner`actor_id = ${newId()}`,
    g.owner`actor_name = 'Mari'`,
    g.owner`object_kind = 'invoices'`,
    g.owner`object_id = ${newId()}`,
    g.owner`about_ids = array[${newId()}::uuid]`,
    g.owner`building_id = ${newId()}`,
    g.owner`detail = '{"changes":[]}'`,
    g.owner`request_id = 'other'`,
    g.owner`at = at + interval '1 microsecond'`,
  ]) {
    await g.owner`update audit_log set ${change} ${where}`;
    assert.deepEqual(await problemsOf(tenantId), [['changed', 2, id]]);
    await restore(tenantId, entries[4] ?? assert.fail());
    assert.deepEqual(await problemsOf(tenantId), []);
  }
});

test('deleted and added entries are named', async () => {
  const { tenantId, entries } = await chained();
  const [first, , third] = entries;
  await g.owner`delete from audit_log where tenant_id = ${tenantId} and id = ${third?.id ?? ''}`;
  assert.deepEqual(await problemsOf(tenantId), [['missing', 1, third?.id]]);
  const added = newId();
  await g.owner`
    insert into audit_log (tenant_id, at, id, action, operation, actor_kind) values (${tenantId}, ${first?.at ?? ''}::timestamptz - interval '1 day', ${added}, 'seen', 'x', 'service')`;
  assert.deepEqual(await problemsOf(tenantId), [
    ['missing', 1, third?.id],
    ['added', 1, added],
  ]);
});

test('a changed link, and missing links, are found; a rebuilt chain contradicts a noted checkpoint', async () => {
  const { tenantId, entries, checkpoint } = await chained();
  await g.owner`update audit_chain set hash = sha256('x') where tenant_id = ${tenantId} and number = 2`;
  assert.deepEqual(await problemsOf(tenantId), [
    ['link_changed', 2, null],
    ['link_changed', 3, null],
  ]);
  await g.owner`delete from audit_chain where tenant_id = ${tenantId} and number = 2`;
  assert.deepEqual(await problemsOf(tenantId), [['links_missing', 3, null]]);
  await g.owner`delete from audit_chain where tenant_id = ${tenantId} and number = 1`;
  assert.deepEqual(await problemsOf(tenantId), [['links_missing', 3, null]]);
  await g.owner`delete from audit_chain where tenant_id = ${tenantId}`;
  await g.owner`delete from audit_log where tenant_id = ${tenantId} and id = ${entries[0]?.id ?? ''}`;
  await chain(tenantId, 3);
  const remade = await verify(tenantId, checkpoint);
  assert.deepEqual([remade.problems, remade.checkpointResult], [[], 'contradicted']);
});

test('the service cannot change entries and links, nor delete them before a year', async () => {
  const { tenantId } = await chained();
  await inOrganization(tenantId, async ({ db }) => {
    await db`delete from audit_log where tenant_id = ${tenantId}`;
    await db`delete from audit_chain where tenant_id = ${tenantId}`;
  });
  assert.deepEqual([(await entriesOf(tenantId)).length, (await linksOf(tenantId)).length], [7, 3]);
  for (const change of [
    ({ db }: Scope) => db`update audit_log set operation = 'x' where tenant_id = ${tenantId}`,
    ({ db }: Scope) => db`update audit_chain set hash = sha256('x') where tenant_id = ${tenantId}`,
  ])
    await assert.rejects(inOrganization(tenantId, change), { code: '42501' });
});

test('an entry whose transaction commits late is chained in its place, and nothing after it before', async () => {
  const { tenantId, entries } = await chained(1);
  const finish = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const late = inOrganization(tenantId, async (scope) => {
    await writeAuditEntry(scope, { action: 'changed', operation: 'late' });
    written.resolve();
    await finish.promise;
  });
  await written.promise;
  await write(tenantId, 'after'); // It does not wait for the late one.
  await chain(tenantId);
  assert.equal((await verify(tenantId)).entries, entries.length);
  finish.resolve();
  await late;
  await chain(tenantId);
  assert.deepEqual(
    (await entriesOf(tenantId)).map(({ operation }) => operation),
    ['work 1', 'late', 'after'],
  );
  const { entries: count, problems } = await verify(tenantId);
  assert.deepEqual([count, problems], [3, []]);
});

test('writers do not wait for a worker that is chaining; of two workers at once one adds the links', async () => {
  const { tenantId } = await chained(2);
  await write(tenantId, 'new');
  const finish = Promise.withResolvers<void>();
  const added = Promise.withResolvers<void>();
  const first = inOrganization(tenantId, async (scope) => {
    await chainAuditLog(scope);
    added.resolve();
    await finish.promise;
  });
  await added.promise;
  await inOrganization(tenantId, async (scope) => {
    await scope.db`set local lock_timeout = '50ms'`;
    await writeAuditEntry(scope, { action: 'changed', operation: 'at the same time' });
  });
  const second = chain(tenantId);
  finish.resolve();
  await Promise.all([first, second]);
  await Promise.all([chain(tenantId), chain(tenantId)]);
  const { entries, problems, links } = await verify(tenantId);
  assert.deepEqual([entries, problems], [4, []]);
  assert.equal((await linksOf(tenantId)).length, links);
});

test('an entry that is written after the clock was set back comes after what is chained', async () => {
  const { tenantId } = await chained(1);
  await g.owner`update audit_log set at = at + interval '1 hour' where tenant_id = ${tenantId}`;
  await g.owner`delete from audit_chain where tenant_id = ${tenantId}`;
  const [ahead] = await entriesOf(tenantId);
  const last = { at: ahead?.at ?? '', id: ahead?.id ?? '' };
  await g.owner`
    insert into audit_chain (tenant_id, number, last_at, last_id, entry_hashes, previous_hash, hash)
    values (${tenantId}, 1, ${last.at}::timestamptz, ${last.id}, ${Buffer.alloc(48)}, ${Buffer.alloc(32)}, ${Buffer.alloc(32)})`;
  await write(tenantId, 'after');
  assert.deepEqual(
    (await entriesOf(tenantId)).map(({ operation }) => operation),
    ['work 1', 'after'],
  );
});

test('retention deletes only entries older than the organization keeps them, in whole links, and the chain still verifies', async () => {
  const { tenantId } = await anOrganization(g);
  await g.owner`delete from audit_log where tenant_id = ${tenantId}`;
  await g.owner`
    insert into audit_log (tenant_id, at, id, action, operation, actor_kind)
    select ${tenantId}, now() - interval '4 years' + nth * interval '2 months' + interval '1 day', gen_random_uuid(), 'seen', 'old', 'service' from generate_series(1, 20) nth`;
  await write(tenantId, 'new');
  await chain(tenantId, 2);
  const [, second] = await linksOf(tenantId);
  const checkpoint = second ? checkpointOf(second) : '';
  const cut = () => inOrganization(tenantId, deleteOldAuditEntries);
  assert.deepEqual([await cut(), await cut()], [false, false], 'nothing is left, although the last old link stays');
  // Five are older than three years. The third link holds the fifth and sixth, so it stays.
  assert.equal((await entriesOf(tenantId)).length, 21 - 4);
  const kept = await verify(tenantId, checkpoint);
  assert.deepEqual([kept.problems, kept.checkpointResult], [[], 'confirmed']);
  await inOrganization(tenantId, (scope) => updateAuditYears(scope, 1));
  await Promise.all([cut(), cut()]);
  await cut();
  assert.equal((await entriesOf(tenantId)).length, 21 - 16);
  const shorter = await verify(tenantId, checkpoint);
  assert.deepEqual([shorter.problems, shorter.checkpointResult], [[], 'no_longer_kept']);
  const [oldest] = await linksOf(tenantId);
  await g.owner`delete from audit_log where tenant_id = ${tenantId} and (at, id) <= (select last_at, last_id from audit_chain where tenant_id = ${tenantId} and number = ${(oldest?.number ?? 0) + 1})`;
  assert.equal((await verify(tenantId)).problems.length, 2); // A second link without entries is not retention.
});

test('verification works in steps of a bounded size', async () => {
  const { tenantId } = await chained(0);
  for (let nth = 0; nth < 23; nth += 1) await write(tenantId, `work ${nth}`);
  await chain(tenantId, 1);
  const step = (after: number) => inOrganization(tenantId, (scope) => verifyAuditLog(scope, after));
  const steps = [await step(0), await step(10), await step(20)];
  assert.deepEqual(
    steps.map(({ links, entries, next, problems }) => [links, entries, next, problems.length]),
    [
      [10, 10, 10, 0],
      [10, 10, 20, 0],
      [3, 3, null, 0],
    ],
  );
  await g.owner`delete from audit_chain where tenant_id = ${tenantId} and number = 10`;
  const behindGap = await step(10);
  assert.deepEqual([behindGap.next, behindGap.problems[0]?.kind], [21, 'links_missing'], 'removed between two steps');
  const unknown = await inOrganization(tenantId, (scope) => compareCheckpoint(scope, `99-${'0'.repeat(64)}`));
  assert.equal(unknown, 'contradicted');
});

/** Puts an entry back as it was. */
async function restore(tenantId: string, entry: AuditEntry): Promise<void> {
  await g.owner`delete from audit_log where tenant_id = ${tenantId} and id = ${entry.id}`;
  await g.owner`
    insert into audit_log (tenant_id, at, id, action, operation, actor_kind, actor_id, actor_name, object_kind, object_id, about_ids, building_id, detail, request_id)
    values (${tenantId}, ${entry.at}::timestamptz, ${entry.id}, ${entry.action}, ${entry.operation}, ${entry.actor.kind}, ${entry.actor.id}, ${entry.actor.name},
            ${entry.objectKind}, ${entry.objectId}, ${[...entry.aboutIds]}::uuid[], ${entry.buildingId}, ${g.owner.json(entry.detail)}, ${entry.requestId})`;
}
