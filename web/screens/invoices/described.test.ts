// The days at the end of a position's description are written in the person's own way; any other text stays as it is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { described } from './described.ts';

const format = { day: (day: string) => day.split('-').reverse().join('.') };

test('days at the end of a description are written as the language does, and nothing else is touched', () => {
  assert.equal(described(format, 'Vesi (2026-09-01 – 2026-09-30)'), 'Vesi (01.09.2026 – 30.09.2026)');
  for (const plain of [
    'Vesi',
    '',
    'Vesi (soe)',
    '(2026-09-01)',
    'Vesi (2026-99-01 – 2026-09-30)',
    '2026-09-01 – 2026-09-30',
  ])
    assert.equal(described(format, plain), plain);
});
