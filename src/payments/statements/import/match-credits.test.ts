// Tests of matching over batches: later batches of a large file build on earlier ones, and nothing on a foreign account
// is matched.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestBank, initiatePayment, paidMessage, sendCallback } from '../../../../test/banklink-fixture.ts';
import { costs, eventsOf, markSent, november } from '../../../../test/billing-fixture.ts';
import { startTestService } from '../../../../test/service-fixture.ts';
import {
  anOrganizationWithDebts,
  camt,
  findBrokenInvariants,
  importStatementFile,
  payerIban as theirs,
} from '../../../../test/statement-samples.ts';

const g = await startTestService();

const entries = async (tenantId: string) =>
  (await g.owner`select from bank_entries where tenant_id = ${tenantId}`).length;

test('over many batches each decision builds on those before: no invoice takes more than its amount, and each event is raised once', async () => {
  const { tenantId, reference1, reference2, invoices } = await anOrganizationWithDebts(g);
  const lines = Array.from({ length: 1800 }, (_, nth) => ({
    amount: '0.50',
    reference: nth % 2 === 0 ? reference1 : reference2,
    id: `n${nth}`,
  }));
  const done = await importStatementFile(g, tenantId, camt(lines));
  assert.deepEqual([done.imported, done.matched, done.partiallyMatched, done.unmatched], [1800, 1563, 1, 236]);
  const rows = await g.owner`select id, amount - amount_paid as balance from invoices where tenant_id = ${tenantId}`;
  const balances = new Map(rows.map((row) => [row.id, Number(row.balance)]));
  assert.deepEqual(
    invoices.map((id) => balances.get(id)),
    [10271, 0, 22108],
  );
  assert.equal((await eventsOf(g, tenantId, 'invoice.paid')).length, 1);
  assert.equal((await eventsOf(g, tenantId, 'payment.received')).length, 1564);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('equal lines without an id, spread over batches and files, are each counted once', async () => {
  const { tenantId } = await anOrganizationWithDebts(g);
  const equal = (times: number) => camt(Array.from({ length: times }, () => ({ amount: '0.50', id: null, text: 'x' })));
  assert.equal((await importStatementFile(g, tenantId, equal(900))).imported, 900);
  const more = await importStatementFile(g, tenantId, equal(1000));
  assert.deepEqual([more.imported, more.duplicates], [100, 900]);
  assert.deepEqual((await importStatementFile(g, tenantId, equal(950))).imported, 0);
  assert.equal(await entries(tenantId), 1000);
});

/** So many lines that are nobody's stand between two of them that other batches take them. */
const apart = Array.from({ length: 1000 }, (_, nth) => ({ amount: '0.07', text: 'x', id: `x${nth}` }));

test('a manually recorded payment is paired with one line only, however far away another like it is', async () => {
  const { tenantId, owner, invoices, reference1 } = await anOrganizationWithDebts(g);
  await g.ask('PATCH', `/invoices/${invoices[0]}`, { as: owner, body: { status: 'paid', paidDate: '2026-11-09' } });
  const line = { amount: '552.71', reference: reference1 };
  const lines = [
    { ...line, id: 'a' },
    ...apart,
    { ...line, id: 'b' },
    ...apart.map((item) => ({ ...item, id: `y${item.id}` })),
    { ...line, id: 'c' },
  ];
  const done = await importStatementFile(g, tenantId, camt(lines));
  const reported = done.payments
    .filter((payment) => payment.amount === 55271)
    .map((payment) => [payment.status, payment.reason]);
  assert.deepEqual(reported, [
    ['matched', 'manual'],
    ['unmatched', 'nothing_open'],
    ['unmatched', 'nothing_open'],
  ]);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('whether a line shows a manually recorded payment is decided before any other line, wherever it is', async () => {
  for (const order of ['before', 'behind'] as const) {
    const { tenantId, owner, invoices, reference1 } = await anOrganizationWithDebts(g);
    await g.ask('PATCH', `/invoices/${invoices[0]}`, { as: owner, body: { status: 'paid', paidDate: '2026-11-09' } });
    const manual = { amount: '552.71', reference: reference1, id: 'manual' };
    const more = { amount: '10.00', reference: reference1, id: 'more' };
    const lines = [manual, ...apart, more];
    const done = await importStatementFile(g, tenantId, camt(order === 'before' ? lines : lines.toReversed()));
    const reported = new Map(done.payments.map((payment) => [payment.amount, payment.reason]));
    assert.deepEqual([reported.get(55271), reported.get(1000)], ['manual', 'nothing_open'], order);
  }
});

test('an invoice is paid on the latest day of its allocations, in any order, without the undone ones', async () => {
  for (const order of ['one file', 'far apart', 'two files', 'undone'] as const) {
    const { tenantId, owner, reference1, invoices } = await anOrganizationWithDebts(g);
    const late = { amount: '300.00', reference: reference1, id: 'late', day: '2026-11-20' };
    const early = { amount: '252.71', reference: reference1, id: 'early', day: '2026-11-05' };
    if (order === 'one file') await importStatementFile(g, tenantId, camt([late, early]));
    if (order === 'far apart') await importStatementFile(g, tenantId, camt([late, ...apart, early]));
    if (order === 'two files' || order === 'undone') {
      const { payments } = await importStatementFile(g, tenantId, camt([late]));
      if (order === 'undone') {
        const undo = `//console/api/payments/${payments[0]?.paymentId}/unmatch`;
        assert.equal((await g.ask('POST', undo, { as: owner, body: {} })).status, 200, order);
        await importStatementFile(g, tenantId, camt([{ ...late, id: 'other', day: '2026-11-03' }]));
      }
      await importStatementFile(g, tenantId, camt([early]));
    }
    const { status, paidDate } = (await g.ask('GET', `/invoices/${invoices[0]}`, { as: owner })).data;
    assert.deepEqual([status, paidDate], ['paid', order === 'undone' ? '2026-11-05' : '2026-11-20'], order);
  }
});

test('a payer who used a reference is known to the next file, and to no other line of the same one', async () => {
  const { tenantId, reference1, reference2 } = await anOrganizationWithDebts(g);
  const part = { amount: '100.00', reference: reference1, id: 'a' };
  const whole = { amount: '452.71', text: 'kommunaalid', id: 'b' };
  const item = await importStatementFile(
    g,
    tenantId,
    camt([part, ...apart, ...apart.map((each) => ({ ...each, id: `y${each.id}` })), whole]),
  );
  assert.equal(item.payments.at(-1)?.reason, 'nothing_found');
  assert.notEqual(reference1, reference2);
  const other = await importStatementFile(g, tenantId, camt([{ ...whole, id: 'c', day: '2026-11-11' }]));
  assert.equal(other.payments[0]?.reason, 'known_payer');
});

test('the account of a banklink payer is learnt from its statement line for the next file, and for no other line of the same one', async () => {
  for (const distance of [0, 1, 2]) {
    const fixture = await anOrganizationWithDebts(g);
    const { tenantId, owner, invoices } = fixture;
    await importStatementFile(
      g,
      tenantId,
      camt([{ amount: '1.00', text: 'so that something is known', id: 'before' }]),
    );
    const bank = await createTestBank(g, fixture);
    for (const id of invoices) await markSent(g, id);
    const begun = await initiatePayment(g, owner, { invoiceId: invoices[0], bank: bank.name });
    assert.equal(
      (await sendCallback(g, begun, paidMessage(bank, begun, { VK_SND_ACC: '' }))).status,
      303,
      String(distance),
    );
    await g.ask('POST', '/invoices/generate-bulk', {
      as: owner,
      body: { buildingId: fixture.building.id, ...november, costs },
    });
    const between = Array.from({ length: distance }, (_, far) =>
      apart.map((item) => ({ ...item, id: `${far}${item.id}` })),
    );
    const shown = { amount: '552.71', order: '4711', id: 'a', day: '2026-11-20' };
    g.clock.now = new Date('2026-12-05T09:00:00Z');
    const bare = { amount: '552.71', text: 'kommunaalid', id: 'b', day: '2026-11-30' };
    const done = await importStatementFile(g, tenantId, camt([shown, ...between.flat(), bare, ...apart]));
    const reported = done.payments.filter((payment) => payment.amount === 55271).map((payment) => payment.reason);
    assert.deepEqual(reported, ['banklink', 'nothing_found'], `${distance}`);
    const next = await importStatementFile(g, tenantId, camt([{ ...bare, id: 'c', day: '2026-12-05' }]));
    assert.equal(next.payments[0]?.reason, 'known_payer', String(distance));
    g.clock.now = new Date('2026-11-20T09:00:00Z');
  }
});

test('a statement of a foreign account is stored and never matched, whether its number is an IBAN or not', async () => {
  for (const other of [theirs, 'EE717700771001234567', 'DE1111111111111111111']) {
    const { tenantId, reference1 } = await anOrganizationWithDebts(g);
    const done = await importStatementFile(
      g,
      tenantId,
      camt([{ amount: '552.71', reference: reference1 }], { account: other }),
    );
    assert.deepEqual(
      [done.payments[0]?.reason, done.warnings.map((warning) => warning.code), await entries(tenantId)],
      ['foreign_account', ['foreign_account'], 1],
      other,
    );
  }
});

test('in a file of several accounts the entries of a foreign account are stored and never matched', async () => {
  const { tenantId, reference1 } = await anOrganizationWithDebts(g);
  const mine = camt([{ amount: '1.00', reference: reference1 }]);
  const other = camt([{ amount: '552.71', reference: reference1 }], { account: theirs });
  const [statement = ''] = /<Stmt>.*<\/Stmt>/s.exec(other) ?? [];
  const done = await importStatementFile(g, tenantId, mine.replace('</Stmt>', `</Stmt>${statement}`));
  assert.deepEqual(
    done.payments.map((payment) => payment.reason),
    ['reference', 'foreign_account'],
  );
  assert.deepEqual(
    done.warnings.map((warning) => warning.code),
    ['foreign_account'],
  );
});

test('a reference of one’s own, without a check digit, is matched in the field for references', async () => {
  const { tenantId, owner, invoices } = await anOrganizationWithDebts(g);
  const references = ['ERP-2026-000123', '202600012', 'erp 7'];
  for (const [nth, reference] of references.entries()) {
    const changed = await g.ask('PATCH', `/invoices/${invoices[nth]}`, { as: owner, body: { reference } });
    assert.equal(changed.status, 200, changed.text);
  }
  const lines = references.map((reference) => ({ amount: '1.00', reference, id: reference }));
  const done = await importStatementFile(
    g,
    tenantId,
    camt([...lines, { amount: '1.00', reference: '202600013', id: 'x' }]),
  );
  assert.deepEqual([done.partiallyMatched + done.matched, done.unmatched], [3, 1]);
  const rows = await g.owner`select id, amount_paid from invoices where tenant_id = ${tenantId}`;
  const paid = new Map(rows.map((row) => [row.id, Number(row.amountPaid)]));
  assert.deepEqual(
    invoices.map((id) => paid.get(id)),
    [100, 100, 100],
  );
});
