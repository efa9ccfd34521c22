// Tests of duplicate detection: a line from an earlier file is not counted twice, other payments are never taken for it, and doubtful lines need review.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding, createThreeInvoices, november } from '../../../../test/billing-fixture.ts';
import { anOrganization, startTestService } from '../../../../test/service-fixture.ts';
import {
  account,
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
  const organization = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, organization.owner, { iban: account });
  const invoices = await createThreeInvoices(g, organization.owner, building.id);
  const [a = '', b = ''] = apartments.map((apartment) => String(apartment.referenceNumber));
  return { ...organization, building, invoices, a, b };
}
type House = Awaited<ReturnType<typeof setUpBuilding>>;

const into = (house: House, lines: readonly StatementLine[], more?: Parameters<typeof camt>[1]) =>
  importStatementFile(g, house.tenantId, camt(lines, more));
const csv = (house: House, ...rows: readonly string[]) =>
  importStatementFile(g, house.tenantId, `${rows.join('\n')}\n`);
const reasons = (done: Awaited<ReturnType<typeof into>>) => done.payments.map((payment) => payment.reason);

test('a possible duplicate shows no other recorded payment, and a line of a foreign account shows none at all', async () => {
  const house = await setUpBuilding();
  const next = await createThreeInvoices(g, house.owner, house.building.id, november);
  for (const id of [house.invoices[0], next[0]]) {
    const body = { status: 'paid', paidDate: '2026-11-10' };
    assert.equal((await g.ask('PATCH', `/invoices/${id}`, { as: house.owner, body })).status, 200);
  }
  const line: StatementLine = { amount: '552.71', reference: house.a, day: '2026-11-10', id: 'A' };
  assert.deepEqual(reasons(await into(house, [line], { account: payerIban })), ['foreign_account']);
  const head = 'Kliendi konto;Kuupäev;Maksja;Selgitus;Summa;Valuuta;Viitenumber';
  assert.deepEqual(reasons(await csv(house, head, `${account};10.11.2026;Mari Tamm;;552,71;EUR;${house.a}`)), [
    'manual',
  ]);
  const both = await into(house, [line, { ...line, id: 'B', day: '2026-11-13' }]);
  assert.deepEqual(reasons(both).toSorted(), ['manual', 'possible_duplicate']);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('placeholder ids are no ids: each of these lines is a payment of its own', async () => {
  for (const id of ['NONREF', 'NOTPROVIDED', 'Not Provided', '000', '-', 'n/a']) {
    const house = await setUpBuilding();
    const first: StatementLine = { amount: '30.00', reference: house.b, id, day: '2026-11-03' };
    assert.deepEqual(reasons(await into(house, [first])), ['reference']);
    const later = { ...first, day: '2026-11-09' };
    assert.deepEqual(reasons(await into(house, [later])), ['reference'], id);
    const both = await into(house, [first, later, { ...later, day: '2026-11-10' }]);
    assert.deepEqual([both.imported, both.duplicates], [1, 2], id);
  }
});

test('a repeated id with another reference, payer or payer id is another payment, in any order', async () => {
  const house = await setUpBuilding();
  const first: StatementLine = { amount: '30.00', reference: house.a, id: '7', endToEnd: 'E8' };
  await into(house, [first]);
  const others: StatementLine[] = [
    { ...first, reference: house.b },
    { ...first, iban: 'LV97HABA0012345678910' },
    { ...first, endToEnd: 'E9' },
  ];
  for (const other of others) assert.deepEqual(reasons(await into(house, [other])), ['reference']);
  const again = await into(house, [...others.toReversed(), first]);
  assert.deepEqual([again.imported, again.duplicates], [0, 4]);
  const more = await into(house, [...others, first, first]);
  assert.deepEqual([more.imported, more.duplicates], [1, 4]);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('an id repeated a month later, or with another payer name only, needs review', async () => {
  const house = await setUpBuilding();
  const line: StatementLine = { amount: '30.00', reference: house.a, id: '7' };
  await into(house, [line]);
  assert.deepEqual(reasons(await into(house, [{ ...line, day: '2026-12-10' }])), ['possible_duplicate']);
  const named: StatementLine = { amount: '31.00', id: '8', iban: null, payer: 'Mari Tamm' };
  await into(house, [named]);
  assert.deepEqual(reasons(await into(house, [{ ...named, payer: 'Jüri Kask' }])), ['possible_duplicate']);
  assert.equal((await into(house, [{ ...named, payer: 'TAMM, MARI' }])).duplicates, 1);
});

test('a line of an intraday report without an id waits when the statement has it with one', async () => {
  const house = await setUpBuilding();
  const line: StatementLine = { amount: '40.00', reference: house.a, endToEnd: 'E1', id: null };
  assert.deepEqual(reasons(await into(house, [line], { message: '052' })), ['reference']);
  const done = await into(house, [
    { ...line, id: 'Z77' },
    { ...line, id: 'Z78', endToEnd: 'E2' },
    { ...line, id: 'Z79', reference: house.b, endToEnd: '' },
  ]);
  assert.deepEqual(reasons(done), ['possible_duplicate', 'reference', 'reference']);
});

test('of a report and a statement with the bank’s ids only the difference is new, and equal lines stay two', async () => {
  const house = await setUpBuilding();
  const line: StatementLine = { amount: '40.00', reference: house.a, id: 'X1' };
  await into(house, [line], { message: '052' });
  const done = await into(house, [line, { ...line, id: 'X2' }]);
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
      const house = await setUpBuilding();
      const file = () => csv(house, head, row.replace('REF', house.a).replace('RF', `00${house.a}`));
      const both = [file, () => into(house, [{ amount: '40.00', reference: house.a }])];
      if (first === 'camt') both.reverse();
      await both[0]?.();
      const done = await both[1]?.();
      assert.deepEqual(done && reasons(done), ['possible_duplicate'], `${first} first: ${row}`);
    }
  }
});

test('other people’s payments of the same day and amount in CSV and camt do not block each other', async () => {
  const house = await setUpBuilding();
  await csv(house, 'Kuupäev;Maksja;Viitenumber;Selgitus;Summa', `10.11.2026;Jüri Kask;${house.b};x;40,00`);
  assert.deepEqual(reasons(await into(house, [{ amount: '40.00', reference: house.a }])), ['reference']);
});

test('three hundred equal amounts with other references on one day do not block another one', async () => {
  const house = await setUpBuilding();
  const others = Array.from({ length: 300 }, (_, nth) => `10.11.2026;;${makeReference(5000 + nth)};x;40,00`);
  await csv(house, 'Kuupäev;Maksja;Viitenumber;Selgitus;Summa', others.join('\n'));
  assert.deepEqual(reasons(await into(house, [{ amount: '40.00', reference: house.a }])), ['reference']);
  const again = await into(house, [{ amount: '40.00', reference: `000${makeReference(5001)}`, id: 'again' }]);
  assert.deepEqual(reasons(again), ['possible_duplicate']);
});

test('two CSV files with one archive id, of which one names the account, are not matched twice', async () => {
  const house = await setUpBuilding();
  const row = `10.11.2026;Mari Tamm;x;40,00;${house.a};2026111000000001`;
  const head = 'Kuupäev;Maksja;Selgitus;Summa;Viitenumber;Arhiveerimistunnus';
  assert.deepEqual(reasons(await csv(house, head, row)), ['reference']);
  assert.deepEqual(reasons(await csv(house, `Kliendi konto;${head}`, `${account};${row}`)), ['possible_duplicate']);
});

test('a payment whose return was imported first is held', async () => {
  const house = await setUpBuilding();
  const taken: StatementLine = {
    amount: '40.00',
    debit: true,
    reversal: true,
    endToEnd: 'R78',
    id: '2',
    day: '2026-11-12',
  };
  const back = await into(house, [taken]);
  assert.deepEqual(
    back.warnings.map((warning) => warning.code),
    ['return_unclear'],
  );
  const line: StatementLine = { amount: '40.00', reference: house.a, id: '1' };
  const done = await into(house, [
    { ...line, endToEnd: 'R78' },
    { ...line, id: '3', endToEnd: 'R79' },
  ]);
  assert.deepEqual(reasons(done), ['returned', 'reference']);
});

test('an impossible booking date rejects the file; a missing one falls back to the value date', async () => {
  const house = await setUpBuilding();
  const line = camt([{ amount: '40.00', reference: house.a, day: '2026-02-30' }]);
  for (const file of [line, line.replace('</BookgDt>', '</BookgDt><ValDt><Dt>2026-03-01</Dt></ValDt>')]) {
    await assert.rejects(
      importStatementFile(g, house.tenantId, file),
      (error: { problems?: { code: string; message: string }[] }) => {
        assert.deepEqual(
          error.problems?.map((problem) => [
            problem.code,
            /^Line \d+: "2026-02-30" is not a day/.test(problem.message),
          ]),
          [['date_invalid', true]],
        );
        return true;
      },
    );
  }
  const absent = line.replace(/<BookgDt>.*?<\/BookgDt>/, '<ValDt><Dt>2026-03-01</Dt></ValDt>');
  assert.deepEqual(reasons(await importStatementFile(g, house.tenantId, absent)), ['reference']);
});

test('a matched batch sum loses its allocation when its details replace it', async () => {
  const house = await setUpBuilding();
  const lump: StatementLine = { amount: '100.00', id: 'B', details: '<Btch><NbOfTxs>2</NbOfTxs></Btch>' };
  const paymentId = (await into(house, [lump])).payments[0]?.paymentId ?? '';
  await inTenant(g.app, serviceCaller(house.tenantId), async (scope) => {
    await matchManually(scope, paymentId, { invoiceId: house.invoices[0] });
    await unmatchManually(scope, paymentId);
  });
  const part = (reference: string) =>
    `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">50.00</Amt></TxAmt></AmtDtls><RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;
  const done = await into(house, [{ ...lump, details: part(house.a) + part(house.b) }]);
  assert.equal(done.matched, 2);
  const [kept] = await g.owner`
    select p.status, p.reason, a.undone_for from payments p join allocations a on a.payment_id = p.id where p.id = ${paymentId}`;
  assert.deepEqual({ ...kept }, { status: 'reversed', reason: 'replaced', undoneFor: 'person' });
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('an invoice number is found directly after “nr.”', async () => {
  const house = await setUpBuilding();
  const { number, balance } = (
    await g.ask<{ number: string; balance: number }>('GET', `/invoices/${house.invoices[0]}`, { as: house.owner })
  ).data;
  const text = `Arve nr.${number.toLowerCase()}, aitäh`;
  assert.deepEqual(reasons(await into(house, [{ amount: balance.toFixed(2), text }])), ['invoice_number']);
});

test('details of a batch in another order are the same payment, and different ones with its id wait', async () => {
  const part = (amount: string, reference: string, more = '') =>
    `<TxDtls>${more}<AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RmtInf><Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`;
  for (const [x, y] of [
    ['50.00', '70.00'],
    ['60.00', '60.00'],
  ] as const) {
    const house = await setUpBuilding();
    const batch = (...parts: readonly string[]): StatementLine => ({
      amount: '120.00',
      id: 'B',
      details: parts.join(''),
    });
    assert.equal((await into(house, [batch(part(x, house.a), part(y, house.b))])).matched, 2);
    const turned = await into(house, [batch(part(y, house.b), part(x, house.a))]);
    assert.deepEqual([turned.imported, turned.duplicates], [0, 2]);
    const named = await into(house, [
      batch(
        part(y, house.b, '<Refs><AcctSvcrRef>D2</AcctSvcrRef></Refs>'),
        part(x, house.a, '<Refs><AcctSvcrRef>D1</AcctSvcrRef></Refs>'),
      ),
    ]);
    assert.deepEqual([named.imported, named.duplicates], [0, 2]);
    const other = await into(house, [batch(part('100.00', house.b), part('20.00', house.a))]);
    assert.deepEqual(reasons(other), ['possible_duplicate', 'possible_duplicate']);
    g.clock.now = new Date('2026-12-10T09:00:00Z');
    const late = await into(house, [{ ...batch(part('90.00', house.b), part('30.00', house.a)), day: '2026-12-10' }]);
    g.clock.now = new Date('2026-11-20T09:00:00Z');
    assert.equal(late.matched + late.partiallyMatched, 2);
    assert.deepEqual(await findBrokenInvariants(g), []);
  }
});

test('of equal details with more and less information, in any order, none is counted twice and none waits', async () => {
  const house = await setUpBuilding();
  const parts = [house.a, '', house.b].map(
    (reference) =>
      `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">20.00</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>Mari Tamm</Nm></Dbtr></RltdPties><RmtInf>${reference && `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>`}</RmtInf></TxDtls>`,
  );
  const order = (...places: readonly number[]): StatementLine[] => [
    { amount: '60.00', id: 'B', details: places.map((place) => parts[place] ?? '').join('') },
  ];
  assert.equal((await into(house, order(0, 1, 2))).imported, 3);
  for (const [x, y, z] of [
    [1, 2, 0],
    [2, 0, 1],
    [1, 0, 2],
    [2, 1, 0],
  ] as const) {
    const again = await into(house, order(x, y, z));
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
    const house = await setUpBuilding();
    await csv(house, head, row('03', id));
    const next = await csv(house, head, row('05', id));
    assert.deepEqual([next.imported, next.duplicates], [1, 0], `${id}: other money of a day later`);
  }
  await csv(rounded, head, row('03', '2,02611E+15'));
  await csv(counted, head, row('02', '1'), row('03', '2'));
  assert.equal((await csv(rounded, `${head} `, row('03', '2,02611E+15'))).duplicates, 1);
  const later = await csv(counted, head, row('03', '1'), row('04', '2'));
  assert.deepEqual([later.imported, later.duplicates], [1, 1]);
});

test('thousands of lines with one id are recognised when the bank moves their day, and one more is new', async () => {
  const house = await setUpBuilding();
  const head = 'Kliendi konto;Kuupäev;Maksja;Selgitus;Summa;Arhiveerimistunnus';
  const rows = (day: string, count: number) =>
    Array.from({ length: count }, () => `${account};${day}.11.2026;Mari Tamm;üür;1,00;2026111000000001`);
  assert.equal((await csv(house, head, ...rows('10', 3000))).imported, 3000);
  const moved = await csv(house, head, ...rows('11', 3001));
  assert.deepEqual([moved.duplicates, moved.imported], [3000, 1]);
});
