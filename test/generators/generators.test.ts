// Tests with foreign tools: linters, generators of clients and players of requests read what a running service serves
// to programs.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { freePort } from '../../demo/port.ts';
import { apiOperations } from '../../src/routes/api/routes.ts';
import { startWorker } from '../../src/worker.ts';
import { createBilledBuilding, generate } from '../billing-fixture.ts';
import { startReceiver } from '../delivery-fixture.ts';
import { installTools } from '../install-tools.ts';
import { registerPhoto } from '../operation-samples.ts';
import {
  anOrganization,
  aPerson,
  aResidency,
  password,
  startTestService,
  type Thing,
  useRealClock,
} from '../service-fixture.ts';
import { camt } from '../statement-samples.ts';
import { playCollection } from './play-collection.ts';
import { runTool, toolPath, toolsFolder } from './tools.ts';

installTools(import.meta.dirname, toolsFolder);
const port = await freePort('127.0.0.1', 0);
const url = `http://127.0.0.1:${port}`;
const g = await startTestService({ port, publicUrl: url });
useRealClock(g); // The worker waits for the real one.
const worker = await startWorker(g.app);
after(() => worker.stop());
await g.server.listen({ port, host: '127.0.0.1' });

const workFolder = join(toolsFolder, 'work');
rmSync(workFolder, { recursive: true, force: true });
mkdirSync(workFolder, { recursive: true });
const served = { integration: '/openapi.json', console: '/console/openapi.json', flows: '/arazzo.json' };
for (const [name, path] of Object.entries(served))
  writeFileSync(join(workFolder, `${name}.json`), await (await fetch(url + path)).text());
const documents = ['integration', 'console'] as const;
const inWork = (name: string) => `./work/${name}`;
const compilerOptions = {
  target: 'es2022',
  module: 'preserve',
  moduleResolution: 'bundler',
  strict: true,
  outDir: 'compiled',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
};

test('spectral finds nothing in both documents', async () => {
  writeFileSync(join(workFolder, 'spectral.json'), JSON.stringify({ extends: ['spectral:oas'] }));
  const options = ['--ruleset', inWork('spectral.json'), '--fail-severity', 'hint'];
  const lint = (name: string) => runTool(toolPath('spectral'), ['lint', ...options, inWork(`${name}.json`)]);
  await Promise.all(documents.map(lint));
});

test('redocly finds nothing in both documents and the flows', async () => {
  for (const name of Object.keys(served)) {
    const words = ['lint', '--extends', 'recommended', '--format', 'json', inWork(`${name}.json`)];
    const { problems } = JSON.parse(await runTool(toolPath('redocly'), words));
    assert.deepEqual(problems, [], name);
  }
});

test('clients of three generators compile, and one of them works against the service', async () => {
  for (const name of documents) {
    const source = inWork(`${name}.json`);
    writeFileSync(join(workFolder, `orval-${name}.config.mjs`), orvalConfig(name));
    await Promise.all([
      runTool(toolPath('openapi-typescript'), [source, '--output', inWork(`openapi-typescript/${name}.d.ts`)]),
      runTool(toolPath('openapi-ts'), ['-i', source, '-o', inWork(`hey-api/${name}`), '-c', '@hey-api/client-fetch']),
      runTool(toolPath('orval'), ['--config', inWork(`orval-${name}.config.mjs`)]),
    ]);
  }
  copyFileSync(join(import.meta.dirname, 'client-program.ts'), join(workFolder, 'client-program.ts'));
  writeFileSync(join(workFolder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  await runTool(toolPath('tsc'), ['--project', 'work']);
  const { integrator } = await anOrganization(g);
  const output = await runTool(process.execPath, [inWork('compiled/client-program.js'), `${url}/api`, integrator]);
  assert.match(output, /^Kase 12, apartment 12: \d{5,}\n422 validation_failed\n$/);
});

test('the flows of the Arazzo description work, played one after the other', async () => {
  const { owner: accessToken, tenantId } = await anOrganization(g);
  await g.ask('PATCH', '//console/api/letterhead', { as: accessToken, body: { registrationNumber: '80123456' } });
  const sent = await playFlow('sendFirstInvoice', {
    accessToken,
    buildingName: 'Kase 12',
    address: 'Kase 12, 10612 Tallinn',
    ownerName: 'Mari Tamm',
    ownerEmail: 'mari@example.org',
    periodStart: '2026-10-01',
    periodEnd: '2026-10-31',
  });
  const invoice = sent.waitUntilSent?.data as InvoiceFields;
  const { buildingId, apartmentId } = invoice;

  const body = { buildingId, apartmentId, type: 'cold_water', digits: 5, decimals: 3 };
  const meterId = (await g.ask('POST', '/meters', { as: accessToken, body })).data.id;
  const resident = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, resident.userId, apartmentId);
  const photo = registerPhoto.toString('base64');
  await playFlow('readMeter', { accessToken, residentToken: resident.token, meterId, photo });

  const file = camt([{ amount: String(invoice.amount), reference: invoice.reference }]);
  const statement = Buffer.from(file).toString('base64');
  await playFlow('importPayment', { accessToken, statement, invoiceId: invoice.id });

  const receiver = await startReceiver();
  const { register } = await playFlow('receiveEvents', { accessToken, url: receiver.url });
  const [delivery] = receiver.received;
  assert.ok(delivery);
  const signature = createHmac('sha256', String((register?.data as { secret?: string }).secret))
    .update(delivery.body)
    .digest('hex');
  assert.equal(delivery.headers['x-service-signature'], `sha256=${signature}`);
});

test('the flows that mirror invoices return each of them once with positions, and then what has changed and what was deleted', async () => {
  const { owner: accessToken } = await anOrganization(g);
  const [kept, removed] = [await createBilledBuilding(g, accessToken), await createBilledBuilding(g, accessToken)];
  await generate(g, accessToken, kept.building.id);
  await generate(g, accessToken, removed.building.id);
  const drafts = await g.ask('GET', `/invoices?buildingId=${removed.building.id}`, { as: accessToken });
  for (const { id } of drafts.items)
    await g.ask('PATCH', `/invoices/${id}`, { as: accessToken, body: { status: 'cancelled' } });
  const inputs = { accessToken, pageSize: 1 };
  const mirrored = await playMirror('mirrorInvoices', 'mirrorNextInvoices', inputs);
  const ids = (await g.ask('GET', '/invoices', { as: accessToken })).items.map(({ id }) => id);
  assert.ok(ids.length > 2);
  assert.deepEqual(mirrored.invoices.map(({ id }) => id).toSorted(), ids.toSorted());
  assert.ok(mirrored.invoices.every(({ positions }) => (positions as object[]).length > 0));

  const updatedSince = mirrored.invoices
    .map((invoice) => String(invoice.updatedAt))
    .reduce((latest, time) => (time > latest ? time : latest));
  const gone = mirrored.invoices.filter(({ buildingId }) => buildingId === removed.building.id);
  const path = `/buildings/${removed.building.id}`;
  const deletion = await g.ask('DELETE', path, { as: accessToken, headers: { 'x-confirm-password': password } });
  assert.equal(deletion.status, 204, deletion.text);
  const changes = await playMirror('mirrorChanges', 'mirrorNextChanges', { ...inputs, updatedSince });
  assert.deepEqual(changes.deleted.map(({ id }) => id).toSorted(), gone.map(({ id }) => id).toSorted());
});

/** Plays the flow of the first page, and that of further pages until there is none. */
async function playMirror(first: string, further: string, inputs: FlowInputs) {
  let page = (await playFlow(first, inputs))[`${first}Page`];
  const invoices = [...(page?.data as Thing[])];
  const deleted = [...(page?.deleted ?? [])];
  while (page?.pagination?.nextCursor) {
    page = (await playFlow(further, { ...inputs, cursor: page.pagination.nextCursor }))[`${further}Page`];
    invoices.push(...(page?.data as Thing[]));
    deleted.push(...(page?.deleted ?? []));
  }
  return { invoices, deleted };
}

type InvoiceFields = Thing & {
  readonly buildingId: string;
  readonly apartmentId: string;
  readonly amount: number;
  readonly reference: string;
};
type PlayedBody = {
  readonly data?: unknown;
  readonly deleted?: readonly Thing[];
  readonly pagination?: { readonly nextCursor: string | null };
};
type FlowInputs = Readonly<Record<string, string | number>>;
type PlayedStep = { readonly stepId: string; readonly response: { readonly body: PlayedBody } };

/**
 * Plays one flow with Redocly's player, which also holds every response against its schema. Returns the last body of
 * each step.
 */
async function playFlow(flow: string, inputs: FlowInputs): Promise<Readonly<Record<string, PlayedBody>>> {
  const result = `./work/${flow}-played.json`;
  const words = ['respect', './work/flows.json', '--workflow', flow, '--input', JSON.stringify(inputs)];
  await runTool(toolPath('redocly'), [...words, '--no-secrets-masking', '--json-output', result]);
  const [played] = Object.values(JSON.parse(readFileSync(join(toolsFolder, result), 'utf8')).files) as {
    executedWorkflows: { executedSteps: PlayedStep[] }[];
  }[];
  const steps = played?.executedWorkflows.flatMap(({ executedSteps }) => executedSteps) ?? [];
  return Object.fromEntries(steps.map(({ stepId, response }) => [stepId, response.body]));
}

test('every request of the collection works, played one after the other', async () => {
  const { owner, email } = await anOrganization(g);
  const of = (method: string) => apiOperations.filter((operation) => operation.method === method);
  const named = (...names: string[]) => apiOperations.filter(({ name }) => names.includes(name));
  const posts = of('POST').filter(({ name }) => name !== 'logout');
  // A building with invoices cannot be deleted, so that a fresh one is.
  const toDelete = named('createBuilding', 'createApartment');
  const inOrder = [
    ...posts,
    ...of('GET'),
    ...of('PATCH'),
    ...toDelete,
    ...of('DELETE').toReversed(),
    ...named('logout'),
  ];
  const played = await playCollection(inOrder, {
    baseUrl: `${url}/api`,
    email,
    password,
    accessToken: owner,
    photo: registerPhoto.toString('base64'),
    statement: Buffer.from(camt([{ amount: '12.00' }])).toString('base64'),
  });
  assert.equal(new Set(played.map(({ name }) => name)).size, apiOperations.length);
  const failed = played.filter(({ status }) => status >= 300);
  assert.deepEqual(failed, [{ name: 'initiateBanklink', status: 409, code: 'no_bank' }], 'there is no bank here');
});

/** An upload is accepted in several media types; with this option of orval each has a function of its own. */
function orvalConfig(name: string): string {
  const output = { target: `./orval/${name}.ts`, client: 'fetch', override: { splitByContentType: true } };
  return `export default ${JSON.stringify({ [name]: { input: `./${name}.json`, output } })};\n`;
}
