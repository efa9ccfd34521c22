// Test of scheduled tasks in a cluster: three workers reach the same moment at once, and what is due then is done once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../src/platform/db/pool.ts';
import { startWorker } from '../../src/worker.ts';
import { createBilledBuilding, createThreeInvoices, eventsOf, markSent } from '../billing-fixture.ts';
import { connectionTo } from '../postgres-server.ts';
import { anOrganization, aPerson, aResidency, startTestService, waitUntil } from '../service-fixture.ts';

const g = await startTestService();
const workersAtOnce = 3;
const buildings = 4;
const clockListeners = new Set<() => void>();

/** A worker with connections of its own, as in a process of its own, on the clock of the fixture. */
async function startOwnWorker() {
  const pool = connect(connectionTo(g.database, 'haldur_app'), { max: 10 });
  const onClockMoved = (listener: () => void) => {
    clockListeners.add(listener);
    return () => void clockListeners.delete(listener);
  };
  const worker = await startWorker({ ...g.app, pool, onClockMoved });
  return {
    stop: async () => {
      await worker.stop();
      await pool.end({ timeout: 5 });
    },
  };
}

/** Sent invoices that nobody pays, of a building that reminds of payments and of readings; returns the invoices. */
async function makeDebts(tenantId: string, as: string): Promise<string[]> {
  const { building, apartments } = await createBilledBuilding(g, as, {
    iban: 'EE382200221020145685',
    beneficiary: 'KÜ',
  });
  for (const apartment of apartments) {
    const { userId } = await aPerson(g, tenantId, 'resident');
    await aResidency(g, tenantId, userId, apartment.id);
  }
  const meter = { buildingId: building.id, apartmentId: apartments[0].id, type: 'cold_water' };
  assert.equal((await g.ask('POST', '/meters', { as, body: meter })).status, 201);
  const invoices = await createThreeInvoices(g, as, building.id, { issueDate: '2026-11-20' });
  for (const id of invoices) await markSent(g, id);
  const settings = { 'payment-reminder': { daysAfterDue: 3 }, 'reading-window': { fromDay: 1, toDay: 31 } };
  for (const [name, body] of Object.entries(settings)) {
    const set = await g.ask('PATCH', `//console/api/buildings/${building.id}/${name}`, { as, body });
    assert.equal(set.status, 200, set.text);
  }
  return [...invoices];
}

test('what is due at a moment that several workers reach at once is done once', async () => {
  const { tenantId, integrator: as } = await anOrganization(g);
  const debts: string[] = [];
  for (let count = 0; count < buildings; count += 1) debts.push(...(await makeDebts(tenantId, as)));
  const mailsOf = async (kind: string) =>
    (
      await g.owner<{ id: string }[]>`select coalesce(about_id::text, recipient) as id from mails where kind = ${kind}`
    ).map(({ id }) => id);
  const overdue = async () => (await eventsOf(g, tenantId, 'invoice.overdue')).map(({ invoiceId }) => invoiceId);
  const workers = await Promise.all(Array.from({ length: workersAtOnce }, startOwnWorker));
  assert.deepEqual(await overdue(), []);
  g.clock.now = new Date('2026-12-31T12:00:00.000Z'); // The invoices are overdue, and the reading window ends.
  for (const wake of clockListeners) wake();
  const isDone = async () =>
    (await overdue()).length >= debts.length &&
    (await mailsOf('payment-reminder')).length >= debts.length &&
    (await mailsOf('reading-reminder')).length >= buildings;
  await waitUntil(isDone);
  await Promise.all(workers.map((worker) => worker.stop())); // It lets the running tasks of all of them end.
  await (await startOwnWorker()).stop();
  assert.deepEqual((await overdue()).sort(), [...debts].sort());
  assert.deepEqual((await mailsOf('payment-reminder')).sort(), [...debts].sort());
  assert.equal((await mailsOf('reading-reminder')).length, buildings);
});
