// Tests of two API processes on one database: what is changed through one counts at once in the other, and what is sent
// to both at once is done once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockMoney } from '../../src/platform/db/locks.ts';
import { inTenant, serviceCaller } from '../../src/platform/db/scope.ts';
import { askOver } from '../ask-over-http.ts';
import { connectionTo } from '../postgres-server.ts';
import {
  aBuilding,
  anOrganization,
  aPerson,
  password,
  refusalOf,
  startTestService,
  type TestService,
  useRealClock,
  waitUntil,
} from '../service-fixture.ts';
import { makeServiceProcess } from '../service-process.ts';
import { account, camt } from '../statement-samples.ts';

const g = await startTestService();
useRealClock(g); // That of the processes.
const settings = {
  ROLE: 'api',
  DATABASE_URL: connectionTo(g.database).url ?? '',
  SECRET_KEY: g.app.config.secretKey.toString('base64'),
};
const started = await Promise.all([settings, settings].map((each) => makeServiceProcess(each).start()));
const [here, there] = started.map(({ url }) => askOver(url)) as [Pick<TestService, 'ask'>, Pick<TestService, 'ask'>];
const lists = (process: typeof here, as: string) => process.ask('GET', '/invoices', { as });

test('a session begun in one process is known in the other, and its end counts there at once', async () => {
  const { tenantId } = await anOrganization(g);
  const { email } = await aPerson(g, tenantId, 'manager');
  type Tokens = { accessToken: string; refreshToken: string };
  const { data } = await here.ask<Tokens>('POST', '/auth/login', { body: { email, password } });
  const refreshed = await there.ask<Tokens>('POST', '/auth/refresh', { body: { refreshToken: data.refreshToken } });
  const as = refreshed.data.accessToken;
  assert.deepEqual([(await lists(here, as)).status, (await lists(there, as)).status], [200, 200]);
  assert.equal((await here.ask('POST', '/auth/logout', { as })).status, 204);
  assert.equal((await lists(there, as)).status, 401);
});

test('a revoked key, a changed role and a removed member count in the other process at once', async () => {
  const { tenantId, owner } = await anOrganization(g);
  const key = await here.ask<{ id: string; apiKey: string }>('POST', '//console/api/api-keys', {
    as: owner,
    body: { name: 'k', role: 'manager' },
  });
  assert.equal((await lists(there, key.data.apiKey)).status, 200);
  assert.equal((await here.ask('DELETE', `//console/api/api-keys/${key.data.id}`, { as: owner })).status, 204);
  assert.equal((await lists(there, key.data.apiKey)).status, 401);

  const { userId, token: as } = await aPerson(g, tenantId, 'manager');
  const path = `//console/api/members/${userId}`;
  const writes = () => there.ask('POST', '/buildings', { as, body: { name: 'Kase', address: 'Kase 12' } });
  assert.equal((await writes()).status, 201);
  assert.equal((await here.ask('PATCH', path, { as: owner, body: { role: 'accountant' } })).status, 200);
  assert.equal((await writes()).status, 403);
  assert.equal((await here.ask('DELETE', path, { as: owner })).status, 204);
  assert.equal((await lists(there, as)).status, 401);
});

test('an import in one process is seen in the other, and can be cancelled there', async () => {
  const { tenantId, owner: as } = await anOrganization(g);
  await aBuilding(g, as, { billing: { iban: account, beneficiary: 'KÜ' } });
  type UnderWay = { id: string; cancelled: boolean };
  const list = async () => (await there.ask<UnderWay[]>('GET', '//console/api/statement-imports', { as })).data;
  const headers = { 'content-type': 'application/xml' };
  let importing: ReturnType<typeof here.ask> | undefined;
  await inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    await lockMoney(scope); // The import waits for its turn.
    importing = here.ask('POST', '/bank-statements/import', { as, raw: camt([{ amount: '1.00' }]), headers });
    await waitUntil(async () => (await list()).length === 1);
    const [{ id } = { id: '' }] = await list();
    assert.equal((await there.ask('POST', `//console/api/statement-imports/${id}/cancel`, { as })).status, 204);
    const [moment] = await g.owner<{ now: string }[]>`select clock_timestamp()::text as now`;
    await waitUntil(async () => {
      const seen = await g.owner`
        select from statement_import_progress where id = ${id} and seen_at > ${moment?.now ?? ''}::timestamptz`;
      return seen.length > 0;
    });
  });
  const answer = await importing;
  assert.deepEqual(answer && refusalOf(answer), [409, 'import_cancelled', []]);
});

test('a process whose port is taken says so and does not start', async () => {
  const port = new URL(started[0]?.url ?? '').port;
  for (const ROLE of ['api', 'worker']) {
    const { start } = makeServiceProcess({ ...settings, ROLE, PORT: port });
    const failure = await start('pipe').catch((error: Error) => error.message);
    assert.match(String(failure), new RegExp(`Port ${port} on 127.0.0.1 is taken by another process.*PORT`));
  }
});
