// Tests of matching many payments at once: only those with one invoice of that name and exactly that amount, which no
// other payment claims; each is matched or rejected by itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type Thing } from '../../test/service-fixture.ts';
import {
  anOrganizationWithDebts,
  camt,
  findBrokenInvariants,
  importStatementFile,
  type StatementLine,
} from '../../test/statement-samples.ts';

const g = await startTestService();
type Certain = { paymentId: string; invoiceId: string; payer: string; amount: number; apartment: string };
type Bulk = { created: number; failed: number; items: { status: number; id?: string; problem?: { code: string } }[] };

/** Three invoices of 552.71, 331.62 and 221.08; the first two apartments have residents of these names. */
async function setUpDebts() {
  const organization = await anOrganizationWithDebts(g);
  const { as, apartments, tenantId } = organization;
  for (const [index, name] of [
    [0, 'Mari Tamm'],
    [1, 'Jaan Kask'],
  ] as const)
    await g.ask('POST', '//console/api/residents', {
      as,
      body: { name, apartments: [{ apartmentId: apartments[index].id, since: '2026-01-01' }] },
    });
  const certain = async () => (await g.ask<Certain[]>('GET', '//console/api/payments/certain-matches', { as })).data;
  const match = (items: readonly object[], by = as) =>
    g.ask<Bulk>('POST', '//console/api/payments/matches/bulk', { as: by, body: { items } });
  const into = async (lines: readonly StatementLine[]) =>
    (await importStatementFile(g, tenantId, camt(lines))).payments.map((payment) => payment.paymentId);
  const invoice = async (id: string) =>
    (await g.ask<Thing & { status: string }>('GET', `/invoices/${id}`, { as })).data;
  return { ...organization, certain, match, into, invoice };
}

const mari = { amount: '552.71', payer: 'TAMM, MARI', iban: null };
const jaan = { amount: '331.62', payer: 'Kask Jaan', iban: null };

test('payments of one name and exactly the amount are certain, and are matched in one request', async () => {
  const { certain, match, into, invoice, invoices } = await setUpDebts();
  const [first, second] = await into([mari, jaan, { ...jaan, amount: '331.60' }, { ...mari, payer: 'Peeter Paju' }]);
  const found = await certain();
  assert.deepEqual(
    found.map(({ paymentId, invoiceId, payer, amount }) => [paymentId, invoiceId, payer, amount]).sort(),
    [
      [first, invoices[0], 'TAMM, MARI', 552.71],
      [second, invoices[1], 'Kask Jaan', 331.62],
    ].sort(),
  );
  const matched = await match(found.map(({ paymentId, invoiceId }) => ({ paymentId, invoiceId })));
  assert.deepEqual([matched.status, matched.data.created, matched.data.failed], [201, 2, 0], matched.text);
  assert.deepEqual(
    [(await invoice(invoices[0])).status, (await invoice(invoices[1])).status, (await invoice(invoices[2])).status],
    ['paid', 'paid', 'draft'],
  );
  assert.deepEqual(await certain(), []);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('an invoice that two payments claim is of neither', async () => {
  const { certain, into } = await setUpDebts();
  await into([mari, { ...mari, id: 'twice' }, jaan]);
  assert.deepEqual(
    (await certain()).map(({ payer }) => payer),
    ['Kask Jaan'],
  );
});

test('a match that is rejected stops no other, and says why', async () => {
  const { as, match, into, invoice, invoices } = await setUpDebts();
  const [first = '', second = ''] = await into([mari, jaan]);
  await g.ask('PATCH', `/invoices/${invoices[1]}`, { as, body: { status: 'cancelled' } });
  const done = await match([
    { paymentId: second, invoiceId: invoices[1] },
    { paymentId: first, invoiceId: invoices[0] },
    { paymentId: 'x', invoiceId: invoices[0] },
  ]);
  assert.deepEqual(
    done.data.items.map(({ status, id, problem }) => [status, id ?? problem?.code]),
    [
      [409, 'match_refused'],
      [201, first],
      [422, 'validation_failed'],
    ],
  );
  assert.equal((await invoice(invoices[0])).status, 'paid');
});

test('nobody else sees or matches them', async () => {
  const { certain, match, into } = await setUpDebts();
  await into([mari]);
  const [mine] = await certain();
  const other = await setUpDebts();
  assert.deepEqual(await other.certain(), []);
  const refused = await match([{ paymentId: mine?.paymentId, invoiceId: mine?.invoiceId }], other.as);
  assert.deepEqual([refused.status, refused.data.items[0]?.status], [200, 404]);
});
