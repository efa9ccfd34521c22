// Fixture of cluster tests: a PostgreSQL and a Redis, two API processes and two workers, started as
// docs/several-processes.md says. Each can be killed and restarted.
import { type ChildProcess, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { freePort } from '../../demo/port.ts';
import { connect, type DatabasePool } from '../../src/platform/db/pool.ts';
import { socketConnection } from '../../src/platform/embedded-postgres/password.ts';
import { findDebianPrograms, type PostgresServer, startPostgresServer } from '../own-postgres-server.ts';
import { makeRedisServer, type RedisServer } from '../redis-server.ts';
import { makeServiceProcess } from '../service-process.ts';

const programs = findDebianPrograms();
const hasRedis = spawnSync('redis-server', ['--version']).error === undefined;

/** For the options of a test that needs a cluster. */
export const withCluster = {
  skip: (programs === undefined || !hasRedis) && "needs Debian's PostgreSQL and redis-server",
};

/** One process of the cluster. It keeps its port and its DATA_DIR when it is restarted. */
export type Member = {
  readonly name: string;
  readonly role: 'api' | 'worker';
  readonly port: number;
  /** Where it answers: the API with its base path, or a worker's metrics. */
  readonly origin: string;
  /** Starts it (again), with other settings if they are given, and resolves once it is ready. */
  start(changes?: Readonly<Record<string, string>>): Promise<void>;
  /** Sends a signal and resolves when the process has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Sends a signal that does not end it. */
  send(signal: NodeJS.Signals): void;
};

export type Cluster = {
  readonly apis: readonly Member[];
  readonly workers: readonly Member[];
  /** Undefined where Redis is not installed. */
  readonly redis: RedisServer | undefined;
  /** The superuser's connection, for reading the database directly. */
  readonly owner: DatabasePool;
  /** The settings of all processes. */
  readonly settings: Readonly<Record<string, string>>;
  /** Processes that ended without being told to. */
  readonly deaths: readonly string[];
  /** Runs the operator's command. */
  admin(...words: string[]): Record<string, string>;
};

/** The roles of docs/database.md: one user owns the tables, another runs the service. */
const roles = `
  create role haldur_app nologin noinherit;
  create role haldur_system nologin;
  create role haldur_buildings nologin;
  create role haldur_owner login;
  create role haldur_service login;
  grant haldur_buildings to haldur_app;
  grant haldur_app, haldur_system to haldur_owner;
  grant haldur_app to haldur_service;`;

/** What may be different from the usual cluster. */
type ClusterOptions = {
  readonly settings?: Readonly<Record<string, string>>;
  readonly postgres?: PostgresServer;
  /** More settings of one process; `databaseUrl` is what it has otherwise. */
  readonly settingsOf?: (name: string, databaseUrl: string) => Promise<Readonly<Record<string, string>>>;
};

/**
 * Two of each. `publicPort` is the balancer's. Nothing is started but PostgreSQL and Redis; all ends with the test
 * file.
 */
export async function makeCluster(publicPort: number, options: ClusterOptions = {}): Promise<Cluster> {
  const postgres = options.postgres ?? (await startPostgresServer(programs ?? '', ['fsync=off']));
  const reach = (user: string, database: string) =>
    socketConnection({ ...postgres, password: 'unused' }, user, database);
  const superuser = connect(reach(postgres.user, 'postgres'), { max: 1 });
  await superuser.unsafe(roles);
  await superuser.unsafe('create database haldur owner haldur_owner');
  await superuser.end();
  const owner = connect(reach(postgres.user, 'haldur'), { max: 2 });
  const members: Member[] = [];
  after(async () => {
    await Promise.all(members.map((member) => member.end('SIGKILL')));
    await owner.end({ timeout: 5 });
    await postgres.stop();
  });
  const redis = await startRedis();
  const databaseUrl = reach('haldur_service', 'haldur').url ?? '';
  const environment = {
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: databaseUrl,
    ...(redis && { REDIS_URL: redis.address }),
    PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
    TRUSTED_PROXIES: '1',
    RATE_LIMIT_BULK: '100000',
    RATE_LIMIT_ADDRESS: '100000',
    ...options.settings,
  };
  const deaths: string[] = [];
  for (const name of ['api 1', 'api 2', 'worker 1', 'worker 2']) {
    const own = await options.settingsOf?.(name, databaseUrl);
    members.push(makeMember(name, await freePort('127.0.0.1', 0), { ...environment, ...own }, deaths));
  }
  makeServiceProcess({ ...environment, DATABASE_URL: reach('haldur_owner', 'haldur').url ?? '' }).admin('migrate');
  return {
    apis: members.filter(({ role }) => role === 'api'),
    workers: members.filter(({ role }) => role === 'worker'),
    redis: redis?.server,
    owner,
    settings: environment,
    deaths,
    admin: makeServiceProcess(environment).admin,
  };
}

async function startRedis(): Promise<{ server: RedisServer; address: string } | undefined> {
  if (!hasRedis) return undefined;
  const port = await freePort('127.0.0.1', 0);
  const server = await makeRedisServer('--port', String(port), '--bind', '127.0.0.1');
  await server.start();
  return { server, address: `redis://127.0.0.1:${port}/0` };
}

function makeMember(
  name: string,
  port: number,
  environment: Readonly<Record<string, string>>,
  deaths: string[],
): Member {
  const role = name.startsWith('api') ? 'api' : 'worker';
  const settings = { ...environment, ROLE: role, PORT: String(port) };
  const { dataDir, ended } = makeServiceProcess(settings);
  let child: ChildProcess | undefined;
  return {
    name,
    role,
    port,
    origin: `http://127.0.0.1:${port}`,
    async start(changes = {}) {
      const started = (await makeServiceProcess({ ...settings, ...changes }, dataDir).start()).child;
      started.once('exit', (code, signal) => {
        if (child === started) deaths.push(`${name} ended by itself with ${signal ?? code}`);
      });
      child = started;
    },
    async end(signal) {
      const ending = child;
      child = undefined;
      if (ending !== undefined) await ended(ending, signal);
    },
    send: (signal) => void child?.kill(signal),
  };
}

/** Reports whether a process, or a balancer before some, says at /health/ready that it takes requests. */
export function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );
}
