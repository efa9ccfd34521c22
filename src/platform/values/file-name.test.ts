// Tests of the names of files.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysInName, fileNameOf } from './file-name.ts';

test('a name has the building and the days, in letters and digits that every system takes', () => {
  const days = { from: '2026-10-01', to: '2026-10-31' };
  assert.equal(fileNameOf(['receivables', 'Kase 12', daysInName(days)], 'csv'), 'receivables-kase-12-2026-10.csv');
  for (const [building, name] of [
    ['Õie 5/1 "Päike"', 'oie-5-1-paike'],
    ['Žaliųjų g. 3A', 'zaliuju-g-3a'],
    ['Берёзовая, 7 й', 'берёзовая-7-й'],
    ['../../etc', 'etc'],
    ['a\0b\r\nc', 'a-b-c'],
    ['x'.repeat(500), 'x'.repeat(60)],
  ] as const)
    assert.equal(fileNameOf(['ledger', building], 'csv'), `ledger-${name}.csv`);
  assert.equal(fileNameOf(['ledger', '???'], 'csv'), 'ledger.csv');
});

test('only a whole month is named as a month', () => {
  for (const [from, to, name] of [
    ['2024-02-01', '2024-02-29', '2024-02'],
    ['2024-02-01', '2024-02-28', '2024-02-01-2024-02-28'],
    ['2026-10-02', '2026-10-31', '2026-10-02-2026-10-31'],
    ['2026-10-01', '2026-11-30', '2026-10-01-2026-11-30'],
    ['2025-10-01', '2026-10-31', '2025-10-01-2026-10-31'],
  ] as const)
    assert.equal(daysInName({ from, to }), name);
});
