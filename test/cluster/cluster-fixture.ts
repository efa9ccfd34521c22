// Fixture of cluster tests: Debian's PostgreSQL and Redis, two API processes and two workers, started as docs/several-processes.md says. Each can be killed and restarted.
import { type ChildProcess, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import { freePort } from '../../demo/port.ts';
import { connect, type DatabasePool } from '../../src/platform/db/pool.ts';
import { socketConnection } from '../../src/platform/embedded-postgres/password.ts';
import { makeServiceProcess } from '../faults/service-process.ts';
import { findDebianPrograms, startPostgresServer } from '../own-postgres-server.ts';
import { makeRedisServer, type RedisServer } from '../redis-server.ts';

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
};

export type Cluster = {
  readonly apis: readonly Member[];
  readonly workers: readonly Member[];
  readonly redis: RedisServer;
  /** The superuser's connection, for reading the database directly. */
  readonly owner: DatabasePool;
  /** The settings of all processes. */
  readonly settings: Readonly<Record<string, string>>;
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

/** Two of each. `publicPort` is the balancer's. Nothing is started but PostgreSQL and Redis; all ends with the test file. */
export async function makeCluster(
  publicPort: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  const postgres = await startPostgresServer(programs ?? '', ['fsync=off']);
  const reach = (user: string, database: string) =>
    socketConnection({ ...postgres, password: 'unused' }, user, database);
  const superuser = connect(reach(postgres.user, 'postgres'), { max: 1 });
  await superuser.unsafe(roles);
  await superuser.unsafe('create database haldur owner haldur_owner');
  await superuser.end();
  const owner = connect(reach(postgres.user, 'haldur'), { max: 2 });
  const redisPort = await freePort('127.0.0.1', 0);
  const redis = await makeRedisServer('--port', String(redisPort), '--bind', '127.0.0.1');
  await redis.start();
  const environment = {
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: reach('haldur_service', 'haldur').url ?? '',
    REDIS_URL: `redis://127.0.0.1:${redisPort}/0`,
    PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
    TRUSTED_PROXIES: '1',
    RATE_LIMIT_BULK: '100000',
    RATE_LIMIT_ADDRESS: '100000',
    ...settings,
  };
  const members: Member[] = [];
  const add = async (role: Member['role'], number: number) => {
    const member = makeMember(`${role} ${number}`, role, await freePort('127.0.0.1', 0), environment);
    members.push(member);
  };
  for (const number of [1, 2]) await add('api', number);
  for (const number of [1, 2]) await add('worker', number);
  makeServiceProcess({ ...environment, DATABASE_URL: reach('haldur_owner', 'haldur').url ?? '' }).admin('migrate');
  after(async () => {
    await Promise.all(members.map((member) => member.end('SIGKILL')));
    await owner.end({ timeout: 5 });
    await postgres.stop();
  });
  return {
    apis: members.filter(({ role }) => role === 'api'),
    workers: members.filter(({ role }) => role === 'worker'),
    redis,
    owner,
    settings: environment,
    admin: makeServiceProcess(environment).admin,
  };
}

function makeMember(
  name: string,
  role: Member['role'],
  port: number,
  environment: Readonly<Record<string, string>>,
): Member {
  const settings = { ...environment, ROLE: role, PORT: String(port) };
  const { dataDir, ended } = makeServiceProcess(settings);
  let child: ChildProcess | undefined;
  return {
    name,
    role,
    port,
    origin: `http://127.0.0.1:${port}`,
    async start(changes = {}) {
      child = (await makeServiceProcess({ ...settings, ...changes }, dataDir).start()).child;
    },
    async end(signal) {
      if (child !== undefined) await ended(child, signal);
    },
  };
}

/** Reports whether a process, or a balancer before some, says at /health/ready that it takes requests. */
export function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );
}
