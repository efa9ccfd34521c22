// Tests of the built console: small enough for a slow connection, and nothing inline. That it fits the API is checked by `npm run types`.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { distFolder as folder, isBuilt } from './build.ts';
import { ensureConsoleBuilt } from './ensure-console-built.ts';

await ensureConsoleBuilt(console.log);
const budget = 250_000;

type Chunk = {
  readonly file: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};

test('what a browser loads before the first screen is at most 250 kB, compressed with gzip', async (context) => {
  assert.ok(await isBuilt());
  const chunks: Record<string, Chunk> = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
  const first = Object.keys(chunks).filter(
    (name) => chunks[name]?.isEntry || /^words\/et\.ts$|^screens\/home\/home\.tsx$/.test(name),
  );
  assert.equal(first.length, 3, `the page, its words and the first screen: ${first}`);
  const files = new Set<string>();
  const visit = (name: string): void => {
    const chunk = chunks[name];
    if (chunk === undefined || files.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const name of first) visit(name);
  let bytes = 0;
  for (const file of files) bytes += gzipSync(await readFile(join(folder, file)), { level: 9 }).length;
  context.diagnostic(`The first load is ${Math.round(bytes / 1000)} kB in ${files.size} files.`);
  assert.ok(bytes <= budget, `${bytes} bytes`);
});

test('styles are built as written: none depends on variables that only the bundler knows', async () => {
  const names = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.css'));
  assert.ok(names.length > 0);
  for (const name of names)
    assert.doesNotMatch(await readFile(join(folder, 'assets', name), 'utf8'), /--lightningcss-/, name);
});

test('the page has no inline script, style or handler, which its policy would block', async () => {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  assert.doesNotMatch(page, /<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=|javascript:/i);
  assert.match(page, /content="%NONCE%"/);
  assert.match(page, /content="%API%"/);
});
