// Tests of apartments: when two numbers are equal, and that bases are stored exactly.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { aBuilding, anOrganization, startTestService } from '../../test/service-fixture.ts';
import { inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { NotFound } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import { archiveApartment, createApartment, getApartment, numberKey, updateApartment } from './apartments.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const building = await aBuilding(g, organization.owner);
const within = <T>(work: (scope: Scope) => Promise<T>) => inTenant(g.app, serviceCaller(organization.tenantId), work);

test('numbers are equal regardless of spaces, case and Unicode form, and different otherwise', () => {
  for (const [one, two] of [
    ['12A', '12a'],
    [' 12 ', '12'],
    ['A  1', 'a 1'],
    ['Õ', 'O\u0303'],
    ['１２', '12'],
    ['1\u00a0a', '1 A'],
    ['ﬁ', 'FI'],
    ['Maße', 'MASSE'],
  ] as const)
    assert.equal(numberKey(one), numberKey(two), one);
  for (const [one, two] of [
    ['1', '01'],
    ['1a', '1 a'],
    ['1', '1.'],
    ['1', 'I'],
    ['o', 'õ'],
  ] as const)
    assert.notEqual(numberKey(one), numberKey(two), one);
});

test('the key of a key is unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (number) => numberKey(numberKey(number)) === numberKey(number)),
  );
});

test('areas and shares are returned exactly, to the last permitted decimal', async () => {
  const area = fc.integer({ min: 0, max: 100_000_000 }).map((hundredths) => hundredths / 100);
  const shares = fc.integer({ min: 0, max: 10 ** 15 }).map((millionths) => millionths / 1e6);
  await fc.assert(
    fc.asyncProperty(
      fc.option(area),
      fc.option(area),
      fc.option(shares),
      fc.option(fc.integer({ min: -20, max: 300 })),
      async (area, heatedArea, shares, floor) => {
        const figures = { area, heatedArea, shares, floor };
        const made = await within((scope) => createApartment(scope, building.id, { number: newId(), ...figures }));
        const found = await within((scope) => getApartment(scope, building.id, made.id));
        assert.deepEqual(found, { ...made, ...figures, residentCount: null });
      },
    ),
    { numRuns: 25 },
  );
});

test('reference numbers of an organization count up from its own first one', async () => {
  const here = await anOrganization(g);
  const { id } = await aBuilding(g, here.owner);
  const make = () =>
    inTenant(g.app, serviceCaller(here.tenantId), (scope) => createApartment(scope, id, { number: newId() }));
  assert.deepEqual([(await make()).referenceNumber, (await make()).referenceNumber], ['1000012', '1000025']);
});

test('a number whose transaction was rolled back is assigned again', async () => {
  const here = await anOrganization(g);
  const { id } = await aBuilding(g, here.owner);
  const make = (number: string) =>
    inTenant(g.app, serviceCaller(here.tenantId), (scope) => createApartment(scope, id, { number }));
  await make('1');
  await assert.rejects(make(' 1 '), /already/);
  assert.equal((await make('2')).referenceNumber, '1000025');
});

test('an apartment is found, changed and archived only with its own building', async () => {
  const otherBuilding = await aBuilding(g, organization.owner);
  const { id } = await within((scope) => createApartment(scope, building.id, { number: newId() }));
  for (const buildingId of [otherBuilding.id, newId()]) {
    await assert.rejects(
      within((scope) => getApartment(scope, buildingId, id)),
      NotFound,
    );
    await assert.rejects(
      within((scope) => updateApartment(scope, buildingId, id, { floor: 1 })),
      NotFound,
    );
    await assert.rejects(
      within((scope) => archiveApartment(scope, buildingId, id)),
      NotFound,
    );
    if (buildingId !== otherBuilding.id)
      await assert.rejects(
        within((scope) => createApartment(scope, buildingId, { number: '1' })),
        NotFound,
      );
  }
  assert.equal((await within((scope) => getApartment(scope, building.id, id))).floor, null);
});
