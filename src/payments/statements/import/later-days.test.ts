// Tests of future booking dates: money that a bank books on a future day pays nothing before that day, so no invoice is
// paid on a day after today.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf, startTestService, tokenOf } from '../../../../test/service-fixture.ts';
import {
  anOrganizationWithDebts,
  camt,
  importStatementFile,
  type StatementLine,
} from '../../../../test/statement-samples.ts';

const g = await startTestService();

async function setUpBuilding() {
  const { integrator: as, email, tenantId, reference1: reference, invoices } = await anOrganizationWithDebts(g);
  const [invoice1] = invoices;
  const into = (lines: readonly StatementLine[]) => importStatementFile(g, tenantId, camt(lines));
  const read = async () =>
    (await g.ask<{ status: string; paidDate: string | null; balance: number }>('GET', `/invoices/${invoice1}`, { as }))
      .data;
  const match = async (paymentId: string) =>
    g.ask('POST', `//console/api/payments/${paymentId}/match`, {
      as: await tokenOf(g, email),
      body: { invoiceId: invoice1 },
    });
  return { invoice1, reference, into, read, match };
}

test('a line booked 200 days ahead waits for review with its reason, and can be matched manually from that day on', async () => {
  const fixture = await setUpBuilding();
  const day = '2027-06-08';
  const lines = [{ amount: '552.71', reference: fixture.reference, day }];
  const done = await fixture.into(lines);
  assert.deepEqual(
    done.payments.map(({ status, reason }) => [status, reason]),
    [['unmatched', 'booked_after_today']],
  );
  assert.equal((await fixture.read()).balance, 552.71);
  const paymentId = done.payments[0]?.paymentId ?? '';
  assert.deepEqual(refusalOf(await fixture.match(paymentId)), [409, 'match_refused', []]);

  g.clock.now = new Date(`${day}T09:00:00Z`);
  assert.equal((await fixture.into(lines)).imported, 0);
  assert.equal((await fixture.match(paymentId)).status, 200);
  const { status, paidDate, balance } = await fixture.read();
  assert.deepEqual([status, paidDate, balance], ['paid', day, 0]);
  g.clock.now = new Date('2026-11-20T09:00:00Z');
});

test('a booking counts from the start of its day in the building’s time zone', async () => {
  const fixture = await setUpBuilding();
  const line = { amount: '100.00', reference: fixture.reference, day: '2026-11-21' };
  g.clock.now = new Date('2026-11-20T21:59:59Z');
  assert.equal((await fixture.into([line])).payments[0]?.reason, 'booked_after_today');
  g.clock.now = new Date('2026-11-20T22:00:00Z');
  assert.equal((await fixture.into([{ ...line, amount: '452.71', id: 'next' }])).payments[0]?.reason, 'reference');
  assert.equal((await fixture.read()).balance, 100);
  g.clock.now = new Date('2026-11-20T09:00:00Z');
});

test('a return booked on a future day reverses nothing automatically', async () => {
  const fixture = await setUpBuilding();
  await fixture.into([{ amount: '552.71', reference: fixture.reference, endToEnd: 'E1', id: '1' }]);
  const back = { amount: '552.71', debit: true, reversal: true, endToEnd: 'E1' };
  const ahead = await fixture.into([{ ...back, id: '2', day: '2026-11-23' }]);
  assert.deepEqual(
    ahead.warnings.map((warning) => warning.code),
    ['return_unclear'],
  );
  assert.equal((await fixture.read()).status, 'paid');
  await fixture.into([{ ...back, id: '3', day: '2026-11-20' }]);
  assert.equal((await fixture.read()).status, 'draft');
});
