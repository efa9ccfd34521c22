// Tests of importing statements: once, completely or not at all; payments are matched by evidence only, and the rest
// needs review.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { createThreeInvoices, eventsOf, generate } from '../../../../test/billing-fixture.ts';
import { startTestService, type TestOrganization, type TestService } from '../../../../test/service-fixture.ts';
import {
  account,
  anOrganizationWithDebts,
  camt,
  findBrokenInvariants,
  importStatementFile,
  payerIban,
  type StatementLine,
} from '../../../../test/statement-samples.ts';
import { lockMoney } from '../../../platform/db/locks.ts';
import { inTenant, serviceCaller } from '../../../platform/db/scope.ts';
import { Invalid } from '../../../platform/errors.ts';
import { recordBanklinkPayment } from '../../payments.ts';
import { importStatement } from './import-statement.ts';

const g = await startTestService();

/**
 * An organization with a building that is paid to the account, three apartments and their October: 552.71, 331.62 and
 * 221.08 to pay.
 */
async function setUpBuilding() {
  const organization = await anOrganizationWithDebts(g);
  const { apartments } = organization;
  const references = apartments.map((apartment) => String(apartment.referenceNumber));
  const [reference1 = '', reference2 = '', reference10 = ''] = references;
  return { ...organization, references: [reference1, reference2, reference10] as const };
}
type ImportFixture = Awaited<ReturnType<typeof setUpBuilding>>;

const into = (
  building: Pick<TestOrganization, 'tenantId'>,
  lines: readonly StatementLine[],
  more?: Parameters<typeof camt>[1],
) => importStatementFile(g, building.tenantId, camt(lines, more));
const invoice = async (fixture: ImportFixture, id: string) =>
  (
    await g.ask<{ id: string; status: string; amountPaid: number; balance: number; paidDate: string }>(
      'GET',
      `/invoices/${id}`,
      { as: fixture.owner },
    )
  ).data;
const payments = async (fixture: ImportFixture, query = '') =>
  (
    await g.ask<{
      id: string;
      status: string;
      reason: string;
      source: string;
      unallocated: number;
      bankEntryId: string | null;
      allocations: { invoiceId: string; amount: number; matchedBy: string }[];
    }>('GET', `/payments${query}`, { as: fixture.owner })
  ).items;
const events = async (fixture: ImportFixture, type: string) =>
  (await eventsOf(g as TestService, fixture.tenantId, type)).map((item) => item.amount);

test('a payment with a reference pays its invoice in full, in part and in excess; each event is raised once, paid on the booking day', async () => {
  const fixture = await setUpBuilding();
  const [a, b, c] = fixture.references;
  const done = await into(fixture, [
    { amount: '552.71', reference: a, day: '2026-11-03' },
    { amount: '100.00', reference: b },
    { amount: '300.00', text: `korter 10, viide ${c}` },
  ]);
  const { imported, matched, partiallyMatched, unmatched, prepaid, waiting } = done;
  assert.deepEqual([imported, matched, partiallyMatched, unmatched, prepaid, waiting], [3, 2, 1, 0, 1, 0]);
  assert.deepEqual(
    done.payments.map(({ invoices, prepaidBy }) => [invoices.map((paid) => [paid.apartment, paid.amount]), prepaidBy]),
    [
      [[['1', 55271]], null],
      [[['2', 10000]], null],
      [[['10', 22108]], '10'],
    ],
    'a prepayment waits for nobody',
  );
  assert.deepEqual(
    done.payments.map(({ reason, description }) => [reason, description]),
    [
      ['reference', null],
      ['reference', null],
      ['reference_in_text', `korter 10, viide ${c}`],
    ],
  );
  const [invoice1, invoice2, invoice10] = await Promise.all(fixture.invoices.map((id) => invoice(fixture, id)));
  assert.deepEqual([invoice1?.status, invoice1?.paidDate, invoice1?.balance], ['paid', '2026-11-03', 0]);
  assert.deepEqual([invoice2?.status, invoice2?.amountPaid, invoice2?.balance], ['draft', 100, 231.62]);
  assert.deepEqual([invoice10?.status, invoice10?.balance], ['paid', 0]);
  assert.deepEqual(await events(fixture, 'payment.received'), [552.71, 100, 221.08]);
  assert.deepEqual(await events(fixture, 'invoice.paid'), [552.71, 221.08]);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('what goes out is counted and listed, also when another file brought it, so that the balances can be checked', async () => {
  const fixture = await setUpBuilding();
  const heat = { amount: '250.00', debit: true, payer: 'Utilitas', text: 'Arve 4711', id: 'out-1' } as const;
  const lines = [{ amount: '552.71', reference: fixture.references[0], id: 'in-1' }, heat];
  const balances = { opening: '1000.00', closing: '1302.71' };
  const { debitEntries, outgoing, credits, debits, statements } = await into(fixture, lines, balances);
  const sent = {
    payeeName: 'Utilitas',
    bookedOn: '2026-11-10',
    description: 'Arve 4711',
    amount: 25000,
    currency: 'EUR',
    waiting: false,
  };
  assert.deepEqual([debitEntries, outgoing], [1, [sent]]);
  const [{ opening, closing } = { opening: 0, closing: 0 }] = statements;
  assert.equal((opening ?? 0) + (credits.EUR ?? 0) - (debits.EUR ?? 0), closing);
  const next = await into(fixture, [...lines, { ...heat, amount: '9.00', id: 'out-2' }]);
  assert.deepEqual([next.imported, next.debitEntries, next.outgoing.map(({ amount }) => amount)], [1, 2, [25000, 900]]);
  const again = await into(fixture, lines, balances);
  assert.deepEqual([again.isRepeat, again.debitEntries, again.outgoing, again.debits.EUR], [true, 0, [], 25000]);
});

test('balances are new until a file has stated them of the same account and days, and are saved without new entries', async () => {
  const fixture = await setUpBuilding();
  const lines = [{ amount: '5.00', id: 'in-1' }];
  const balances = { opening: '10.00', closing: '15.00' };
  const found = async (...[given, more]: Parameters<typeof camt>) => {
    const { isRepeat, imported, newBalances } = await into(fixture, given, more);
    return [isRepeat, imported, newBalances];
  };
  assert.deepEqual(await found(lines), [false, 1, 0], 'a file without balances');
  assert.deepEqual(await found(lines, balances), [false, 0, 1], 'the same entries, with balances');
  assert.deepEqual(await found(lines, balances), [true, 0, 0], 'the same file');
  const rewritten = [{ ...lines[0], amount: '5.00', text: 'sama kanne' }];
  assert.deepEqual(await found(rewritten, balances), [false, 0, 0], 'another file with the same balances');
  assert.deepEqual(await found(rewritten, { ...balances, closing: '16.00' }), [false, 0, 1]);
});

test('the same file again changes nothing, an overlapping one adds what is new, and equal lines of one file each count', async () => {
  const fixture = await setUpBuilding();
  const twins: StatementLine[] = [1, 2].map(() => ({ amount: '5.00', id: null, text: 'tere' }));
  const file = camt(twins);
  assert.equal((await importStatementFile(g, fixture.tenantId, file)).imported, 2);
  const again = await importStatementFile(g, fixture.tenantId, file);
  assert.deepEqual([again.isRepeat, again.imported, again.duplicates, again.payments], [true, 0, 2, []]);
  const more = await into(fixture, [...twins, ...twins.slice(1), { amount: '6.00', id: 'X' }]);
  assert.deepEqual([more.imported, more.duplicates], [2, 2]);
  const rest = await into(fixture, [{ amount: '6.00', id: 'X', day: '2026-11-11', text: 'another day, same id' }]);
  assert.deepEqual([rest.imported, rest.duplicates], [0, 1]);
  assert.equal((await payments(fixture)).length, 4);
});

test('a dry run gives the same answer and stores nothing', async () => {
  const fixture = await setUpBuilding();
  const file = camt([{ amount: '552.71', reference: fixture.references[0] }]);
  const dry = await importStatementFile(g, fixture.tenantId, file, true);
  assert.deepEqual([dry.matched, dry.payments[0]?.reason], [1, 'reference']);
  assert.deepEqual(await payments(fixture), []);
  assert.equal((await invoice(fixture, fixture.invoices[0])).balance, 552.71);
  assert.deepEqual(await events(fixture, 'payment.received'), []);
  assert.equal((await importStatementFile(g, fixture.tenantId, file)).matched, 1);
});

test('one unreadable line rejects the whole file, and every such line is reported', async () => {
  const fixture = await setUpBuilding();
  const bad = camt([{ amount: '5.00' }, { amount: '1,50' }, { amount: '-3.00' }, { amount: '0.005' }]);
  await assert.rejects(importStatementFile(g, fixture.tenantId, bad), (error: unknown) => {
    assert.ok(error instanceof Invalid);
    assert.deepEqual(
      error.problems.map((problem) => [problem.code, /^Line \d+:/.test(problem.message)]),
      Array.from({ length: 3 }, () => ['amount_invalid', true]),
    );
    return true;
  });
  assert.deepEqual(await payments(fixture), []);
});

test('a pending entry is no payment, and counts once when it is booked', async () => {
  const fixture = await setUpBuilding();
  const line: StatementLine = { amount: '552.71', reference: fixture.references[0], id: 'A1' };
  const pending = await into(fixture, [{ ...line, status: 'PDNG' }], { message: '052' });
  assert.deepEqual(
    [pending.entries, pending.imported, pending.warnings.map((warning) => warning.code)],
    [0, 0, ['not_booked']],
  );
  assert.equal((await into(fixture, [line])).matched, 1);
  assert.equal((await into(fixture, [line], { message: '052' })).duplicates, 1);
  assert.equal((await payments(fixture)).length, 1);
});

test('nothing uncertain is matched: each entry waits with its reason', async () => {
  const fixture = await setUpBuilding();
  const [a] = fixture.references;
  const wrong = `${a.slice(0, -1)}${(Number(a.at(-1)) + 1) % 10}`;
  const cases: [string, StatementLine][] = [
    ['nothing_found', { amount: '552.71', iban: null, payer: 'Mari Tamm' }],
    ['reference_invalid', { amount: '552.71', reference: wrong }],
    ['other_currency', { amount: '552.71', reference: a, currency: 'USD' }],
    ['reversal', { amount: '552.71', reference: a, reversal: true }],
    ['batch_without_details', { amount: '552.71', details: '<Btch><NbOfTxs>3</NbOfTxs></Btch>' }],
  ];
  const done = await into(
    fixture,
    cases.map(([, line]) => line),
  );
  assert.deepEqual(
    done.payments.map((payment) => payment.reason),
    cases.map(([reason]) => reason),
  );
  assert.equal(done.matched + done.partiallyMatched, 0);
  assert.deepEqual(await events(fixture, 'payment.received'), []);
});

test('an overpayment with a reference is credit that the apartment’s next invoice uses', async () => {
  const fixture = await setUpBuilding();
  await into(fixture, [{ amount: '600.00', reference: fixture.references[0] }]);
  assert.equal((await payments(fixture))[0]?.unallocated, 47.29);
  const next = await generate(g, fixture.owner, fixture.building.id, {
    periodStart: '2026-11-01',
    periodEnd: '2026-11-30',
  });
  assert.equal((await invoice(fixture, next.data.invoices[0]?.invoiceId ?? '')).amountPaid, 47.29);
  const [payment] = await payments(fixture);
  assert.deepEqual(
    [payment?.status, payment?.allocations.map((allocation) => allocation.matchedBy)],
    ['matched', ['reference', 'credit']],
  );
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('an invoice paid by credit is not paid before it was generated', async () => {
  const fixture = await setUpBuilding();
  const lines = [552.71, 552.71].map((amount, n) => ({ amount: String(amount), id: `${n}`, day: '2026-11-03' }));
  await into(
    fixture,
    lines.map((line) => ({ ...line, reference: fixture.references[0] })),
  );
  const november = { periodStart: '2026-11-01', periodEnd: '2026-11-30', issueDate: '2026-11-19' };
  const [invoice1] = await createThreeInvoices(g, fixture.owner, fixture.building.id, november);
  const { status, paidDate } = await invoice(fixture, invoice1);
  assert.deepEqual([status, paidDate], ['paid', '2026-11-19']);
});

test('an account that several people pay from is nobody’s evidence, and the payment shows the person beside the institution', async () => {
  const through = (person: string): Partial<StatementLine> => ({ payer: 'Makseasutus UAB', person });
  const named = (payer: string): Partial<StatementLine> => ({ payer });
  for (const by of [through, named]) {
    const fixture = await setUpBuilding();
    const mari = { ...by('Mari Tamm'), amount: '52.71', reference: fixture.references[0], id: '1' };
    await into(fixture, [mari]);
    const jaan = await into(fixture, [{ ...by('Jaan Kask'), amount: '500.00', text: 'korter', id: '2' }]);
    const shown = by === through ? 'Jaan Kask (Makseasutus UAB)' : 'Jaan Kask';
    assert.deepEqual(
      jaan.payments.map((payment) => [payment.reason, payment.payerName]),
      [['payer_differs', shown]],
    );
    const again = await into(fixture, [{ ...by('Mari Tamm'), amount: '500.00', text: 'korter', id: '3' }]);
    assert.deepEqual(
      again.payments.map((payment) => payment.reason),
      ['payer_differs'],
      'two names paid from it by now',
    );
  }
  const fixture = await setUpBuilding();
  await into(fixture, [{ amount: '52.71', reference: fixture.references[0], id: '1' }]);
  const both = await into(fixture, [
    { amount: '500.00', text: 'korter', id: '2' },
    { amount: '1.00', text: 'korter', payer: 'Jaan Kask', id: '3' },
  ]);
  assert.deepEqual(
    both.payments.map((payment) => payment.reason),
    ['payer_differs', 'payer_differs'],
    'two names in one file',
  );
});

test('the same payment by banklink and in the statement is one payment, whichever comes first', async () => {
  for (const first of ['banklink', 'statement']) {
    const fixture = await setUpBuilding();
    const [reference] = fixture.references;
    const line: StatementLine = { amount: '552.71', reference, order: '77', day: '2026-11-20' };
    const receipt = {
      amount: 55271,
      currency: 'EUR',
      paidOn: '2026-11-20',
      account,
      orderNumber: '77',
      reference,
      payerIban,
    };
    const more = { invoiceId: fixture.invoices[0], apartmentId: String(fixture.apartments[0].id) };
    const callback = () =>
      inTenant(g.app, serviceCaller(fixture.tenantId), (scope) =>
        lockMoney(scope).then(() => recordBanklinkPayment(scope, { ...receipt, ...more })),
      );
    if (first === 'banklink') await callback();
    const done = await into(fixture, [line]);
    assert.deepEqual([done.imported, done.matched], [1, 1], first);
    if (first === 'statement') await callback();
    const all = await payments(fixture);
    assert.deepEqual(
      all.map((item) => [item.source, item.status, item.bankEntryId !== null]),
      [['banklink', 'matched', true]],
      first,
    );
    assert.deepEqual(
      [await events(fixture, 'payment.received'), await events(fixture, 'invoice.paid')],
      [[552.71], [552.71]],
      first,
    );
    assert.deepEqual(await findBrokenInvariants(g), [], first);
  }
});

test('an invoice marked paid manually and its payment in the statement are one payment, reported by invoice.paid only', async () => {
  const fixture = await setUpBuilding();
  await g.ask('PATCH', `/invoices/${fixture.invoices[0]}`, {
    as: fixture.owner,
    body: { status: 'paid', paidDate: '2026-11-09' },
  });
  const done = await into(fixture, [
    { amount: '552.71', reference: fixture.references[0] },
    { amount: '552.71', reference: fixture.references[0], id: '2' },
  ]);
  assert.deepEqual(
    done.payments.map((payment) => payment.reason),
    ['manual', 'nothing_open'],
  );
  assert.deepEqual(
    (await payments(fixture)).map((payment) => [payment.source, payment.bankEntryId !== null]),
    [
      ['manual', true],
      ['statement', true],
    ],
  );
  assert.deepEqual([await events(fixture, 'payment.received'), await events(fixture, 'invoice.paid')], [[], [552.71]]);
});

test('a payment that the bank certainly returned is reversed: the invoice has its earlier status and is due again', async () => {
  const fixture = await setUpBuilding();
  const [reference] = fixture.references;
  const done = await into(fixture, [
    { amount: '552.71', debit: true, reversal: true, endToEnd: 'E1', id: '2', day: '2026-11-12' },
    { amount: '552.71', reference, endToEnd: 'E1', id: '1' },
  ]);
  assert.deepEqual(done.warnings, []);
  assert.deepEqual(
    done.payments.map((payment) => [payment.status, payment.reason, payment.invoiceIds]),
    [['reversed', 'returned', []]],
    'what is told of it is what became of it',
  );
  assert.deepEqual([done.matched, done.partiallyMatched, done.unmatched], [0, 0, 0]);
  const { status, balance } = await invoice(fixture, fixture.invoices[0]);
  assert.deepEqual([status, balance, (await payments(fixture))[0]?.status], ['draft', 552.71, 'reversed']);
  const unclear = await into(fixture, [{ amount: '552.71', debit: true, reversal: true, endToEnd: 'E2', id: '3' }]);
  assert.deepEqual(
    unclear.warnings.map((warning) => warning.code),
    ['return_unclear'],
  );
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('the balance after a reversal is paid by the credit of the apartment', async () => {
  const fixture = await setUpBuilding();
  const [reference] = fixture.references;
  await into(fixture, [{ amount: '552.71', reference, endToEnd: 'E1', id: '1' }]);
  await into(fixture, [{ amount: '100.00', reference, endToEnd: 'E2', id: '2', day: '2026-11-11' }]);
  await into(fixture, [{ amount: '552.71', debit: true, reversal: true, endToEnd: 'E1', id: '3', day: '2026-11-12' }]);
  const { status, balance } = await invoice(fixture, fixture.invoices[0]);
  assert.deepEqual([status, balance], ['draft', 452.71]);
  assert.deepEqual((await payments(fixture)).map((payment) => [payment.status, payment.unallocated]).sort(), [
    ['matched', 0],
    ['reversed', 0],
  ]);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('in a statement whose balances do not add up nothing is reversed automatically', async () => {
  const fixture = await setUpBuilding();
  const lines: StatementLine[] = [
    { amount: '552.71', reference: fixture.references[0], endToEnd: 'E1', id: '1' },
    { amount: '552.71', debit: true, reversal: true, endToEnd: 'E1', id: '2' },
  ];
  const done = await into(fixture, lines, { opening: '0.00', closing: '5.00' });
  assert.deepEqual(
    done.warnings.map((warning) => warning.code),
    ['balance_does_not_close', 'return_unclear'],
  );
  assert.equal((await invoice(fixture, fixture.invoices[0])).status, 'paid');
});

test('a batch seen as one sum and then with its details is the same payment', async () => {
  const fixture = await setUpBuilding();
  const [a, b] = fixture.references;
  const part = (amount: string, reference: string) =>
    `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;
  const lump: StatementLine = { amount: '652.71', id: 'B', details: '<Btch><NbOfTxs>2</NbOfTxs></Btch>' };
  const whole: StatementLine = { ...lump, details: part('552.71', a) + part('100.00', b) };
  const sum = await into(fixture, [lump], { message: '052' });
  assert.equal(sum.unmatched, 1);
  const done = await into(fixture, [whole]);
  assert.deepEqual([done.imported, done.matched], [2, 2]);
  assert.deepEqual(
    (await payments(fixture)).map((payment) => payment.status),
    ['matched', 'matched'],
  );
  const since = new Date(g.clock.now.getTime() - 60_000).toISOString();
  const mirrored = await g.ask('GET', `/payments?include=deleted&updatedSince=${since}`, { as: fixture.owner });
  assert.deepEqual(
    JSON.parse(mirrored.text).deleted.map((payment: { id: string }) => payment.id),
    [sum.payments[0]?.paymentId],
    'the payment of the sum is reported as deleted',
  );
  assert.equal((await into(fixture, [{ ...lump, text: 'once more' }])).imported, 0);
  const odd = await into(fixture, [{ ...whole, amount: '700.00', id: 'C' }]);
  assert.deepEqual(
    odd.payments.map((payment) => payment.reason),
    ['batch_does_not_add_up'],
  );
});

test('a line that another kind of file seems to have shown needs review', async () => {
  const fixture = await setUpBuilding();
  const [reference] = fixture.references;
  await into(fixture, [{ amount: '100.00', reference, id: 'A' }]);
  const csv = `Kliendi konto;Kuupäev;Maksja;Selgitus;Summa;Viitenumber\n${account};11.11.2026;Mari;x;100,00;${reference}\n`;
  const done = await importStatementFile(g, fixture.tenantId, csv);
  assert.equal(done.payments[0]?.reason, 'possible_duplicate');
});

test('the check of an allocation finds its payment by the primary key, although the first ones are checked when there are few', async () => {
  const { tenantId, reference1 } = await anOrganizationWithDebts(g);
  const head = 'Kliendi konto;Kuupäev;Viitenumber;Selgitus;Summa';
  const text = 'a'.repeat(200);
  const rows = Array.from({ length: 300 }, (_, nth) => `${account};10.11.2026;${reference1};${text}${nth};0,01`);
  const bytes = Buffer.from(`${head}\n${rows.join('\n')}\n`);
  const file = { sha256: hash('sha256', bytes, 'hex'), source: () => Readable.from([bytes]) };
  const scans = await inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    assert.equal((await importStatement(scope, file, false)).matched, rows.length);
    const [row] = await scope.db`select pg_stat_get_xact_numscans('payments_pkey'::regclass)::integer as by_key`;
    return row?.byKey;
  });
  assert.ok(scans >= rows.length, `${scans} look-ups by the key`);
});
