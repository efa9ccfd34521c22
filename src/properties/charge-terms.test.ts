// Tests of charge terms: tariffs and participating apartments are stored as meant, and contradictions are rejected.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBuilding, anApartment, anOrganization, startTestService } from '../../test/service-fixture.ts';
import { newId } from '../platform/values/ids.ts';
import type { WrittenCharge } from './model.ts';
import { parseCharges } from './parse-charges.ts';

const g = await startTestService();
const { integrator: as } = await anOrganization(g);

const priced: WrittenCharge = { code: 'care', name: 'Care', basis: 'area', unitPrice: 1 };
const codes = (charge: Partial<WrittenCharge>) =>
  parseCharges([{ ...priced, ...charge }], []).problems.map((problem) => `${problem.field} ${problem.code}`);

test('tariffs are stored in the order of their days', () => {
  const tariffs = [
    { from: '2026-03-01', unitPrice: 3 },
    { from: '2026-02-01', vatRate: 24 },
  ];
  const { charges } = parseCharges([{ ...priced, tariffs }], []);
  assert.deepEqual(
    charges[0]?.tariffs?.map(({ from }) => from),
    ['2026-02-01', '2026-03-01'],
  );
});

test('a tariff is not empty, unique for its day, and sets no price for a charge with bills', () => {
  const day = { from: '2026-02-01', unitPrice: 3 };
  assert.deepEqual(codes({ tariffs: [day, day] }), ['0.tariffs.1.from duplicate']);
  assert.deepEqual(codes({ tariffs: [{ from: '2026-02-01' }] }), ['0.tariffs.0.unitPrice required']);
  const bill = { unitPrice: null, costFrom: 'supplier_bill' } as const;
  assert.deepEqual(codes({ ...bill, tariffs: [day] }), ['0.tariffs.0.unitPrice not_allowed']);
  assert.deepEqual(codes({ ...bill, tariffs: [{ from: '2025-07-01', vatRate: 24 }] }), []);
});

test('apartments are named once, with a share only where the charge has shares of its own', () => {
  const apartmentId = newId();
  assert.deepEqual(codes({ apartments: [{ apartmentId }, { apartmentId }] }), ['0.apartments.1.apartmentId duplicate']);
  assert.deepEqual(codes({ apartments: [{ apartmentId, share: 1 }] }), ['0.apartments.0.share not_allowed']);
  assert.deepEqual(codes({ basis: 'custom', apartments: [{ apartmentId }] }), ['0.apartments.0.share required']);
  assert.deepEqual(codes({ basis: 'custom' }), ['0.apartments required']);
  assert.deepEqual(codes({ appliesTo: 'listed', apartments: [] }), ['0.apartments required']);
  assert.deepEqual(codes({ appliesTo: 'all' }), []);
});

test('a charge cannot use the codes of positions that the service adds itself', () => {
  assert.deepEqual(codes({ code: 'one-off' }), ['0.code reserved']);
  assert.deepEqual(codes({ code: 'late-interest' }), ['0.code reserved']);
});

test('a charge names apartments of its own building, also deleted ones; any other is not found', async () => {
  const building = await aBuilding(g, as);
  const elsewhere = await anApartment(g, as, (await aBuilding(g, as)).id, { number: '1' });
  const mine = await anApartment(g, as, building.id, { number: '1' });
  const change = (apartmentId: string) =>
    g.ask('PATCH', `/buildings/${building.id}`, {
      as,
      body: { billing: { charges: [{ ...priced, apartments: [{ apartmentId, coefficient: 1.5 }] }] } },
    });
  const changed = await change(mine.id);
  assert.equal(changed.status, 200, changed.text);
  const shown = (changed.data.billing as { charges: { apartments: unknown }[] }).charges[0]?.apartments;
  assert.deepEqual(shown, [{ apartmentId: mine.id, coefficient: 1.5 }]);
  for (const [nth, stranger] of [elsewhere.id, newId()].entries()) {
    const refused = await change(stranger);
    assert.deepEqual([refused.status, refused.code], [404, 'not_found'], `stranger ${nth}`);
  }
  await g.ask('DELETE', `/buildings/${building.id}/apartments/${mine.id}`, { as });
  assert.equal((await change(mine.id)).status, 200, 'what GET answers can be sent back');
});
