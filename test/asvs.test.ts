// Tests of docs/asvs.md: every requirement has one row with a verdict, every named file exists, every use of
// cryptography is listed.
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
const numberCell = /^(\*\*)?(\d+\.\d+\.\d+)(\*\*)?$/;

type Verdict = 'met' | 'operator' | 'not applicable' | 'not met';
type Requirement = {
  readonly number: string;
  readonly level: 1 | 2;
  readonly wanted: string;
  readonly verdict: Verdict;
  readonly reason: string;
};

/** A requirement by its number as the page writes it: bold for level 1. */
function requirement(cell: string, wanted: string, verdict: Verdict, reason: string): Requirement {
  const [, bold, number] = numberCell.exec(cell) ?? [];
  assert.ok(number, cell);
  return { number, level: bold === undefined ? 2 : 1, wanted, verdict, reason };
}

/** The requirements of a line: a row of a table, or an item of a list of those that do not apply. */
function requirementsOf(line: string): Requirement[] {
  const list = /^- ((?:[*\d.]+(?:, )?)+)(?: \([^)]+\))?: (.+)$/.exec(line);
  if (list) return (list[1] ?? '').split(', ').map((cell) => requirement(cell, '', 'not applicable', list[2] ?? ''));
  const cells = line.split('|').map((cell) => cell.trim());
  const [, cell = '', wanted = '', reason = ''] = cells;
  if (!numberCell.test(cell)) return [];
  assert.equal(cells.length, 5, `${cell} has cells too many`);
  const verdict = /^\*\*(Operator|Not met):\*\* /.exec(reason)?.[1]?.toLowerCase() ?? 'met';
  return [requirement(cell, wanted, verdict as Verdict, reason.replace(/^\*\*.+?:\*\* /, ''))];
}

const requirements = page.split('\n').flatMap(requirementsOf);

const sectionOf = (heading: string) => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

test('each requirement is there once, and each chapter has as many as the standard', () => {
  const numbers = requirements.map(({ number }) => number);
  assert.equal(new Set(numbers).size, numbers.length);
  const counted = Object.keys(published).map((chapter) => {
    const own = requirements.filter(({ number }) => `V${number.split('.')[0]}` === chapter);
    return [chapter, [1, 2].map((wanted) => own.filter(({ level }) => level === wanted).length)];
  });
  assert.deepEqual(Object.fromEntries(counted), published);
});

test('each requirement has a reason', () => {
  for (const { number, reason } of requirements) assert.notEqual(reason, '', number);
});

test('who signs in, what they may do and what is protected is proved: each such row names its test', () => {
  const unproved = requirements
    .filter(({ number, verdict }) => /^(6|7|8|12|14)\./.test(number) && verdict === 'met')
    .filter(({ wanted, reason }) => !wanted.startsWith('Document') && !reason.includes('.test.ts`'));
  assert.deepEqual(unproved, []);
});

test('the page counts its verdicts', () => {
  const count = (wanted: Verdict) => requirements.filter(({ verdict }) => verdict === wanted).length;
  const summary = `Of ${requirements.length} requirements ${count('met')} are met, ${count('operator')} need the operator, ${count('not applicable')} are not applicable`;
  assert.ok(page.includes(summary), summary);
  assert.ok(page.includes(` and ${count('not met')} are not met.`), `${count('not met')} are not met`);
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
