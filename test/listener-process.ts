// A process that only answers requests, for tests that start it with few open files. Arguments: database and secret
// key; prints its port.
import type { AddressInfo } from 'node:net';
import { readConfig } from '../src/platform/config/config.ts';
import { connect } from '../src/platform/db/pool.ts';
import { makeLog } from '../src/platform/log.ts';
import { makeServer } from '../src/server.ts';
import { connectionTo } from './postgres-server.ts';

const [database, secretKey = '', dataDir = ''] = process.argv.slice(2);
if (database === undefined) process.exit(); // The test runner takes every file of this folder for a test.
const config = readConfig({ SECRET_KEY: secretKey, DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
const pool = connect(connectionTo(database, 'haldur_app'), { max: 10 });
const server = makeServer({
  pool,
  config,
  log: makeLog(config.logLevel),
  clock: () => new Date('2026-11-20T09:01:00.000Z'),
});
await server.listen({ port: 0, host: '127.0.0.1' });
console.log((server.server.address() as AddressInfo).port);
