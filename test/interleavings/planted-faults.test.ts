// Tests that these tests find faults. HALDUR_INTERLEAVINGS=1 plants each of them, in a process of its own; without it
// only the list is held against the code.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startWith, verifyFits } from '../plant-fault.ts';
import { faults } from './faults.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`${name}.test.ts`, import.meta.url));

test('every planted fault fits its file, at one place', () => verifyFits(faults));

const skip = process.env.HALDUR_INTERLEAVINGS === undefined && 'HALDUR_INTERLEAVINGS=1 plants the faults';

for (const fault of faults) {
  const { file, find, foundBy } = fault;
  test(`${foundBy} finds that ${file} lacks: ${find}`, { skip }, async () => {
    const { option, env } = startWith(fault);
    const names = ['each command by itself passes a commit', foundBy].map((name) => `--test-name-pattern=^${name}$`);
    const options = [
      '--test',
      '--test-reporter=tap',
      '--test-timeout=120000',
      option,
      ...names,
      fileOf(foundBy.includes(' × ') ? 'interleavings' : 'crash-points'),
    ];
    const settings = { env: { ...env, HALDUR_INTERLEAVINGS: '0' }, maxBuffer: 2 ** 26 };
    const output = await new Promise<string>((resolve) => {
      execFile(process.execPath, options, settings, (_error, stdout) => resolve(stdout));
    });
    assert.match(output, new RegExp(`^ *not ok \\d+ - ${foundBy}$`, 'm'), output.slice(0, 4000));
    assert.doesNotMatch(output, /does not have this once/);
  });
}
