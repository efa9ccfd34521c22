// Tests of pasted rows: clipboard content of a spreadsheet becomes apartments, or problems with line numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePaste } from './paste.ts';

test('rows in the default order need no heading, and empty cells set nothing', () => {
  assert.deepEqual(parsePaste('1\t1\t54,3\t50\t\t2\n2\t1\t31.2\n\n'), {
    apartments: [
      { number: '1', floor: 1, area: 54.3, heatedArea: 50, residentCount: 2 },
      { number: '2', floor: 1, area: 31.2 },
    ],
    problems: [],
  });
});

test('a heading names the columns in any order and several languages, and unknown columns are left out', () => {
  const { apartments, problems } = parsePaste('Pindala (m²);Märkus;Korteri nr;Elanikke\r\n1 054,3;uus;12a;3\r\n');
  assert.deepEqual(apartments, [{ number: '12a', area: 1054.3, residentCount: 3 }]);
  assert.deepEqual(problems, []);
  assert.deepEqual(parsePaste('Number,Floor,Heated area\n7,2,40.5').apartments, [
    { number: '7', floor: 2, heatedArea: 40.5 },
  ]);
});

test('problems are reported with their line', () => {
  const { problems } = parsePaste('1\t1\t54\n\t2\t30\n1\t2\tmuch');
  assert.deepEqual(problems, [
    { line: 2, kind: 'no_number', text: '' },
    { line: 3, kind: 'twice', text: '1' },
    { line: 3, kind: 'no_figure', text: 'much' },
  ]);
});

test('an empty text gives nothing', () => {
  assert.deepEqual(parsePaste(' \n\t\n'), { apartments: [], problems: [] });
});
