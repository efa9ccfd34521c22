// Tests that these tests find faults. HALDUR_INTERLEAVINGS=1 plants each of them, in a process of its own; without it
// only the list is held against the code.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { faults } from './faults.ts';

const program = fileURLToPath(new URL('plant.ts', import.meta.url));
const fileOf = (name: string) => fileURLToPath(new URL(`${name}.test.ts`, import.meta.url));

test('every planted fault fits its file, at one place', () => {
  for (const { file, find, replace } of faults) {
    assert.equal(readFileSync(file, 'utf8').split(find).length, 2, `${file}: ${find}`);
    assert.notEqual(find, replace);
  }
});

const skip = process.env.HALDUR_INTERLEAVINGS === undefined && 'HALDUR_INTERLEAVINGS=1 plants the faults';

for (const [place, { file, find, foundBy }] of faults.entries()) {
  test(`${foundBy} finds that ${file} lacks: ${find}`, { skip }, async () => {
    const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
    const names = ['each command by itself passes a commit', foundBy].map((name) => `--test-name-pattern=^${name}$`);
    const options = [
      '--test',
      '--test-reporter=tap',
      '--test-timeout=120000',
      `--import=${program}`,
      ...names,
      fileOf(foundBy.includes(' × ') ? 'interleavings' : 'crash-points'),
    ];
    const env = { ...environment, HALDUR_INTERLEAVINGS: '0', HALDUR_PLANTED_FAULT: String(place) };
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, options, { env, maxBuffer: 2 ** 26 }, (_error, stdout) => resolve(stdout));
    });
    assert.match(output, new RegExp(`^ *not ok \\d+ - ${foundBy}$`, 'm'), output.slice(0, 4000));
    assert.doesNotMatch(output, /does not have this once/);
  });
}
