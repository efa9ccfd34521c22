// Tests of the list of personal columns: it has exactly the marked columns of the database, and what it says about the
// account is so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { createBilledBuilding } from '../../test/billing-fixture.ts';
import { anOrganization, aPerson, aResidency, startTestService, tokenOf } from '../../test/service-fixture.ts';
import { kindsWithValues } from '../http/audit/audit-operation.ts';
import { bindPerson } from '../identity/identity-queries.ts';
import { insertLinkedAccount } from '../identity/providers/linked-accounts-queries.ts';
import { readColumns } from '../platform/db/personal-data.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { newId } from '../platform/values/ids.ts';
import { erasureRules, personalColumns } from './personal-columns.ts';

const g = await startTestService();
const at = (path: string) => `//console/api${path}`;
const listed = Object.entries(personalColumns).flatMap(([table, columns]) =>
  Object.keys(columns).map((column) => `${table}.${column}`),
);

test('every marked column is in the file or has a reason, and is removed or kept by a law; nothing else is listed', async () => {
  const marked = (await readColumns(g.owner)).filter(({ category }) => category !== 'none');
  const names = marked.map(({ relation, name }) => `${relation}.${name}`);
  assert.deepEqual([...listed].sort(), names.sort());
});

test('of objects whose values the audit log keeps, nothing is erased with a person', () => {
  const kept = [...kindsWithValues].flatMap((kind) => Object.entries(personalColumns[kind.replace('-', '_')] ?? {}));
  assert.ok(kept.length > 5, 'there are such columns');
  assert.deepEqual(
    kept.filter(([, [, erasure]]) => erasure === 'erased' || erasure === 'account'),
    [],
  );
});

test('whatever an erasure leaves names the law that keeps it', () => {
  const unlawful = Object.entries(erasureRules)
    .filter(([, { does, keptBy }]) => /^Stays/.test(does) === (keptBy === null))
    .map(([rule]) => rule);
  assert.deepEqual(unlawful, []);
});

/** The tables that say whose a row is, with the number of rows of a person. */
async function rowsOf(userId: string): Promise<Record<string, number>> {
  const tables = await g.owner<{ name: string }[]>`
    select table_name::text as name from information_schema.columns where table_schema = 'public' and column_name = 'user_id' order by 1`;
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const rows = await g.owner.unsafe(`select from ${name} where user_id = $1`, [userId]);
    counts[name] = rows.length;
  }
  return counts;
}

test('what is removed with the account is gone with it, in every table', async () => {
  const { tenantId, owner: as } = await anOrganization(g);
  const person = await aPerson(g, tenantId, 'manager');
  const { apartments } = await createBilledBuilding(g, as);
  await aResidency(g, tenantId, person.userId, apartments[0].id);
  const token = await tokenOf(g, person.email); // A sign-in from a device, which is remembered.
  const started = await g.ask('POST', at('/me/second-factors/apps/start'), { as: person.token });
  const secret = Secret.fromBase32(String(started.data.secret));
  const oneTimeCode = new TOTP({ secret }).generate({ timestamp: g.clock.now.getTime() });
  const app = { token: started.data.token, name: 'Phone', oneTimeCode };
  await g.succeed('POST', at('/me/second-factors/apps'), { as: person.token, body: app });
  await g.ask('POST', at('/me/email'), { as: person.token, body: { email: `${newId()}@example.org` } });
  await g.ask('POST', at('/me/confirmation/start'), { as: token });
  await g.ask('POST', '/auth/magic-link', { body: { email: person.email } });
  await inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    await bindPerson(scope.db, person.userId);
    const subjectHash = Buffer.from(newId());
    await insertLinkedAccount(scope, { id: newId(), issuer: 'https://id.example', subjectHash });
  });

  const before = await rowsOf(person.userId);
  const ofAccount = Object.keys(personalColumns).filter(
    (table) => table in before && Object.values(personalColumns[table] ?? {}).some(([, rule]) => rule === 'account'),
  );
  assert.ok(ofAccount.length >= 7, ofAccount.join());
  for (const table of ofAccount) assert.ok((before[table] ?? 0) > 0, `the person has a row in ${table}`);
  assert.equal((await g.ask('POST', at('/me/delete'), { as: person.token })).status, 204);
  assert.deepEqual(
    Object.entries(await rowsOf(person.userId)).filter(([, count]) => count > 0),
    [],
  );
  assert.deepEqual(await g.owner`select from users where id = ${person.userId}`, []);
});
