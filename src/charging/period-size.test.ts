// Tests of how large a period may be: what settings multiply is bounded when they are saved and when they are used,
// with a message that names it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generate } from '../../test/billing-fixture.ts';
import { aBuilding, anOrganization, startTestService } from '../../test/service-fixture.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { createApartment } from '../properties/apartments.ts';
import { describeTooManyCharges } from '../properties/billing-size.ts';
import type { Charge, CommonCharge } from '../properties/model.ts';
import { countPositions, requireCalculable } from './period-size.ts';

const g = await startTestService();
const october = { periodStart: '2026-10-01', periodEnd: '2026-10-31' };

const charge = (code: string, more: Partial<CommonCharge> = {}): Charge => ({
  code,
  name: code,
  basis: 'equal',
  unitPrice: 1,
  vatRate: 0,
  ...more,
});
const eachDay = (month: string) =>
  Array.from({ length: 29 }, (_, at) => ({ from: `${month}-${String(at + 2).padStart(2, '0')}`, unitPrice: at + 2 }));
const listOf = (length: number) => Array.from({ length }, (_, at) => at);

test('charges, their prices, apartments, payers and meters multiply', () => {
  const apartments = listOf(10);
  const priced = charge('a', { tariffs: eachDay('2026-10') });
  assert.equal(countPositions({ charges: [charge('a')], apartments }, october), 10);
  assert.equal(countPositions({ charges: [priced, charge('b')], apartments }, october), 310);
  assert.equal(
    countPositions({ charges: [priced], apartments }, { periodStart: '2026-11-01', periodEnd: '2026-11-30' }),
    10,
  );
  const payerDays = new Map([['x', [october, october, october]]]);
  assert.equal(countPositions({ charges: [charge('a')], apartments, payerDays }, october), 12);
  const meters = listOf(25).map((at) => ({ type: 'heating' as const, apartmentId: String(at) }));
  const metered = charge('m', { basis: 'meter', meterType: 'heating' });
  assert.equal(countPositions({ charges: [metered, charge('a')], apartments, meters }, october), 35);
});

test('too many are refused with what multiplies; years of monthly prices are not', () => {
  const charges = listOf(100).map((at) => charge(`c${at}`));
  assert.equal(describeTooManyCharges(charges, 10_000), undefined);
  requireCalculable({ charges, apartments: listOf(10_000) }, october);
  assert.match(describeTooManyCharges(charges, 10_001) ?? '', /100 prices .* 10001 apartments: 1000100 positions/);
  assert.throws(
    () => requireCalculable({ charges, apartments: listOf(10_001) }, october),
    /100 charges with 100 prices from 2026-10-01 to 2026-10-31, 10001 apartments make 1000100 positions/,
  );
  const monthly = charge('a', {
    tariffs: listOf(96).map((at) => ({
      from: `${2020 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`,
      unitPrice: at + 1,
    })),
  });
  assert.equal(describeTooManyCharges([monthly], 10_000), undefined);
});

test('charges that are too many for a building are rejected when they are saved, and a period when it is generated', async () => {
  const { owner, tenantId } = await anOrganization(g);
  const building = await aBuilding(g, owner, {});
  const addApartments = (from: number, to: number) =>
    inTenant(g.app, serviceCaller(tenantId), async (scope) => {
      for (let number = from; number <= to; number += 1)
        await createApartment(scope, building.id, { number: String(number), area: 10 });
    });
  await addApartments(1, 333);
  const charges = listOf(100).map((at) => ({ ...charge(`c${at}`), tariffs: eachDay('2026-10') }));
  const path = `/buildings/${building.id}`;
  const save = (saved: readonly unknown[]) =>
    g.ask('PATCH', path, { as: owner, body: { billing: { charges: saved } } });
  assert.equal((await save(charges)).status, 200);
  const added = await g.ask('POST', `${path}/apartments`, { as: owner, body: { number: '334' } });
  assert.deepEqual([added.status, added.fields], [422, ['number']]);
  await save([]);
  await addApartments(334, 340);
  const refused = await g.ask('PATCH', path, { as: owner, body: { billing: { charges } } });
  assert.deepEqual([refused.status, refused.fields], [422, ['billing.charges']]);
  const half = charges.map((each, at) => ({ ...each, tariffs: eachDay(at < 50 ? '2026-10' : '2026-09') }));
  assert.equal((await g.ask('PATCH', path, { as: owner, body: { billing: { charges: half } } })).status, 200);
  const both = { periodStart: '2026-09-01', periodEnd: '2026-10-31', costs: [], dryRun: true };
  const generation = await generate(g, owner, building.id, both);
  assert.deepEqual([generation.status, generation.fields], [422, ['periodEnd']]);
});
