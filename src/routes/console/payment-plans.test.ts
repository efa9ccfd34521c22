// Tests of reminding from the receivables and of payment plans: who owes is named, nobody is reminded twice a day or
// while a plan stands.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding, createThreeInvoices, markSent } from '../../../test/billing-fixture.ts';
import { mailsIn } from '../../../test/mail-servers.ts';
import { anOrganization, refusalOf, startTestService, type Thing } from '../../../test/service-fixture.ts';
import { remindOfPayments } from '../../invoicing/sending/payment-reminders.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';

const g = await startTestService();
const start = g.clock.now;
let people = 0;

type Aged = Thing & {
  apartmentId: string;
  payers: { name: string; email: string | null; phone: string | null; former: boolean }[];
  plan: { terms: string; until: string } | null;
};
type Plan = Thing & { terms: string; until: string; endedAt: string | null };

/**
 * Three invoices, due on 4 December and looked at on the 9th: Mari has moved out since, Jaan has no address, nobody has
 * the third apartment.
 */
async function setUp() {
  g.clock.now = start;
  const organization = await anOrganization(g);
  const { integrator: as, tenantId } = organization;
  const { building, apartments } = await createBilledBuilding(g, as, { iban: 'EE382200221020145685' });
  people += 1;
  const email = `mari-${people}@plans.example`;
  const live = (apartmentId: string, body: object, days: object = {}) =>
    g.ask('POST', '//console/api/residents', {
      as,
      body: { ...body, apartments: [{ apartmentId, since: '2026-01-01', ...days }] },
    });
  await live(apartments[0].id, { name: 'Mari Tamm', email, phone: '+372 5555 0000' }, { until: '2026-12-01' });
  await live(apartments[1].id, { name: 'Jaan Saar' });
  const invoices = await createThreeInvoices(g, as, building.id, { issueDate: '2026-11-20' });
  for (const id of invoices) await markSent(g, id);
  g.clock.now = new Date('2026-12-09T09:00:00Z');
  const aged = async (who = as) => (await g.ask<Aged[]>('GET', '//console/api/aging', { as: who })).data;
  const remind = (apartmentIds: readonly unknown[], who = as) =>
    g.ask('POST', '//console/api/payment-reminders', { as: who, body: { apartmentIds } });
  const planPath = (apartmentId: string) =>
    `//console/api/buildings/${building.id}/apartments/${apartmentId}/payment-plan`;
  const note = (body: object = {}, who = as) =>
    g.ask<Plan[]>('PUT', planPath(apartments[0].id), {
      as: who,
      body: { terms: '5 × 110.00, on the 15th', until: '2027-04-15', ...body },
    });
  return { ...organization, as, tenantId, building, apartments, invoices, email, aged, remind, note, planPath };
}

const result = (reminded: number, letters: number, more: object = {}) => ({
  reminded,
  letters,
  withoutAddress: 0,
  alreadyReminded: 0,
  onPlan: 0,
  ...more,
});

test('receivables name those who owe, with their contacts, also after they have left', async () => {
  const { aged, apartments } = await setUp();
  const rows = await aged();
  assert.deepEqual(
    rows.map(({ payers }) => payers.map(({ name, phone, former }) => [name, phone, former])),
    [[['Mari Tamm', '+372 5555 0000', true]], [['Jaan Saar', null, false]], []],
  );
  assert.equal(rows[0]?.apartmentId, apartments[0].id);
});

test('selected apartments are reminded at once, once a day, and those without an address are counted', async () => {
  const { apartments, remind, email, aged } = await setUp();
  const ids = apartments.map(({ id }) => id);
  const [first, second] = await Promise.all([remind(ids), remind(ids)]);
  const both = [first.data, second.data].toSorted((a, b) => Number(b.reminded) - Number(a.reminded));
  assert.deepEqual(both, [
    result(1, 1, { withoutAddress: 2 }),
    result(0, 0, { withoutAddress: 2, alreadyReminded: 1 }),
  ]);
  const letters = await mailsIn(g, email);
  assert.equal(letters.length, 1);
  const reminded = async () => (await aged()).map(({ remindedAt, remindedToday }) => [remindedAt, remindedToday]);
  const never = [null, false];
  assert.deepEqual(await reminded(), [['2026-12-09T09:00:00.000Z', true], never, never]);
  g.clock.now = new Date('2026-12-10T09:00:00Z');
  assert.deepEqual((await reminded())[0], ['2026-12-09T09:00:00.000Z', false]);
  assert.deepEqual((await remind([ids[0]])).data, result(1, 1), 'another day');
  assert.deepEqual(await reminded(), [['2026-12-10T09:00:00.000Z', true], never, never]);
});

test('while a plan stands nobody is reminded, by hand or automatically; a new one replaces it, and it can be ended', async () => {
  const { as, tenantId, building, apartments, aged, remind, note, planPath, email } = await setUp();
  const path = `//console/api/buildings/${building.id}/payment-reminder`;
  g.clock.now = new Date('2026-12-01T09:00:00Z');
  assert.equal((await g.ask('PATCH', path, { as, body: { daysAfterDue: 5 } })).status, 200);
  g.clock.now = new Date('2026-12-09T09:00:00Z');
  assert.equal((await note({ terms: 'verbal' })).status, 200);
  const noted = await note();
  assert.deepEqual(
    noted.data.map(({ terms, endedAt }) => [terms, endedAt !== null]),
    [
      ['5 × 110.00, on the 15th', false],
      ['verbal', true],
    ],
  );
  assert.deepEqual((await aged())[0]?.plan, { terms: '5 × 110.00, on the 15th', until: '2027-04-15' });
  assert.deepEqual((await remind([apartments[0].id])).data, result(0, 0, { onPlan: 1 }));
  const automatic = () => inTenant(g.app, serviceCaller(tenantId), remindOfPayments);
  await automatic();
  assert.deepEqual(await mailsIn(g, email), []);
  for (const status of [204, 204])
    assert.equal((await g.ask('DELETE', planPath(apartments[0].id), { as })).status, status);
  assert.equal((await aged())[0]?.plan, null);
  await automatic();
  assert.equal((await mailsIn(g, email)).length, 1);
});

test('a plan ends by itself after its last day', async () => {
  const { apartments, aged, remind, note } = await setUp();
  await note({ until: '2026-12-09' });
  assert.equal((await remind([apartments[0].id])).data.onPlan, 1);
  g.clock.now = new Date('2026-12-10T09:00:00Z');
  assert.equal((await aged())[0]?.plan, null);
  assert.deepEqual((await remind([apartments[0].id])).data, result(1, 1));
});

test('wrong values and others’ apartments are rejected', async () => {
  const { building, apartments, remind, note } = await setUp();
  assert.deepEqual(refusalOf(await note({ until: '2026-12-08' })), [422, 'validation_failed', ['until']]);
  assert.deepEqual(refusalOf(await note({ until: '2032-01-01' })), [422, 'validation_failed', ['until']]);
  assert.equal((await note({ terms: ' ' })).status, 422);
  assert.equal((await remind([])).status, 422);
  assert.equal((await remind([building.id])).status, 404);
  const stranger = await anOrganization(g);
  assert.equal((await remind([apartments[0].id], stranger.owner)).status, 404);
});
