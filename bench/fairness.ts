// fairness: what one organization does, and how much longer another one waits meanwhile: for a read and for a small write. The service is a process of
// its own, with its worker and the default limits. The floor is the same without the first organization.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createApiKey, createTenant } from '../src/identity/operator-accounts.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { openDatabase } from '../src/platform/db/open-database.ts';
import { inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import { makeLog } from '../src/platform/log.ts';
import { createBuilding } from '../src/properties/buildings.ts';
import { charges, costs, insertApartments } from './bench-data.ts';
import { generateStatement, openInvoices } from './import.ts';
import { startProcess } from './service-process.ts';

const invoices = 10_000;
const lines = 100_000;
const limitPerSecond = 100;
const floodSeconds = 20;
const quietMs = 20_000;
const maxRatio = 3;

type Organization = { readonly tenantId: string; readonly buildingId: string; readonly apiKey: string };
type Waits = { readonly p50: number; readonly p99: number; readonly most: number };
type Measured = { readonly read: Waits; readonly write: Waits };

/** Prints the results. */
export async function fairness(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'haldur-bench-'));
  const service = await startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  try {
    const { generating, importing, other } = await createOrganizations(dataDir);
    const url = `${service.url}/api`;
    await waitsWhile(url, other, () => delay(5000)); // Warms up.
    const statement = [...generateStatement(lines, { amount: '123.45', firstReference: 1, name: '20261000' })].join('');
    const period = { periodStart: '2025-01-01', periodEnd: '2025-01-31' };
    const generation = JSON.stringify({ buildingId: generating.buildingId, ...period, costs });
    const works = {
      [`generates ${invoices} invoices`]: () => post(`${url}/invoices/generate-bulk`, generating, generation),
      [`imports ${lines} lines`]: () => post(`${url}/bank-statements/import`, importing, statement),
      'floods at ten times its limit': () => flood(`${url}/invoices?limit=50`, generating),
    };
    for (const [name, work] of Object.entries(works)) {
      const quiet = await waitsWhile(url, other, () => delay(quietMs));
      await readLongestTurn(service.url);
      const busy = await waitsWhile(url, other, work);
      print(name, quiet, busy);
      console.log(`    longest delay of the event loop ${(await readLongestTurn(service.url)).toFixed(1)} ms`);
    }
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function createOrganizations(dataDir: string) {
  const config = readConfig({ DATA_DIR: dataDir });
  const database = await openDatabase(config, { print: () => {}, joinRunning: true, max: 1 });
  const app = { pool: database.pool, config, log: makeLog('error'), clock: () => new Date() };
  const create = async (name: string, apartments: number): Promise<Organization> => {
    const person = { email: `${name}@example.org`, password: 'correct horse battery staple' };
    const { tenantId } = await createTenant(app, { name, ...person });
    const { apiKey } = await createApiKey(app, { tenantId, name, role: 'owner' });
    const { id } = await inTenant(app, serviceCaller(tenantId), (scope) =>
      createBuilding(scope, { name, address: name, billing: { charges } }),
    );
    await insertApartments(database, tenantId, id, apartments);
    return { tenantId, buildingId: id, apiKey };
  };
  const generating = await create('generating', invoices);
  const importing = await create('importing', lines);
  await openInvoices({ database, ...importing });
  const other = await create('other', 10);
  await database.close();
  return { generating, importing, other };
}

async function post(url: string, { apiKey }: Organization, body: string): Promise<void> {
  const type = body.startsWith('<') ? 'application/xml' : 'application/json';
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': type };
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${url} was answered with ${response.status}: ${text.slice(0, 500)}`);
}

/** Requests at ten times the limit, whatever is answered. */
async function flood(url: string, { apiKey }: Organization): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const until = performance.now() + floodSeconds * 1000;
  const pending: Promise<unknown>[] = [];
  for (let due = performance.now(); due < until; due += 100 / limitPerSecond) {
    await delay(Math.max(0, due - performance.now()));
    pending.push(fetch(url, { headers }).then((response) => response.arrayBuffer()));
  }
  await Promise.all(pending);
}

/** How long the other organization waits for its list of invoices, and for a change of its building, while something goes on. */
async function waitsWhile(url: string, other: Organization, work: () => Promise<unknown>): Promise<Measured> {
  const read = startWaiting([`${url}/buildings`, other.apiKey, '50']);
  const name = JSON.stringify({ name: 'Other' });
  const write = startWaiting([`${url}/buildings/${other.buildingId}`, other.apiKey, '20', 'PATCH', name]);
  await work();
  return { read: await read(), write: await write() };
}

const latencyProgram = fileURLToPath(new URL('latency.ts', import.meta.url));

function startWaiting(words: readonly string[]): () => Promise<Waits> {
  const child = spawn(process.execPath, [latencyProgram, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const output = child.stdout.toArray();
  return async () => {
    child.kill('SIGTERM');
    return JSON.parse(Buffer.concat(await output).toString());
  };
}

async function readLongestTurn(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]) * 1000;
}

function print(name: string, quiet: Measured, busy: Measured): void {
  console.log(`  while one organization ${name}:`);
  for (const kind of ['read', 'write'] as const) {
    const [before, during] = [quiet[kind], busy[kind]];
    const ratio = (during.p99 / before.p99).toFixed(2);
    console.log(
      `    another's ${kind}: p99 ${before.p99.toFixed(1)} ms before, ${during.p99.toFixed(1)} ms meanwhile (${ratio} times; aim: at most ${maxRatio}); p50 ${before.p50.toFixed(1)} and ${during.p50.toFixed(1)} ms; longest ${before.most.toFixed(0)} and ${during.most.toFixed(0)} ms`,
    );
  }
}
