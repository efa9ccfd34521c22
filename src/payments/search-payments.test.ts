// Tests of the search for payments: by payer, amount, reference, text and invoice, with filters; and what residents see
// of credit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markSent } from '../../test/billing-fixture.ts';
import { anOrganization, aPerson, aResidency, startTestService, type Thing } from '../../test/service-fixture.ts';
import { anOrganizationWithDebts, camt, importStatementFile, payerIban } from '../../test/statement-samples.ts';
import { readSearchTerms } from './search-payments.ts';

const g = await startTestService();
type Found = Thing & { amount: number; creditInvoiceId: string | null; building: string | null; inCash: boolean };

async function setUp() {
  const organization = await anOrganizationWithDebts(g);
  const { as, invoices } = organization;
  for (const id of invoices) await markSent(g, id);
  const found = async (query: string, who = as) =>
    (await g.ask<Found>('GET', `//console/api/payments?${query}`, { as: who })).items
      .map(({ amount }) => amount)
      .sort((a, b) => a - b);
  return { ...organization, found };
}

test('payments are found by payer, account, reference, text, amount, rest and invoice number, all words together', async () => {
  const { as, tenantId, apartments, invoices, building, found } = await setUp();
  const reference = String(apartments[0].referenceNumber);
  await importStatementFile(
    g,
    tenantId,
    camt([
      { amount: '100.00', reference, payer: 'MARI ÕUN', text: 'Oktoober' },
      { amount: '1250.50', payer: 'JAAN 100% SAAR', text: 'laenu tagasimakse' },
      { amount: '600.00', reference, payer: 'MARI ÕUN', text: 'November' },
    ]),
  );
  const { number } = (await g.ask('GET', `/invoices/${invoices[0]}`, { as })).data;
  for (const [text, amounts] of [
    ['mari', [100, 600]],
    ['õun okto', [100]],
    ['1 250,50 €', [1250.5]],
    ['saar 1250.50', [1250.5]],
    ['mari 600', [600]],
    [reference, [100, 600]],
    [String(number).toLowerCase(), [100, 600]],
    ['100%', [1250.5]],
    ['_', []],
    ['147,29', [600]],
    [payerIban.slice(4, 9), [100, 600, 1250.5]],
    ['nobody', []],
    ['50,50', []],
    ['   ', [100, 600, 1250.5]],
  ] as const)
    assert.deepEqual(await found(`text=${encodeURIComponent(text)}`), amounts, text);
  assert.deepEqual(await found('status=unmatched'), [1250.5]);
  const { items } = await g.ask<Thing>('GET', '//console/api/payments?status=unmatched', { as });
  const refund = { amount: 50.5, refundedOn: '2026-11-20' };
  const paidBack = await g.ask('POST', `//console/api/payments/${items[0]?.id}/refunds`, { as, body: refund });
  assert.equal(paidBack.status, 201, paidBack.text);
  assert.deepEqual(await found('text=50,50'), [1250.5], 'what was paid back');
  assert.deepEqual(await found(`invoiceId=${invoices[0]}`), [100, 600]);
  assert.deepEqual(await found(`buildingId=${building.id}&text=mari`), [100, 600]);
  assert.deepEqual(await found('dateFrom=2026-11-21'), []);
  const reversed = await g.ask('GET', '//console/api/payments?dateFrom=2026-11-02&dateTo=2026-11-01', { as });
  assert.deepEqual([reversed.status, reversed.fields], [422, ['dateTo']]);
  const stranger = await anOrganization(g);
  assert.deepEqual(await found('text=mari', stranger.owner), []);
  const elsewhere = await g.ask('GET', `//console/api/payments?buildingId=${building.id}`, {
    as: stranger.owner,
  });
  assert.equal(elsewhere.status, 404);
  const resident = await aPerson(g, tenantId, 'resident');
  assert.equal((await g.ask('GET', '//console/api/payments', { as: resident.token })).status, 403);
});

test('a text is split into words, at most eight, and amounts are recognised', () => {
  assert.deepEqual(
    readSearchTerms(' Tamm  125,50 ').map(({ word, cents }) => [word, cents]),
    [
      ['Tamm', null],
      ['125,50', 12_550],
    ],
  );
  assert.deepEqual(
    readSearchTerms('€1,250.00').map(({ cents }) => cents),
    [125_000],
  );
  assert.equal(readSearchTerms('a '.repeat(50)).length, 8);
  assert.deepEqual(readSearchTerms(''), []);
});

test('credit names its credit note, and residents see it only once the credit note is sent', async () => {
  const { as, tenantId, apartments, invoices, building } = await setUp();
  const resident = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, resident.userId, apartments[0].id);
  const credited = await g.ask('POST', `//console/api/invoices/${invoices[0]}/credit`, {
    as,
    body: { reason: 'Katkestus' },
  });
  assert.equal(credited.status, 201, credited.text);
  const { items } = await g.ask<Found>('GET', '//console/api/payments?source=credit', { as });
  const [credit] = items;
  assert.deepEqual(
    [credit?.creditInvoiceId, credit?.buildings, credit?.building, credit?.description, credit?.inCash],
    [credited.data.id, [building.name], building.name, credited.data.number, false],
  );
  const own = async () => (await g.ask('GET', '/payments', { as: resident.token })).items.map(({ source }) => source);
  assert.deepEqual(await own(), [], 'the credit note is a draft');
  await markSent(g, credited.data.id);
  assert.deepEqual(await own(), ['credit']);
});
