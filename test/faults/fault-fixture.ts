// Fixture of fault tests: a durable database that can be killed, worker processes, and receivers that record a history.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTenant } from '../../src/identity/operator-accounts.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { raiseEventBatch } from '../../src/platform/db/events.ts';
import { openDatabase } from '../../src/platform/db/open-database.ts';
import { ping } from '../../src/platform/db/pool.ts';
import { type AppContext, inTenant, type Scope, serviceCaller } from '../../src/platform/db/scope.ts';
import { makeLog } from '../../src/platform/log.ts';
import { newId } from '../../src/platform/values/ids.ts';
import { createEndpoint } from '../../src/webhooks/endpoints.ts';
import { signBody } from '../../src/webhooks/signatures.ts';
import { connectionIn } from '../postgres-server.ts';
import { waitUntil } from '../service-fixture.ts';

const script = fileURLToPath(new URL('./worker-process.ts', import.meta.url));

export const attemptsOfSchedule = 12;
const settings = {
  SECRET_KEY: randomBytes(32).toString('base64'),
  LOG_LEVEL: 'silent',
  WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  WEBHOOK_RETRY_SCHEDULE: ['0s', ...Array(attemptsOfSchedule - 1).fill('100ms')].join(','),
};

/** A temporary database, and worker processes on it. All end with the test file. */
export async function startFaultFixture() {
  const dataDir = mkdtempSync(join(tmpdir(), 'haldur-faults-'));
  const config = readConfig({ ...settings, DATA_DIR: dataDir });
  const database = await openDatabase(config, { print: () => {} });
  const app: AppContext = { pool: database.pool, config, log: makeLog('silent'), clock: () => new Date() };
  const where = connectionIn(dataDir, 'haldur_app');
  const workers = new Set<ChildProcess>();
  after(async () => {
    for (const worker of workers) await kill(worker);
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  /** A worker that already delivers. */
  const startWorker = async (): Promise<ChildProcess> => {
    const env = { ...process.env, FAULTS_WORKER: JSON.stringify({ where, settings }) };
    const worker = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    workers.add(worker);
    await Promise.race([
      once(worker.stdout, 'data'),
      once(worker, 'exit').then(() => assert.fail('a worker ended by itself')),
    ]);
    return worker;
  };
  const kill = async (worker: ChildProcess): Promise<void> => {
    workers.delete(worker);
    if (worker.exitCode !== null || worker.signalCode !== null) return;
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  };
  /** Kills the database, or with SIGINT shuts it down; its service, which is this process, restarts it. */
  const killDatabase = (signal: NodeJS.Signals = 'SIGKILL'): void => {
    process.kill(Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), signal);
  };
  return { app, startWorker, kill, killDatabase };
}

export type DeliveryReceipt = {
  readonly id: string;
  readonly body: string;
  readonly genuine: boolean;
  status?: number;
};
export type RecordingReceiver = {
  tenantId: string;
  endpointId: string;
  receipts: DeliveryReceipt[];
  /** Answers with a status, or lets the request hang or break without one. */
  answer: (response: ServerResponse) => number | undefined | Promise<number | undefined>;
};

/** An organization whose only endpoint records a history of what arrives. */
export async function startRecordingReceiver(
  app: AppContext,
  answer: RecordingReceiver['answer'],
): Promise<RecordingReceiver> {
  const receiver: RecordingReceiver = { tenantId: '', endpointId: '', receipts: [], answer };
  let secret = '';
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const genuine = request.headers['x-service-signature'] === signBody(secret, body);
    const receipt: DeliveryReceipt = { id: String(request.headers['webhook-id']), body, genuine };
    receiver.receipts.push(receipt);
    const status = await receiver.answer(response);
    if (status === undefined) return;
    receipt.status = status;
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  await waitUntilAvailable(() => ping(app.pool).then(() => true));
  const person = { email: `${newId()}@example.org`, password: 'correct horse battery staple' };
  const { tenantId } = await createTenant(app, { name: 'Faults', ...person });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const make = (scope: Scope) => createEndpoint(scope, { url, events: ['invoice.created'] });
  const endpoint = await inTenant(app, serviceCaller(tenantId), make);
  secret = endpoint.secret;
  return Object.assign(receiver, { tenantId, endpointId: endpoint.id });
}

/** Waits until a condition holds; an unavailable database makes it wait longer. */
function waitUntilAvailable(holds: () => Promise<boolean>): Promise<void> {
  return waitUntil(() => holds().catch(() => false));
}

/** The backend that listens for a worker of this process, once there is one other than `before`. */
export async function findListenerPid({ pool }: AppContext, before?: number): Promise<number> {
  let pid: number | undefined;
  await waitUntilAvailable(async () => {
    const [row] =
      await pool`select pid from pg_stat_activity where query = 'listen "deliveries"' and usename = current_user`;
    pid = row?.pid;
    return pid !== undefined && pid !== before;
  });
  return pid ?? 0;
}

/**
 * Raises events and returns their invoices' ids once they are acknowledged; none when the database failed meanwhile.
 */
export async function raiseInvoiceEvents(app: AppContext, tenantId: string, count: number): Promise<string[]> {
  const data = Array.from({ length: count }, (_, index) => ({ invoiceId: newId(), amount: index }));
  const events = data.map((item) => ({ buildingId: tenantId, data: item }));
  try {
    await inTenant(app, serviceCaller(tenantId), (scope) => raiseEventBatch(scope, 'invoice.created', events));
    return data.map((item) => item.invoiceId);
  } catch {
    return []; // The database is down: nothing was promised.
  }
}

export type DeliveryLogRow = { id: string; invoiceId: string; status: string; attempts: number; recorded: number };

/** The delivery log of an endpoint. Retries while the database is down. */
export async function readDeliveryLog(
  app: AppContext,
  { tenantId, endpointId }: RecordingReceiver,
): Promise<DeliveryLogRow[]> {
  for (;;) {
    try {
      return await inTenant(
        app,
        serviceCaller(tenantId),
        ({ db }) => db<DeliveryLogRow[]>`
        select d.id, v.body::json -> 'data' ->> 'invoiceId' as invoice_id, d.status, d.attempts,
               (select count(*) from attempts a where a.delivery_id = d.id and a.number between 1 and d.attempts) as recorded
          from deliveries d join events v on v.id = d.event_id where d.endpoint_id = ${endpointId}`,
      );
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Waits until nothing is pending; otherwise the test's own time limit ends it. */
export async function waitUntilSettled(app: AppContext, receivers: readonly RecordingReceiver[]): Promise<void> {
  for (const receiver of receivers)
    while ((await readDeliveryLog(app, receiver)).some((row) => row.status === 'pending'))
      await new Promise((resolve) => setTimeout(resolve, 50));
}
