// Tests of apartments: when two numbers are equal, and that the fields that charges go by are stored exactly.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { aBuilding, anOrganization, startTestService } from '../../test/service-fixture.ts';
import { inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { NotFound } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import { archiveApartment, createApartment, getApartment, numberKey, updateApartment } from './apartments.ts';
import type { ApartmentMeasures } from './model.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const building = await aBuilding(g, organization.owner);
const within = <T>(work: (scope: Scope) => Promise<T>) => inTenant(g.app, serviceCaller(organization.tenantId), work);

test('numbers are equal regardless of spaces, case and Unicode form, and different otherwise', () => {
  for (const [number, sameNumber] of [
    ['12A', '12a'],
    [' 12 ', '12'],
    ['A  1', 'a 1'],
    ['Õ', 'O\u0303'],
    ['１２', '12'],
    ['1\u00a0a', '1 A'],
    ['ﬁ', 'FI'],
    ['Maße', 'MASSE'],
  ] as const)
    assert.equal(numberKey(number), numberKey(sameNumber), number);
  for (const [number, otherNumber] of [
    ['1', '01'],
    ['1a', '1 a'],
    ['1', '1.'],
    ['1', 'I'],
    ['o', 'õ'],
  ] as const)
    assert.notEqual(numberKey(number), numberKey(otherNumber), number);
});

test('the key of a key is unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (number) => numberKey(numberKey(number)) === numberKey(number)),
  );
});

test('every field that charges can go by is stored exactly, to the last permitted decimal, and can be emptied', async () => {
  const figure = (decimals: number, max: number) =>
    fc.option(fc.integer({ min: 0, max: max * 10 ** decimals }).map((units) => units / 10 ** decimals));
  const fields = fc.record<ApartmentMeasures>({
    area: figure(2, 1e6),
    heatedArea: figure(2, 1e6),
    shares: figure(6, 1e9),
    residentCount: figure(0, 1000),
    floor: fc.option(fc.integer({ min: -20, max: 300 })),
  });
  await fc.assert(
    fc.asyncProperty(fields, fields, async (before, after) => {
      const created = await within((scope) => createApartment(scope, building.id, { number: newId(), ...before }));
      const read = () => within((scope) => getApartment(scope, building.id, created.id));
      assert.deepEqual(await read(), { ...created, ...before, ownFields: null });
      const changed = await within((scope) => updateApartment(scope, building.id, created.id, after));
      assert.deepEqual(await read(), { ...changed, ...after, ownFields: null });
    }),
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
  for (const [nth, buildingId] of [otherBuilding.id, newId()].entries()) {
    await assert.rejects(
      within((scope) => getApartment(scope, buildingId, id)),
      NotFound,
      `buildingId ${nth}`,
    );
    await assert.rejects(
      within((scope) => updateApartment(scope, buildingId, id, { floor: 1 })),
      NotFound,
      `buildingId ${nth}`,
    );
    await assert.rejects(
      within((scope) => archiveApartment(scope, buildingId, id)),
      NotFound,
      `buildingId ${nth}`,
    );
    if (buildingId !== otherBuilding.id)
      await assert.rejects(
        within((scope) => createApartment(scope, buildingId, { number: '1' })),
        NotFound,
        `buildingId ${nth}`,
      );
  }
  assert.equal((await within((scope) => getApartment(scope, building.id, id))).floor, null);
});
