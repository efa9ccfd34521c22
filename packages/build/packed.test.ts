// Tests of the packages as they are published: packed, installed without a network into an empty folder, and used
// against a running service.
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { anOrganization, startTestService } from '../../test/service-fixture.ts';
import { buildPackages } from './build-packages.ts';

const packages = join(import.meta.dirname, '..');
const g = await startTestService();
const url = await g.server.listen({ port: 0, host: '127.0.0.1' });
await buildPackages();
const folder = mkdtempSync(join(tmpdir(), 'haldur-packages-'));
after(() => rmSync(folder, { recursive: true }));

function npm(words: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync('npm', words, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}

/** Packs a package into the folder; returns the names of its files. */
function pack(name: string): string[] {
  const [packed] = JSON.parse(npm(['pack', '--json', '--pack-destination', folder], join(packages, name)));
  return packed.files.map((file: { path: string }) => file.path);
}

/** Runs a program beside this process, which serves its requests. */
async function run(program: string, words: readonly string[]): Promise<string> {
  const { integrator } = await anOrganization(g);
  const env = { ...process.env, HALDUR_URL: url, HALDUR_API_KEY: integrator };
  const { stdout } = await promisify(execFile)(program, words, { cwd: folder, env, timeout: 60_000 });
  return stdout;
}

test('packages contain what is built, without tests and sources', () => {
  for (const [name, expected] of [
    ['client', /^(package\.json|README\.md|dist\/.+\.(js|d\.ts))$/],
    ['cli', /^(package\.json|README\.md|dist\/haldur-webhooks\.js)$/],
    ['mcp', /^(package\.json|README\.md|dist\/haldur-mcp\.js)$/],
  ] as const)
    for (const path of pack(name)) assert.match(path, expected);
  for (const name of ['cli', 'mcp']) {
    const [file = ''] = readdirSync(join(packages, name, 'dist'));
    assert.match(readFileSync(join(packages, name, 'dist', file), 'utf8'), /^#!\/usr\/bin\/env node\n/);
  }
});

test('the client and the command install without a network, and the examples of the README compile and run', async () => {
  writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}');
  const archives = readdirSync(folder).filter((name) => /^haldur-(client|webhooks)-.*\.tgz$/.test(name));
  assert.equal(archives.length, 2);
  npm(['install', '--offline', '--no-audit', ...archives.map((name) => `./${name}`)], folder);
  const examples = [...readFileSync(join(packages, 'client/README.md'), 'utf8').matchAll(/```ts\n(.+?)```/gs)];
  assert.equal(examples.length, 5);
  const files = examples.map(([, code = ''], nth) => {
    writeFileSync(join(folder, `example-${nth}.ts`), code);
    return `example-${nth}.ts`;
  });
  const types = ['--typeRoots', join(packages, '../node_modules/@types'), '--types', 'node'];
  const options = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--target',
    'es2024',
    '--module',
    'nodenext',
  ];
  const compiler = join(packages, '../node_modules/typescript/bin/tsc');
  const compiled = spawnSync('node', [compiler, ...options, ...types, ...files], { cwd: folder, encoding: 'utf8' });
  assert.equal(compiled.status, 0, compiled.stdout);
  const outputs = [];
  for (const file of files) outputs.push(await run(process.execPath, [file]));
  assert.match(outputs[0] ?? '', /^1 invoices for .*Haldustasu/s);
  assert.match(outputs[1] ?? '', /^0 invoices/);
  assert.equal(outputs[2], '');
  assert.match(outputs[3] ?? '', /^go on from the cursor\n$/);
  assert.match(outputs[4] ?? '', /is paid\n204\n$/);
  const command = join(folder, 'node_modules/.bin/haldur-webhooks');
  assert.match(await run(command, ['trigger', 'invoice.paid']), /^invoice\.created .*\ninvoice\.paid /);
});

test('the built MCP server answers over stdio', async () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  const { stdout } = spawnSync(process.execPath, [join(packages, 'mcp/dist/haldur-mcp.js')], {
    input: `${JSON.stringify(initialize)}\n`,
    env: { HALDUR_URL: url, HALDUR_API_KEY: 'hak_any' },
    encoding: 'utf8',
    timeout: 20_000,
  });
  assert.equal(JSON.parse(stdout).result.serverInfo.name, 'haldur');
});
