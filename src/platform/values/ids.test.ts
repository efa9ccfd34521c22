// Tests of ids: UUIDs of version 7, unique, and sorted by creation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isId, newId } from './ids.ts';

test('consecutive ids are unique and sorted, more of them than one millisecond can count', () => {
  const ids = Array.from({ length: 50_000 }, newId);
  assert.deepEqual(ids.toSorted(), ids);
  assert.equal(new Set(ids).size, ids.length);
});

test('an id is a UUID of version 7 with its time of creation', () => {
  const before = Date.now();
  const id = newId();
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(isId(id));
  const at = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  assert.ok(at >= before && at < before + 60_000, 'a burst of ids may run a little ahead of the clock');
});
