// The world of a nemesis: a database on a disk of its own, a cluster of processes with a line each to it, a mail
// server, and receivers of webhooks.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../demo/port.ts';
import { locateCluster } from '../../src/platform/embedded-postgres/cluster-folder.ts';
import { findPrograms } from '../../src/platform/embedded-postgres/programs.ts';
import { startBalancer } from '../cluster/balancer.ts';
import { type Cluster, isReady, makeCluster } from '../cluster/cluster-fixture.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../cluster/webhook-receiver.ts';
import { type MailServer, startMailServer } from '../mail-servers.ts';
import { type Disk, makeDisk } from '../mounted-disk.ts';
import { type PostgresServer, startPostgresServer } from '../own-postgres-server.ts';
import { waitUntil } from '../service-fixture.ts';
import { type SilentProxy, startSilentProxy } from '../silent-proxy.ts';

export type World = {
  readonly cluster: Cluster;
  readonly postgres: PostgresServer;
  /** Undefined where file systems cannot be mounted. */
  readonly disk: Disk | undefined;
  /** The lines to the database, by the process. */
  readonly lines: ReadonlyMap<string, SilentProxy>;
  readonly mail: { readonly server: MailServer; readonly line: SilentProxy; refuses: boolean };
  readonly receivers: readonly { readonly receiver: WebhookReceiver; readonly line: SilentProxy }[];
  /** The balancer's. */
  readonly url: string;
  /** The file with the shift of a process's clock. */
  clockFile(name: string): string;
};

/** What makes the nemesis quick: attempts in seconds, and all else as in a real installation. */
const settings = {
  TEST_CLOCK: 'true',
  DRAIN_SECONDS: '1',
  LOG_LEVEL: 'silent',
  WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  WEBHOOK_RETRY_SCHEDULE: ['0s', ...Array(25).fill('2s')].join(),
  RATE_LIMIT_CREDENTIAL: '100000',
  RATE_LIMIT_TENANT: '100000',
};

/** A small log of changes, so that the disk stays small, and room for connections that nobody ends. */
const databaseSettings = ['max_connections=400', 'max_wal_size=128MB', 'min_wal_size=64MB', 'shared_buffers=64MB'];

/** Starts a world. Everything ends with the test. */
export async function startWorld(): Promise<World> {
  const base = mkdtempSync(join(tmpdir(), 'haldur-nemesis-'));
  chmodSync(base, 0o755);
  const disk = makeDisk(base);
  after(() => {
    disk?.remove();
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  });
  mkdirSync(join(base, 'programs'));
  const programs = dirname(
    findPrograms(
      locateCluster(join(base, 'programs'), () => {}),
      () => {},
    ).postgres,
  );
  const postgres = await startPostgresServer(programs, databaseSettings, disk?.folder);
  const server = await startMailServer({
    onRcptTo: (_address, _session, done) =>
      mail.refuses ? done(Object.assign(new Error('Try again later'), { responseCode: 451 })) : done(),
  });
  const mail = { server, line: await startSilentProxy({ port: server.smtp.port }), refuses: false };
  const receivers = [await aReceiver(), await aReceiver()];
  const lines = new Map<string, SilentProxy>();
  const clockFile = (name: string) => join(base, `clock of ${name}`);
  const port = await freePort('127.0.0.1', 0);
  const cluster = await makeCluster(port, {
    postgres,
    settings: { ...settings, SMTP_URL: `smtp://127.0.0.1:${mail.line.port}` },
    settingsOf: async (name, databaseUrl) => {
      const line = await startSilentProxy({ path: join(postgres.socketDir, `.s.PGSQL.${postgres.port}`) });
      lines.set(name, line);
      const url = new URL(databaseUrl);
      url.host = `127.0.0.1:${line.port}`;
      return { DATABASE_URL: url.href, NODE_OPTIONS: `--import=${shiftedClock}`, SHIFTED_CLOCK: clockFile(name) };
    },
  });
  await Promise.all([...cluster.apis, ...cluster.workers].map((member) => member.start()));
  const { url } = await startBalancer(
    port,
    cluster.apis.map((api) => api.port),
  );
  await waitUntil(() => isReady(url));
  return { cluster, postgres, disk, lines, mail, receivers, url, clockFile };
}

const shiftedClock = fileURLToPath(new URL('./shifted-clock.ts', import.meta.url));

async function aReceiver() {
  const receiver = await startWebhookReceiver();
  const line = await startSilentProxy({ port: receiver.port });
  receiver.url = `http://127.0.0.1:${line.port}/hook`;
  return { receiver, line };
}
