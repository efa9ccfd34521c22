// Tests of the quickstart and the guides: every program in them is run as printed, against a running service. Those of
// the shell run in a test organization with its sample data, as the quickstart tells the reader to.
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

/** The programs of a page in one language, without those that name the service and the key, or need the repository. */
function programs(page: string, language: string): string[] {
  const found = [...readPage(page).matchAll(new RegExp(`\`\`\`${language}\\n(.+?)\`\`\``, 'gs'))].map(
    ([, code = '']) => code,
  );
  const own = found.filter((code) => !/^(export|npm run) /.test(code));
  assert.ok(own.length > 0, `docs/${page}.md has no program in ${language}`);
  return own;
}

/** Runs a program in the folder, with the service and a key in its environment. Returns what it prints. */
async function run(key: string, command: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, HALDUR_URL: origin, HALDUR_API_KEY: key };
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

/** The key of a test organization, which an owner makes in the console. */
async function aTestKey(): Promise<string> {
  const { owner } = await anOrganization(g);
  const body = { language: 'en' };
  const made = await g.succeed('POST', '//console/api/test-organizations', { as: owner, body });
  const { apiKey } = await createApiKey(g.app, { tenantId: made.data.id, name: 'guides', role: 'owner' });
  assert.match(apiKey, /^htk_/);
  return apiKey;
}
const testKey = await aTestKey();

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

test('the requests of the page about requests', skipWithout('bash', 'curl', 'jq'), async () => {
  const output = await runShell(testKey, 'requests');
  assert.match(output, /"nextCursor":null/);
  assert.match(output, /"unknown_fields".*"page"/s);
  assert.equal([...output.matchAll(/"externalId":"erp-4711"/g)].length, 3, 'changed, and found in two ways');
  assert.match(output, /"invalid_body"/);
});

test('the error on the page about requests is that of the service', async () => {
  const [, printed = ''] = /```json\n(.+?)```/s.exec(readPage('requests')) ?? [];
  const [, sent = ''] = /-d '(\{"address".*?)'/.exec(readPage('requests')) ?? [];
  const answer = await g.ask('POST', '/buildings', { as: testKey, raw: sent });
  const expected = printed.replace('https://haldur.example', g.app.config.publicUrl);
  assert.deepEqual(JSON.parse(answer.text), JSON.parse(expected));
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

test(
  'the commands of the guide to billing: a resident, a dry run, an invoice, and its e-mail',
  skipWithout('bash', 'curl', 'jq'),
  async () => {
    const output = await runShell(testKey, 'bill-a-month');
    assert.match(output, /"created": 1,/);
    assert.match(output, /"queued": 1,/);
    assert.match(output, /"noRecipient": 0,/);
  },
);

test('the commands of the guide to invoices', skipWithout('bash', 'curl', 'jq'), async () => {
  const output = await runShell(testKey, 'mirror-invoices');
  assert.equal([...output.matchAll(/"externalId":"sales-4711"/g)].length, 2, 'changed, and found');
});

test('the commands of the guide to payments', skipWithout('bash', 'curl', 'jq'), async () => {
  const countPayments = async () => (await g.ask<Thing>('GET', '/payments?limit=500', { as: testKey })).items.length;
  const before = await countPayments();
  const output = await runShell(testKey, 'take-payments');
  assert.match(output, /\/pay\/\w+/);
  assert.match(output, /"status": "matched"/);
  assert.match(output, /paid\n$/);
  assert.equal(await countPayments(), before + 1, 'the invoice that was marked as paid; the import was a dry run');
});

test('the commands of the guide to meters', skipWithout('bash', 'curl', 'jq'), async () => {
  write('meter.jpg', registerPhoto);
  const output = await runShell(testKey, 'read-meters');
  assert.match(output, /"value":412\.337/);
  assert.match(output, /"created": 1,\s+"failed": 1,/);
  assert.match(output, /"reading_below_previous"/);
  const { items } = await g.ask<Thing>('GET', '/meters?limit=500', { as: testKey });
  const meter = items.find(({ serialNumber }) => serialNumber === '8ITR0112345');
  assert.equal((meter?.lastReading as Thing).value, 415.02);
});

test('the commands of the guide to webhooks', skipWithout('bash', 'curl', 'jq'), async () => {
  const output = await runShell(testKey, 'webhooks');
  assert.match(output, /"secret":"whsec_/);
});

test('the commands of the page about the event feed', skipWithout('bash', 'curl', 'jq'), async () => {
  assert.match(await runShell(testKey, 'event-feed'), /"hasMore":/);
});

test('the commands of the page about test organizations', skipWithout('bash', 'curl', 'jq'), async () => {
  const output = await runShell(testKey, 'test-organizations');
  assert.match(output, /"clockAheadSeconds":34\d{5}/);
});

test('all pages name the service and the key alike', () => {
  for (const page of [
    'quickstart',
    'requests',
    'bill-a-month',
    'mirror-invoices',
    'take-payments',
    'read-meters',
    'webhooks',
    'test-organizations',
  ])
    assert.doesNotMatch(readPage(page), /\$(API|KEY|AUTH|TOKEN)\b|["'](API|KEY)["']/, page);
});
