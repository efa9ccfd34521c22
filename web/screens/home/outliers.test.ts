// Tests of what a chart shows: from the first month with data, and which values are unusual.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOutliers, fromFirstData } from './outliers.ts';

test('months before the first with data are left out, later empty ones stay', () => {
  const months = [
    [0, 0],
    [0, 0],
    [0, 5],
    [0, 0],
    [1, 0],
  ];
  assert.deepEqual(
    fromFirstData(months, (month) => month),
    months.slice(2),
  );
  assert.deepEqual(
    fromFirstData([[0]], (month) => month),
    [],
  );
});

test('a value of three times the usual, or a third of it, is unusual; the running month may be small', () => {
  assert.deepEqual(findOutliers([100, 110, 90, 100, 400, 105]), [{ index: 4, usual: 100 }]);
  assert.deepEqual(findOutliers([100, 110, 20, 100, 100, 5]), [{ index: 2, usual: 100 }]);
  assert.deepEqual(findOutliers([100, 110, 290, 100, 100]), []);
});

test('few months say nothing about what is usual, and months without a value are no measure', () => {
  assert.deepEqual(findOutliers([10, 10, 10, 1000]), []);
  assert.deepEqual(findOutliers([0, 0, 0, 0, 0, 1000]), []);
});
