// A worker in a process of its own, for tests that kill and stop it: delivers from a given database, with short leases,
// until it ends.
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../src/platform/config/config.ts';
import { type Connection, connect } from '../../src/platform/db/pool.ts';
import { makeLog } from '../../src/platform/log.ts';
import { startDelivering } from '../../src/webhooks/deliver.ts';

/** Delivers. It waits while the database is down, as a process supervisor would restart it. */
async function runWorker(where: Connection, settings: Record<string, string>): Promise<void> {
  const config = readConfig(settings);
  const pool = connect(where, { max: 10 });
  const app = { pool, config, log: makeLog(config.logLevel), clock: () => new Date() };
  const start = () => startDelivering(app, { leaseSeconds: 2, attemptMs: 1000, pollMs: 500 });
  for (let started = false; !started; ) {
    started = await start().then(
      () => true,
      () => delay(100, false),
    );
  }
  process.stdout.write('delivering\n');
}

// Node's test runner also runs every file here once by itself.
const workerSettings = process.env.FAULTS_WORKER;
if (workerSettings !== undefined) {
  const { where, settings } = JSON.parse(workerSettings);
  await runWorker(where, settings);
}
