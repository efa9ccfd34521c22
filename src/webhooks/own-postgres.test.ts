// Tests of a PostgreSQL server with default settings (Debian's package): a long queue drains as on the embedded server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { raiseInvoiceCreated, startReceiver } from '../../test/delivery-fixture.ts';
import { findDebianPrograms, startPostgresServer } from '../../test/own-postgres-server.ts';
import { startTestService, useRealClock, waitUntil } from '../../test/service-fixture.ts';
import { createTenant } from '../identity/operator-accounts.ts';
import { migrate } from '../platform/db/migrate.ts';
import { connect, type DatabasePool } from '../platform/db/pool.ts';
import { type AppContext, inTenant, serviceCaller } from '../platform/db/scope.ts';
import { newId } from '../platform/values/ids.ts';
import { startDelivering } from './deliver.ts';
import { createEndpoint } from './endpoints.ts';

const programs = findDebianPrograms() ?? '';
const missing = programs === '' ? 'there is no PostgreSQL of Debian’s under /usr/lib/postgresql' : false;
const endpoints = 10;
const waiting = 43_000;
const measured = 2000;

/** Deliveries a second, of a queue that came while the statistics knew of a few rows. */
async function rateOf(app: AppContext, owner: DatabasePool): Promise<number> {
  const receiver = await startReceiver();
  const person = { email: `${newId()}@example.org`, password: 'correct horse battery staple' };
  const { tenantId } = await createTenant(app, { name: 'Queue', ...person });
  const inIt = serviceCaller(tenantId);
  const wanted = { url: receiver.url, events: ['invoice.created'] as const };
  for (let nth = 0; nth < endpoints; nth += 1) await inTenant(app, inIt, (scope) => createEndpoint(scope, wanted));
  const organization = { tenantId, email: '', owner: '', integrator: '' };
  const deliverer = await startDelivering(app);
  // The worker has worked, and the statistics know of a few rows.
  for (let nth = 1; nth <= 20; nth += 1) {
    await raiseInvoiceCreated({ app } as never, organization);
    await waitUntil(() => receiver.received.length === nth * endpoints);
  }
  await owner`analyze`;
  await deliverer.stop();
  for (let left = waiting / endpoints; left > 0; left -= 430)
    await raiseInvoiceCreated({ app } as never, organization, Math.min(left, 430));
  receiver.received.length = 0;
  const draining = await startDelivering(app);
  await waitUntil(() => receiver.received.length > 200);
  const [before, began] = [receiver.received.length, performance.now()];
  await waitUntil(() => receiver.received.length >= before + measured);
  const rate = ((receiver.received.length - before) / (performance.now() - began)) * 1000;
  await draining.stop();
  return rate;
}

test('43,000 waiting deliveries are sent at no less than half the rate of the embedded server', {
  skip: missing,
}, async (t) => {
  const g = await startTestService();
  const { stop, ...address } = await startPostgresServer(programs);
  const owner = connect({ ...address, database: 'postgres' }, { max: 1 });
  await migrate(owner);
  const pool = connect({ ...address, database: 'postgres' }, { max: 12, as: 'haldur_app' });
  t.after(async () => {
    await pool.end({ timeout: 5 });
    await owner.end({ timeout: 5 });
    await stop();
  });
  assert.equal((await owner<{ jit: string }[]>`show jit`)[0]?.jit, 'on');
  useRealClock(g);
  let share = 0;
  // Other tests run beside this one and may disturb one of the two.
  for (let attempt = 0; attempt < 3 && share <= 0.5; attempt += 1) {
    const embedded = await rateOf(g.app, g.owner);
    const own = await rateOf({ ...g.app, pool }, owner);
    t.diagnostic(`${Math.round(own)}/s, embedded ${Math.round(embedded)}/s`);
    share = own / embedded;
  }
  assert.ok(share > 0.5, `${share} of the rate of the embedded server`);
});
