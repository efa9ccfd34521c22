// A worker in a process of its own, for tests that kill and stop it: delivers from the database it is told of, with short leases, until it is ended.
import { setTimeout as delay } from 'node:timers/promises';
import { readConfig } from '../../src/platform/config.ts';
import { type Connection, connect } from '../../src/platform/db.ts';
import { makeLog } from '../../src/platform/log.ts';
import { startDelivering } from '../../src/webhooks/deliver.ts';

const { where, settings } = JSON.parse(process.env.FAULTS_WORKER ?? '') as {
  where: Connection;
  settings: Record<string, string>;
};
const config = readConfig(settings);
const pool = connect(where, { max: 10 });
const house = { pool, config, log: makeLog(config.logLevel), clock: () => new Date() };
const start = () => startDelivering(house, { leaseSeconds: 2, attemptMs: 1000, pollMs: 500 });
for (let started = false; !started; ) {
  started = await start().then(
    () => true,
    () => delay(100, false), // The database is down. A service ends then, and whatever watches over it starts it again.
  );
}
process.stdout.write('delivering\n');
