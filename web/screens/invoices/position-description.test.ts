// Tests of position descriptions: days at the end are written in the person's format; any other text is unchanged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { positionDescription } from './position-description.ts';

const format = { day: (day: string) => day.split('-').reverse().join('.') };

test('days at the end of a description are written as the language does, and other text is unchanged', () => {
  assert.equal(positionDescription(format, 'Vesi (2026-09-01 – 2026-09-30)'), 'Vesi (01.09.2026 – 30.09.2026)');
  for (const plain of [
    'Vesi',
    '',
    'Vesi (soe)',
    '(2026-09-01)',
    'Vesi (2026-99-01 – 2026-09-30)',
    '2026-09-01 – 2026-09-30',
  ])
    assert.equal(positionDescription(format, plain), plain, plain);
});
