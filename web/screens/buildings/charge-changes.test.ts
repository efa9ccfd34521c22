// Tests of changing a charge: leftovers of the previous settings never make the next save fail.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ChargeDraft,
  parseFieldPath,
  serializeCharges,
  withApartment,
  withBasis,
  withCodeFromName,
  withCost,
} from './charge-changes.ts';

const water: ChargeDraft = {
  code: 'water',
  name: 'Water',
  basis: 'meter',
  meterType: 'hot_water',
  estimateMissingFromMonths: 3,
  unitPrice: 2,
  deductedFrom: 'heating',
  tariffs: [
    { from: '2027-01-01', unitPrice: 3 },
    { from: '2027-07-01', unitPrice: 4, vatRate: 24 },
  ],
  apartments: [{ apartmentId: 'a', coefficient: 2 }],
  appliesTo: 'listed',
};

test('a basis without meters drops the meter settings, and keeps participating apartments', () => {
  const { meterType, estimateMissingFromMonths, ...rest } = water;
  assert.deepEqual(withBasis(water, 'area'), { ...rest, basis: 'area' });
  assert.equal(withBasis({ ...rest, basis: 'area' }, 'meter').meterType, 'cold_water');
  assert.equal(withBasis(water, 'nonsense'), water);
});

test('shares and coefficients do not replace each other', () => {
  const custom = withBasis(water, 'custom');
  assert.deepEqual([custom.apartments, custom.appliesTo], [undefined, undefined]);
  const shared = withApartment(custom, 'a', { share: 3 });
  assert.deepEqual(shared.apartments, [{ apartmentId: 'a', share: 3 }]);
  assert.equal(withBasis(shared, 'area').apartments, undefined);
});

test('a charge that splits a bill has no price on any day and is not deducted from another bill', () => {
  const split = withCost(water, 'bill', 0);
  assert.deepEqual([split.unitPrice, split.costFrom, split.deductedFrom], [null, 'supplier_bill', undefined]);
  assert.deepEqual(split.tariffs, [{ from: '2027-07-01', vatRate: 24 }]);
  assert.equal(withCost(split, 'price', 5).unitPrice, 5);
  assert.equal(withCost({ ...split, billUnit: 'MWh' }, 'price', 5).billUnit, undefined);
  assert.equal(withCost({ ...split, billUnit: 'MWh' }, 'bill', 0).billUnit, 'MWh');
});

test('an apartment that participates like any other is not listed, and another notation of the same is no change', () => {
  const listed = withApartment(withApartment(water, 'b', { coefficient: 0 }), 'a', null);
  assert.deepEqual(listed.apartments, [{ apartmentId: 'b', coefficient: 0 }]);
  const plain: ChargeDraft = { code: 'x', name: 'X', basis: 'area', unitPrice: 1 };
  assert.equal(
    serializeCharges([{ ...plain, tariffs: [], apartments: [], appliesTo: null, account: null }]),
    serializeCharges([plain]),
  );
  assert.notEqual(serializeCharges([listed]), serializeCharges([water]));
});

test('a problem is shown with the charge that it is about', () => {
  assert.deepEqual(parseFieldPath('billing.charges.2.tariffs.0.from'), { index: 2, part: 'tariffs' });
  assert.equal(parseFieldPath('billing.iban'), undefined);
});

test('the code of a new charge follows its name until somebody writes another one', () => {
  const empty: ChargeDraft = { code: '', name: '', basis: 'area', unitPrice: 0 };
  const taken = new Set(['kute']);
  const named = withCodeFromName(empty, { ...empty, name: 'Küte' }, taken);
  assert.equal(named.code, 'kute-2');
  const renamed = withCodeFromName(named, { ...named, name: 'Külm vesi' }, taken);
  assert.equal(renamed.code, 'kulm-vesi');
  const coded = withCodeFromName(renamed, { ...renamed, code: 'kv' }, taken);
  assert.equal(coded.code, 'kv');
  assert.equal(withCodeFromName(coded, { ...coded, name: 'Vesi' }, taken).code, 'kv');
  assert.equal(withCodeFromName(named, { ...named, name: ' ' }, taken).code, '');
});
