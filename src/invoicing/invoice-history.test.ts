// Tests of the history of an invoice: every change is recorded once, with who and when, cannot be rewritten, and shows
// residents no person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generate, markSent, november } from '../../test/billing-fixture.ts';
import { type Answer, aPerson, aResidency, startTestService, type Thing } from '../../test/service-fixture.ts';
import { anOrganizationWithDebts, camt, importStatementFile } from '../../test/statement-samples.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { recordHistory } from './invoice-history.ts';

const g = await startTestService();

type HistoryAnswer = Thing & {
  at: string;
  action: string;
  actor: { kind: string; id: string | null; name: string | null };
  detail: Record<string, unknown>;
};

async function setUpBuilding() {
  const organization = await anOrganizationWithDebts(g);
  const { as } = organization;
  const history = async (id: string, who = as) =>
    (await g.ask<HistoryAnswer>('GET', `//console/api/invoices/${id}/history`, { as: who })).items;
  const reported = async (id: string) => (await history(id)).map(({ action, detail }) => [action, detail]);
  const change = (id: string, body: object, who = as) => g.ask('PATCH', `/invoices/${id}`, { as: who, body });
  return { ...organization, history, historyOf: reported, change };
}

test('the history shows that an invoice was generated, changed, paid and corrected, by whom and when; a repeat adds nothing', async () => {
  const fixture = await setUpBuilding();
  const [id] = fixture.invoices;
  const accountant = await aPerson(g, fixture.tenantId, 'accountant');
  const deliver = () =>
    g.ask('POST', `//console/api/invoices/${id}/delivered`, { as: accountant.token, body: { by: 'paper' } });
  assert.deepEqual([(await deliver()).status, (await deliver()).status], [200, 200]);
  await fixture.change(id, { reference: 'oma 7' }, accountant.token);
  await fixture.change(id, { status: 'paid', paidDate: '2026-11-18' }, fixture.integrator);
  await fixture.change(id, { status: 'paid' });
  await fixture.change(id, { paidDate: '2026-11-19' });
  await fixture.change(id, { paidDate: '2026-11-19' });
  const reference = String(fixture.apartments[0].referenceNumber);
  assert.deepEqual(await fixture.historyOf(id), [
    ['generated', { amount: 552.71 }],
    ['sent', { by: 'paper' }],
    ['reference_changed', { from: reference, to: 'oma 7' }],
    ['paid', { paidDate: '2026-11-18' }],
    ['payment_date_changed', { from: '2026-11-18', to: '2026-11-19' }],
  ]);
  const entries = await fixture.history(id);
  assert.deepEqual(
    entries.map(({ actor }) => actor.kind),
    ['user', 'user', 'user', 'key', 'user'],
  );
  assert.equal(entries[2]?.actor.id, accountant.userId);
  assert.equal(entries[3]?.actor.name, 'integration');
  assert.ok(entries.every((entry) => entry.at === g.clock.now.toISOString()));
});

test('payments and their reversals are recorded with the payment, and so are the reopening and a later credit', async () => {
  const fixture = await setUpBuilding();
  const [id] = fixture.invoices;
  const line = { amount: '552.71', text: String(fixture.apartments[0].referenceNumber) };
  await markSent(g, id);
  const { payments } = await importStatementFile(
    g,
    fixture.tenantId,
    camt([
      { ...line, amount: '500.00', id: 'A' },
      { ...line, amount: '100.00', id: 'B' },
    ]),
  );
  const [payment500 = '', payment100 = ''] = payments.map((payment) => payment.paymentId);
  await g.ask('POST', `//console/api/payments/${payment500}/unmatch`, { as: fixture.as, body: {} });
  await fixture.change(id, { status: 'cancelled' });
  const paid = (paymentId: string, amount: number) => [
    'payment_allocated',
    { amount, paymentId, fromCredit: false, paidOn: '2026-11-10' },
  ];
  const reported = await fixture.historyOf(id);
  assert.deepEqual(reported.slice(0, 5), [
    ['generated', { amount: 552.71 }],
    ['sent', { by: 'paper' }],
    paid(payment500, 500),
    paid(payment100, 52.71),
    ['paid', { paidDate: '2026-11-10' }],
  ]);
  assert.deepEqual(reported.slice(5), [
    ['payment_undone', { amount: 500, paymentId: payment500 }],
    ['reopened', { status: 'sent' }],
    ['payment_allocated', { amount: 47.29, paymentId: payment100, fromCredit: true, paidOn: '2026-11-10' }],
    ['cancelled', {}],
    ['payment_undone', { amount: 100, paymentId: payment100 }],
  ]);
});

test('a reversed payment reopens the invoice, and credit that pays the next one is shown as credit', async () => {
  const fixture = await setUpBuilding();
  const [id] = fixture.invoices;
  const line = { amount: '600.00', text: String(fixture.apartments[0].referenceNumber) };
  const { payments } = await importStatementFile(g, fixture.tenantId, camt([line]));
  const paymentId = payments[0]?.paymentId ?? '';
  await generate(g, fixture.as, fixture.building.id, november);
  const next = (await g.ask('GET', `/invoices?apartmentId=${fixture.apartments[0].id}`, { as: fixture.as })).items.at(
    -1,
  );
  assert.deepEqual((await fixture.historyOf(next?.id ?? ''))[1], [
    'payment_allocated',
    { amount: 47.29, paymentId, fromCredit: true, paidOn: '2026-11-10' },
  ]);
  await g.ask('POST', `//console/api/payments/${paymentId}/reverse`, { as: fixture.as });
  assert.deepEqual((await fixture.historyOf(id)).slice(-2), [
    ['payment_undone', { amount: 552.71, paymentId, returned: true }],
    ['reopened', { status: 'draft' }],
  ]);
});

test('a rejected change leaves no entry, and a change that fails later rolls its entry back', async () => {
  const fixture = await setUpBuilding();
  const [id] = fixture.invoices;
  await fixture.change(id, { status: 'cancelled' });
  const before = await fixture.historyOf(id);
  assert.equal((await fixture.change(id, { status: 'paid' })).status, 409);
  await assert.rejects(
    inTenant(g.app, serviceCaller(fixture.tenantId), async (scope) => {
      await recordHistory(scope, [{ invoiceId: id, action: 'cancelled', detail: {} }]);
      throw new Error('later');
    }),
    /later/,
  );
  assert.deepEqual(await fixture.historyOf(id), before);
});

test('the service cannot change or delete an entry', async () => {
  const fixture = await setUpBuilding();
  const changed = await inTenant(g.app, serviceCaller(fixture.tenantId), ({ db }) =>
    db.unsafe(`update invoice_history set action = 'paid' returning id`),
  );
  const removed = await inTenant(g.app, serviceCaller(fixture.tenantId), ({ db }) =>
    db.unsafe('delete from invoice_history returning id'),
  );
  assert.deepEqual([changed.length, removed.length], [0, 0]);
  assert.deepEqual(await fixture.historyOf(fixture.invoices[0]), [['generated', { amount: 552.71 }]]);
});

test('residents see the history of their own invoices without persons and payment ids, and nothing of drafts and others’ invoices', async () => {
  const fixture = await setUpBuilding();
  const [id, neighbours] = fixture.invoices;
  const resident = await aPerson(g, fixture.tenantId, 'resident');
  await aResidency(g, fixture.tenantId, resident.userId, fixture.apartments[0].id);
  const ask = (invoice: string, who: string) =>
    g.ask<HistoryAnswer>('GET', `//console/api/invoices/${invoice}/history`, { as: who });
  assert.equal((await ask(id, resident.token)).status, 404);
  await markSent(g, id);
  await importStatementFile(
    g,
    fixture.tenantId,
    camt([{ amount: '5.00', text: String(fixture.apartments[0].referenceNumber) }]),
  );
  const seen = await ask(id, resident.token);
  assert.deepEqual(
    seen.items.map(({ action, actor, detail }) => [action, actor.id, actor.name, detail]),
    [
      ['generated', null, null, { amount: 552.71 }],
      ['sent', null, null, { by: 'paper' }],
      ['payment_allocated', null, null, { amount: 5, fromCredit: false, paidOn: '2026-11-10' }],
    ],
  );
  assert.equal((await ask(neighbours, resident.token)).status, 404);
});

test('the pages of a history miss nothing', async () => {
  const fixture = await setUpBuilding();
  const [id] = fixture.invoices;
  for (const reference of ['1', '2', '3', '4']) await fixture.change(id, { reference });
  const path = `//console/api/invoices/${id}/history?limit=2`;
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer: Answer<HistoryAnswer> = await g.ask<HistoryAnswer>(
      'GET',
      cursor === '' ? path : `${path}&cursor=${cursor}`,
      {
        as: fixture.as,
      },
    );
    seen.push(...answer.items.map((item) => item.action));
    cursor = answer.nextCursor;
  }
  assert.deepEqual(seen, ['generated', ...Array(4).fill('reference_changed')]);
});
