// Proves that no regular expression of the service takes more than linear time, that none is built at run time, and
// that text is normalised in one place.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { apiOperations } from '../../src/routes/api/routes.ts';
import { consoleOperations } from '../../src/routes/console/routes.ts';
import { regexesIn, superLinear } from './regexes.ts';

const root = fileURLToPath(new URL('../../src', import.meta.url));
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/**
 * The exceptions, by file, each with its reason. Everything except what reads our own files also gets long text in
 * growth.test.ts.
 */
const allowed: Readonly<Record<string, readonly (readonly [regex: string, reason: string])[]>> = {
  'http/openapi/api-reference.ts': [
    ['/<script(?! src)[^>]*>(.*?)<\\/script>/gs', 'reads the page of our own reference once, when the service starts'],
  ],
  'platform/embedded-postgres/password.ts': [
    [
      '/^([ \\t]*(?:local|host\\w*)[ \\t][^#\\n]*[ \\t])trust[ \\t]*$/gm',
      'reads the pg_hba.conf of our own server once, when it starts',
    ],
  ],
  'payments/statements/extract-references.ts': [
    [
      '/(?<![\\p{L}\\d])\\d+(?:[ -]\\d+)*(?![\\p{L}\\d])/gu',
      'begins at the first digit of a run alone, and ends in the last run that fits',
    ],
    ['/(?<!\\d)(?:\\d{1,3}(?: \\d{3}){1,4}|\\d+)[.,]\\d{2}(?![\\d.,])/g', 'begins at the first digit of a run alone'],
    ['/(?:(?<!\\d)\\d+|(?<![\\d*]))\\*{2,}\\d+/g', 'begins at the first digit of a run, or the first star, alone'],
  ],
};

test('no regular expression takes more than linear time, except those with a reason; no exception is out of date', () => {
  const faults: string[] = [];
  const needed = new Set<string>();
  for (const { path, text } of sources) {
    for (const found of regexesIn(text)) {
      const at = `src/${path}:${found.line}`;
      if ('built' in found) {
        faults.push(
          `${at}: ${found.built} is put together as the program runs, so nothing can check it. Write a literal.`,
        );
        continue;
      }
      const why = superLinear(found.regex);
      if (why === undefined) continue;
      const isAllowed = allowed[path]?.some(([regex]) => regex === found.regex) ?? false;
      if (isAllowed) needed.add(`${path} ${found.regex}`);
      else faults.push(`${at}: ${found.regex} ${why}. Trim by index, cap the length, or split.`);
    }
  }
  for (const [path, regexes] of Object.entries(allowed))
    for (const [regex] of regexes)
      if (!needed.has(`${path} ${regex}`))
        faults.push(`${path}: ${regex} needs no permission any more. Remove it from the list.`);
  assert.deepEqual(faults, []);
});

test('no pattern of a request’s schema takes more than linear time', () => {
  const patterns = new Set<string>();
  const seen = new Set<object>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if ('pattern' in value && typeof value.pattern === 'string') patterns.add(value.pattern);
    for (const inner of Object.values(value)) collect(inner);
  };
  for (const { query, body } of [...apiOperations, ...consoleOperations]) collect([query, body]);
  assert.ok(patterns.size >= 5);
  for (const pattern of patterns) assert.equal(superLinear(`/${pattern.replaceAll('/', '\\/')}/u`), undefined, pattern);
});

test('the checker detects the ways in which an expression becomes slow', () => {
  const slow = [
    '/\\s+$/',
    '/a+b/',
    '/^(a|a)*$/',
    '/^(a+)+$/',
    '/^a*a*$/',
    '/<x[^>]*>/',
    '/^ *; *(x| *)$/',
    '/\\s*;\\s*q=/',
    '/a.*b/',
  ];
  for (const regex of slow) assert.notEqual(superLinear(regex), undefined, regex);
  const quick = [
    '/^\\s+/',
    '/\\[\\[(\\w+)\\]\\]/g',
    '/^[a-z]+(\\.[a-z]+)*$/',
    '/^\\d{1,12}(?:\\.\\d+)?$/',
    '/\\p{M}/gu',
    '/charset="?([\\w-]+)/',
  ];
  for (const regex of quick) assert.equal(superLinear(regex), undefined, regex);
});

test('text is normalised by normalForm only, which handles many combining marks in linear time; passwords are short', () => {
  const own = [
    'platform/values/text.ts',
    'identity/common-passwords.ts',
    'identity/passwords.ts',
    'identity/profile.ts',
  ];
  const others = sources.filter(({ path, text }) => text.includes('.normalize(') && !own.includes(path));
  assert.deepEqual(
    others.map(({ path }) => path),
    [],
  );
});
