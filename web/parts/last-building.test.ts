// Test of the building that a screen begins with.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastBuildingOf, rememberBuilding } from './last-building.ts';

test('a screen begins with the building last worked in, or the only one', () => {
  const kept = new Map<string, string>();
  globalThis.sessionStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  } as unknown as Storage;
  const [kase, oak, tartu] = [{ id: 'kase' }, { id: 'oak' }, { id: 'tartu' }];
  assert.deepEqual(
    [lastBuildingOf([]), lastBuildingOf([kase]), lastBuildingOf([kase, oak])],
    [undefined, kase, undefined],
  );
  rememberBuilding('oak');
  assert.equal(lastBuildingOf([kase, oak, tartu]), oak);
  // Those of another organization, or of another account, are not offered it.
  assert.deepEqual([lastBuildingOf([kase, tartu]), lastBuildingOf([tartu])], [undefined, tartu]);
});
