// Tests of duplicate detection: a line from an earlier file is not counted twice, other payments are never taken for
// it, and doubtful lines need review.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createThreeInvoices, november } from '../../../../test/billing-fixture.ts';
import { startTestService } from '../../../../test/service-fixture.ts';
import {
  account,
  anOrganizationWithDebts,
  camt,
  findBrokenInvariants,
  importStatementFile,
  payerIban,
  type StatementLine,
} from '../../../../test/statement-samples.ts';
import { inTenant, serviceCaller } from '../../../platform/db/scope.ts';
import { makeReference } from '../../../properties/payment-reference.ts';
import { matchManually, unmatchManually } from '../../manual-decisions.ts';

const g = await startTestService();

/** An organization with three apartments that owe for October, and their references. */
async function setUpBuilding() {
  const organization = await anOrganizationWithDebts(g);
  const { apartments } = organization;
  const [a = '', b = ''] = apartments.map((apartment) => String(apartment.referenceNumber));
  return { ...organization, a, b };
}
type ImportFixture = Awaited<ReturnType<typeof setUpBuilding>>;

const into = (fixture: ImportFixture, lines: readonly StatementLine[], more?: Parameters<typeof camt>[1]) =>
  importStatementFile(g, fixture.tenantId, camt(lines, more));
const csv = (fixture: ImportFixture, ...rows: readonly string[]) =>
  importStatementFile(g, fixture.tenantId, `${rows.join('\n')}\n`);
const reasons = (done: Awaited<ReturnType<typeof into>>) => done.payments.map((payment) => payment.reason);

test('a possible duplicate shows no other recorded payment, and a line of a foreign account shows none at all', async () => {
  const fixture = await setUpBuilding();
  const next = await createThreeInvoices(g, fixture.owner, fixture.building.id, november);
  for (const id of [fixture.invoices[0], next[0]]) {
    const body = { status: 'paid', paidDate: '2026-11-10' };
    assert.equal((await g.ask('PATCH', `/invoices/${id}`, { as: fixture.owner, body })).status, 200, id);
  }
  const line: StatementLine = { amount: '552.71', reference: fixture.a, day: '2026-11-10', id: 'A' };
  assert.deepEqual(reasons(await into(fixture, [line], { account: payerIban })), ['foreign_account']);
  const head = 'Kliendi konto;Kuupäev;Maksja;Selgitus;Summa;Valuuta;Viitenumber';
  assert.deepEqual(reasons(await csv(fixture, head, `${account};10.11.2026;Mari Tamm;;552,71;EUR;${fixture.a}`)), [
    'manual',
  ]);
  const both = await into(fixture, [line, { ...line, id: 'B', day: '2026-11-13' }]);
  assert.deepEqual(reasons(both).toSorted(), ['manual', 'possible_duplicate']);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('placeholder ids such as NOTPROVIDED are ignored: each line is a separate payment', async () => {
  for (const id of ['NONREF', 'NOTPROVIDED', 'Not Provided', '000', '-', 'n/a']) {
    const fixture = await setUpBuilding();
    const first: StatementLine = { amount: '30.00', reference: fixture.b, id, day: '2026-11-03' };
    assert.deepEqual(reasons(await into(fixture, [first])), ['reference'], id);
    const later = { ...first, day: '2026-11-09' };
    assert.deepEqual(reasons(await into(fixture, [later])), ['reference'], id);
    const both = await into(fixture, [first, later, { ...later, day: '2026-11-10' }]);
    assert.deepEqual([both.imported, both.duplicates], [1, 2], id);
  }
});

test('a repeated id with another reference, payer or payer id is another payment, in any order', async () => {
  const fixture = await setUpBuilding();
  const first: StatementLine = { amount: '30.00', reference: fixture.a, id: '7', endToEnd: 'E8' };
  await into(fixture, [first]);
  const others: StatementLine[] = [
    { ...first, reference: fixture.b },
    { ...first, iban: 'LV97HABA0012345678910' },
    { ...first, endToEnd: 'E9' },
  ];
  for (const [nth, other] of others.entries())
    assert.deepEqual(reasons(await into(fixture, [other])), ['reference'], `other ${nth}`);
  const again = await into(fixture, [...others.toReversed(), first]);
  assert.deepEqual([again.imported, again.duplicates], [0, 4]);
  const more = await into(fixture, [...others, first, first]);
  assert.deepEqual([more.imported, more.duplicates], [1, 4]);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('an id repeated a month later, or with another payer name only, needs review', async () => {
  const fixture = await setUpBuilding();
  const line: StatementLine = { amount: '30.00', reference: fixture.a, id: '7' };
  await into(fixture, [line]);
  assert.deepEqual(reasons(await into(fixture, [{ ...line, day: '2026-12-10' }])), ['possible_duplicate']);
  const named: StatementLine = { amount: '31.00', id: '8', iban: null, payer: 'Mari Tamm' };
  await into(fixture, [named]);
  assert.deepEqual(reasons(await into(fixture, [{ ...named, payer: 'Jüri Kask' }])), ['possible_duplicate']);
  assert.equal((await into(fixture, [{ ...named, payer: 'TAMM, MARI' }])).duplicates, 1);
});

test('a line of an intraday report without an id waits when the statement has it with one', async () => {
  const fixture = await setUpBuilding();
  const line: StatementLine = { amount: '40.00', reference: fixture.a, endToEnd: 'E1', id: null };
  assert.deepEqual(reasons(await into(fixture, [line], { message: '052' })), ['reference']);
  const done = await into(fixture, [
    { ...line, id: 'Z77' },
    { ...line, id: 'Z78', endToEnd: 'E2' },
    { ...line, id: 'Z79', reference: fixture.b, endToEnd: '' },
  ]);
  assert.deepEqual(reasons(done), ['possible_duplicate', 'reference', 'reference']);
});

test('of a report and a statement with the bank’s ids only the difference is new, and equal lines stay two', async () => {
  const fixture = await setUpBuilding();
  const line: StatementLine = { amount: '40.00', reference: fixture.a, id: 'X1' };
  await into(fixture, [line], { message: '052' });
  const done = await into(fixture, [line, { ...line, id: 'X2' }]);
  assert.deepEqual([done.duplicates, reasons(done)], [1, ['reference']]);
});

test('the same payment in CSV and in camt with different texts needs review', async () => {
  const heads: [string, string][] = [
    ['Kliendi konto;Kuupäev;Maksja;Selgitus;Summa', `${account};10.11.2026;;viide REF;40,00`],
    ['Kuupäev;Maksja;Selgitus;Summa', '10.11.2026;Tamm Mari;oktoober;40,00'],
    ['Kuupäev;Maksja;Selgitus;Summa', '11.11.2026;;RF;40,00'],
  ];
  for (const [head, row] of heads) {
    for (const first of ['csv', 'camt']) {
      const fixture = await setUpBuilding();
      const file = () => csv(fixture, head, row.replace('REF', fixture.a).replace('RF', `00${fixture.a}`));
      const both = [file, () => into(fixture, [{ amount: '40.00', reference: fixture.a }])];
      if (first === 'camt') both.reverse();
      await both[0]?.();
      const done = await both[1]?.();
      assert.deepEqual(done && reasons(done), ['possible_duplicate'], `${first} first: ${row}`);
    }
  }
});

test('other people’s payments of the same day and amount in CSV and camt do not block each other', async () => {
  const fixture = await setUpBuilding();
  await csv(fixture, 'Kuupäev;Maksja;Viitenumber;Selgitus;Summa', `10.11.2026;Jüri Kask;${fixture.b};x;40,00`);
  assert.deepEqual(reasons(await into(fixture, [{ amount: '40.00', reference: fixture.a }])), ['reference']);
});

test('three hundred equal amounts with other references on one day do not block another one', async () => {
  const fixture = await setUpBuilding();
  const others = Array.from({ length: 300 }, (_, nth) => `10.11.2026;;${makeReference(5000 + nth)};x;40,00`);
  await csv(fixture, 'Kuupäev;Maksja;Viitenumber;Selgitus;Summa', others.join('\n'));
  assert.deepEqual(reasons(await into(fixture, [{ amount: '40.00', reference: fixture.a }])), ['reference']);
  const again = await into(fixture, [{ amount: '40.00', reference: `000${makeReference(5001)}`, id: 'again' }]);
  assert.deepEqual(reasons(again), ['possible_duplicate']);
});

test('two CSV files with one archive id, of which one names the account, are not matched twice', async () => {
  const fixture = await setUpBuilding();
  const row = `10.11.2026;Mari Tamm;x;40,00;${fixture.a};2026111000000001`;
  const head = 'Kuupäev;Maksja;Selgitus;Summa;Viitenumber;Arhiveerimistunnus';
  assert.deepEqual(reasons(await csv(fixture, head, row)), ['reference']);
  assert.deepEqual(reasons(await csv(fixture, `Kliendi konto;${head}`, `${account};${row}`)), ['possible_duplicate']);
});

test('a payment whose return was imported first is held', async () => {
  const fixture = await setUpBuilding();
  const taken: StatementLine = {
    amount: '40.00',
    debit: true,
    reversal: true,
    endToEnd: 'R78',
    id: '2',
    day: '2026-11-12',
  };
  const back = await into(fixture, [taken]);
  assert.deepEqual(
    back.warnings.map((warning) => warning.code),
    ['return_unclear'],
  );
  const line: StatementLine = { amount: '40.00', reference: fixture.a, id: '1' };
  const done = await into(fixture, [
    { ...line, endToEnd: 'R78' },
    { ...line, id: '3', endToEnd: 'R79' },
  ]);
  assert.deepEqual(reasons(done), ['returned', 'reference']);
});

test('an impossible booking date rejects the file; a missing one falls back to the value date', async () => {
  const fixture = await setUpBuilding();
  const line = camt([{ amount: '40.00', reference: fixture.a, day: '2026-02-30' }]);
  for (const [nth, file] of [
    line,
    line.replace('</BookgDt>', '</BookgDt><ValDt><Dt>2026-03-01</Dt></ValDt>'),
  ].entries()) {
    await assert.rejects(
      importStatementFile(g, fixture.tenantId, file),
      (error: { problems?: { code: string; message: string }[] }) => {
        assert.deepEqual(
          error.problems?.map((problem) => [
            problem.code,
            /^Line \d+: "2026-02-30" is not a day/.test(problem.message),
          ]),
          [['date_invalid', true]],
          `file ${nth}`,
        );
        return true;
      },
      `file ${nth}`,
    );
  }
  const absent = line.replace(/<BookgDt>.*?<\/BookgDt>/, '<ValDt><Dt>2026-03-01</Dt></ValDt>');
  assert.deepEqual(reasons(await importStatementFile(g, fixture.tenantId, absent)), ['reference']);
});

test('a matched batch sum loses its allocation when its details replace it', async () => {
  const fixture = await setUpBuilding();
  const lump: StatementLine = { amount: '100.00', id: 'B', details: '<Btch><NbOfTxs>2</NbOfTxs></Btch>' };
  const paymentId = (await into(fixture, [lump])).payments[0]?.paymentId ?? '';
  await inTenant(g.app, serviceCaller(fixture.tenantId), async (scope) => {
    await matchManually(scope, paymentId, { invoiceId: fixture.invoices[0] });
    await unmatchManually(scope, paymentId);
  });
  const part = (reference: string) =>
    `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">50.00</Amt></TxAmt></AmtDtls><RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;
  const done = await into(fixture, [{ ...lump, details: part(fixture.a) + part(fixture.b) }]);
  assert.equal(done.matched, 2);
  const [kept] = await g.owner`
    select p.status, p.reason, a.undone_reason from payments p join allocations a on a.payment_id = p.id where p.id = ${paymentId}`;
  assert.deepEqual({ ...kept }, { status: 'reversed', reason: 'replaced', undoneReason: 'person' });
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('an invoice number is found directly after “nr.”', async () => {
  const fixture = await setUpBuilding();
  const { number, balance } = (
    await g.ask<{ number: string; balance: number }>('GET', `/invoices/${fixture.invoices[0]}`, { as: fixture.owner })
  ).data;
  const text = `Arve nr.${number.toLowerCase()}, aitäh`;
  assert.deepEqual(reasons(await into(fixture, [{ amount: balance.toFixed(2), text }])), ['invoice_number']);
});

test('details of a batch in another order are the same payment, and different ones with its id wait', async () => {
  const part = (amount: string, reference: string, more = '') =>
    `<TxDtls>${more}<AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;
  for (const [x, y] of [
    ['50.00', '70.00'],
    ['60.00', '60.00'],
  ] as const) {
    const fixture = await setUpBuilding();
    const batch = (...parts: readonly string[]): StatementLine => ({
      amount: '120.00',
      id: 'B',
      details: parts.join(''),
    });
    assert.equal((await into(fixture, [batch(part(x, fixture.a), part(y, fixture.b))])).matched, 2, x);
    const turned = await into(fixture, [batch(part(y, fixture.b), part(x, fixture.a))]);
    assert.deepEqual([turned.imported, turned.duplicates], [0, 2], x);
    const named = await into(fixture, [
      batch(
        part(y, fixture.b, '<Refs><AcctSvcrRef>D2</AcctSvcrRef></Refs>'),
        part(x, fixture.a, '<Refs><AcctSvcrRef>D1</AcctSvcrRef></Refs>'),
      ),
    ]);
    assert.deepEqual([named.imported, named.duplicates], [0, 2], x);
    const other = await into(fixture, [batch(part('100.00', fixture.b), part('20.00', fixture.a))]);
    assert.deepEqual(reasons(other), ['possible_duplicate', 'possible_duplicate'], x);
    g.clock.now = new Date('2026-12-10T09:00:00Z');
    const late = await into(fixture, [
      { ...batch(part('90.00', fixture.b), part('30.00', fixture.a)), day: '2026-12-10' },
    ]);
    g.clock.now = new Date('2026-11-20T09:00:00Z');
    assert.equal(late.matched + late.partiallyMatched, 2, x);
    assert.deepEqual(await findBrokenInvariants(g), [], x);
  }
});

test('of equal details with more and less information, in any order, none is counted twice and none waits', async () => {
  const fixture = await setUpBuilding();
  const parts = [fixture.a, '', fixture.b].map(
    (reference) =>
      `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">20.00</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>Mari Tamm</Nm></Dbtr></RltdPties><RmtInf>${reference && `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>`}</RmtInf></TxDtls>`,
  );
  const order = (...places: readonly number[]): StatementLine[] => [
    { amount: '60.00', id: 'B', details: places.map((place) => parts[place] ?? '').join('') },
  ];
  assert.equal((await into(fixture, order(0, 1, 2))).imported, 3);
  for (const [x, y, z] of [
    [1, 2, 0],
    [2, 0, 1],
    [1, 0, 2],
    [2, 1, 0],
  ] as const) {
    const again = await into(fixture, order(x, y, z));
    assert.deepEqual([again.imported, again.duplicates], [0, 3], `${x}${y}${z}`);
  }
});

test('an id that a spreadsheet rounded, or that counts the rows of its file, is no id', async () => {
  const head = 'Kliendi konto;Kuupäev;Maksja;Selgitus;Summa;Arhiveerimistunnus';
  const row = (day: string, id: string) => `${account};${day}.11.2026;Mari Tamm;üür;50,00;${id}`;
  const whole = await setUpBuilding();
  await csv(whole, head, row('03', '2026110300011122'));
  assert.deepEqual(reasons(await csv(whole, head, row('03', '2,02611E+15'))), ['possible_duplicate']);
  const [rounded, counted] = [await setUpBuilding(), await setUpBuilding()];
  for (const id of ['2,02611E+15', '2.02611E+15', '2E+15']) {
    const fixture = await setUpBuilding();
    await csv(fixture, head, row('03', id));
    const next = await csv(fixture, head, row('05', id));
    assert.deepEqual([next.imported, next.duplicates], [1, 0], `${id}: other money of a day later`);
  }
  await csv(rounded, head, row('03', '2,02611E+15'));
  await csv(counted, head, row('02', '1'), row('03', '2'));
  assert.equal((await csv(rounded, `${head} `, row('03', '2,02611E+15'))).duplicates, 1);
  const later = await csv(counted, head, row('03', '1'), row('04', '2'));
  assert.deepEqual([later.imported, later.duplicates], [1, 1]);
});

test('thousands of lines with one id are recognised when the bank moves their day, and one more is new', async () => {
  const fixture = await setUpBuilding();
  const head = 'Kliendi konto;Kuupäev;Maksja;Selgitus;Summa;Arhiveerimistunnus';
  const rows = (day: string, count: number) =>
    Array.from({ length: count }, () => `${account};${day}.11.2026;Mari Tamm;üür;1,00;2026111000000001`);
  assert.equal((await csv(fixture, head, ...rows('10', 3000))).imported, 3000);
  const moved = await csv(fixture, head, ...rows('11', 3001));
  assert.deepEqual([moved.duplicates, moved.imported], [3000, 1]);
});

test('a line is compared with those of its own account, however many accounts there are', async () => {
  const fixture = await setUpBuilding();
  const head = 'Kliendi konto;Kuupäev;Maksja;Selgitus;Summa;Valuuta';
  const others = Array.from({ length: 60 }, (_, nth) => `AD${String(nth).padStart(22, '0')}`);
  const row = (of: string) => `${of};10.11.2026;Mari Tamm;üür;100,00;EUR`;
  assert.equal((await csv(fixture, head, ...others.map(row), row(account))).imported, 61);
  const again = await into(fixture, [{ amount: '100.00', day: '2026-11-10', id: 'A' }]);
  assert.deepEqual(reasons(again), ['possible_duplicate']);
});
