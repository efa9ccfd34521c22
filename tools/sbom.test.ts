// Tests of the list of components: complete, with licences, and accurate about whether vulnerabilities were checked.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'haldur-sbom-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Generates the list with a registry that gives this answer to the audit, and 404 to everything else. */
async function makeSbom(status: number, known: object): Promise<{ code: number; said: string }> {
  const registry = createServer((request, response) => {
    const isAudit = request.url?.endsWith('/advisories/bulk') ?? false;
    request.resume();
    response.writeHead(isAudit ? status : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAudit ? known : {}));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const env = {
    ...process.env,
    NODE_ENV: 'production', // A build in this process may have set it, too.
    npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
    npm_config_cache: join(folder, 'cache'), // What npm remembers of the real registry is not asked.
  };
  const child = spawn(process.execPath, ['start.mjs', 'sbom', folder], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = (await once(child, 'close')) as [number];
  registry.close();
  return { code, said: output };
}

test('every package of package.json is listed with version and licence; an unavailable registry is reported without failing', async () => {
  const { code, said: output } = await makeSbom(405, {});
  assert.equal(code, 0, output);
  assert.match(
    output,
    /The registry does not say what is known against the components \(.*405.*\): that was not looked at\./,
  );
  const { bomFormat, metadata, components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'));
  assert.deepEqual([bomFormat, metadata.component.name], ['CycloneDX', 'haldur']);
  const listed = components.map(({ name, version }: { name: string; version: string }) => `${name} ${version}`);
  const licences = readFileSync(join(folder, 'licences.md'), 'utf8');
  const asked = [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies]
    .flatMap((group) => Object.entries(group))
    .map(([name, version]) => `${name} ${version}`);
  const missing = asked.filter((each) => !listed.includes(each) || !licences.includes(`- ${each}\n`));
  assert.deepEqual(missing, [], `of ${listed.length} listed: ${listed.join(', ')}`);
});

test('a serious vulnerability of a component fails; the absence of any is reported', async () => {
  const title = 'Invented for this test';
  const advisory = { id: 1, url: 'https://example.org/1', title, severity: 'high', vulnerable_versions: '*' };
  const bad = await makeSbom(200, { fastify: [advisory] });
  assert.equal(bad.code, 1, bad.said);
  assert.match(bad.said, /^high: fastify: Invented for this test https:\/\/example\.org\/1$/m);
  const good = await makeSbom(200, {});
  assert.equal(good.code, 0, good.said);
  assert.match(good.said, /The registry knows of nothing against them\./);
});
