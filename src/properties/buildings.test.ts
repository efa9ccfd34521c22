// Tests of buildings: what each basis of a charge requires, valid currencies and accounts, and that archiving includes
// everything in the building.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generate, november, october } from '../../test/billing-fixture.ts';
import { aBuilding, anApartment, anOrganization, startTestService } from '../../test/service-fixture.ts';
import { inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { Conflict, Invalid, NotFound } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import { archiveBuilding, createBuilding, getBuilding, updateBuilding, type WrittenBuilding } from './buildings.ts';
import { bases, type WrittenCharge } from './model.ts';
import { parseCharges } from './parse-charges.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const within = <T>(work: (scope: Scope) => Promise<T>, tenantId = organization.tenantId) =>
  inTenant(g.app, serviceCaller(tenantId), work);
const create = (billing: NonNullable<WrittenBuilding['billing']> = {}) =>
  within((scope) => createBuilding(scope, { name: 'Kase 12', address: 'Tallinn', billing }));

async function problemsOf(work: Promise<unknown>): Promise<string[]> {
  try {
    await work;
    return [];
  } catch (error) {
    assert.ok(error instanceof Invalid, String(error));
    return error.problems.map(({ field, code }) => `${field} ${code}`);
  }
}

test('a charge has a price or a supplier bill, exactly one of them; a fixed charge has a price', () => {
  const charge: WrittenCharge = { code: 'a', name: ' A ', basis: 'area' };
  const codes = (...written: WrittenCharge[]) =>
    parseCharges(written, ['charges']).problems.map((problem) => `${problem.pointer} ${problem.code}`);
  for (const basis of bases) {
    const charge: WrittenCharge = {
      code: 'a',
      name: ' A ',
      basis,
      ...(basis.startsWith('meter') && { meterType: 'gas' }),
      ...(basis === 'custom' && { apartments: [{ apartmentId: newId(), share: 1 }] }),
    };
    assert.deepEqual(codes({ ...charge, basis, unitPrice: 0 }), [], basis);
    assert.deepEqual(codes({ ...charge, basis }), ['#/charges/0/unitPrice price_or_bill'], basis);
    assert.deepEqual(
      codes({ ...charge, basis, unitPrice: null, costFrom: null }),
      ['#/charges/0/unitPrice price_or_bill'],
      basis,
    );
    assert.deepEqual(
      codes({ ...charge, basis, unitPrice: 1, costFrom: 'supplier_bill' }),
      ['#/charges/0/unitPrice price_or_bill'],
      basis,
    );
    assert.deepEqual(
      codes({ ...charge, basis, costFrom: 'supplier_bill' }),
      basis === 'fixed' ? ['#/charges/0/basis price_needed'] : [],
      basis,
    );
  }
  assert.deepEqual(
    codes({ ...charge, unitPrice: 1 }, { ...charge, unitPrice: 1 }, { ...charge, code: 'b', unitPrice: 1 }),
    ['#/charges/1/code duplicate'],
  );
});

test('meter settings fit the basis, and deductions fit the charge they are deducted from', () => {
  const codes = (...written: WrittenCharge[]) =>
    parseCharges(written, []).problems.map((problem) => `${problem.field} ${problem.code}`);
  const water: WrittenCharge = { code: 'w', name: 'W', basis: 'meter', meterType: 'cold_water', unitPrice: 2 };
  const heat: WrittenCharge = { code: 'h', name: 'H', basis: 'area', costFrom: 'supplier_bill' };
  const rest: WrittenCharge = { ...water, code: 'r', basis: 'meter_remainder' };
  assert.deepEqual(codes({ ...water, estimateMissingFromMonths: 3 }, { ...rest, divideBy: 'residents' }), []);
  assert.deepEqual(codes({ ...water, deductedFrom: 'h' }, heat), []);
  assert.deepEqual(codes(heat, { ...water, meterType: null }), ['1.meterType required']);
  assert.deepEqual(codes({ ...heat, meterType: 'heating' }), ['0.meterType not_allowed']);
  assert.deepEqual(codes({ ...heat, estimateMissingFromMonths: 1 }), ['0.estimateMissingFromMonths not_allowed']);
  assert.deepEqual(codes({ ...water, divideBy: 'area' }), ['0.divideBy not_allowed']);
  for (const from of ['h', 'w', 'x'])
    assert.deepEqual(codes({ ...water, deductedFrom: from }), ['0.deductedFrom not_allowed'], 'no such bill');
  assert.deepEqual(codes(heat, { ...heat, code: 'i', deductedFrom: 'h' }), ['1.deductedFrom not_allowed']);
  assert.deepEqual(codes({ ...water, billUnit: 'm³' }), ['0.billUnit not_allowed'], 'it has no bill');
  const [withUnit, without] = [' MWh ', ' '].map((billUnit) => parseCharges([{ ...heat, billUnit }], []).charges[0]);
  assert.equal(withUnit?.billUnit, 'MWh');
  assert.equal(without && 'billUnit' in without, false);
});

test('a charge is stored as meant: name trimmed, no VAT by default, nothing else', () => {
  const written = {
    code: 'a',
    name: ' A ',
    basis: 'area',
    unitPrice: 1.5,
    costFrom: null,
    tenantId: 'forged',
  } as const;
  assert.deepEqual(parseCharges([written], []).charges, [
    { code: 'a', name: 'A', basis: 'area', vatRate: 0, unitPrice: 1.5 },
  ]);
});

test('currencies are those of ISO 4217 with cents', async () => {
  for (const currency of ['EUR', 'SEK', 'PLN', 'GBP', 'USD', 'CHF'])
    assert.equal((await create({ currency })).billing.currency, currency, currency);
  for (const currency of ['JPY', 'KWD', 'XXX', 'EEK2', 'ABC', ''])
    assert.deepEqual(await problemsOf(create({ currency })), ['billing.currency unknown_currency'], currency);
});

test('a change leaves everything that it does not name', async () => {
  const made = await create({
    iban: 'EE382200221020145685',
    charges: [{ code: 'a', name: 'A', basis: 'area', unitPrice: 1 }],
  });
  const changed = await within((scope) => updateBuilding(scope, made.id, { billing: { language: 'en' } }));
  assert.deepEqual(changed.billing, { ...made.billing, language: 'en' });
  const kept = await within((scope) => getBuilding(scope, made.id));
  assert.deepEqual(kept, { ...changed, ownFields: null });
});

test('archiving includes the apartments, and keeps the rows for accounting', async () => {
  const building = await aBuilding(g, organization.owner);
  await anApartment(g, organization.owner, building.id, { number: '1' });
  await within((scope) => archiveBuilding(scope, building.id));
  const rows = await g.owner`select archived_at from apartments where building_id = ${building.id}`;
  assert.deepEqual(
    rows.map((row) => row.archivedAt),
    [g.clock.now],
  );
  await assert.rejects(
    within((scope) => archiveBuilding(scope, building.id)),
    NotFound,
  );
});

test('the number of unpaid invoices that block the change is reported', async () => {
  const charges = [{ code: 'fee', name: 'Haldustasu', basis: 'fixed', unitPrice: 1 }];
  const building = await aBuilding(g, organization.owner, { billing: { charges } });
  await anApartment(g, organization.owner, building.id, { number: '1' });
  for (const period of [october, november])
    await generate(g, organization.owner, building.id, { ...period, costs: [] });
  await assert.rejects(
    within((scope) => archiveBuilding(scope, building.id)),
    (error) =>
      error instanceof Conflict && error.code === 'building_in_use' && / 2 unpaid invoices/.test(error.message),
  );
});
