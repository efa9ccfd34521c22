// Tests of the test clock: all processes of a database follow it, it only moves forward, and due work is done at once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createBilledBuilding,
  createThreeInvoices,
  eventsOf,
  type InvoiceAnswer,
  markSent,
} from '../../../test/billing-fixture.ts';
import { anOrganization, startTestService, waitUntil } from '../../../test/service-fixture.ts';
import { startWorker } from '../../worker.ts';
import { followTestClock, moveTestClock } from './test-clock.ts';

const g = await startTestService();
const day = 24 * 3600_000;
const inDays = (days: number) => new Date(Date.now() + days * day);
const near = (a: Date, b: Date) => Math.abs(a.getTime() - b.getTime()) < 60_000;

test('moved ahead, it applies to every process, running or started later, and cannot be moved back', async () => {
  const [first, second] = [await followTestClock(g.app.pool), await followTestClock(g.app.pool)];
  assert.ok(near(first.clock(), new Date()), 'at first it is the world’s');
  let reported = 0;
  const forget = second.onClockMoved(() => {
    reported += 1;
  });
  await moveTestClock(g.app.pool, inDays(10));
  await waitUntil(() => near(first.clock(), inDays(10)) && near(second.clock(), inDays(10)));
  assert.equal(reported, 1);
  forget();
  await assert.rejects(moveTestClock(g.app.pool, inDays(9)), { name: 'OperatorError', message: /forwards only/ });
  await assert.rejects(moveTestClock(g.app.pool, inDays(-1)), { name: 'OperatorError' });
  await moveTestClock(g.app.pool, inDays(11));
  const third = await followTestClock(g.app.pool);
  assert.ok(near(third.clock(), inDays(11)));
  await waitUntil(() => near(second.clock(), inDays(11)));
  assert.equal(reported, 1, 'who has stopped listening is told nothing');
  await Promise.all([first, second, third].map((clock) => clock.stop()));
});

test('when the clock passes a due date, the running worker raises invoice.overdue without waiting for its schedule', async () => {
  const clock = await followTestClock(g.app.pool);
  g.clock.now = clock.clock();
  const { tenantId, integrator: as } = await anOrganization(g);
  const { building } = await createBilledBuilding(g, as);
  const issueDate = g.clock.now.toISOString().slice(0, 10);
  const [id] = await createThreeInvoices(g, as, building.id, { issueDate });
  await markSent(g, id);
  const app = { ...g.app, ...clock };
  const worker = await startWorker(app);
  const raised = () => eventsOf(g, tenantId, 'invoice.overdue');
  try {
    assert.deepEqual(await raised(), []);
    await moveTestClock(g.app.pool, new Date(clock.clock().getTime() + 40 * day));
    await waitUntil(async () => (await raised()).length > 0);
    assert.deepEqual(
      (await raised()).map((event) => event.invoiceId),
      [id],
    );
  } finally {
    await worker.stop();
    await clock.stop();
  }
  g.clock.now = app.clock();
  assert.equal((await g.ask<InvoiceAnswer>('GET', `/invoices/${id}`, { as })).data.overdue, true);
});
