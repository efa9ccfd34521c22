// Tests of the search: each kind by what people type, exact before similar, the rest counted, and nothing of another
// organization.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createThreeInvoices } from '../../../test/billing-fixture.ts';
import { aBuilding, anApartment, anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { camt, importStatementFile, payerIban } from '../../../test/statement-samples.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const { owner: as, tenantId } = organization;

type Found = Readonly<Record<string, unknown>> & { readonly id: string };
type Results = Readonly<Record<string, { readonly items: readonly Found[]; readonly more: boolean }>>;

async function find(q: string, by = as): Promise<Results> {
  const answer = await g.ask<Results>('GET', `//console/api/search?q=${encodeURIComponent(q)}`, { as: by });
  assert.equal(answer.status, 200, answer.text);
  return answer.data;
}
/** The values of a field of what was found of a kind. */
const found = async (q: string, kind: string, field: string) => (await find(q))[kind]?.items.map((item) => item[field]);

const charges = [{ code: 'care', name: 'Hooldus', basis: 'area', unitPrice: 1.316, vatRate: 0 }];
const building = await aBuilding(g, as, {
  name: 'KÜ Pärna 5',
  address: 'Pärna tn 5, Tallinn',
  billing: { charges, invoiceNumberPrefix: 'PA-' },
});
const other = await aBuilding(g, as, { name: 'KÜ Pärna 55', address: 'Pärna tn 55, Tallinn' });
const twelve = await anApartment(g, as, building.id, { number: '12', area: 50 });
const long = await anApartment(g, as, building.id, { number: '121', area: 20 });
const last = await anApartment(g, as, building.id, { number: 'B-3', area: 10 });
const neighbour = await anApartment(g, as, other.id, { number: '12' });
const invoices = await createThreeInvoices(g, as, building.id, { costs: [] });
const residentBody = {
  name: 'Õie Bērziņš-Tamm',
  email: 'Oie.Tamm@example.org',
  phone: '+372 5555 1234',
  apartments: [{ apartmentId: twelve.id, since: '2020-01-01' }],
};
await g.ask('POST', '//console/api/residents', { as, body: residentBody });
const meterBody = { buildingId: building.id, apartmentId: twelve.id, type: 'cold_water', serialNumber: 'KAM 4711-22' };
assert.equal((await g.ask('POST', '/meters', { as, body: meterBody })).status, 201);
await importStatementFile(
  g,
  tenantId,
  camt([
    { amount: '65.80', payer: 'ŽANNA KÕIV', day: '2026-11-10', reference: String(twelve.referenceNumber) },
    { amount: '7.10', payer: 'Kõivu Kaubad OÜ', day: '2026-11-11', reference: '1234561' },
  ]),
);

test('an apartment is found by its number, and with its building by each way of writing it', async () => {
  for (const q of ['Pärna 5-12', 'parna 5-12', 'PÄRNA 5 krt 12', 'Pärna 5, korter 12', 'KÜ Pärna 5 12'])
    assert.deepEqual(await found(q, 'apartments', 'id'), [twelve.id, long.id], q);
  assert.deepEqual(await found('12', 'apartments', 'id'), [twelve.id, neighbour.id, long.id], 'exact numbers first');
  assert.deepEqual(await found('Pärna 55-12', 'apartments', 'id'), [neighbour.id]);
  assert.deepEqual(await found('pärna 5 b-3', 'apartments', 'id'), [last.id]);
  const [apartment] = (await find('Pärna 55-12')).apartments?.items ?? [];
  assert.deepEqual(apartment, {
    id: neighbour.id,
    number: '12',
    referenceNumber: neighbour.referenceNumber,
    buildingId: other.id,
    building: 'KÜ Pärna 55',
    address: 'Pärna tn 55, Tallinn',
  });
});

test('a building is found by its name and its address', async () => {
  assert.deepEqual(await found('pärna', 'buildings', 'id'), [building.id, other.id]);
  assert.deepEqual(await found('Tallinn parna 55', 'buildings', 'id'), [other.id]);
});

test('a person is found by name with and without diacritics, by e-mail address and telephone number', async () => {
  for (const q of ['õie', 'oie tamm', 'TAMM', 'berzins', 'Õie Bērziņš-Tamm', 'oie.tamm@', '5555 1234', '+37255551234'])
    assert.deepEqual(await found(q, 'residents', 'name'), ['Õie Bērziņš-Tamm'], q);
  const [person] = (await find('õie')).residents?.items ?? [];
  assert.deepEqual(person?.apartments, [
    { apartmentId: twelve.id, buildingId: building.id, building: 'KÜ Pärna 5', number: '12', until: null },
  ]);
  assert.deepEqual(await found('erzin', 'residents', 'name'), [], 'no part inside a word');
});

test('the name itself comes before names that begin with it, and those before the others', async () => {
  for (const name of ['Kask Peeter', 'Kask', 'Anna Kask'])
    await g.ask('POST', '//console/api/residents', { as, body: { name } });
  assert.deepEqual(await found('kask', 'residents', 'name'), ['Kask', 'Kask Peeter', 'Anna Kask']);
});

test('an invoice is found by its number, its beginning, its running number, its reference and its amount', async () => {
  const [first, second] = invoices;
  const { number } = (await g.ask<{ number: string }>('GET', `/invoices/${first}`, { as })).data;
  assert.match(number, /^PA-2026-0+1$/);
  for (const q of [number, number.toLowerCase(), '2026-1', '1']) {
    assert.deepEqual((await found(q, 'invoices', 'id'))?.slice(0, 1), [first], q);
  }
  assert.deepEqual((await found('pa-2026', 'invoices', 'id'))?.toSorted(), [...invoices].toSorted());
  for (const q of ['65,80', '65.8', '65.80 €', '-65,80'])
    assert.deepEqual(await found(q, 'invoices', 'id'), [first], q);
  assert.deepEqual(await found(String(long.referenceNumber), 'invoices', 'id'), [second]);
  const [invoice] = (await find('65,80')).invoices?.items ?? [];
  assert.deepEqual([invoice?.apartment, invoice?.building, invoice?.amount], ['12', 'KÜ Pärna 5', 65.8]);
});

test('a reference is found with spaces and without its check digit, at the apartment and at its payments', async () => {
  const reference = String(twelve.referenceNumber);
  const spaced = `${reference.slice(0, 3)} ${reference.slice(3)}`;
  for (const q of [reference, spaced, reference.slice(0, -1)]) {
    assert.deepEqual(await found(q, 'apartments', 'id'), [twelve.id], q);
    assert.deepEqual(await found(q, 'payments', 'payerName'), ['ŽANNA KÕIV'], q);
  }
  assert.deepEqual(await found('1234561', 'payments', 'payerName'), ['Kõivu Kaubad OÜ']);
});

test('a payment is found by its payer, the latest first, by amount and by account', async () => {
  assert.deepEqual(await found('kõiv', 'payments', 'payerName'), ['Kõivu Kaubad OÜ', 'ŽANNA KÕIV']);
  assert.deepEqual(await found('zanna', 'payments', 'payerName'), ['ŽANNA KÕIV']);
  assert.deepEqual(await found('7,10', 'payments', 'amount'), [7.1]);
  assert.equal((await found(payerIban, 'payments', 'id'))?.length, 2);
  const [payment] = (await find('zanna')).payments?.items ?? [];
  assert.deepEqual(
    [payment?.status, payment?.invoiceId, payment?.apartment, payment?.building],
    ['matched', invoices[0], '12', 'KÜ Pärna 5'],
  );
  assert.equal((await find('zanna')).payersSince, null);
});

test('a meter is found by its number and a part of it', async () => {
  for (const q of ['KAM 4711-22', 'kam4711-22', '4711']) {
    const [meter] = (await find(q)).meters?.items ?? [];
    assert.deepEqual([meter?.serialNumber, meter?.building, meter?.apartment], ['KAM 4711-22', 'KÜ Pärna 5', '12'], q);
  }
});

test('there are at most six of a kind, and whether there are more', async () => {
  for (let number = 0; number < 7; number += 1) await anApartment(g, as, other.id, { number: `77-${number}` });
  const { apartments } = await find('77');
  assert.equal(apartments?.items.length, 6);
  assert.equal(apartments?.more, true);
  assert.equal((await find('77-3')).apartments?.more, false);
});

test('whatever is typed is no error, and what is empty or too long is one at its field', async () => {
  for (const q of ['%', '_', '\\', '[', '(', '.*', "'", '😀', '-', 'RF', 'ß', '٣', 'x'.repeat(100)]) await find(q);
  for (const q of ['', ' ', 'x'.repeat(101)]) {
    const answer = await g.ask('GET', `//console/api/search?q=${encodeURIComponent(q)}`, { as });
    assert.deepEqual([answer.status, answer.fields], [422, ['q']], q);
  }
  assert.equal((await g.ask('GET', '//console/api/search', { as })).status, 422);
});
