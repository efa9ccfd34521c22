// fairness: what one organization does, and how much longer another one waits meanwhile: for a read and for a small
// write. The service is a process of its own, with its worker and the default limits. The floor is the same without the
// first organization.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent } from 'undici';
import { createApiKey } from '../src/identity/operator-accounts.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { openDatabase } from '../src/platform/db/open-database.ts';
import { makeLog } from '../src/platform/log.ts';
import { endProcess, startProcess } from '../test/service-process.ts';
import { charges, costs, createOrganization } from './bench-data.ts';
import type { About, Figure } from './figures.ts';
import { generateStatement, openInvoices } from './import.ts';
import { type LoadResult, startLoad } from './load.ts';

const invoices = 10_000;
/** The first warms up. */
const generatedMonths = 7;
const lines = 100_000;
const limitPerSecond = 100;
const floodSeconds = 20;
const floodConnections = 100;
const quietMs = 20_000;
/** A person feels an answer within 0.1 s as immediate (J. Nielsen, Usability Engineering, 1993, 5.5). */
const maxWaitMs = { read: 100, write: 200 };
/** An import takes minutes on a busy machine. */
const patienceMs = 900_000;

type Organization = { readonly tenantId: string; readonly buildingId: string; readonly apiKey: string };
type Measured = { readonly read: LoadResult; readonly write: LoadResult };

export const aboutFairness: About = {
  does: 'One organization generates 10,000 invoices six times, imports 100,000 lines, and asks at ten times its limit. Meanwhile another reads fifty times and writes twenty times a second.',
  floor: 'The same without the first organization.',
};

/** Measures how long the other waits, before and meanwhile. */
export async function fairness(): Promise<readonly Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'haldur-bench-'));
  const environment = { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' };
  const { child, ready } = startProcess(environment, { flags: process.execArgv });
  process.once('exit', () => child.kill());
  try {
    const url = await ready;
    const { generating, importing, other } = await createOrganizations(dataDir);
    const generate = (month: number) => {
      const period = { periodStart: `2025-0${month}-01`, periodEnd: `2025-0${month}-28` };
      const body = JSON.stringify({ buildingId: generating.buildingId, ...period, costs });
      return post(`${url}/invoices/generate-bulk`, generating, body);
    };
    const importStatement = (count: number, name: string) => {
      const statement = generateStatement(count, { amount: '123.45', firstReference: 1, name });
      return post(`${url}/bank-statements/import`, importing, [...statement].join(''));
    };
    const floodList = async (seconds: number) => {
      // At ten times the limit, whatever is answered.
      const plan = { url: `${url}/invoices?limit=50`, token: generating.apiKey, connections: floodConnections };
      await (await startLoad({ ...plan, perSecond: 10 * limitPerSecond, seconds, drop: true })).ended();
    };
    const works = {
      generation: async () => {
        for (let month = 2; month <= generatedMonths; month += 1) await generate(month);
      },
      import: () => importStatement(lines, '20261000'),
      flood: () => floodList(floodSeconds),
    };
    await generate(1);
    await importStatement(10, '20260900');
    await floodList(0.1);
    await waitsWhile(url, other, () => delay(5000));
    const figures: Figure[] = [];
    for (const [name, work] of Object.entries(works)) {
      const quiet = await waitsWhile(url, other, () => delay(quietMs));
      const busy = await waitsWhile(url, other, work);
      figures.push(...compare(name, quiet, busy));
    }
    return figures;
  } finally {
    await endProcess(child, 'SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function createOrganizations(dataDir: string) {
  const config = readConfig({ DATA_DIR: dataDir });
  const database = await openDatabase(config, { print: () => {}, joinRunning: true, max: 1 });
  const app = { pool: database.pool, config, log: makeLog('error'), clock: () => new Date() };
  const create = async (name: string, apartments: number): Promise<Organization> => {
    const organization = await createOrganization(app, database, { email: `${name}@example.org`, apartments, charges });
    const { apiKey } = await createApiKey(app, { tenantId: organization.tenantId, name, role: 'owner' });
    return { ...organization, apiKey };
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
  const agent = new Agent({ headersTimeout: patienceMs, bodyTimeout: patienceMs });
  const { origin, pathname: path } = new URL(url);
  const response = await agent.request({ origin, path, method: 'POST', headers, body });
  const text = await response.body.text();
  await agent.close();
  if (response.statusCode !== 201) throw new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 500)}`);
}

/** How long the other organization waits for its apartments, and for a new building, while something goes on. */
async function waitsWhile(url: string, other: Organization, work: () => Promise<unknown>): Promise<Measured> {
  const common = { token: other.apiKey, connections: 50 };
  const apartments = `${url}/buildings/${other.buildingId}/apartments`;
  const read = await startLoad({ ...common, url: apartments, perSecond: 50 });
  const body = JSON.stringify({ name: 'Other {n}', address: 'Other' });
  const write = await startLoad({ ...common, url: `${url}/buildings`, perSecond: 20, method: 'POST', body });
  await work();
  const measured = { read: await read.stop(), write: await write.stop() };
  const refused = measured.read.refused + measured.write.refused;
  if (refused > 0) throw new Error(`${refused} requests of the other organization were refused.`);
  return measured;
}

function compare(name: string, quiet: Measured, busy: Measured): readonly Figure[] {
  return (['read', 'write'] as const).map((kind): Figure => {
    const [before, during] = [quiet[kind], busy[kind]];
    console.log(
      `    ${name}, ${kind}: p50 ${before.p50.toFixed(1)} and ${during.p50.toFixed(1)} ms, longest ${before.max.toFixed(0)} and ${during.max.toFixed(0)} ms`,
    );
    const aim = { of: 'figure', max: maxWaitMs[kind] } as const;
    return { what: `another's ${kind}, p99, ${name}`, figure: during.p99, unit: 'ms', floor: before.p99, aim };
  });
}
