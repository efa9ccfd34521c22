// Tests of month-end: the sums are those of the files, they tie up with each other, and a document belongs to its date.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createBilledBuilding,
  createThreeInvoices,
  markSent,
  november as nextMonth,
} from '../../../test/billing-fixture.ts';
import { aBuilding, anOrganization, startTestService, type Thing } from '../../../test/service-fixture.ts';
import { account, camt, importStatementFile } from '../../../test/statement-samples.ts';
import { findWrongSums } from '../../accounting/consistency-queries.ts';
import { languages } from '../../platform/values/languages.ts';

const g = await startTestService();
const november = 'dateFrom=2026-11-01&dateTo=2026-11-30';

type Total = {
  currency: string;
  opening: number;
  invoiced: number;
  received: number;
  refunded: number;
  closing: number;
  payments: number;
  apartments: number;
  debtors: number;
  ledger: { invoices: number; net: number; vat: number; eInvoices: number; eInvoiceAmount: number };
};
type MonthEnd = Thing & {
  from: string;
  to: string;
  ended: boolean;
  totals: [Total];
  unassigned: { kind: string; currency: string; payments: number; amount: number }[];
};

async function setUp() {
  const organization = await anOrganization(g);
  const { owner: as, tenantId } = organization;
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  const path = `//console/api/buildings/${building.id}`;
  const sums = async (query = november) => (await g.ask<MonthEnd>('GET', `${path}/month-end?${query}`, { as })).data;
  const rowsOf = async (file: string, query = november) => {
    const { text } = await g.ask('GET', `${path}/${file}?${query}`, { as });
    const [head = '', ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
    const names = head.split(';');
    return lines.map((line) => Object.fromEntries(line.split(';').map((cell, index) => [names[index], cell])));
  };
  const into = async (line: { amount: string; day: string; reference?: string }, iban: string = account) =>
    (await importStatementFile(g, tenantId, camt([{ payer: 'MARI TAMM', ...line }], { account: iban }))).payments[0]
      ?.paymentId ?? '';
  return { ...organization, as, building, apartments, path, sums, rowsOf, into };
}

type Rows = Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>['rowsOf']>>;
const cents = (rows: Rows, column: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number((row[column] ?? '').replace(',', '.')) * 100), 0);
const inCents = (amount: number) => Math.round(amount * 100);

test('the sums equal those of the files to the cent, and tie up from the opening to the closing balance', async () => {
  const { as, building, apartments, path, sums, rowsOf, into } = await setUp();
  const invoices = await createThreeInvoices(g, as, building.id);
  for (const id of invoices) await markSent(g, id);
  const reference = (index: 0 | 1) => String(apartments[index].referenceNumber);
  await into({ amount: '100.00', day: '2026-10-15', reference: reference(0) });
  const paid = await into({ amount: '900.00', day: '2026-11-05', reference: reference(1) });
  const refunded = await g.ask('POST', `//console/api/payments/${paid}/refunds`, {
    as,
    body: { refundedOn: '2026-11-19', amount: 50, note: '-tagasi' },
  });
  assert.equal(refunded.status, 201);
  await g.ask('POST', `//console/api/invoices/${invoices[0]}/credit`, {
    as,
    body: { reason: 'Viga', positions: [{ position: 1, amount: 10 }] },
  });
  const { totals, ...month } = await sums();
  const [total] = totals;
  assert.deepEqual([month.from, month.to, month.ended], ['2026-11-01', '2026-11-30', false]);
  assert.deepEqual(total, {
    currency: 'EUR',
    opening: -100,
    invoiced: 1093.01,
    received: 900,
    refunded: 50,
    closing: 143.01,
    payments: 2,
    apartments: 3,
    debtors: 3,
    ledger: { invoices: 4, net: 1075.01, vat: 18, eInvoices: 3, eInvoiceAmount: 1105.41 },
  });
  const ledger = await rowsOf('ledger');
  assert.deepEqual(
    [cents(ledger, 'net'), cents(ledger, 'vat')],
    [inCents(total.ledger.net), inCents(total.ledger.vat)],
  );
  assert.equal(cents(ledger, 'gross'), inCents(total.invoiced));
  const payments = await rowsOf('payments');
  assert.equal(cents(payments, 'amount'), inCents(total.received - total.refunded));
  const sender = { registrationNumber: '80123456', vatNumber: 'EE123456789' };
  await g.ask('PATCH', '//console/api/letterhead', { as, body: sender });
  const { text: eArve } = await g.ask('GET', `${path}/e-arve?${november}`, { as });
  const footer = /<TotalNumberInvoices>(.+)<\/TotalNumberInvoices><TotalAmount>(.+)<\/TotalAmount>/.exec(eArve);
  assert.deepEqual(footer?.slice(1).map(Number), [total.ledger.eInvoices, total.ledger.eInvoiceAmount]);
  const balances = await rowsOf('balances');
  for (const column of ['opening', 'invoiced', 'received', 'refunded', 'closing'] as const)
    assert.equal(cents(balances, column), inCents(total[column]), column);
  assert.equal(inCents(total.opening + total.invoiced - total.received + total.refunded), inCents(total.closing));
  assert.equal((await sums('dateFrom=2026-12-01&dateTo=2026-12-31')).totals[0].opening, total.closing);
});

test('an account ends with what is open, whatever happened to invoices and money', async () => {
  const { tenantId, as, building, apartments, sums, into } = await setUp();
  const [, second, third] = await createThreeInvoices(g, as, building.id);
  const reference = (index: 0 | 1 | 2) => String(apartments[index]?.referenceNumber);
  await into({ amount: '100.00', day: '2026-10-15', reference: reference(0) }); // On a draft, which does not count yet.
  const reversed = await into({ amount: '50.00', day: '2026-11-02', reference: reference(1) });
  assert.equal((await g.ask('POST', `//console/api/payments/${reversed}/reverse`, { as })).status, 200);
  await into({ amount: '900.00', day: '2026-11-05', reference: reference(1) });
  await markSent(g, second);
  await markSent(g, third);
  await g.ask('POST', `//console/api/invoices/${second}/credit`, {
    as,
    body: { reason: 'Viga', positions: [{ position: 1, amount: 10 }] },
  });
  await g.ask('PATCH', `/invoices/${third}`, { as, body: { status: 'cancelled' } });
  const wrong = () => findWrongSums(g.owner, tenantId);
  assert.deepEqual(await wrong(), []);
  const [before] = (await sums('dateFrom=2026-01-01&dateTo=2026-01-31')).totals;
  assert.deepEqual([before.opening, before.closing], [0, 0]);
  const [october, november] = await Promise.all(
    ['dateFrom=2026-10-01&dateTo=2026-10-31', 'dateFrom=2026-11-01&dateTo=2026-11-30'].map(
      async (range) => (await sums(range)).totals[0],
    ),
  );
  assert.deepEqual([october?.opening, october?.received, october?.closing], [0, 100, -100]);
  assert.equal(november?.opening, -100);
  await g.owner`update invoices set amount_paid = amount_paid + 1 where tenant_id = ${tenantId} and status = 'draft' and amount > 0`;
  assert.match((await wrong()).join(), /1 apartments whose account does not end with what is open/);
});

test('allocations of the version before, which name no apartment, count in an account', async () => {
  const { tenantId, as, building, apartments, sums, into } = await setUp();
  for (const id of await createThreeInvoices(g, as, building.id)) await markSent(g, id);
  await into({ amount: '900.00', day: '2026-11-05', reference: String(apartments[1].referenceNumber) });
  const after = await sums();
  const { count } = await g.owner`
    update allocations set apartment_id = null where tenant_id = ${tenantId} and apartment_id is not null`;
  assert.ok(count > 0);
  assert.deepEqual(await sums(), after);
});

test('the files have a line for each payment and apartment, with its payer', async () => {
  const { as, building, apartments, rowsOf, into, path } = await setUp();
  for (const id of await createThreeInvoices(g, as, building.id)) await markSent(g, id);
  await into({ amount: '900.00', day: '2026-11-05', reference: String(apartments[1].referenceNumber) });
  const { headers } = await g.ask('GET', `${path}/payments?${november}`, { as });
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
  const nameOf = async (file: string, days = november) =>
    (await g.ask('GET', `${path}/${file}?${days}`, { as })).headers['content-disposition'];
  assert.equal(headers['content-disposition'], 'attachment; filename="payments-kase-12-2026-11.csv"');
  assert.equal(await nameOf('balances'), 'attachment; filename="receivables-kase-12-2026-11.csv"');
  const days = 'dateFrom=2026-11-02&dateTo=2026-11-30';
  assert.equal(
    await nameOf('bank-entries', days),
    'attachment; filename="bank-entries-kase-12-2026-11-02-2026-11-30.csv"',
  );
  const body = { apartmentId: apartments[0].id, amount: 40, paidOn: '2026-11-06', method: 'cash' };
  assert.equal((await g.ask('POST', '//console/api/payments', { as, body })).status, 201);
  const [payment, inCash, ...others] = await rowsOf('payments');
  assert.equal(others.length, 0);
  assert.deepEqual([inCash?.source, inCash?.amount], ['cash', '40,00']);
  assert.deepEqual(
    [payment?.date, payment?.kind, payment?.source, payment?.payer, payment?.apartment, payment?.amount],
    ['2026-11-05', 'payment', 'statement', 'MARI TAMM', '2', '900,00'],
  );
  const balances = await rowsOf('balances');
  assert.deepEqual(
    balances.map(({ apartment, closing }) => [apartment, closing]),
    [
      ['1', '512,71'],
      ['2', '-568,38'],
      ['10', '221,08'],
    ],
  );
});

test('people get the files in their language, in the same columns', async () => {
  const { as, building, apartments, into, path } = await setUp();
  for (const id of await createThreeInvoices(g, as, building.id)) await markSent(g, id);
  await into({ amount: '900.00', day: '2026-11-05', reference: String(apartments[1].referenceNumber) });
  const linesOf = async (file: string, language: string) =>
    (await g.ask('GET', `${path}/${file}?${november}&language=${language}`, { as })).text.slice(1).split('\r\n');
  const [heading, first] = await linesOf('payments', 'et');
  const estonian = ['Kuupäev', 'Liik', 'Allikas', 'Maksja', 'Maksja konto', 'Oma konto', 'Viitenumber'];
  assert.equal(heading, [...estonian, 'Selgitus', 'Korter', 'Summa', 'Valuuta', 'Väljavõttel'].join(';'));
  assert.match(first ?? '', /^2026-11-05;laekumine;pangaväljavõte;MARI TAMM;/);
  const [ledgerHeading, position] = await linesOf('ledger', 'lv');
  assert.match(ledgerHeading ?? '', /^Rēķina numurs;Veids;Labo rēķinu;Statuss;/);
  assert.match(position ?? '', /;rēķins;;nosūtīts;.*;m²;/);
  for (const language of languages) {
    const [texts = ''] = await linesOf('balances', language);
    assert.equal(new Set(texts.split(';')).size, 9, language);
    assert.doesNotMatch(texts, /_|undefined/, language);
  }
  const { status } = await g.ask('GET', `${path}/balances?${november}&language=de`, { as });
  assert.equal(status, 422);
});

test('a draft does not count, a document belongs to its date, and money of no apartment is reported', async () => {
  const { as, building, sums, rowsOf, into } = await setUp();
  await createThreeInvoices(g, as, building.id);
  await into({ amount: '12.34', day: '2026-11-05' });
  const { totals, unassigned } = await sums();
  assert.deepEqual([totals[0].invoiced, totals[0].closing, totals[0].debtors], [0, 0, 0]);
  assert.deepEqual(unassigned, [{ kind: 'unmatched', currency: 'EUR', payments: 1, amount: 12.34 }]);
  assert.deepEqual((await sums('dateFrom=2026-10-01&dateTo=2026-10-31')).unassigned, []);
  assert.deepEqual(await rowsOf('payments'), []);
  const previous = await sums('');
  assert.deepEqual([previous.from, previous.to, previous.ended], ['2026-10-01', '2026-10-31', true]);
});

test('money that a person sets aside or refunds, or the bank returns, has a name and a line of its own', async () => {
  const { as, sums, rowsOf, into } = await setUp();
  const post = async (path: string, body?: object) =>
    assert.ok(
      (await g.ask('POST', `//console/api/payments/${path}`, { as, ...(body && { body }) })).status < 300,
      path,
    );
  await post(`${await into({ amount: '7.00', day: '2026-10-30' })}/dismiss`, { reason: 'other', note: 'leitud' });
  const paidBack = await into({ amount: '50.00', day: '2026-11-02' });
  await post(`${paidBack}/dismiss`);
  await post(`${paidBack}/refunds`, { refundedOn: '2026-11-03', note: 'vale konto' });
  await post(`${await into({ amount: '20.00', day: '2026-11-04' })}/reverse`);
  await into({ amount: '12.34', day: '2026-11-05' });
  const eur = { currency: 'EUR', payments: 1 };
  assert.deepEqual((await sums()).unassigned, [
    { kind: 'refund', ...eur, amount: 50 },
    { kind: 'refunded', ...eur, amount: 50 },
    { kind: 'returned', ...eur, amount: 20 },
    { kind: 'unmatched', ...eur, amount: 12.34 },
  ]);
  const october = 'dateFrom=2026-10-01&dateTo=2026-10-31';
  assert.deepEqual((await sums(october)).unassigned, [{ kind: 'set_aside', ...eur, amount: 7 }]);
  const lines = await rowsOf('payments', `${november}&unassigned=true`);
  assert.deepEqual(
    lines.map(({ date, kind, source, amount, apartment }) => [date, kind, source, amount, apartment]),
    [
      ['2026-11-02', 'refunded', 'statement', '50,00', ''],
      ['2026-11-03', 'refund', 'manual', '-50,00', ''],
      ['2026-11-05', 'unmatched', 'statement', '12,34', ''],
    ],
  );
  const [inOctober] = await rowsOf('payments', `${october}&unassigned=true`);
  assert.deepEqual([inOctober?.category, inOctober?.note], ['other', 'leitud']);
  assert.equal(lines[1]?.description, 'vale konto');
  const { items } = await g.ask('GET', '//console/api/payments?waiting=dismissed', { as });
  assert.deepEqual(items.map(({ refunded, unallocated }) => [refunded, unallocated]).sort(), [
    [0, 7],
    [50, 0],
  ]);
});

test('half a range, a reversed one and one of more than a year are rejected by name', async () => {
  const { as, path } = await setUp();
  for (const [query, field] of [
    ['dateFrom=2026-10-01', 'dateTo'],
    ['dateTo=2026-10-01', 'dateFrom'],
    ['dateFrom=2026-10-02&dateTo=2026-10-01', 'dateTo'],
    ['dateFrom=2026-01-01&dateTo=2027-01-02', 'dateTo'],
    ['dateFrom=2026-13-01&dateTo=2026-10-01', 'dateFrom'],
  ] as const)
    for (const file of ['month-end', 'payments', 'balances']) {
      const { status, fields } = await g.ask('GET', `${path}/${file}?${query}`, { as });
      assert.deepEqual([status, fields], [422, [field]], `${file} ${query}`);
    }
  assert.equal((await g.ask('GET', `${path}/month-end?dateFrom=2026-01-01&dateTo=2027-01-01`, { as })).status, 200);
});

test('a payment that was matched, taken back and refunded is refunded in the report, the files and the list', async () => {
  const { as, building, sums, rowsOf, into } = await setUp();
  const [invoiceId] = await createThreeInvoices(g, as, building.id);
  const id = await into({ amount: '40.00', day: '2026-11-02' });
  const post = async (verb: string, body: object) =>
    assert.ok((await g.ask('POST', `//console/api/payments/${id}/${verb}`, { as, body })).status < 300, verb);
  await post('match', { invoiceId });
  await post('unmatch', {});
  const listed = async (status: string) =>
    (await g.ask('GET', `//console/api/payments?status=${status}`, { as })).items.map((payment) => payment.id);
  await post('refunds', { refundedOn: '2026-11-03', amount: 15 });
  assert.deepEqual([await listed('unmatched'), await listed('partially_matched')], [[id], []], 'the rest waits');
  await post('refunds', { refundedOn: '2026-11-03' });
  assert.deepEqual([await listed('refunded'), await listed('matched')], [[id], []]);
  assert.deepEqual((await sums()).unassigned, [
    { kind: 'refund', currency: 'EUR', payments: 2, amount: 40 },
    { kind: 'refunded', currency: 'EUR', payments: 1, amount: 40 },
  ]);
  const lines = await rowsOf('payments', `${november}&unassigned=true`);
  assert.deepEqual(lines.map(({ kind }) => kind).sort(), ['refund', 'refund', 'refunded']);
  assert.deepEqual(
    (await rowsOf('bank-entries', november)).flatMap(({ category }) => category || []),
    ['refunded'],
  );
  const { data } = await g.ask<{ payments: { items: { status: string }[] } }>('GET', '//console/api/search?q=40,00', {
    as,
  });
  assert.deepEqual(
    data.payments.items.map(({ status }) => status),
    ['refunded'],
  );
});

test('money on the account of another building is in the report of that building alone', async () => {
  const { as, sums, into } = await setUp();
  const iban = 'EE471000001020145685';
  const other = await aBuilding(g, as, { name: 'Kask 2', billing: { iban } });
  const elsewhere = { amount: '9.00', day: '2026-11-05' };
  await into(elsewhere, iban);
  assert.deepEqual((await sums()).unassigned, []);
  const path = `//console/api/buildings/${other.id}/month-end?${november}`;
  const ofOther = async () => (await g.ask<MonthEnd>('GET', path, { as })).data.unassigned;
  assert.deepEqual(await ofOther(), [{ kind: 'unmatched', currency: 'EUR', payments: 1, amount: 9 }]);
  await into({ amount: '7.00', day: '2026-11-05' }, 'EE287700771001234567');
  assert.equal((await ofOther())[0]?.amount, 16, 'an account of no building may be of each');
  assert.equal((await sums()).unassigned[0]?.amount, 7);
});

test('the file of receivables has a row for each debtor with the names, as the page of receivables', async () => {
  const { as, building, apartments, path, sums, rowsOf, into } = await setUp();
  const person = async (name: string, since: string, until: string | null) => {
    const home = { apartmentId: apartments[0].id, role: 'owner', since, until, receivesInvoice: true };
    const made = await g.ask('POST', '//console/api/residents', { as, body: { name, apartments: [home] } });
    assert.equal(made.status, 201, made.text);
  };
  await person('Mari Müüja', '2020-01-01', '2026-10-31');
  await person('Jaan Ostja', '2026-11-01', null);
  const invoicesOf = async (period: Record<string, unknown>) => {
    const ids = await createThreeInvoices(g, as, building.id, period);
    for (const id of ids) await markSent(g, id);
    return ids;
  };
  const [ofSeller] = await invoicesOf({});
  const [ofBuyer] = await invoicesOf({ ...nextMonth, costs: [{ charge: 'heat', amount: 1200 }] });
  // One payment of both: each debtor has their part.
  const payment = await into({ amount: '500.00', day: '2026-11-05' });
  for (const [invoiceId, amount] of [
    [ofSeller, 400],
    [ofBuyer, 100],
  ]) {
    const matched = await g.ask('POST', `//console/api/payments/${payment}/match`, { as, body: { invoiceId, amount } });
    assert.equal(matched.status, 200, matched.text);
  }
  const page = await g.ask<{ number: string; balance: number; payers: { name: string }[] }[]>(
    'GET',
    '//console/api/aging',
    { as },
  );
  const ofPage = page.data.map(({ number, balance, payers }) => [
    number,
    payers.map(({ name }) => name).join(', '),
    balance,
  ]);
  const file = await rowsOf('balances');
  const ofFile = file.map(({ apartment, payer, closing }) => [apartment, payer, Number(closing?.replace(',', '.'))]);
  assert.deepEqual(ofFile, ofPage);
  assert.deepEqual(
    ofFile.slice(0, 2).map(([, payer]) => payer),
    ['Jaan Ostja', 'Mari Müüja'],
  );
  const received = file.map((row) => row.received).slice(0, 2);
  assert.deepEqual(received, ['100,00', '400,00']);
  const [total] = (await sums()).totals;
  const { debtors, closing, ...counts } = total;
  assert.deepEqual([counts.apartments, debtors, counts.payments], [3, 4, 1]);
  assert.equal(cents(file, 'closing'), inCents(closing));
  const before = (await g.ask<MonthEnd>('GET', `${path}/month-end?dateFrom=2026-10-01&dateTo=2026-10-31`, { as })).data;
  assert.equal(before.totals[0].debtors, 0, 'issued in November');
});
