// Tests of payments whose text names another apartment than their reference: a person decides, with both proposed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createThreeInvoices, november } from '../../../../test/billing-fixture.ts';
import { startTestService, type Thing } from '../../../../test/service-fixture.ts';
import {
  anOrganizationWithDebts,
  camt,
  importStatementFile,
  type StatementLine,
} from '../../../../test/statement-samples.ts';
import { findApartmentNumbers } from '../extract-references.ts';

const g = await startTestService();

async function setUp() {
  const organization = await anOrganizationWithDebts(g);
  const { as, tenantId } = organization;
  const into = async (line: Partial<StatementLine>) => {
    const { payments } = await importStatementFile(g, tenantId, camt([{ amount: '331.62', ...line }]));
    const [{ paymentId = '', reason = '', invoiceIds = [] } = {}] = payments;
    return { paymentId, reason, invoiceIds };
  };
  const suggest = async (paymentId: string) =>
    (await g.ask<Thing[]>('GET', `//console/api/payments/${paymentId}/suggestions`, { as })).data;
  const match = (paymentId: string, invoiceId: string) =>
    g.ask('POST', `//console/api/payments/${paymentId}/match`, { as, body: { invoiceId } });
  return { ...organization, into, suggest, match };
}

test('the numbers behind a word for an apartment are read in every language, and no other numbers', () => {
  for (const [text, ...numbers] of [
    ['krt 4', '4'],
    ['kt 4', '4'],
    ['Krt.4 november', '4'],
    ['Kase 12 korter nr 4a, oktoober', '4A'],
    ['korterid 4, 5 ja 6', '4', '5', '6'],
    ['apt. 12', '12'],
    ['Apartment #7 rent', '7'],
    ['dz.3', '3'],
    ['dzīvoklim 3 un 4', '3', '4'],
    ['but. nr. 8', '8'],
    ['buto 8 mokestis', '8'],
    ['кв. 15', '15'],
    ['квартира №15 и 16', '15', '16'],
  ])
    assert.deepEqual(findApartmentNumbers(text ?? ''), numbers, text);
  for (const text of [
    'Kase 12-4',
    'korteriühistu 2026',
    'korter 1000058',
    'skrt 4',
    'korter 12.10.2026',
    '45 кв.м',
    'button 4',
  ])
    assert.deepEqual(findApartmentNumbers(text), [], text);
});

test('a text that names another apartment than the reference waits with both proposed, until the payer is known', async () => {
  const { into, suggest, match, invoices, reference1, reference2, as, building } = await setUp();
  assert.equal(
    (await into({ reference: reference1, text: 'Krt 1 oktoober', amount: '1.00', id: 'own' })).reason,
    'reference',
  );
  const other = await into({ reference: reference1, text: 'krt 2', id: 'other' });
  assert.deepEqual([other.reason, other.invoiceIds], ['text_differs', []]);
  const proposed = await suggest(other.paymentId);
  assert.deepEqual(
    proposed.slice(0, 2).map(({ invoiceId, reasons }) => [invoiceId, reasons]),
    [
      [invoices[0], ['reference', 'known_payer']],
      [invoices[1], ['apartment_in_text', 'exact_amount']],
    ],
  );
  assert.equal((await match(other.paymentId, invoices[1])).status, 200);
  assert.equal((await into({ reference: reference1, text: 'krt 99', amount: '2.00', id: 'none' })).reason, 'reference');

  const stranger = { iban: 'EE287700771001234567', payer: 'Jaan Kask' };
  await createThreeInvoices(g, as, building.id, november);
  const first = await into({ ...stranger, reference: reference2, text: 'korter 10', amount: '5.00', id: 'first' });
  assert.equal(first.reason, 'text_differs', 'a new payer, whatever is owed');
  assert.equal((await match(first.paymentId, String((await suggest(first.paymentId))[0]?.invoiceId))).status, 200);
  const second = await into({ ...stranger, reference: reference2, text: 'korter 10', amount: '6.00', id: 'second' });
  assert.equal(second.reason, 'reference', 'who has paid for it before');
  const exact = await into({ ...stranger, reference: reference2, text: 'korter 10', amount: '221.08', id: 'exact' });
  assert.equal(exact.reason, 'text_differs', 'but not what the other owes exactly');
});

test('an address names an apartment only of the building that is there', async () => {
  const { into, suggest, reference1, invoices, as, building } = await setUp();
  const { name } = (await g.ask('GET', `/buildings/${building.id}`, { as })).data;
  assert.equal(name, 'Kase 12');
  const stranger = { iban: null, reference: reference1 };
  for (const [text, reason] of [
    ['Kase 12-2 oktoober', 'text_differs'],
    ['KASE TN 12 - 2', 'text_differs'],
    ['Kase 12-1', 'reference'],
    ['Kase 14-2', 'reference'],
    ['Tamme 12-2', 'reference'],
    ['Arve 12-2', 'reference'],
  ] as const)
    assert.equal((await into({ ...stranger, text, amount: '1.00', id: text })).reason, reason, text);
  const { paymentId } = await into({ ...stranger, text: 'kase 12-2', id: 'exact' });
  const named = (await suggest(paymentId)).find(({ invoiceId }) => invoiceId === invoices[1]);
  assert.deepEqual(named?.reasons, ['apartment_in_text', 'exact_amount']);
});

test('the exact sum of an apartment’s open invoices is a reason, and what a person undid is not proposed first again', async () => {
  const { into, suggest, invoices, apartments, reference1, as, building } = await setUp();
  const body = { name: 'Mari Tamm', apartments: [{ apartmentId: apartments[1].id, since: '2026-01-01' }] };
  await g.ask('POST', '//console/api/residents', { as, body });
  const [, second = ''] = await createThreeInvoices(g, as, building.id, november);
  const owed = await Promise.all([invoices[1], second].map((id) => g.ask('GET', `/invoices/${id}`, { as })));
  const amount = owed.reduce((sum, { data }) => sum + Number(data.balance), 0).toFixed(2);
  const paid = await into({ iban: null, payer: 'Mari Tamm', reference: reference1, amount, id: 'total' });
  assert.equal(paid.reason, 'reference');
  for (const invoiceId of paid.invoiceIds) {
    const path = `//console/api/payments/${paid.paymentId}/unmatch`;
    assert.equal((await g.ask('POST', path, { as, body: { invoiceId } })).status, 200);
  }
  const proposed = (await suggest(paid.paymentId)).slice(0, 2);
  assert.deepEqual(
    proposed.map(({ invoiceId, reasons }) => [invoiceId, reasons]),
    [invoices[1], second].map((id) => [id, ['same_name', 'exact_total']]),
  );
});

test('another invoice, or another apartment’s reference, in the text contradicts the reference too', async () => {
  const { into, invoices, reference1, reference2, as } = await setUp();
  const { number } = (await g.ask('GET', `/invoices/${invoices[1]}`, { as })).data;
  assert.equal((await into({ reference: reference1, text: `arve ${number}`, id: 'number' })).reason, 'text_differs');
  assert.equal((await into({ reference: reference1, text: `viide ${reference2}`, id: 'text' })).reason, 'text_differs');
  const withoutAccount = await into({ reference: reference1, text: 'apt 2', iban: null, id: 'nobody' });
  assert.equal(withoutAccount.reason, 'text_differs');
});

test('name, exact amount and the apartment of the text go before a reference that contradicts them, but are not certain by that', async () => {
  const { into, suggest, invoices, apartments, reference1, as } = await setUp();
  const aResident = (name: string, { id: apartmentId }: Thing) =>
    g.ask('POST', '//console/api/residents', {
      as,
      body: { name, apartments: [{ apartmentId, since: '2026-01-01' }] },
    });
  await aResident('Mari Tamm', apartments[1]);
  const mari = { payer: 'TAMM MARI', reference: reference1 };
  assert.equal((await into({ ...mari, amount: '1.00', id: 'known' })).reason, 'reference');
  const firstTwo = async (paymentId: string) =>
    (await suggest(paymentId)).slice(0, 2).map(({ invoiceId, reasons }) => [invoiceId, reasons]);
  const byReference = [invoices[0], ['reference', 'known_payer']];
  const meant = await into({ ...mari, text: 'krt 2', id: 'meant' });
  assert.deepEqual(await firstTwo(meant.paymentId), [
    [invoices[1], ['apartment_in_text', 'same_name', 'exact_amount']],
    byReference,
  ]);
  const certain = await g.ask<Thing[]>('GET', '//console/api/payments/certain-matches', { as });
  assert.deepEqual(certain.data, []);
  const { number } = (await g.ask('GET', `/invoices/${invoices[1]}`, { as })).data;
  const numbered = await into({ ...mari, text: `arve ${number}`, id: 'numbered' });
  assert.equal((await firstTwo(numbered.paymentId))[0]?.[0], invoices[1]);
  const another = await into({ ...mari, text: 'krt 2', payer: 'Jaan Kask', id: 'another' });
  assert.equal((await firstTwo(another.paymentId))[0]?.[0], invoices[0], 'a stranger’s reference counts');
  await aResident('Mari Tamm', apartments[0]);
  assert.equal((await firstTwo(meant.paymentId))[0]?.[0], invoices[0], 'so does one of the same name');
});
