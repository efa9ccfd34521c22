// Tests of sorted lists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstIndexWhere } from './sorted.ts';

test('the first item that a condition holds for is found, or the end', () => {
  for (let length = 0; length < 9; length += 1) {
    const list = Array.from({ length }, (_, index) => Math.floor(index / 2));
    for (let from = -1; from < 6; from += 1) {
      const found = list.findIndex((item) => item >= from);
      assert.equal(
        firstIndexWhere(list, (item) => item >= from),
        found === -1 ? length : found,
      );
    }
  }
});
