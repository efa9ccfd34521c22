// Tests of the demo's building: it matches its sources.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normaliseIban } from '../src/platform/values/iban.ts';
import { apartments, apartmentTotals, bills, building, charges } from './sample-building.ts';

test('the sixty apartments add up to the published area, and their shares to the whole', () => {
  assert.equal(apartments.length, 60);
  assert.equal(apartmentTotals.area, 2687.6);
  assert.equal(
    apartments.reduce((sum, sampleApartment) => sum + sampleApartment.shares, 0),
    26_876,
  );
  assert.equal(new Set(apartments.map((apartment) => apartment.number)).size, 60);
  for (const { number, area, heatedArea } of apartments) assert.ok(heatedArea > 0 && heatedArea <= area, number);
});

test('every charge that is split has one bill in whole cents, and no other charge has one', () => {
  const split = charges.filter((charge) => 'costFrom' in charge).map((charge) => charge.code);
  assert.deepEqual(
    bills.map((bill) => bill.charge),
    split,
  );
  for (const { amount, charge } of bills) assert.equal(Number(amount.toFixed(2)), amount, charge);
});

test('the account of the building can receive payments', () => {
  assert.equal(normaliseIban(building.billing.iban), building.billing.iban);
});
