// Tests of refunds: a refund is recorded once, never exceeds the payment, stands in the account, and can be deleted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf, generate, markSent, november } from '../../test/billing-fixture.ts';
import { refusalOf, startTestService, type Thing } from '../../test/service-fixture.ts';
import {
  anOrganizationWithDebts,
  camt,
  findBrokenInvariants,
  importStatementFile,
  type StatementLine,
} from '../../test/statement-samples.ts';

const g = await startTestService();

type Payment = Thing & { status: string; amount: number; unallocated: number; refunded: number };
type Refund = Thing & { paymentId: string; amount: number; refundedOn: string; note: string | null };
type Account = { opening: number; closing: number; entries: { kind: string; text: string | null; amount: number }[] };

async function setUpBuilding() {
  const organization = await anOrganizationWithDebts(g);
  const { as, building, apartments } = organization;
  const into = async (lines: readonly StatementLine[]) =>
    (await importStatementFile(g, organization.tenantId, camt(lines))).payments[0]?.paymentId ?? '';
  const refunds = (id: string) => `//console/api/payments/${id}/refunds`;
  const refund = (id: string, body: object = {}, who = as) =>
    g.ask<Refund>('POST', refunds(id), { as: who, body: { refundedOn: '2026-11-19', ...body } });
  const takeBack = (id: string) => g.ask('DELETE', `//console/api/refunds/${id}`, { as });
  const standing = async (id: string) => (await g.ask<Refund[]>('GET', refunds(id), { as })).data;
  const payment = async (id: string) =>
    (await g.ask<Payment>('GET', '/payments?limit=100', { as })).items.find((item) => item.id === id);
  const accountOf = async (place: 0 | 1 | 2) =>
    (
      await g.ask<Account>(
        'GET',
        `//console/api/buildings/${building.id}/apartments/${apartments[place].id}/account?from=2026-01-01`,
        { as },
      )
    ).data;
  const owed = async (id: string) => (await g.ask<{ balance: number }>('GET', `/invoices/${id}`, { as })).data.balance;
  return { ...organization, into, refund, takeBack, standing, payment, accountOf, owed };
}

test('a payment received by mistake is refunded: it is no longer unmatched and pays nothing', async () => {
  const fixture = await setUpBuilding();
  const id = await fixture.into([{ amount: '50.00', text: 'eksitus' }]);
  const made = await fixture.refund(id, { note: 'Vale konto' });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(
    [made.data.amount, made.data.refundedOn, made.data.note, made.data.paymentId],
    [50, '2026-11-19', 'Vale konto', id],
  );
  const { status, unallocated, refunded } = (await fixture.payment(id)) ?? {};
  assert.deepEqual([status, unallocated, refunded], ['matched', 0, 50]);
  assert.deepEqual((await g.ask('GET', '//console/api/payments?waiting=undecided', { as: fixture.as })).items, []);
  const match = await g.ask('POST', `//console/api/payments/${id}/match`, {
    as: fixture.as,
    body: { invoiceId: fixture.invoices[0] },
  });
  assert.equal(match.code, 'match_refused');
  assert.deepEqual(await eventsOf(g, fixture.tenantId, 'payment.received'), []);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('refunded credit of an apartment is not used for its next invoice, and the account shows both', async () => {
  const fixture = await setUpBuilding();
  const [own] = fixture.invoices;
  await markSent(g, own);
  const id = await fixture.into([{ amount: '600.00', reference: String(fixture.apartments[0].referenceNumber) }]);
  const before = await fixture.accountOf(0);
  assert.equal(before.closing, -47.29);
  await fixture.refund(id, { amount: 40, note: 'Müüja' });
  const after = await fixture.accountOf(0);
  assert.deepEqual(
    after.entries.map(({ kind, text, amount }) => [kind, kind === 'refund' ? text : '', amount]),
    [
      ['payment', '', -600],
      ['refund', 'Müüja', 40],
      ['invoice', '', 552.71],
    ],
  );
  assert.equal(after.closing, -7.29);
  const next = (await generate(g, fixture.as, fixture.building.id, november)).data.invoices[0]?.invoiceId ?? '';
  const { amount, amountPaid } = (
    await g.ask<{ amount: number; amountPaid: number }>('GET', `/invoices/${next}`, { as: fixture.as })
  ).data;
  assert.deepEqual([amount > 7.29, amountPaid], [true, 7.29]);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('the amount of a credit note is paid out; the credit note cannot be cancelled until that refund is deleted', async () => {
  const fixture = await setUpBuilding();
  const [id] = fixture.invoices;
  await g.ask('PATCH', `/invoices/${id}`, { as: fixture.as, body: { status: 'paid' } });
  const credit = await g.ask<Thing>('POST', `//console/api/invoices/${id}/credit`, {
    as: fixture.as,
    body: { reason: 'Katkestus', positions: [{ position: 2, amount: 100 }] },
  });
  const [worth] = (await g.ask<Payment>('GET', '/payments?source=credit', { as: fixture.as })).items;
  const made = await fixture.refund(worth?.id ?? '', { refundedOn: '2026-11-20' });
  assert.equal(made.status, 201, made.text);
  assert.equal((await fixture.accountOf(0)).closing, 0);
  const cancel = () => g.ask('PATCH', `/invoices/${credit.data.id}`, { as: fixture.as, body: { status: 'cancelled' } });
  assert.deepEqual(refusalOf(await cancel()), [409, 'invalid_status_transition', []]);
  assert.equal((await fixture.takeBack(made.data.id)).status, 204);
  assert.equal((await cancel()).status, 200);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('a mistaken refund is deleted once: the money is credit again and pays what is due by then', async () => {
  const fixture = await setUpBuilding();
  const [own] = fixture.invoices;
  await markSent(g, own);
  const id = await fixture.into([{ amount: '600.00', reference: String(fixture.apartments[0].referenceNumber) }]);
  const made = await fixture.refund(id);
  const next = (await generate(g, fixture.as, fixture.building.id, november)).data.invoices[0]?.invoiceId ?? '';
  const before = await fixture.owed(next);
  const answers = await Promise.all([1, 2, 3].map(() => fixture.takeBack(made.data.id)));
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [204, 204, 204],
  );
  assert.deepEqual(
    [await fixture.owed(next), await fixture.standing(id)],
    [Math.round((before - 47.29) * 100) / 100, []],
  );
  assert.deepEqual((await fixture.payment(id))?.refunded, 0);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('money freed again goes to the invoice that its payment already pays in part', async () => {
  const fixture = await setUpBuilding();
  const [own] = fixture.invoices;
  await markSent(g, own);
  const id = await fixture.into([{ amount: '600.00', reference: String(fixture.apartments[0].referenceNumber) }]);
  const made = await fixture.refund(id, { amount: 30 });
  const next = (await generate(g, fixture.as, fixture.building.id, november)).data.invoices[0]?.invoiceId ?? '';
  const before = await fixture.owed(next);
  assert.equal((await fixture.takeBack(made.data.id)).status, 204);
  assert.equal(Math.round((before - (await fixture.owed(next))) * 100), 3000);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('the rest of a payment after a refund stays unmatched in its building, and a match leaves the refund unchanged', async () => {
  const fixture = await setUpBuilding();
  const [own, neighbours] = fixture.invoices;
  await markSent(g, own);
  const strange = await fixture.into([{ amount: '50.00', id: 'strange', text: 'tere' }]);
  await fixture.refund(strange, { amount: 10 });
  const waiting = await g.ask<Payment>(
    'GET',
    `//console/api/payments?waiting=undecided&buildingId=${fixture.building.id}`,
    {
      as: fixture.as,
    },
  );
  assert.deepEqual(
    waiting.items.map((item) => [item.id, item.unallocated]),
    [[strange, 40]],
  );
  const reference = String(fixture.apartments[0].referenceNumber);
  const overpaid = await fixture.into([{ amount: '642.71', id: 'overpaid', reference }]);
  await fixture.refund(overpaid, { amount: 40 });
  const match = { as: fixture.as, body: { invoiceId: neighbours } };
  assert.equal((await g.ask('POST', `//console/api/payments/${overpaid}/match`, match)).status, 200);
  assert.deepEqual((await fixture.accountOf(0)).entries.map(({ kind, amount }) => [kind, amount]).sort(), [
    ['invoice', 552.71],
    ['payment', -592.71],
    ['refund', 40],
  ]);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('a payment with a refund is not reversed, neither manually nor by a statement, before the refund is deleted', async () => {
  const fixture = await setUpBuilding();
  const id = await fixture.into([{ amount: '50.00', id: 'in-1', endToEnd: 'e2e-1' }]);
  const made = await fixture.refund(id, { amount: 20 });
  const reverse = () => g.ask<Payment>('POST', `//console/api/payments/${id}/reverse`, { as: fixture.as });
  assert.deepEqual(refusalOf(await reverse()), [409, 'match_refused', []]);
  const back = camt([{ amount: '50.00', id: 'out-1', endToEnd: 'e2e-1', debit: true, reversal: true }]);
  const reported = await importStatementFile(g, fixture.tenantId, back);
  assert.deepEqual(
    [reported.warnings.map((warning) => warning.code), (await fixture.payment(id))?.status],
    [['returned_after_refund'], 'partially_matched'],
  );
  await fixture.takeBack(made.data.id);
  assert.equal((await reverse()).data.status, 'reversed');
  assert.deepEqual(refusalOf(await fixture.refund(id)), [409, 'nothing_to_refund', []]);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('refunds that are too large, too early, or in the future are rejected with advice and change nothing', async () => {
  const fixture = await setUpBuilding();
  const id = await fixture.into([{ amount: '50.00', text: 'x' }]);
  for (const [body, field] of [
    [{ amount: 50.01 }, 'amount'],
    [{ amount: 0 }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ amount: 0.005 }, 'amount'],
    [{ refundedOn: '2020-01-01' }, 'refundedOn'],
    [{ refundedOn: '2099-01-01' }, 'refundedOn'],
  ] as const)
    assert.deepEqual(refusalOf(await fixture.refund(id, body)), [422, 'validation_failed', [field]], field);
  assert.deepEqual([(await fixture.payment(id))?.refunded, await fixture.standing(id)], [0, []]);
});

test('one transfer pays back a payment’s rest and the credit of a credit note: each part is a refund, deleted by itself', async () => {
  const fixture = await setUpBuilding();
  const [own] = fixture.invoices;
  await markSent(g, own);
  const paid = await fixture.into([{ amount: '574.66', reference: String(fixture.apartments[0].referenceNumber) }]);
  await g.ask('POST', `//console/api/invoices/${own}/credit`, {
    as: fixture.as,
    body: { reason: 'Katkestus', positions: [{ position: 2, amount: 2.04 }] },
  });
  assert.equal((await fixture.accountOf(0)).closing, -23.99);
  const day = { refundedOn: '2026-11-20' };
  const tooMuch = await fixture.refund(paid, { amount: 24, ...day });
  assert.deepEqual(refusalOf(tooMuch), [422, 'validation_failed', ['amount']]);
  assert.match(tooMuch.text, /"most":23\.99/);
  const made = await fixture.refund(paid, { amount: 23.99, ...day });
  assert.equal(made.status, 201, made.text);
  const { amount, others } = made.data as Refund & { others: Refund[] };
  assert.deepEqual([amount, others.map((other) => other.amount)], [21.95, [2.04]]);
  const account = await fixture.accountOf(0);
  assert.deepEqual(
    [
      account.closing,
      account.entries
        .filter(({ kind }) => kind === 'refund')
        .map((entry) => entry.amount)
        .sort(),
    ],
    [0, [2.04, 21.95]],
  );
  assert.deepEqual(await findBrokenInvariants(g), []);
  for (const { id } of [made.data, ...others]) assert.equal((await fixture.takeBack(id)).status, 204);
  assert.equal((await fixture.accountOf(0)).closing, -23.99);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('a transfer to one person pays back no credit of the owner after them', async () => {
  const fixture = await setUpBuilding();
  const [own] = fixture.invoices;
  await markSent(g, own);
  const reference = String(fixture.apartments[0].referenceNumber);
  const before = await fixture.into([{ amount: '572.71', id: 'before', reference }]);
  for (const [name, days] of [
    ['Mari Mets', { since: '2026-01-01', until: '2026-10-31' }],
    ['Kaja Kuusk', { since: '2026-11-01' }],
  ] as const) {
    const stay = { apartmentId: fixture.apartments[0].id, role: 'owner', receivesInvoice: true, ...days };
    const added = await g.ask('POST', '//console/api/residents', {
      as: fixture.as,
      body: { name, apartments: [stay] },
    });
    assert.equal(added.status, 201, added.text);
  }
  await fixture.into([{ amount: '5.00', id: 'after', reference }]);
  const refused = await fixture.refund(before, { amount: 25 });
  assert.deepEqual(refusalOf(refused), [422, 'validation_failed', ['amount']]);
  assert.match(refused.text, /"most":20[,}]/);
});
