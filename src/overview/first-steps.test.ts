// Tests of the first steps: each is done by what the organization has, and each person shows or hides them for
// themselves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generate, markSent } from '../../test/billing-fixture.ts';
import { aBuilding, anApartment, anOrganization, aPerson, startTestService } from '../../test/service-fixture.ts';
import { account } from '../../test/statement-samples.ts';

const g = await startTestService();
type StepsAnswer = {
  readonly id: string;
  readonly shown: boolean;
  readonly buildingId: string | null;
  readonly steps: readonly { readonly step: string; readonly state: string; readonly buildingId: string | null }[];
};
const path = '//console/api/first-steps';
const stepsAs = async (as: string) => {
  const { status, data, text } = await g.ask<StepsAnswer>('GET', path, { as });
  assert.equal(status, 200, text);
  const done = data.steps.filter(({ state }) => state === 'done').map(({ step }) => step);
  return { ...data, done, meters: data.steps.find(({ step }) => step === 'meters')?.state };
};
const chooseAs = async (as: string, shown: boolean) =>
  assert.equal((await g.ask('PATCH', path, { as, body: { shown } })).status, 204);

test('each step is done by what there is, up to the first sent invoice, and then they are gone', async () => {
  const { owner: as } = await anOrganization(g, 'KÜ Kase 12');
  assert.deepEqual((await stepsAs(as)).done, []);
  assert.deepEqual([(await stepsAs(as)).buildingId, (await stepsAs(as)).shown], [null, true]);
  const building = await aBuilding(g, as);
  assert.deepEqual((await stepsAs(as)).done, ['building']);
  assert.equal((await stepsAs(as)).buildingId, building.id);
  const { id: apartmentId } = await anApartment(g, as, building.id, { number: '1', area: 50 });
  assert.equal((await stepsAs(as)).meters, 'open');
  const charges = [{ code: 'care', name: 'Hooldus', basis: 'area', unitPrice: 1, vatRate: 0 }];
  await g.ask('PATCH', `/buildings/${building.id}`, { as, body: { billing: { charges } } });
  assert.equal((await stepsAs(as)).meters, 'not_needed');
  assert.deepEqual((await stepsAs(as)).done, ['building', 'apartments', 'charges']);
  const metered = [...charges, { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 2 }];
  const changed = await g.ask('PATCH', `/buildings/${building.id}`, { as, body: { billing: { charges: metered } } });
  assert.equal(changed.status, 200, changed.text);
  assert.equal((await stepsAs(as)).meters, 'open');
  await g.ask('PATCH', `/buildings/${building.id}`, { as, body: { billing: { charges } } });
  const apartments = [{ apartmentId, since: '2026-01-01' }];
  const resident = await g.ask('POST', '//console/api/residents', { as, body: { name: 'Mari Tamm', apartments } });
  assert.equal(resident.status, 201, resident.text);
  const paid = await g.ask('PATCH', `/buildings/${building.id}`, {
    as,
    body: { billing: { iban: account, beneficiary: 'KÜ Kase 12' } },
  });
  assert.equal(paid.status, 200, paid.text);
  await g.ask('PATCH', '//console/api/letterhead', { as, body: { registrationNumber: '80123456' } });
  const run = await generate(g, as, building.id, { costs: [] });
  assert.equal(run.status, 201, run.text);
  const before = await stepsAs(as);
  assert.deepEqual(before.done, ['building', 'apartments', 'account', 'charges', 'residents', 'sender']);
  assert.equal(before.shown, true);
  await markSent(g, run.data.invoices[0]?.invoiceId ?? '');
  const after = await stepsAs(as);
  assert.deepEqual([after.done.at(-1), after.shown], ['invoices', false]);
  const { id } = await aBuilding(g, as, { billing: { iban: account, beneficiary: 'KÜ Kase 14', charges: metered } });
  const next = await stepsAs(as);
  assert.deepEqual(
    next.steps.filter(({ state }) => state === 'open').map(({ step, buildingId }) => [step, buildingId]),
    [
      ['apartments', id],
      ['building_sender', id],
      ['meters', id],
      ['residents', id],
    ],
    'a further building has steps of its own',
  );
  assert.deepEqual(
    next.steps.map(({ step }) => step).slice(2, 5),
    ['account', 'building_sender', 'charges'],
    'who sends decides on the VAT of charges',
  );
  await g.ask('DELETE', `//console/api/buildings/${id}/letterhead`, { as });
  const answered = await stepsAs(as);
  assert.equal(
    answered.steps.some(({ step }) => step === 'building_sender'),
    false,
    'answered: the organization',
  );
  assert.deepEqual([next.shown, next.done.includes('account')], [true, true]);
});

test('a person hides and shows the steps for themselves, in this organization', async () => {
  const { owner, tenantId } = await anOrganization(g);
  const { token: manager } = await aPerson(g, tenantId, 'manager');
  await chooseAs(owner, false);
  assert.equal((await stepsAs(owner)).shown, false);
  assert.equal((await stepsAs(manager)).shown, true);
  await chooseAs(owner, false);
  assert.equal((await stepsAs(owner)).shown, false);
  await chooseAs(owner, true);
  assert.equal((await stepsAs(owner)).shown, true);
});
