// Test of the building that a screen begins with.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildingToShow, lastBuildingOf, rememberBuilding } from './last-building.ts';

function makeStorage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  } as unknown as Storage;
}

test('a screen begins with the building last worked in, or the only one', () => {
  globalThis.sessionStorage = makeStorage();
  globalThis.localStorage = makeStorage();
  const [kase, oak, tartu] = [{ id: 'kase' }, { id: 'oak' }, { id: 'tartu' }];
  assert.deepEqual(
    [lastBuildingOf([]), lastBuildingOf([kase]), lastBuildingOf([kase, oak])],
    [undefined, kase, undefined],
  );
  rememberBuilding('oak');
  assert.equal(lastBuildingOf([kase, oak, tartu]), oak);
  // Those of another organization, or of another account, are not offered it.
  assert.deepEqual([lastBuildingOf([kase, tartu]), lastBuildingOf([tartu])], [undefined, tartu]);
  assert.equal(buildingToShow([kase, oak, tartu]), oak);
  globalThis.sessionStorage = makeStorage();
  assert.equal(lastBuildingOf([kase, oak]), undefined, 'another visit assumes none in a form');
  assert.deepEqual(
    [buildingToShow([kase, oak]), buildingToShow([kase, tartu]), buildingToShow([])],
    [oak, kase, undefined],
    'but shows the last one, or the first',
  );
});
