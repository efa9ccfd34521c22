// Tests of formats: dates that fit a table, and amounts with their cents.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../src/platform/values/languages.ts';
import { formatIn } from './format.ts';

test('a day is short enough for a table in each language', () => {
  for (const language of languages) {
    const day = formatIn(language).day('2026-10-31');
    assert.ok(day.length <= 14 && day.includes('2026') && day.includes('31'), `${language}: ${day}`);
  }
});

test('an amount that is entered has its cents, a quantity only the decimals that it has', () => {
  const { number } = formatIn('en');
  assert.deepEqual(
    [number(0.6, 6, 2), number(187.4, 2, 2), number(0.2539, 6, 2), number(12.5)],
    ['0.60', '187.40', '0.2539', '12.5'],
  );
});
