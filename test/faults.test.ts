// Fault tests: workers are killed and stopped at every step, the database dies under load, and the recorded history is
// checked against the guarantees. HALDUR_FAULTS_SECONDS makes the long test longer; HALDUR_FAULTS_SEED repeats a random
// sequence.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startDelivering } from '../src/webhooks/deliver.ts';
import {
  attemptsOfSchedule,
  findListenerPid,
  type RecordingReceiver,
  raiseInvoiceEvents,
  readDeliveryLog,
  startFaultFixture,
  startRecordingReceiver,
  waitUntilSettled,
} from './faults/fault-fixture.ts';
import { seededRandom } from './faults/seeded-random.ts';

const { app, startWorker, kill, killDatabase } = await startFaultFixture();

/**
 * The invariants of every history: nothing acknowledged is lost, every receipt is genuine and identical, and attempts
 * follow the schedule.
 */
async function holds(
  receiver: RecordingReceiver,
  acknowledged: readonly string[],
  faults: number,
  dead = false,
): Promise<void> {
  const rows = await readDeliveryLog(app, receiver);
  const logged = new Set(rows.map((row) => row.invoiceId));
  for (const invoiceId of acknowledged) assert.ok(logged.has(invoiceId), 'an acknowledged event is not in the log');
  for (const [nth, row] of rows.entries()) {
    const receipts = receiver.receipts.filter((receipt) => receipt.id === row.id);
    const succeeded = receipts.some((receipt) => receipt.status === 204);
    assert.equal(row.status, dead ? 'failed' : 'delivered', `row ${nth}`);
    assert.equal(succeeded, !dead, 'delivered means that the receiver said so');
    assert.equal(row.recorded, row.attempts, 'every attempt has its line');
    assert.ok(row.attempts <= attemptsOfSchedule, `${row.attempts} attempts`);
    if (dead) assert.equal(row.attempts, attemptsOfSchedule, `row ${nth}`);
    assert.ok(
      receipts.length <= row.attempts + faults,
      `${receipts.length} receipts, ${row.attempts} attempts, ${faults} faults`,
    );
    assert.equal(new Set(receipts.map((receipt) => receipt.body)).size, 1, 'the same bytes each time');
    assert.ok(
      receipts.every((receipt) => receipt.genuine),
      'signed each time',
    );
  }
}

/**
 * Faults at a step of a delivery, of the only worker or the database. In every case a second worker finishes the work.
 */
const steps: Readonly<Record<string, (worker: ChildProcess, receiver: RecordingReceiver) => Promise<void>>> = {
  'the worker is killed before it could claim': async (worker) => kill(worker),
  'the worker is killed while it claims or sends': async (worker, { tenantId }) => {
    void raiseInvoiceEvents(app, tenantId, 1);
    await delay(3);
    await kill(worker);
  },
  'the worker is killed while the receiver thinks': (worker, receiver) => atFirst(receiver, () => kill(worker)),
  'the worker is killed while it records': async (worker, receiver) => {
    const answered = Promise.withResolvers<void>();
    receiver.answer = (response) => {
      response.on('finish', answered.resolve);
      return 204;
    };
    await raiseInvoiceEvents(app, receiver.tenantId, 20);
    await answered.promise;
    await kill(worker);
  },
  'the worker is stopped while the receiver thinks, and wakes after another has taken over': async (
    worker,
    receiver,
  ) => {
    await atFirst(receiver, () => worker.kill('SIGSTOP'));
    const otherWorker = await startWorker();
    await waitUntilSettled(app, [receiver]);
    worker.kill('SIGCONT');
    await delay(300);
    await kill(otherWorker);
    await kill(worker);
  },
  'the database is killed while the receiver thinks': (_, receiver) => atFirst(receiver, () => killDatabase()),
};

/** Does something the first time that a request has arrived and is not answered. */
async function atFirst(receiver: RecordingReceiver, what: () => unknown): Promise<void> {
  const done = Promise.withResolvers<void>();
  receiver.answer = async () => {
    receiver.answer = () => 204;
    await what();
    done.resolve();
    return 204;
  };
  await raiseInvoiceEvents(app, receiver.tenantId, 1);
  await done.promise;
}

for (const [step, befalls] of Object.entries(steps)) {
  test(`every event arrives although ${step}`, { timeout: 60_000 }, async () => {
    const receiver = await startRecordingReceiver(app, () => 204);
    const worker = await startWorker();
    await befalls(worker, receiver);
    const acknowledged = await raiseInvoiceEvents(app, receiver.tenantId, 5);
    const next = await startWorker();
    await waitUntilSettled(app, [receiver]);
    await holds(receiver, acknowledged, 2);
    await kill(worker);
    await kill(next);
  });
}

test('after the database was unavailable, events wake a worker again, not only polling', {
  timeout: 60_000,
}, async (t) => {
  const receiver = await startRecordingReceiver(app, () => 204);
  const deliverer = await startDelivering(app, { leaseSeconds: 30, attemptMs: 15_000, pollMs: 3_600_000 });
  t.after(() => deliverer.stop());
  for (const [nth, signal] of (['SIGKILL', 'SIGINT'] as const).entries()) {
    const before = await findListenerPid(app);
    killDatabase(signal);
    await findListenerPid(app, before);
    // One that the crash forgot may come twice.
    const arrived = () => new Set(receiver.receipts.map((receipt) => receipt.id)).size;
    assert.equal((await raiseInvoiceEvents(app, receiver.tenantId, 1)).length, 1, `nth ${nth}`);
    while (arrived() <= nth) await delay(20);
  }
});

test('every event arrives on schedule while workers are killed and stopped and the database dies under load', {
  timeout: 600_000,
}, async (t) => {
  const seed = Number(process.env.HALDUR_FAULTS_SEED ?? Math.trunc(Math.random() * 2 ** 31));
  t.diagnostic(`HALDUR_FAULTS_SEED=${seed}`);
  const throwDie = seededRandom(seed);
  const flaky: RecordingReceiver['answer'] = (response) => {
    const thrown = throwDie();
    if (thrown < 0.2) return 503;
    if (thrown < 0.23) return undefined;
    if (thrown > 0.95) response.destroy();
    return 204;
  };
  const slow: RecordingReceiver['answer'] = () => delay(200, 204);
  const alive = [
    await startRecordingReceiver(app, () => 204),
    await startRecordingReceiver(app, flaky),
    await startRecordingReceiver(app, slow),
  ];
  const dead = await startRecordingReceiver(app, () => 500);
  const receivers = [...alive, dead];
  const acknowledged = new Map(receivers.map((receiver) => [receiver, [] as string[]]));
  const workers = await Promise.all([startWorker(), startWorker(), startWorker(), startWorker()]);
  const until = performance.now() + Number(process.env.HALDUR_FAULTS_SECONDS ?? 6) * 1000;
  let over = false;
  const raising = (async () => {
    while (!over) {
      const receiver = receivers[Math.trunc(throwDie() * receivers.length)] as RecordingReceiver;
      acknowledged
        .get(receiver)
        ?.push(...(await raiseInvoiceEvents(app, receiver.tenantId, 1 + Math.trunc(throwDie() * 5))));
      await delay(20);
    }
  })();
  const befallen = await misfortunes(throwDie, workers, until);
  over = true;
  await raising;
  if (alive[1]) alive[1].answer = () => 204;
  await waitUntilSettled(app, receivers);
  for (const recordingReceiver of alive)
    await holds(recordingReceiver, acknowledged.get(recordingReceiver) ?? [], befallen.length);
  await holds(dead, acknowledged.get(dead) ?? [], befallen.length, true);
  const total = receivers.reduce((sum, recordingReceiver) => sum + recordingReceiver.receipts.length, 0);
  t.diagnostic(`${[...acknowledged.values()].flat().length} events, ${total} receipts; ${befallen.join(', ')}`);
});

/**
 * Causes faults until the time is over; returns what happened. Killed workers are replaced, and at the end all are
 * healthy.
 */
async function misfortunes(throwDie: () => number, workers: ChildProcess[], until: number): Promise<string[]> {
  const befallen: string[] = [];
  const stopped: Promise<void>[] = [];
  const asleep = new Set<ChildProcess>();
  while (performance.now() < until || befallen.length < 5) {
    await delay(100 + throwDie() * 300);
    const place = Math.trunc(throwDie() * workers.length);
    const worker = workers[place] as ChildProcess;
    const thrown = throwDie();
    if (asleep.has(worker)) continue;
    // The embedded server is restarted after a pause that grows with each death, so there are few.
    if (befallen.length === 3 || befallen.length === 11) {
      const inOrder = befallen.length === 3;
      befallen.push(inOrder ? 'database restarted' : 'database killed');
      killDatabase(inOrder ? 'SIGINT' : 'SIGKILL');
    } else if (thrown < 0.55) {
      befallen.push('worker killed');
      await kill(worker);
      // The first start may have met the stopped database.
      workers[place] = await startWorker().catch(() => startWorker());
    } else {
      befallen.push('worker stopped');
      worker.kill('SIGSTOP');
      asleep.add(worker);
      const waking = delay(100 + throwDie() * 3500).then(() => {
        worker.kill('SIGCONT');
        asleep.delete(worker);
      });
      stopped.push(waking);
    }
  }
  await Promise.all(stopped);
  return befallen;
}
