// Processes of a service on one database, whose transactions wait at the gate; and the world around them: a receiver of
// webhooks and a mail server.
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { after } from 'node:test';
import { makeInvoiceLetterHandler } from '../../src/invoicing/sending/invoice-letter-handler.ts';
import { letterRanks, ranks } from '../../src/mail/letter-kinds.ts';
import { type MailTransport, openTransport } from '../../src/mail/mail-transport.ts';
import { attemptMail, claimDueMails } from '../../src/mail/send-mail.ts';
import { makeSendQueue } from '../../src/mail/send-queue.ts';
import { deriveAcceptedKeys, readConfig } from '../../src/platform/config/config.ts';
import type { SmtpServer } from '../../src/platform/config/mail-config.ts';
import { connect, type DatabasePool } from '../../src/platform/db/pool.ts';
import { workIn } from '../../src/platform/db/worker-transaction.ts';
import { newId } from '../../src/platform/values/ids.ts';
import { closeConnections } from '../../src/webhooks/connections.ts';
import { leaseEndpoints } from '../../src/webhooks/delivery-queries.ts';
import { encryptionPurpose } from '../../src/webhooks/endpoints.ts';
import type { DeliveryWorker } from '../../src/webhooks/model.ts';
import { serveLease } from '../../src/webhooks/serve-lease.ts';
import { makeSecretDecrypter } from '../../src/webhooks/signing-secrets.ts';
import { startReceiver } from '../delivery-fixture.ts';
import { startMailServer } from '../mail-servers.ts';
import { connectionTo, createDatabase } from '../postgres-server.ts';
import { noRateLimits, serviceOn, type TestService, waitUntil } from '../service-fixture.ts';
import { type Actor, gatePool, reachPoint } from './gate.ts';

/** A process of the service: its server, its worker's work, its separate connections. */
export type ServiceProcess = {
  readonly g: TestService;
  readonly transport: MailTransport;
  readonly isDead: () => boolean;
  /** Aborted once it is killed: its work then ends at its next failure. */
  readonly stopped: AbortSignal;
  /** Ends its connections at once, as the system does with those of a killed process. */
  readonly kill: () => Promise<void>;
  readonly end: () => Promise<void>;
};

export type World = {
  readonly owner: DatabasePool;
  /** The database, and the settings of every process on it. */
  readonly database: string;
  readonly settings: Settings;
  readonly hookUrl: string;
  /** What the receiver of webhooks has accepted. */
  readonly acceptedDeliveries: Set<string>;
  /** The ids of the e-mails that the mail server has accepted. */
  readonly acceptedMails: () => readonly string[];
  /** Whose message the next one is, where it is of interest. */
  sender: Actor | undefined;
  /** A process by its place; a new one in the place of one that was killed. */
  readonly process: (place: number) => Promise<ServiceProcess>;
};

const leaseSeconds = 0.3;
const attemptMs = 10_000;
/** Of workers, ten milliseconds apart: longer than any lease. */
const maxTries = 300;
/** When everything that was written in a building is due, and leases of e-mails have run out. */
const whenAllIsDue = new Date('2026-12-02T09:00:00.000Z');

/** Settings as JSON: the secret key is base64. */
type Settings = { readonly secretKey: string; readonly smtp: SmtpServer };

/** A database with processes on it, and what they talk to. All end with the test file. */
export async function startWorld(): Promise<World> {
  const { database, drop } = await createDatabase();
  const owner = connect(connectionTo(database), { max: 4 });
  const acceptedDeliveries = new Set<string>();
  const { url: hookUrl } = await startReceiver(async ({ headers }) => {
    await reachPoint('posted', world.sender);
    acceptedDeliveries.add(String(headers['webhook-id']));
    return 204;
  });
  const { smtp, received } = await startMailServer({ hold: () => reachPoint('mailed', world.sender) });
  const settings: Settings = { secretKey: randomBytes(32).toString('base64'), smtp };
  const started: ServiceProcess[] = [];
  const processes: ServiceProcess[] = [];
  const world: World = {
    ...{ owner, database, settings, acceptedDeliveries, sender: undefined, hookUrl },
    acceptedMails: () => received.map(({ messageId = '' }) => /^<([^@]+)@/.exec(messageId)?.[1] ?? messageId),
    async process(place) {
      const present = processes[place];
      if (present !== undefined && !present.isDead()) return present;
      const made = await startProcess(database, settings);
      processes[place] = made;
      started.push(made);
      return made;
    },
  };
  after(async () => {
    await Promise.all(started.map((process) => process.end()));
    void closeConnections(); // Posts of killed processes never end.
    await owner.end({ timeout: 5 });
    await drop();
  });
  return world;
}

/** Starts a process of the service. */
export async function startProcess(database: string, { secretKey, smtp }: Settings): Promise<ServiceProcess> {
  const pool = connect(connectionTo(database, 'haldur_app'), { max: 60 });
  const owner = connect(connectionTo(database), { max: 1 });
  const config = readConfig({ DATA_DIR: tmpdir(), SECRET_KEY: secretKey });
  const { service, close } = await serviceOn(
    { pool: gatePool(pool), owner, database },
    { rateLimits: noRateLimits, secretKey: config.secretKey, mail: { ...config.mail, smtp } },
  );
  const transport = openTransport(service.app.config);
  const killing = new AbortController();
  const stopped = killing.signal;
  return {
    ...{ g: service, transport, stopped, isDead: () => stopped.aborted },
    async kill() {
      killing.abort();
      await pool.end({ timeout: 0 });
    },
    async end() {
      transport.close();
      await pool.end({ timeout: 0 }); // Commands that were killed never give their connections back.
      if (stopped.aborted) await owner.end({ timeout: 0 });
      else await close();
    },
  };
}

/** What a worker does for an organization: posts the webhooks that are due, once. */
export async function deliverDue({ g: { app }, stopped }: ServiceProcess, tenantId: string): Promise<void> {
  const worker: DeliveryWorker = {
    ...{ app, id: newId(), attemptMs, recording: (work) => work(), stopped },
    openSecret: makeSecretDecrypter(deriveAcceptedKeys(app.config, encryptionPurpose)),
  };
  const request = {
    worker: worker.id,
    leaseSeconds,
    maxEndpoints: 10,
    maxDeliveries: 40,
    failingToo: true,
    except: [],
  };
  const endpoints = await workIn(app, tenantId, (scope) => leaseEndpoints(scope, request));
  for (const endpoint of endpoints) {
    const beganAt = performance.now();
    const until = beganAt + leaseSeconds * 1000;
    await serveLease(worker, { tenantId, endpoint, clockAheadMs: 0, posts: 1, beganAt, until });
  }
}

/** What a worker does for an organization: sends the invoices that are due as e-mails, once; or all e-mails. */
export async function sendDue(
  { g: { app }, transport }: ServiceProcess,
  tenantId: string,
  which: 'invoices' | 'all' = 'invoices',
): Promise<void> {
  // Setting a page takes longer than everything else here.
  const handler = makeInvoiceLetterHandler(async () => Buffer.from('%PDF'));
  const signal = AbortSignal.timeout(attemptMs);
  for (const rank of which === 'all' ? ranks : [letterRanks.invoice]) {
    const claimed = await claimDueMails(app, makeSendQueue(), { tenantId, rank, maxMails: 20 });
    for (const mail of claimed) await attemptMail(app, mail.kind === 'invoice' ? handler : {}, transport, mail, signal);
  }
}

/**
 * Workers go on until nothing is waiting to be posted or sent. Leases of killed ones run out: that of an endpoint
 * within a moment, that of an e-mail by the service's clock.
 */
export async function finishWaitingWork(process: ServiceProcess, tenantId: string): Promise<void> {
  const { clock, owner } = process.g;
  const { now } = clock;
  clock.now = whenAllIsDue;
  let tries = 0;
  const isAllDone = async () => {
    tries += 1;
    if (tries > maxTries) throw new Error('Something waits to be posted or sent, and no worker does it.');
    await deliverDue(process, tenantId);
    await sendDue(process, tenantId, 'all');
    const [row] = await owner<{ count: number }[]>`
      select (select count(*) from deliveries where tenant_id = ${tenantId} and status = 'pending') +
             (select count(*) from mails where tenant_id = ${tenantId} and status = 'pending') as count`;
    return row?.count === 0;
  };
  await waitUntil(isAllDone);
  clock.now = now;
}
