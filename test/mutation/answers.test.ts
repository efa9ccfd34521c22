// Tests that the lists for mutation tests are in step with the code.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { answers } from './answers.ts';
import { type MutatedModule, mutatedModules } from './modules.ts';

const root = join(import.meta.dirname, '../..');
const modules: readonly MutatedModule[] = Object.values(mutatedModules);

test('the files and tests of every module exist', () => {
  for (const path of modules.flatMap(({ files, tests }) => [...files, ...tests]))
    assert.ok(existsSync(join(root, path)), path);
});

test('every answer is about a line of a file that is changed, and gives a reason', () => {
  const changed = new Set(modules.flatMap(({ files }) => files));
  for (const { file, code, changes, reason } of answers) {
    assert.ok(changed.has(file), file);
    assert.ok(readFileSync(join(root, file), 'utf8').includes(code), `${file} has no line with ${code}`);
    assert.ok(changes.length > 0 && reason.endsWith('.'), code);
  }
});
