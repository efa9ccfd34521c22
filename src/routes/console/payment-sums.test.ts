// Tests of the sums of payments over all pages of a filter: what was received, and each part of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markSent } from '../../../test/billing-fixture.ts';
import { anOrganization, startTestService, type Thing } from '../../../test/service-fixture.ts';
import {
  anOrganizationWithDebts,
  camt,
  importStatementFile,
  type StatementLine,
} from '../../../test/statement-samples.ts';
import { sumPayments } from '../../payments/search-payments.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';

const g = await startTestService();

type Sums = Readonly<Record<string, number | string>>;
const sums = '//console/api/payment-sums';
const nothing = { amount: 0, creditNotes: 0, waiting: 0, prepaid: 0, setAside: 0, refunded: 0, returned: 0 };

/** Payments of every kind, and a credit note. */
async function allKinds() {
  const organization = await anOrganizationWithDebts(g);
  const { as, tenantId, invoices, reference1: reference } = organization;
  const lines: StatementLine[] = [
    { amount: '600.00', reference, id: 'prepaid' },
    { amount: '100.10', payer: 'Waits', id: 'waits' },
    { amount: '0.37', payer: 'Pank', text: 'intress', id: 'interest' },
    { amount: '23.99', payer: 'Mistaken', id: 'mistaken' },
    { amount: '30.00', payer: 'Returned', id: 'returned' },
    { amount: '5.00', payer: 'Nobody', id: 'nobody' },
  ].map((line) => ({ iban: null, ...line }));
  const { payments } = await importStatementFile(g, tenantId, camt(lines));
  const [, , interest, mistaken, returned, nobody] = payments.map(
    ({ paymentId }) => `//console/api/payments/${paymentId}`,
  );
  const done = [
    await g.ask('POST', `${interest}/dismiss`, { as, body: { reason: 'interest' } }),
    await g.ask('POST', `${nobody}/dismiss`, { as }),
    await g.ask('POST', `${mistaken}/refunds`, { as, body: { amount: 20, refundedOn: '2026-11-20' } }),
    await g.ask('POST', `${returned}/reverse`, { as }),
  ];
  assert.deepEqual(
    done.map(({ status }) => status),
    [200, 200, 201, 200],
  );
  await markSent(g, invoices[1]);
  const credited = await g.ask('POST', `//console/api/invoices/${invoices[1]}/credit`, { as, body: { reason: 'x' } });
  assert.equal(credited.status, 201, credited.text);
  const of = async (query: string) => (await g.ask<Sums[]>('GET', `${sums}?${query}`, { as })).data;
  return { ...organization, of, credited: -Number(credited.data.amount) };
}

test('the sums are exact over all payments, and follow the filter', async () => {
  const { as, of, credited, apartments, building } = await allKinds();
  const { items } = await g.ask<Thing & { amount: number }>('GET', '//console/api/payments?limit=500', { as });
  assert.equal(items.length, 7);
  const EUR = { currency: 'EUR', ...nothing };
  assert.deepEqual(await of(''), [
    {
      ...{ ...EUR, count: 7, amount: 759.46, creditNotes: credited },
      ...{ waiting: 104.09, prepaid: 47.29, setAside: 5.37, refunded: 20, returned: 30 },
    },
  ]);
  const prepaid = [{ ...EUR, count: 1, amount: 600, prepaid: 47.29 }];
  for (const query of ['prepaid=true', 'text=600', `apartmentId=${apartments[0].id}`])
    assert.deepEqual(await of(query), prepaid, query);
  assert.deepEqual(await of('status=returned'), [{ ...EUR, count: 1, amount: 30, returned: 30 }]);
  const refunded = [{ ...EUR, count: 1, amount: 23.99, waiting: 3.99, refunded: 20 }];
  assert.deepEqual(await of('refunded=true'), refunded, 'of which a part was paid back');
  assert.deepEqual((await of('waiting=undecided'))[0]?.waiting, 104.09, 'without what was set aside');
  assert.deepEqual(await of('text=intress'), [{ ...EUR, count: 1, amount: 0.37, setAside: 0.37 }]);
  assert.deepEqual(await of(`buildingId=${building.id}&status=reversed`), []);
});

test('more payments than the limit are not summed', async () => {
  const { tenantId } = await allKinds();
  const sumsWithin = (max: number) =>
    inTenant(g.app, serviceCaller(tenantId), (scope) => sumPayments(scope, { source: 'statement' }, max));
  assert.equal((await sumsWithin(6))?.[0]?.count, 6);
  assert.equal(await sumsWithin(5), undefined);
});

test('a place of another organization, and a reversed range are rejected', async () => {
  const { building, apartments } = await anOrganizationWithDebts(g);
  const { owner: as } = await anOrganization(g);
  const statusOf = async (query: string) => (await g.ask('GET', `${sums}?${query}`, { as })).status;
  assert.equal(await statusOf(`buildingId=${building.id}`), 404);
  assert.equal(await statusOf(`apartmentId=${apartments[0].id}`), 404);
  assert.equal(await statusOf('dateFrom=2026-11-02&dateTo=2026-11-01'), 422);
  assert.deepEqual((await g.ask('GET', sums, { as })).data, []);
});
