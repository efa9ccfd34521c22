// Tests of the image (deploy/Dockerfile): what it copies starts the service without packages for development, and no
// test is in it.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ensureConsoleBuilt } from '../web/build/ensure-console-built.ts';
import { connectionTo } from './postgres-server.ts';
import { startTestService } from './service-fixture.ts';
import { makeServiceProcess } from './service-process.ts';

await ensureConsoleBuilt(console.log);
const root = fileURLToPath(new URL('..', import.meta.url));
const image = mkdtempSync(join(tmpdir(), 'haldur-image-'));
after(() => rmSync(image, { recursive: true }));

/** The last stage is the image. */
const instructions =
  readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
    .split(/^FROM /m)
    .at(-1)
    ?.split('\n') ?? [];
const ignored = readFileSync(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8').trim().split('\n');

/** Whether a file is in the context of the build. The patterns are few, so only their forms are understood. */
function isInContext(path: string): boolean {
  return !ignored.some((pattern) =>
    pattern.startsWith('**/*')
      ? path.endsWith(pattern.slice(4))
      : pattern.startsWith('**/') && path.endsWith(pattern.slice(2)),
  );
}

/** What `COPY` brings from the repository; the built console comes from the stage that builds it. */
function copyIntoImage(): string[] {
  const copied: string[] = [];
  for (const line of instructions) {
    const [word, ...rest] = line.split(' ');
    if (word !== 'COPY') continue;
    const isBuilt = rest[0]?.startsWith('--from=build') === true;
    const names = isBuilt ? [rest[1]?.replace('/app/', '') ?? ''] : rest;
    const target = names.length > 1 ? (names.pop() ?? '') : (rest.at(-1) ?? '');
    for (const name of names) {
      const to = join(image, target.endsWith('/') ? join(target, basename(name)) : target);
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(root, name), to, { recursive: true, filter: (path) => isBuilt || isInContext(path) });
      copied.push(name);
    }
  }
  return copied;
}

/** The packages of `npm ci --omit=dev`, as links. */
function linkPackages(): void {
  const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  for (const [path, { dev = false }] of Object.entries(lock.packages)) {
    if (dev || path.split('node_modules/').length !== 2 || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(image, path)), { recursive: true });
    symlinkSync(join(root, path), join(image, path));
  }
}

test('the image has what the service needs to start, and neither tests nor packages for development', async () => {
  assert.ok(instructions.some((line) => line.startsWith('RUN npm ci --omit=dev')));
  assert.deepEqual(
    copyIntoImage().filter((name) => name === '.' || /^(test|demo|bench|tools|packages)$/.test(name)),
    [],
  );
  linkPackages();
  for (const name of ['vite', 'typescript', 'fast-check'])
    assert.ok(!existsSync(join(image, 'node_modules', name)), name);
  const names = readdirSync(image, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('node_modules'),
  );
  assert.ok(names.includes('src/main.ts'));
  assert.deepEqual(
    names.filter((path) => /\.test\.ts$|^\.git/.test(path)),
    [],
  );
  const g = await startTestService();
  const { start, ended } = makeServiceProcess({ DATABASE_URL: connectionTo(g.database).url ?? '' }, undefined, image);
  const { child, url } = await start();
  const { origin } = new URL(url);
  for (const [path, text] of [
    ['/health/ready', '"ok"'],
    ['/console', '<!doctype html>'],
    ['/docs/quickstart', 'Haldur'],
    ['/docs/versions', 'Haldur'],
    ['/openapi.json', '"openapi"'],
  ] as const) {
    const response = await fetch(`${origin}${path}`);
    assert.equal(response.status, 200, path);
    assert.ok((await response.text()).includes(text), path);
  }
  await ended(child, 'SIGTERM');
});
