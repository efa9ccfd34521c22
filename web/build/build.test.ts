// Tests of the built console: small enough for a slow connection, and nothing inline. That it fits the API is checked
// by `npm run types`.
import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { distFolder as folder, isBuilt } from './build.ts';
import { ensureConsoleBuilt } from './ensure-console-built.ts';

await ensureConsoleBuilt(console.log);
const budget = 200_000;
const maxFiles = 10;

type Chunk = {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
};

for (const [screen, pack] of [
  ['the sign-in', 'sign-in'],
  ['the home of a manager', 'manager'],
  ['the home of a resident', 'resident'],
] as const)
  test(`before ${screen} is shown, a browser loads at most 200 kB, compressed as it asks`, async (context) => {
    assert.ok(await isBuilt());
    const chunks: Record<string, Chunk> = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));
    const files = new Set(['index.html']);
    const visit = (name: string): void => {
      const chunk = chunks[name];
      assert.ok(chunk, name);
      if (files.has(chunk.file)) return;
      for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
      for (const next of chunk.imports ?? []) visit(next);
    };
    const packed = Object.keys(chunks).filter((key) => chunks[key]?.name === pack && chunks[key].file.endsWith('.js'));
    assert.equal(packed.length, 1, pack);
    for (const name of ['index.html', 'words/et.json?first', ...packed]) visit(name);
    let bytes = 0;
    for (const file of files) bytes += (await stat(join(folder, file === 'index.html' ? file : `${file}.br`))).size;
    context.diagnostic(`${screen}: ${Math.round(bytes / 1000)} kB in ${files.size} files`);
    assert.ok(bytes <= budget, `${bytes} bytes`);
    assert.ok(files.size <= maxFiles, `${files.size} files, each of which costs a round trip`);
  });

test('styles are built as written: none depends on variables that only the bundler knows', async () => {
  const names = (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.css'));
  assert.ok(names.length > 0);
  for (const name of names)
    assert.doesNotMatch(await readFile(join(folder, 'assets', name), 'utf8'), /--lightningcss-/, name);
});

test('the typeface comes in four files, of which a browser loads those whose letters it needs', async () => {
  const names = (await readdir(join(folder, 'assets')))
    .filter((name) => name.endsWith('.woff2'))
    .map((name) => name.replace(/-.{8}\.woff2$/, ''));
  assert.deepEqual(names.sort(), ['inter-baltic', 'inter-cyrillic', 'inter-latin', 'inter-latin-ext']);
});

test('the page has no inline script, style or handler, which its policy would block', async () => {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  assert.doesNotMatch(page, /<script(?![^>]*\ssrc=)|<style|\son\w+=|\sstyle=|javascript:/i);
  assert.match(page, /content="%NONCE%"/);
  assert.match(page, /content="%API%"/);
});
