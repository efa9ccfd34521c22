// Tests of payment reminders: a building that has them on reminds its recipients once for each due date, in their
// language, and of nothing that is paid.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createBilledBuilding, createThreeInvoices, markSent } from '../../../test/billing-fixture.ts';
import { mailsIn } from '../../../test/mail-servers.ts';
import { anOrganization, aRecipient, startTestService } from '../../../test/service-fixture.ts';
import { payByHand } from '../../../test/statement-samples.ts';
import type { OutgoingMail } from '../../mail/send-mail.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { newId } from '../../platform/values/ids.ts';
import { paymentReminderHandler, remindOfPayments } from './payment-reminders.ts';

const g = await startTestService();
const { tenantId, owner, integrator: as } = await anOrganization(g);
const start = g.clock.now;
beforeEach(() => {
  g.clock.now = start;
});

const path = (buildingId: string) => `//console/api/buildings/${buildingId}/payment-reminder`;
const remind = () => inTenant(g.app, serviceCaller(tenantId), remindOfPayments);

/** What becomes of a reminder that is about to be sent. */
const preparedReminder = (mail: Pick<OutgoingMail, 'id' | 'aboutId'>) =>
  paymentReminderHandler.prepare?.(g.app, { tenantId, ...mail } as OutgoingMail, new AbortController().signal);

/**
 * Three sent invoices, issued on 20 November and due on 4 December, in a building that reminds after five days; people
 * in the first apartment.
 */
async function setUpRemindingBuilding(
  residents: readonly Record<string, unknown>[] = [{ language: 'et' }],
  daysAfterDue = 5,
) {
  const { building, apartments } = await createBilledBuilding(g, as, {
    iban: 'EE382200221020145685',
    beneficiary: 'KÜ Kase',
  });
  const addresses: string[] = [];
  for (const resident of residents) addresses.push((await aRecipient(g, as, apartments[0].id, resident)).email);
  const [id, invoice2] = await createThreeInvoices(g, as, building.id, { issueDate: '2026-11-20' });
  await markSent(g, id);
  await g.succeed('PATCH', path(building.id), { as, body: { daysAfterDue } });
  return { building, apartments, id, other: invoice2, addresses };
}

const at = (day: string) => {
  g.clock.now = new Date(`${day}T09:00:00Z`);
};

test('each recipient gets one e-mail in their language, the set number of days after the due date; running the job again sends none', async () => {
  const { addresses } = await setUpRemindingBuilding([{ language: 'et' }, { language: 'ru' }]);
  at('2026-12-08');
  await remind();
  for (const [nth, address] of addresses.entries()) assert.deepEqual(await mailsIn(g, address), [], `address ${nth}`);
  at('2026-12-09');
  await Promise.all([remind(), remind(), remind()]);
  await remind();
  const [inEstonian, inRussian] = await Promise.all(addresses.map((address) => mailsIn(g, address)));
  assert.equal(inEstonian?.length, 1);
  assert.equal(inRussian?.length, 1);
  assert.match(inEstonian?.[0]?.text ?? '', /Tasuda: 552,71.€\. Maksetähtpäev: 4\. detsember 2026\./u);
  assert.match(inEstonian?.[0]?.text ?? '', /Saaja: KÜ Kase\. Konto: EE38 2200 2210 2014 5685\. Viitenumber: \d+\./);
  assert.match(inRussian?.[0]?.subject ?? '', /^Напоминание: счёт .* не оплачен$/);
});

test('a job that did not run for days catches up, and a partial payment lowers the amount', async () => {
  const { id, addresses } = await setUpRemindingBuilding();
  await payByHand(g, tenantId, id, '500.00');
  at('2026-12-30');
  await remind();
  const [letter] = await mailsIn(g, addresses[0]);
  assert.match(letter?.text ?? '', /Tasuda: 52,71.€/u);
});

test('no reminder is sent for drafts, paid invoices, due dates before reminders were switched on, or without an address', async () => {
  const { id, other, addresses, building } = await setUpRemindingBuilding([{ language: 'et' }, { email: null }]);
  await g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'paid' } });
  at('2026-12-20');
  await remind();
  assert.deepEqual(await mailsIn(g, addresses[0]), []);
  const [reminded] = await g.owner`select reminded_due_date from invoices where id = ${other}`;
  assert.equal(reminded?.remindedDueDate, null, 'a draft');
  const late = await setUpRemindingBuilding();
  at('2026-12-31');
  await g.ask('DELETE', path(late.building.id), { as });
  await g.ask('PATCH', path(late.building.id), { as, body: { daysAfterDue: 5 } });
  await remind();
  assert.deepEqual(await mailsIn(g, late.addresses[0]), [], 'its day was over before the building wished it');
  assert.deepEqual((await g.ask('GET', path(building.id), { as })).data, { daysAfterDue: 5 });
});

test('a reminder whose invoice is paid or cancelled in the meantime is withdrawn before it is sent', async () => {
  const { id, other } = await setUpRemindingBuilding();
  const ready = (aboutId: string) => preparedReminder({ id: newId(), aboutId });
  await markSent(g, other);
  assert.deepEqual(await ready(id), []);
  assert.deepEqual(await ready(other), []);
  await g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'paid' } });
  await g.ask('PATCH', `/invoices/${other}`, { as, body: { status: 'cancelled' } });
  assert.equal(await ready(id), 'withdrawn');
  assert.equal(await ready(other), 'withdrawn');
});

test('one letter lists all that its recipient owes in the building, with the sum and a link for each, until all is paid', async () => {
  const { apartments, id, addresses, building } = await setUpRemindingBuilding([
    { language: 'et' },
    { language: 'et' },
  ]);
  const [november] = await createThreeInvoices(g, as, building.id, {
    issueDate: '2026-12-20',
    periodStart: '2026-11-01',
    periodEnd: '2026-11-30',
  });
  await markSent(g, november);
  at('2027-01-20');
  const body = { apartmentIds: [apartments[0].id] };
  const reminded = await g.ask('POST', '//console/api/payment-reminders', { as, body });
  assert.deepEqual(reminded.data, { reminded: 2, letters: 2, withoutAddress: 0, alreadyReminded: 0, onPlan: 0 });
  const again = await g.ask('POST', '//console/api/payment-reminders', { as, body });
  assert.deepEqual([again.data.letters, again.data.alreadyReminded], [0, 2]);
  const [letter, ...others] = await mailsIn(g, addresses[0]);
  assert.equal(others.length, 0);
  assert.match(letter?.subject ?? '', /^Meeldetuletus: 2 arvet on tasumata, /);
  assert.match(letter?.text ?? '', /^2 arve maksetähtpäev on möödas\. Kokku tasuda: 1.105,42.€\.$/mu);
  assert.match(letter?.text ?? '', /Tasuda: 552,71.€\. Maksetähtpäev: 4\. detsember 2026\. Viitenumber: \d+\.$/mu);
  assert.match(letter?.text ?? '', /^Saaja: KÜ Kase\. Konto: EE38 2200 2210 2014 5685\.$/m);
  assert.equal(letter?.text.match(/\/pay\/invoice/g)?.length, 2);
  for (const invoice of [id, november]) {
    const mails = await g.ask<{ kind: string }[]>('GET', `//console/api/invoices/${invoice}/mails`, { as });
    assert.deepEqual(
      mails.data.map(({ kind }) => kind),
      ['payment-reminder', 'payment-reminder'],
    );
  }
  const [mail] = await g.owner<{ id: string; aboutId: string }[]>`
    select id, about_id from mails where tenant_id = ${tenantId} and recipient = ${addresses[0] ?? ''}`;
  assert.ok(mail);
  for (const [invoice, expected] of [
    [id, []],
    [november, 'withdrawn'],
  ] as const) {
    assert.equal((await g.ask('PATCH', `/invoices/${invoice}`, { as, body: { status: 'paid' } })).status, 200);
    assert.deepEqual(await preparedReminder(mail), expected);
  }
});

test('an invalid number of days is rejected, and reminders end as often as they are ended', async () => {
  const { building } = await setUpRemindingBuilding();
  for (const daysAfterDue of [0, -1, 91])
    assert.equal(
      (await g.ask('PATCH', path(building.id), { as, body: { daysAfterDue } })).status,
      422,
      String(daysAfterDue),
    );
  assert.equal((await g.ask('DELETE', path(building.id), { as: owner })).status, 204);
  assert.equal((await g.ask('GET', path(building.id), { as })).data, null);
  assert.equal((await g.ask('DELETE', path(building.id), { as: owner })).status, 204, 'once more');
});
