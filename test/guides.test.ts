// Tests of the quickstart and the guides: every program in them is run as printed, against a running service.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createApiKey } from '../src/identity/operator-accounts.ts';
import { createSentInvoices } from './banklink-fixture.ts';
import { registerPhoto } from './operation-samples.ts';
import { anOrganization, startTestService, type Thing } from './service-fixture.ts';

const g = await startTestService({ sandboxBank: true });
const origin = await g.server.listen({ port: 0, host: '127.0.0.1' });
const folder = mkdtempSync(join(tmpdir(), 'haldur-guides-'));
after(() => rmSync(folder, { recursive: true }));

const readPage = (name: string) => readFileSync(new URL(`../docs/${name}.md`, import.meta.url), 'utf8');

/** The programs of a page in one language, without the one that names the service and the key. */
function programs(page: string, language: string): string[] {
  const found = [...readPage(page).matchAll(new RegExp(`\`\`\`${language}\\n(.+?)\`\`\``, 'gs'))].map(
    ([, code = '']) => code,
  );
  const own = found.filter((code) => !code.startsWith('export '));
  assert.ok(own.length > 0, `docs/${page}.md has no program in ${language}`);
  return own;
}

/** Runs a program in the folder, with the service and a key in its environment. Returns what it prints. */
async function run(key: string, command: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, API: `${origin}${g.app.config.basePath}`, KEY: key };
  const child = spawn(command, args, { cwd: folder, env, timeout: 120_000 });
  let output = '';
  let errors = '';
  child.stdout.on('data', (part) => {
    output += part;
  });
  child.stderr.on('data', (part) => {
    errors += part;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  assert.equal(code, 0, `${command}: ${errors}${output}`);
  return output;
}

/** The shell commands of a page, one after another, as a reader would enter them. */
const runShell = (key: string, page: string) =>
  run(key, 'bash', '-c', `set -euo pipefail\n${programs(page, 'sh').join('\n')}`);

function write(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return name;
}

async function aKeyed() {
  const organization = await anOrganization(g);
  const { apiKey } = await createApiKey(g.app, { tenantId: organization.tenantId, name: 'guides', role: 'owner' });
  return { organization, key: apiKey };
}

const skipWithout = (...commands: string[]) => {
  const missing = commands.filter((command) => spawnSync(command, ['--version']).error !== undefined);
  return { skip: missing.length === 0 ? false : `${missing.join(' and ')} is not installed` };
};

/** All programs of the quickstart create the same building, so they share an organization: there is one in the end. */
const quickstart = await aKeyed();
async function checkQuickstart(output: string): Promise<void> {
  const { items } = await g.ask<Thing>('GET', '/buildings', { as: quickstart.key });
  assert.deepEqual(
    items.map(({ name }) => name),
    ['Kase 12'],
  );
  assert.ok(output.includes(items[0]?.id ?? '-') && output.includes('Kase 12'), output);
}

test(
  'the quickstart with curl creates one building and lists it, also when repeated',
  skipWithout('bash', 'curl'),
  async () => {
    for (let n = 0; n < 2; n += 1) await checkQuickstart(await runShell(quickstart.key, 'quickstart'));
  },
);

test('the quickstart in TypeScript', async () => {
  const [code = ''] = programs('quickstart', 'ts');
  await checkQuickstart(await run(quickstart.key, process.execPath, write('quickstart.ts', code)));
});

test('the quickstart in Python', skipWithout('python3'), async () => {
  const [code = ''] = programs('quickstart', 'python');
  await checkQuickstart(await run(quickstart.key, 'python3', write('quickstart.py', code)));
});

test('the quickstart in PHP', skipWithout('php'), async () => {
  const [code = ''] = programs('quickstart', 'php');
  await checkQuickstart(await run(quickstart.key, 'php', write('quickstart.php', code)));
});

/** Debian has the HTTP client of mono in a package of its own. */
const hasHttpClient =
  spawnSync('mcs', [
    '-r:System.Net.Http',
    '-t:library',
    `-out:${join(folder, 'none.dll')}`,
    join(folder, write('none.cs', '')),
  ]).status === 0;
const withoutMono = hasHttpClient ? false : 'mono (mono-mcs, libmono-system-net-http4.0-cil) is not installed';
test('the quickstart in C#', { skip: withoutMono }, async () => {
  const [code = ''] = programs('quickstart', 'csharp');
  await run(quickstart.key, 'mcs', '-r:System.Net.Http', '-out:quickstart.exe', write('quickstart.cs', code));
  await checkQuickstart(await run(quickstart.key, 'mono', 'quickstart.exe'));
});

test('the quickstart reports an error by its code', async () => {
  const [code = ''] = programs('quickstart', 'ts');
  await assert.rejects(run('hak_nonsense', process.execPath, write('quickstart.ts', code)), /401 invalid_token: /);
});

test('the requests of the page about requests', skipWithout('bash', 'curl'), async () => {
  assert.match(await runShell(quickstart.key, 'requests'), /"nextCursor":null/);
});

test('the mirror of invoices is complete at first, and then reads only what has changed', async () => {
  const { organization, key } = await aKeyed();
  const { invoices } = await createSentInvoices(g, organization);
  const [code = ''] = programs('mirror-invoices', 'ts');
  const file = write('mirror.ts', code);
  const counts = async () => (await run(key, process.execPath, file)).match(/\d+/g)?.map(Number) ?? [];
  const stored = () => JSON.parse(readFileSync(join(folder, 'mirror.json'), 'utf8')).invoices;
  const { length } = (await g.ask<Thing>('GET', '/invoices', { as: key })).items;
  assert.deepEqual(await counts(), [length, length]);
  g.clock.now = new Date(g.clock.now.getTime() + 60_000);
  const body = { status: 'paid' };
  assert.equal((await g.ask('PATCH', `/invoices/${invoices[0]}`, { as: organization.owner, body })).status, 200);
  const [changed = 0, kept] = await counts();
  assert.ok(changed > 0 && changed <= length);
  assert.equal(kept, length);
  assert.equal(stored()[invoices[0]].status, 'paid');
  assert.deepEqual(await counts(), [1, length], 'the newest one again');
});

test('the commands of the guide to payments', skipWithout('bash', 'curl', 'jq'), async () => {
  const { organization, key } = await aKeyed();
  await createSentInvoices(g, organization);
  write(
    'statement.csv',
    'Date;Payer;Amount;Currency;Reference;Description;Account\n2026-11-19;Mari Maasikas;45,00;EUR;;apartment 3;EE382200221020145685\n',
  );
  const output = await runShell(key, 'take-payments');
  assert.match(output, /\/pay\/\w+/);
  assert.match(output, /"status": "unmatched"/);
  assert.match(output, /paid\n$/);
  assert.equal((await g.ask<Thing>('GET', '/payments?source=statement', { as: key })).items.length, 0, 'a dry run');
});

test('the commands of the guide to meters', skipWithout('bash', 'curl', 'jq'), async () => {
  const { organization, key } = await aKeyed();
  await createSentInvoices(g, organization);
  write('meter.jpg', registerPhoto);
  const output = await runShell(key, 'read-meters');
  assert.match(output, /"value":412\.337/);
  const { items } = await g.ask<Thing>('GET', '/meters', { as: key });
  assert.deepEqual(
    items.map(({ serialNumber, lastReading }) => [serialNumber, (lastReading as Thing).value]),
    [['8ITR0112345', 412.337]],
  );
});
