// After the last fault: everything heals by itself in a bounded number of turns, and then all invariants hold.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { moveTestClock, readClockOffset } from '../../src/platform/processes/test-clock.ts';
import type { Promised } from '../cluster/clients.ts';
import type { Cluster, Member } from '../cluster/cluster-fixture.ts';
import {
  areScheduledTasksDone,
  checkAccounts,
  checkDeliveries,
  checkEvents,
  checkMails,
  checkPromises,
  checkScheduledTasks,
  countHanging,
  countWaiting,
} from '../cluster/invariants.ts';
import type { World } from './world.ts';

const hourMs = 3_600_000;
/** Invoices are overdue and reminded of by then, and events are not deleted yet. */
const overdueAfterMs = 25 * 24 * hourMs;
const maxTurns = 30;
const looksPerTurn = 50;
const betweenLooksMs = 200;

/**
 * Waits until everything is delivered and sent. What waits for another attempt gets it, as time passes two hours a
 * turn.
 */
export async function settle({ cluster: { owner } }: Pick<World, 'cluster'>): Promise<void> {
  for (let turn = 1; (await countWaiting(owner)) > 0; turn += 1) {
    assert.ok(
      turn <= maxTurns,
      `${await countWaiting(owner)} deliveries and e-mails are waiting after ${maxTurns} turns`,
    );
    await advance({ owner }, 2 * hourMs);
    for (let look = 0; look < looksPerTurn && (await countWaiting(owner)) > 0; look += 1) await delay(betweenLooksMs);
  }
}

async function advance({ owner }: Pick<Cluster, 'owner'>, byMs: number): Promise<void> {
  await moveTestClock(owner, new Date(Date.now() + (await readClockOffset(owner)) + byMs));
}

/** Nothing stays leased, locked or open for ever. */
export async function checkNothingHangs({ cluster: { owner } }: World): Promise<void> {
  for (let look = 1; ; look += 1) {
    const hanging = await countHanging(owner);
    if (hanging.length === 0) return;
    assert.ok(look < maxTurns * looksPerTurn, `still there: ${hanging.join(', ')}`);
    await delay(betweenLooksMs);
  }
}

/**
 * Holds everything that clients were promised against the database, the receivers and the mail server. Returns what
 * there was.
 */
export async function checkEverything(world: World, promised: Promised): Promise<string> {
  const { cluster, mail, receivers } = world;
  await checkPromises(cluster.owner, promised);
  await checkAccounts(cluster.owner);
  await checkEvents(cluster.owner, promised);
  await advance(cluster, overdueAfterMs);
  await runScheduledTasks(cluster);
  await settle(world);
  const overdue = await checkScheduledTasks(cluster.owner);
  assert.ok(overdue > 0);
  for (const { receiver } of receivers) await checkDeliveries(cluster.owner, receiver);
  const mails = await checkMails(cluster.owner, mail.server);
  const accepted = receivers.flatMap(({ receiver }) => [...receiver.accepted.values()]);
  const times = accepted.reduce((sum, count) => sum + count, 0);
  return (
    `${promised.invoices.size} invoices, ${overdue} of them overdue; ${accepted.length} deliveries, accepted ${times} times; ` +
    `${mails} e-mails, received ${mail.server.received.length} times.`
  );
}

/**
 * Lets the workers do what is due. They skip rows that a killed worker still has locked, until their next run minutes
 * later. A worker runs its tasks when it starts, so one is started again.
 */
async function runScheduledTasks({ owner, workers }: Cluster): Promise<void> {
  const [worker] = workers as [Member];
  for (let turn = 1; !(await areScheduledTasksDone(owner)); turn += 1) {
    assert.ok(turn <= maxTurns, 'not everything that is due was done');
    await worker.end('SIGTERM');
    await worker.start();
    for (let look = 0; look < looksPerTurn && !(await areScheduledTasksDone(owner)); look += 1)
      await delay(betweenLooksMs);
  }
}
