// Tests of the history of an invoice: every change is recorded once, with who and when, cannot be rewritten, and shows residents no person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding, createThreeInvoices, generate, markSent, november } from '../../test/billing-fixture.ts';
import {
  type Answer,
  anOrganization,
  aPerson,
  aResidency,
  startTestService,
  type Thing,
} from '../../test/service-fixture.ts';
import { account, camt, importStatementFile } from '../../test/statement-samples.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { recordHistory } from './invoice-history.ts';

const g = await startTestService();

type Entry = Thing & {
  at: string;
  action: string;
  actor: { kind: string; id: string | null; name: string | null };
  detail: Record<string, unknown>;
};

async function setUpBuilding() {
  const organization = await anOrganization(g);
  const as = organization.owner;
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  const invoices = await createThreeInvoices(g, as, building.id);
  const history = async (id: string, who = as) =>
    (await g.ask<Entry>('GET', `//console/api/invoices/${id}/history`, { as: who })).items;
  const told = async (id: string) => (await history(id)).map(({ action, detail }) => [action, detail]);
  const change = (id: string, body: object, who = as) => g.ask('PATCH', `/invoices/${id}`, { as: who, body });
  return { ...organization, as, building, apartments, invoices, history, told, change };
}

test('the history shows that an invoice was generated, changed, paid and corrected, by whom and when; a repeat adds nothing', async () => {
  const house = await setUpBuilding();
  const [id] = house.invoices;
  const accountant = await aPerson(g, house.tenantId, 'accountant');
  const deliver = () =>
    g.ask('POST', `//console/api/invoices/${id}/delivered`, { as: accountant.token, body: { by: 'paper' } });
  assert.deepEqual([(await deliver()).status, (await deliver()).status], [200, 200]);
  await house.change(id, { reference: 'oma 7' }, accountant.token);
  await house.change(id, { status: 'paid', paidDate: '2026-11-18' }, house.integrator);
  await house.change(id, { status: 'paid' });
  await house.change(id, { paidDate: '2026-11-19' });
  await house.change(id, { paidDate: '2026-11-19' });
  const reference = String(house.apartments[0].referenceNumber);
  assert.deepEqual(await house.told(id), [
    ['generated', { amount: 552.71 }],
    ['sent', { by: 'paper' }],
    ['reference_changed', { from: reference, to: 'oma 7' }],
    ['paid', { paidDate: '2026-11-18' }],
    ['payment_date_changed', { from: '2026-11-18', to: '2026-11-19' }],
  ]);
  const entries = await house.history(id);
  assert.deepEqual(
    entries.map(({ actor }) => actor.kind),
    ['user', 'user', 'user', 'key', 'user'],
  );
  assert.equal(entries[2]?.actor.id, accountant.userId);
  assert.equal(entries[3]?.actor.name, 'integration');
  assert.ok(entries.every((entry) => entry.at === g.clock.now.toISOString()));
});

test('payments and their reversals are recorded with the payment, and so are the reopening and a later credit', async () => {
  const house = await setUpBuilding();
  const [id] = house.invoices;
  const line = { amount: '552.71', text: String(house.apartments[0].referenceNumber) };
  await markSent(g, id);
  const { payments } = await importStatementFile(
    g,
    house.tenantId,
    camt([
      { ...line, amount: '500.00', id: 'A' },
      { ...line, amount: '100.00', id: 'B' },
    ]),
  );
  const [first = '', second = ''] = payments.map((payment) => payment.paymentId);
  await g.ask('POST', `//console/api/payments/${first}/unmatch`, { as: house.as, body: {} });
  await house.change(id, { status: 'cancelled' });
  const paid = (paymentId: string, amount: number) => [
    'payment_allocated',
    { amount, paymentId, fromCredit: false, paidOn: '2026-11-10' },
  ];
  const told = await house.told(id);
  assert.deepEqual(told.slice(0, 4), [
    ['generated', { amount: 552.71 }],
    paid(first, 500),
    paid(second, 52.71),
    ['paid', { paidDate: '2026-11-10' }],
  ]);
  assert.deepEqual(told.slice(4), [
    ['payment_undone', { amount: 500, paymentId: first }],
    ['reopened', { status: 'sent' }],
    ['payment_allocated', { amount: 47.29, paymentId: second, fromCredit: true, paidOn: '2026-11-10' }],
    ['cancelled', {}],
    ['payment_undone', { amount: 100, paymentId: second }],
  ]);
});

test('a reversed payment reopens the invoice, and credit that pays the next one is shown as credit', async () => {
  const house = await setUpBuilding();
  const [id] = house.invoices;
  const line = { amount: '600.00', text: String(house.apartments[0].referenceNumber) };
  const { payments } = await importStatementFile(g, house.tenantId, camt([line]));
  const paymentId = payments[0]?.paymentId ?? '';
  await generate(g, house.as, house.building.id, november);
  const next = (await g.ask('GET', `/invoices?apartmentId=${house.apartments[0].id}`, { as: house.as })).items.at(-1);
  assert.deepEqual((await house.told(next?.id ?? ''))[1], [
    'payment_allocated',
    { amount: 47.29, paymentId, fromCredit: true, paidOn: '2026-11-10' },
  ]);
  await g.ask('POST', `//console/api/payments/${paymentId}/reverse`, { as: house.as });
  assert.deepEqual((await house.told(id)).slice(-2), [
    ['payment_undone', { amount: 552.71, paymentId }],
    ['reopened', { status: 'draft' }],
  ]);
});

test('a rejected change leaves no entry, and a change that fails later rolls its entry back', async () => {
  const house = await setUpBuilding();
  const [id] = house.invoices;
  await house.change(id, { status: 'cancelled' });
  const before = await house.told(id);
  assert.equal((await house.change(id, { status: 'paid' })).status, 409);
  await assert.rejects(
    inTenant(g.app, serviceCaller(house.tenantId), async (scope) => {
      await recordHistory(scope, [{ invoiceId: id, action: 'cancelled', detail: {} }]);
      throw new Error('later');
    }),
    /later/,
  );
  assert.deepEqual(await house.told(id), before);
});

test('the service cannot change or delete an entry', async () => {
  const house = await setUpBuilding();
  const changed = await inTenant(g.app, serviceCaller(house.tenantId), ({ db }) =>
    db.unsafe(`update invoice_history set action = 'paid' returning id`),
  );
  const removed = await inTenant(g.app, serviceCaller(house.tenantId), ({ db }) =>
    db.unsafe('delete from invoice_history returning id'),
  );
  assert.deepEqual([changed.length, removed.length], [0, 0]);
  assert.deepEqual(await house.told(house.invoices[0]), [['generated', { amount: 552.71 }]]);
});

test('residents see the history of their own invoices without persons and payment ids, and nothing of drafts and others’ invoices', async () => {
  const house = await setUpBuilding();
  const [id, neighbours] = house.invoices;
  const resident = await aPerson(g, house.tenantId, 'resident');
  await aResidency(g, house.tenantId, resident.userId, house.apartments[0].id);
  const ask = (invoice: string, who: string) =>
    g.ask<Entry>('GET', `//console/api/invoices/${invoice}/history`, { as: who });
  assert.equal((await ask(id, resident.token)).status, 404);
  await markSent(g, id);
  await importStatementFile(
    g,
    house.tenantId,
    camt([{ amount: '5.00', text: String(house.apartments[0].referenceNumber) }]),
  );
  const seen = await ask(id, resident.token);
  assert.deepEqual(
    seen.items.map(({ action, actor, detail }) => [action, actor.id, actor.name, detail]),
    [
      ['generated', null, null, { amount: 552.71 }],
      ['payment_allocated', null, null, { amount: 5, fromCredit: false, paidOn: '2026-11-10' }],
    ],
  );
  assert.equal((await ask(neighbours, resident.token)).status, 404);
  const stranger = await anOrganization(g);
  assert.equal((await ask(id, stranger.owner)).status, 404);
});

test('the pages of a history miss nothing', async () => {
  const house = await setUpBuilding();
  const [id] = house.invoices;
  for (const reference of ['1', '2', '3', '4']) await house.change(id, { reference });
  const path = `//console/api/invoices/${id}/history?limit=2`;
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer: Answer<Entry> = await g.ask<Entry>('GET', cursor === '' ? path : `${path}&cursor=${cursor}`, {
      as: house.as,
    });
    seen.push(...answer.items.map((item) => item.action));
    cursor = answer.nextCursor;
  }
  assert.deepEqual(seen, ['generated', ...Array(4).fill('reference_changed')]);
});
