// Tests of docs/asvs.md: every requirement has one row with a verdict, every named file exists, every use of cryptography is listed.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/asvs.md'), 'utf8');

/** How many requirements of the levels 1 and 2 each chapter of ASVS 5.0.0 has. */
const published: Readonly<Record<string, readonly [level1: number, level2: number]>> = {
  V1: [8, 19],
  V2: [4, 7],
  V3: [8, 11],
  V4: [2, 8],
  V5: [4, 5],
  V6: [13, 22],
  V7: [6, 12],
  V8: [4, 3],
  V9: [4, 3],
  V10: [5, 24],
  V11: [3, 11],
  V12: [3, 6],
  V13: [1, 12],
  V14: [2, 7],
  V15: [3, 10],
  V16: [0, 16],
  V17: [0, 7],
};
const verdicts = ['met', 'operator', 'not applicable', 'not met'];

/** The cells of a line of a table. */
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const requirements = page
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \| \d \|/.test(line))
  .map((line) => {
    const [number = '', level, wanted = '', verdict = '', reason = '', ...more] = cellsOf(line);
    assert.deepEqual(more, [], `${number} has cells too many`);
    return { number, level: Number(level), wanted, verdict: verdict.replaceAll('*', ''), reason };
  });

const sectionOf = (heading: string) => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

test('each requirement has one row, and each chapter as many as the standard', () => {
  const numbers = requirements.map(({ number }) => number);
  assert.equal(new Set(numbers).size, numbers.length);
  const counted = Object.keys(published).map((chapter) => {
    const own = requirements.filter(({ number }) => `V${number.split('.')[0]}` === chapter);
    return [chapter, [1, 2].map((wanted) => own.filter(({ level }) => level === wanted).length)];
  });
  assert.deepEqual(Object.fromEntries(counted), published);
});

test('each requirement has a verdict and a reason', () => {
  for (const { number, verdict, reason } of requirements) {
    assert.ok(verdicts.includes(verdict), `${number}: ${verdict}`);
    assert.notEqual(reason, '', number);
  }
});

test('who signs in, what they may do and what is protected is proved: each such row names its test', () => {
  const unproved = requirements
    .filter(({ number, verdict }) => /^(6|7|8|12|14)\./.test(number) && verdict === 'met')
    .filter(({ wanted, reason }) => !wanted.startsWith('Document') && !reason.includes('.test.ts`'));
  assert.deepEqual(unproved, []);
});

test('the summary counts the rows, and each requirement that is not met is in the list of what it needs', () => {
  const summary = sectionOf('Summary').split('\n').map(cellsOf);
  for (const chapter of [...Object.keys(published), 'all']) {
    const own = requirements.filter(({ number }) => chapter === 'all' || `V${number.split('.')[0]}` === chapter);
    const line = summary.find(([name]) => name?.split(' ')[0] === chapter);
    const counts = verdicts.map((wanted) => own.filter(({ verdict }) => verdict === wanted).length);
    assert.deepEqual(line?.slice(1).map(Number), [own.length, ...counts], chapter);
  }
  const needed = sectionOf('What is not met').matchAll(/(?<=^\| .*)\d+\.\d+\.\d+(?=[\d., ]* \|.*\|$)/gm);
  const unmet = requirements.filter(({ verdict }) => verdict === 'not met');
  assert.deepEqual([...needed].map(([number]) => number).sort(), unmet.map(({ number }) => number).sort());
});

test('every file that the page names exists', () => {
  const paths = [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path = '']) => path);
  assert.ok(paths.length > 100);
  for (const path of paths) assert.ok(existsSync(join(root, path)), path);
});

test('every file that uses cryptography is in the inventory', () => {
  const inventory = sectionOf('Cryptography');
  const libraries = /['"](?:node:crypto|age-encryption|otpauth|@simplewebauthn\/server|openid-client)['"]/;
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => `src/${path}`)
    .filter((path) => libraries.test(readFileSync(join(root, path), 'utf8')));
  assert.ok(files.length > 40);
  for (const file of files)
    assert.ok(inventory.includes(`\`${file}\``), `Add ${file} to the section Cryptography of docs/asvs.md.`);
});
