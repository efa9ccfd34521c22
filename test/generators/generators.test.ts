// Tests with foreign tools: linters and generators of clients read what a running service serves to programs.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../demo/port.ts';
import { anOrganization, startTestService } from '../service-fixture.ts';
import { installTools, runTool, toolPath, toolsFolder } from './tools.ts';

installTools();
const port = await freePort('127.0.0.1', 0);
const url = `http://127.0.0.1:${port}`;
const g = await startTestService({ port, publicUrl: url });
await g.server.listen({ port, host: '127.0.0.1' });

const workFolder = join(toolsFolder, 'work');
rmSync(workFolder, { recursive: true, force: true });
mkdirSync(workFolder, { recursive: true });
const served = { integration: '/openapi.json', console: '/console/openapi.json' };
for (const [name, path] of Object.entries(served))
  writeFileSync(join(workFolder, `${name}.json`), await (await fetch(url + path)).text());
const documents = Object.keys(served);
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

test('redocly finds nothing in both documents', async () => {
  for (const name of documents) {
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

/** An upload is accepted in several media types; with this option of orval each has a function of its own. */
function orvalConfig(name: string): string {
  const output = { target: `./orval/${name}.ts`, client: 'fetch', override: { splitByContentType: true } };
  return `export default ${JSON.stringify({ [name]: { input: `./${name}.json`, output } })};\n`;
}
