// Tests of receivables: they agree with invoices and payments to the cent, also with partial, divided, reversed and
// advance payments.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markSent } from '../../../test/billing-fixture.ts';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  aResidency,
  moveOut,
  residentOf,
  startTestService,
} from '../../../test/service-fixture.ts';
import { camt, account as iban, importStatementFile } from '../../../test/statement-samples.ts';

const g = await startTestService();
const { tenantId, owner: as } = await anOrganization(g);
const charges = [{ code: 'fee', name: 'Haldus', basis: 'fixed', unitPrice: 100 }];
const building = await aBuilding(g, as, { billing: { iban, charges, paymentTermDays: 14 } });
const apartment1 = await anApartment(g, as, building.id, { number: '1' });
const apartment2 = await anApartment(g, as, building.id, { number: '2' });

type AccountEntry = { kind: string; on: string; amount: number; balance: number; text: string | null };
type Account = { id: string; opening: number; closing: number; from: string; to: string; entries: AccountEntry[] };
const account = async (apartmentId: string, query = '') =>
  (
    await g.ask<Account>('GET', `//console/api/buildings/${building.id}/apartments/${apartmentId}/account${query}`, {
      as,
    })
  ).data;
const aged = async (query = '') =>
  (await g.ask('GET', `//console/api/aging${query}`, { as })).data as unknown as Record<string, unknown>[];
const bill = async (month: string, issueDate: string) => {
  const period = { periodStart: `${month}-01`, periodEnd: `${month}-28` };
  await g.ask('POST', '/invoices/generate-bulk', { as, body: { buildingId: building.id, ...period, issueDate } });
};
const send = async () => {
  for (const { id } of (await g.ask('GET', '/invoices?status=draft&limit=500', { as })).items) await markSent(g, id);
};

test('an empty building has no receivables', async () => {
  assert.deepEqual(await aged(), []);
  const empty = await account(apartment1.id);
  assert.deepEqual([empty.opening, empty.closing, empty.entries.length], [0, 0, 0]);
  assert.deepEqual([empty.from, empty.to], ['2026-01-01', '2026-11-20']);
});

test('an open amount is aged by its days overdue, and drafts are not included', async () => {
  for (const [month, on] of [
    ['2026-05', '2026-06-01'],
    ['2026-07', '2026-08-17'],
    ['2026-08', '2026-09-10'],
    ['2026-09', '2026-10-12'],
    ['2026-10', '2026-11-18'],
  ] as const)
    await bill(month, on);
  assert.deepEqual(await aged(), [], 'drafts are not owed yet');
  await send();
  const rows = await aged(`?buildingId=${building.id}`);
  assert.deepEqual(
    rows.map(({ number, notDue, to30, to60, to90, over90, total, credit }) => [
      number,
      notDue,
      to30,
      to60,
      to90,
      over90,
      total,
      credit,
    ]),
    [
      ['1', 100, 100, 100, 100, 100, 500, 0],
      ['2', 100, 100, 100, 100, 100, 500, 0],
    ],
  );
  assert.equal((await g.ask('GET', `//console/api/aging?buildingId=${apartment1.id}`, { as })).status, 404);
});

test('an account starts with the opening balance, runs line by line, and ends with the closing balance, including prepayments', async () => {
  const lines = [
    { amount: '150.00', reference: String(apartment1.referenceNumber), day: '2026-09-20', payer: 'MARI TAMM' },
    { amount: '900.00', reference: String(apartment2.referenceNumber), day: '2026-11-19', payer: 'JAAN SAAR' },
  ];
  assert.equal((await importStatementFile(g, tenantId, camt(lines))).imported, 2);
  const whole = await account(apartment1.id);
  assert.deepEqual(
    whole.entries.map(({ kind, on, amount, balance }) => [kind, on, amount, balance]),
    [
      ['invoice', '2026-06-01', 100, 100],
      ['invoice', '2026-08-17', 100, 200],
      ['invoice', '2026-09-10', 100, 300],
      ['payment', '2026-09-20', -150, 150],
      ['invoice', '2026-10-12', 100, 250],
      ['invoice', '2026-11-18', 100, 350],
    ],
  );
  const autumn = await account(apartment1.id, '?from=2026-09-11&to=2026-10-31');
  assert.deepEqual([autumn.opening, autumn.closing, autumn.entries.length], [300, 250, 2]);
  const ahead = await account(apartment2.id);
  assert.equal(ahead.closing, -400);
  assert.deepEqual(ahead.entries.at(-1)?.text, 'JAAN SAAR');
  const rows = await aged(`?buildingId=${building.id}`);
  assert.deepEqual(
    rows.map(({ number, total, over90, to90, credit, daysLate }) => [
      number,
      total,
      over90,
      to90,
      credit,
      Number(daysLate) > 0,
    ]),
    [
      ['1', 350, 0, 50, 0, true],
      ['2', 0, 0, 0, 400, false],
    ],
    'who is only ahead is in it too: credits add up to what was paid ahead',
  );
});

test('a reversed payment does not appear as paid, and a range in the wrong order is rejected', async () => {
  const { items } = await g.ask<{ id: string; amount: number }>('GET', '/payments', { as });
  const payment = items.toSorted((a, b) => b.amount - a.amount)[0];
  assert.equal((await g.ask('POST', `//console/api/payments/${payment?.id}/reverse`, { as, body: {} })).status, 200);
  assert.equal((await account(apartment2.id)).closing, 500);
  const path = `//console/api/buildings/${building.id}/apartments/${apartment1.id}/account`;
  const turned = await g.ask('GET', `${path}?from=2026-10-01&to=2026-09-01`, { as });
  assert.deepEqual([turned.status, turned.fields], [422, ['to']]);
  assert.deepEqual((await g.ask('GET', `${path}?from=2000-01-01`, { as })).fields, ['from']);
  const astray = `//console/api/buildings/${building.id}/apartments/${building.id}/account`;
  assert.equal((await g.ask('GET', astray, { as })).status, 404);
});

test('after a change of owner, who left and who came have a row each, with their own debts and prepayments', async () => {
  const { tenantId: tenant, owner } = await anOrganization(g);
  const sold = await aBuilding(g, owner, { billing: { iban, charges, paymentTermDays: 14 } });
  const [flat, kept] = [
    await anApartment(g, owner, sold.id, { number: '1' }),
    await anApartment(g, owner, sold.id, { number: '2' }),
  ];
  const [left, came, first, joins] = [
    await aPerson(g, tenant, 'resident'),
    await aPerson(g, tenant, 'resident'),
    await aPerson(g, tenant, 'resident'),
    await aPerson(g, tenant, 'resident'),
  ];
  await aResidency(g, tenant, left.userId, flat.id, '2020-01-01');
  await aResidency(g, tenant, first.userId, kept.id, '2020-01-01');
  await aResidency(g, tenant, joins.userId, kept.id, '2026-10-01'); // A second owner who joins changes nothing.
  await moveOut(g, tenant, flat.id, '2026-09-30');
  await aResidency(g, tenant, came.userId, flat.id, '2026-10-01');
  const billAndSend = async (periodStart: string, periodEnd: string, issueDate: string) => {
    const body = { buildingId: sold.id, periodStart, periodEnd, issueDate };
    await g.ask('POST', '/invoices/generate-bulk', { as: owner, body });
    for (const { id } of (await g.ask('GET', '/invoices?unsent=true', { as: owner })).items) await markSent(g, id);
  };
  type Row = {
    number: string;
    total: number;
    credit: number;
    oldestDue: string | null;
    payers: Record<string, unknown>[];
  };
  const rows = async () => {
    const { data } = await g.ask<Row[]>('GET', '//console/api/aging', { as: owner });
    return data.map(({ number, total, credit, oldestDue, payers }) => [
      number,
      total,
      credit,
      oldestDue,
      payers.map(({ residentId, former }) => [residentId, former]),
    ]);
  };
  const [seller, buyer] = [await residentOf(g, left.userId), await residentOf(g, came.userId)];
  await billAndSend('2026-08-01', '2026-08-31', '2026-09-01');
  const line = { amount: '150.00', reference: String(flat.referenceNumber), day: '2026-09-20' };
  assert.equal((await importStatementFile(g, tenant, camt([line]))).imported, 1);
  await billAndSend('2026-10-01', '2026-10-31', '2026-11-01');
  const [ofBuyer, aheadOfSeller, undivided] = await rows();
  assert.deepEqual(ofBuyer, ['1', 100, 0, '2026-11-16', [[buyer, false]]]);
  assert.deepEqual(
    aheadOfSeller,
    ['1', 0, 50, null, [[seller, true]]],
    'what the seller paid ahead is not the buyer’s',
  );
  assert.deepEqual(undivided?.slice(0, 4), ['2', 200, 0, '2026-09-15']);
  await billAndSend('2026-07-01', '2026-07-31', '2026-10-01');
  assert.deepEqual((await rows())[1], ['1', 50, 0, '2026-10-15', [[seller, true]]], 'it pays the seller’s own');
  const all = { ...line, amount: '400.00', reference: String(kept.referenceNumber) };
  assert.equal((await importStatementFile(g, tenant, camt([all]))).imported, 1);
  const prepaid = (await rows()).find(([number]) => number === '2');
  assert.deepEqual(prepaid?.slice(0, 4), ['2', 0, 100, null]);
  assert.equal((prepaid?.[4] as unknown[]).length, 2, 'a prepayment alone is of those who have the apartment');
});
