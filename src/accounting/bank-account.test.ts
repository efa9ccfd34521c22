// Tests of a building's bank account in a month: what the bank shows is counted once, and agrees with its balances.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding } from '../../test/billing-fixture.ts';
import { aBuilding, anApartment, anOrganization, startTestService, type Thing } from '../../test/service-fixture.ts';
import { account, camt, csv, importStatementFile, type StatementLine } from '../../test/statement-samples.ts';

const g = await startTestService();

type Sums = {
  iban: string;
  opening: number | null;
  credits: number;
  creditEntries: number;
  debits: number;
  debitEntries: number;
  closing: number | null;
  difference: number | null;
  covered: { from: string; to: string } | null;
  uncounted: number;
  steps: { kind: string; payments: number; amount: number }[];
  dismissed: { reason: string; entries: number; amount: number }[];
  debitList: { on: string; counterparty: string; description: string; amount: number; category: string | null }[];
};

async function setUp() {
  const { owner: as, tenantId } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  const path = `//console/api/buildings/${building.id}`;
  const range = 'dateFrom=2026-11-01&dateTo=2026-11-30';
  const sums = async (days = range) =>
    (await g.ask<Thing & { bankAccount: Sums }>('GET', `${path}/month-end?${days}`, { as })).data.bankAccount;
  const rows = async (more = '') => {
    const { text, headers } = await g.ask('GET', `${path}/bank-entries?${range}${more}`, { as });
    return { lines: text.slice(1).trimEnd().split('\r\n'), name: headers['content-disposition'] ?? '' };
  };
  return { as, tenantId, apartments, path, sums, rows, into: (file: string) => importStatementFile(g, tenantId, file) };
}

const received = { amount: '300.00', id: 'in', day: '2026-11-05', text: 'kommunaalid', payer: 'Mari Tamm' };
const paidOut = {
  ...{ amount: '950.40', debit: true, id: 'out', day: '2026-11-10' },
  ...{ payer: 'Utilitas Tallinn AS', iban: 'EE717700771001234567', text: 'Arve U-4711' },
};
const fee = {
  amount: '1.20',
  debit: true,
  id: 'fee',
  day: '2026-11-30',
  payer: 'Swedbank AS',
  iban: null,
  text: 'Teenustasu',
};

test('a month has its balances, what was received and each entry paid out, and they agree', async () => {
  const { as, sums, rows, into } = await setUp();
  await into(camt([received, paidOut, fee], { opening: '4120.15', closing: '3468.55' }));
  const { debitList, ...figures } = await sums();
  assert.deepEqual(figures, {
    ...{ iban: account, currency: 'EUR', opening: 4120.15, credits: 300, creditEntries: 1 },
    ...{ debits: 951.6, debitEntries: 2, closing: 3468.55, difference: 0, uncounted: 0 },
    unshownRefunds: { refunds: 0, amount: 0 },
    covered: { from: '2026-11-05', to: '2026-11-30' },
    dismissed: [],
    steps: [{ kind: 'unmatched', payments: 1, amount: 300 }],
  });
  assert.deepEqual(
    debitList.map(({ on, counterparty, description, amount }) => [on, counterparty, description, amount]),
    [
      ['2026-11-10', 'Utilitas Tallinn AS', 'Arve U-4711', 950.4],
      ['2026-11-30', 'Swedbank AS', 'Teenustasu', 1.2],
    ],
  );
  const { lines } = await rows();
  assert.equal(
    lines[0],
    'date;kind;counterparty;counterparty_account;own_account;reference;description;amount;balance;currency;category;note;received',
  );
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(';').filter((_, column) => [0, 1, 6, 7, 8].includes(column))),
    [
      ['2026-11-05', 'opening_balance', '', '', '4120,15'],
      ['2026-11-05', 'received', 'kommunaalid', '300,00', '4420,15'],
      ['2026-11-10', 'paid_out', 'Arve U-4711', '-950,40', '3469,75'],
      ['2026-11-30', 'paid_out', 'Teenustasu', '-1,20', '3468,55'],
      ['2026-11-30', 'closing_balance', '', '', '3468,55'],
    ],
  );
  assert.match((await rows('&language=et')).lines[1] ?? '', /^2026-11-05;algsaldo;/);
  const { items } = await g.ask('GET', '/payments', { as });
  assert.deepEqual(
    items.map(({ amount }) => amount),
    [300],
    'what is paid out is nobody’s payment',
  );
});

test('balances of other days are taken to the ends of the month by the entries between', async () => {
  const { sums, into } = await setUp();
  const before = { ...received, id: 'october', day: '2026-10-31' };
  await into(camt([before, received], { opening: '100.00', closing: '700.00' }));
  const october = await sums();
  assert.deepEqual([october.opening, october.closing, october.difference], [400, 700, 0], 'from the end of 30 October');
  await into(
    camt(
      [
        { ...paidOut, amount: '50.00' },
        { ...fee, day: '2026-12-01' },
      ],
      { opening: '700.00', closing: '648.80' },
    ),
  );
  const { opening, closing, difference } = await sums();
  assert.deepEqual([opening, closing, difference], [400, 650, 0], 'to the start of 1 December');
});

test('a statement that is missing shows as a difference, and without balances nothing is said to agree', async () => {
  const { sums, into } = await setUp();
  await into(camt([received]));
  assert.deepEqual(
    [await sums()].map(({ opening, closing, difference }) => [opening, closing, difference]),
    [[null, null, null]],
  );
  await into(camt([{ ...fee, day: '2026-11-02' }], { opening: '10.00', closing: '8.80' }));
  await into(camt([{ ...fee, day: '2026-11-30', id: 'fee2' }], { opening: '400.00', closing: '398.80' }));
  const { opening, closing, difference } = await sums();
  assert.deepEqual([opening, closing, difference], [10, 398.8, 91.2], '391.20 came in, 300.00 is known');
});

test('of several statements of one day the first opens and the last closes, and the file keeps their order', async () => {
  const { sums, rows, into } = await setUp();
  const on30 = (id: string, amount: string) => ({ ...received, id, amount, day: '2026-11-30' });
  await into(camt([on30('a', '100.00'), on30('b', '20.00')], { opening: '5000.00', closing: '5120.00' }));
  await into(camt([on30('c', '3.00'), on30('d', '4.00')], { opening: '5120.00', closing: '5127.00' }));
  const ends = async () => [await sums()].map(({ opening, closing, difference }) => [opening, closing, difference]);
  assert.deepEqual(await ends(), [[5000, 5127, 0]]);
  await into(camt([on30('e', '50.00')], { opening: '5127.00', closing: '5170.00' }));
  assert.deepEqual(await ends(), [[5000, 5170, -7]], 'the last one lacks an entry');
  const { lines } = await rows();
  assert.deepEqual(
    lines.slice(2, -1).map((line) => line.split(';')[8]),
    ['5100,00', '5120,00', '5123,00', '5127,00', '5177,00'],
  );
});

test('a month that no statement covers agrees with nothing, and one covered in part says which part', async () => {
  const { sums, into } = await setUp();
  await into(camt([received, { ...fee, day: '2026-11-20' }], { opening: '5000.00', closing: '5298.80' }));
  const figuresOf = async (month: string, days: number) => {
    const { opening, closing, difference, covered } = await sums(`dateFrom=${month}-01&dateTo=${month}-${days}`);
    return [opening, closing, difference, covered];
  };
  assert.deepEqual(await figuresOf('2026-10', 31), [null, null, null, null], 'before the first statement');
  assert.deepEqual(await figuresOf('2026-11', 30), [5000, 5298.8, 0, { from: '2026-11-05', to: '2026-11-20' }]);
  assert.deepEqual(await figuresOf('2026-12', 31), [null, null, null, null], 'after the last');
  await into(camt([{ ...received, id: 'first', day: '2026-11-01' }], { opening: '4700.00', closing: '5000.00' }));
  assert.deepEqual(await figuresOf('2026-10', 31), [null, 4700, null, null], 'a statement begins on the next day');
  await into(camt([{ ...received, id: 'january', day: '2027-01-01' }], { opening: '5298.80', closing: '5598.80' }));
  const whole = { from: '2026-12-01', to: '2026-12-31' };
  assert.deepEqual(await figuresOf('2026-12', 31), [5298.8, 5298.8, 0, whole], 'stated before and after it');
  const within = await sums('dateFrom=2026-11-07&dateTo=2026-11-09');
  assert.deepEqual([within.opening, within.closing, within.difference], [5300, 5300, 0], 'days inside a statement');
});

test('a month is covered for the days of its balances, and these have the days for which they are known', async () => {
  const { sums, rows, into } = await setUp();
  const lines = [
    { ...received, day: '2026-11-06' },
    { ...fee, day: '2026-11-25' },
  ];
  await into(camt(lines, { opening: '1000.00', closing: '1298.80', dated: ['2026-11-01', '2026-11-27'] }));
  const ofMonth = async (days?: string) => {
    const { opening, closing, difference, covered } = await sums(days);
    return [opening, closing, difference, covered];
  };
  assert.deepEqual(await ofMonth(), [1000, 1298.8, 0, { from: '2026-11-01', to: '2026-11-27' }]);
  const ends = async () => {
    const { lines } = await rows();
    return [lines[1], lines.at(-1)].map((line) => line?.split(';').slice(0, 2).join(' '));
  };
  assert.deepEqual(await ends(), ['2026-11-01 opening_balance', '2026-11-27 closing_balance']);
  const next = [{ ...received, id: 'next', day: '2026-12-02' }];
  await into(camt(next, { opening: '1298.80', closing: '1598.80', dated: ['2026-11-28', '2026-12-04'] }));
  assert.deepEqual(await ofMonth(), [1000, 1298.8, 0, { from: '2026-11-01', to: '2026-11-30' }]);
  assert.deepEqual(await ends(), ['2026-11-01 opening_balance', '2026-11-30 closing_balance']);
  const december = { from: '2026-12-01', to: '2026-12-04' };
  assert.deepEqual(await ofMonth('dateFrom=2026-12-01&dateTo=2026-12-31'), [1298.8, 1598.8, 0, december]);
});

test('an entry that files of two kinds show counts once, and a lump sum not beside its details', async () => {
  const { as, sums, into } = await setUp();
  const lines: StatementLine[] = [
    { ...received, id: null },
    { ...paidOut, id: null },
  ];
  await into(csv(lines, { account }));
  await into(camt([received, paidOut], { opening: '1000.00', closing: '349.60' }));
  const twice = await sums();
  assert.deepEqual([twice.credits, twice.debits, twice.uncounted, twice.difference], [300, 950.4, 2, 0]);
  const waiting = (await g.ask('GET', '//console/api/payments?waiting=undecided', { as })).items;
  assert.equal(waiting.length, 2);
  const other = await setUp();
  const lump = { amount: '70.00', id: 'batch', day: '2026-11-12', iban: null };
  await other.into(camt([lump], { opening: '0.00', closing: '70.00' }));
  assert.equal((await other.sums()).credits, 70);
  const parts = [
    { amount: '30.00', id: 'part1' },
    { amount: '40.00', id: 'part2' },
  ];
  await other.into(camt([{ ...lump, parts }], { opening: '0.00', closing: '70.00' }));
  const { credits, creditEntries, difference } = await other.sums();
  assert.deepEqual([credits, creditEntries, difference], [70, 2, 0]);
});

test('what was set aside is named in the month and in the file of entries, and so is a returned payment', async () => {
  const { as, sums, rows, into } = await setUp();
  const received = ['12.50', '0.40', '3.00'].map((amount, nth) => ({ amount, id: `in${nth}`, day: '2026-11-05' }));
  const back = { ...received[2], amount: '3.00', id: 'back', debit: true, reversal: true, day: '2026-11-06' };
  const { payments } = await into(camt([...received, back]));
  const dismiss = (nth: number, body: object) =>
    g.ask('POST', `//console/api/payments/${payments[nth]?.paymentId}/dismiss`, { as, body });
  assert.equal((await dismiss(0, { reason: 'supplier_refund' })).status, 200);
  assert.equal((await dismiss(1, { reason: 'other', note: 'Leitud raha' })).status, 200);
  const { dismissed, debitList } = await sums();
  assert.deepEqual(dismissed, [
    { reason: 'other', entries: 1, amount: 0.4 },
    { reason: 'supplier_refund', entries: 1, amount: 12.5 },
  ]);
  assert.deepEqual(
    debitList.map(({ category }) => category),
    ['returned_payment'],
  );
  assert.deepEqual(
    (await rows()).lines.slice(2, -1).map((line) => line.split(';').slice(-3, -1)),
    [
      ['supplier_refund', ''],
      ['other', 'Leitud raha'],
      ['', ''],
      ['returned_payment', ''],
    ],
  );
  assert.match((await rows('&language=et')).lines[2] ?? '', /;tarnijalt tagasi saadud raha;;0,00$/);
});

test('the account leads from what apartments have paid to what it received, payment by payment', async () => {
  const { as, apartments, path, sums, into } = await setUp();
  const other = await aBuilding(g, as, { name: 'Kask 2', billing: { iban: account } });
  const neighbour = await anApartment(g, as, other.id, { number: '5', area: 10 });
  const referenceOf = ({ referenceNumber }: Thing) => String(referenceNumber);
  const reference = referenceOf(apartments[0]);
  const november = 'dateFrom=2026-11-01&dateTo=2026-11-30';
  const steps = async (range = november) => {
    type Month = Thing & { bankAccount: Sums; totals: { received: number }[] };
    const { bankAccount, totals } = (await g.ask<Month>('GET', `${path}/month-end?${range}`, { as })).data;
    const cents = (amount: number) => Math.round(amount * 100);
    const led = bankAccount.steps.reduce((sum, { amount }) => sum + cents(amount), cents(totals[0]?.received ?? 0));
    assert.equal(led, cents(bankAccount.credits));
    return Object.fromEntries(bankAccount.steps.map(({ kind, amount }) => [kind, amount]));
  };
  const pay = async (amount: number, paidOn: string, method: string) => {
    const body = { apartmentId: apartments[0].id, amount, paidOn, method };
    const made = await g.ask('POST', '//console/api/payments', { as, body });
    assert.equal(made.status, 201, made.text);
  };
  await pay(231.17, '2026-11-03', 'transfer');
  await pay(40, '2026-11-04', 'cash');
  assert.deepEqual(await steps(), { manual: -231.17, cash: -40 }, 'no statement yet');
  const lines = [
    { amount: '419.50', reference: referenceOf(apartments[1]), id: 'a', day: '2026-11-06' },
    { amount: '136.50', id: 'b', day: '2026-11-07', text: '', iban: null, payer: 'Tundmatu' },
    { amount: '7.00', id: 'c', day: '2026-11-08', text: 'intress', iban: null, payer: 'Pank' },
    { amount: '60.00', reference: referenceOf(neighbour), id: 'd', day: '2026-11-09' },
    { amount: '12.00', reference: referenceOf(apartments[1]), id: 'e', day: '2026-11-10' },
  ];
  const { payments } = await into(camt(lines));
  const [, , interest, , back] = payments.map(({ paymentId }) => paymentId);
  const act = async (id: string | undefined, verb: string, body?: object) =>
    assert.equal(
      (await g.ask('POST', `//console/api/payments/${id}/${verb}`, { as, ...(body && { body }) })).status,
      200,
    );
  await act(interest, 'dismiss', { reason: 'interest' });
  await act(back, 'reverse');
  const shown = { unmatched: 136.5, set_aside: 7, other_buildings: 60, reversed: 12 };
  assert.deepEqual(await steps(), { manual: -231.17, cash: -40, ...shown });
  await into(camt([{ amount: '231.17', reference, id: 'f', day: '2026-11-05' }]));
  assert.deepEqual(await steps(), { cash: -40, ...shown }, 'a statement shows what was entered by hand');
  await pay(5, '2026-10-31', 'transfer');
  await into(camt([{ amount: '5.00', reference, id: 'g', day: '2026-11-02' }]));
  assert.deepEqual(await steps(), { cash: -40, ...shown, dated_elsewhere: 5 });
  assert.deepEqual(await steps('dateFrom=2026-10-01&dateTo=2026-10-31'), { booked_elsewhere: -5 });
  const own = [419.5, 231.17].reduce((sum, amount) => sum + amount, 0);
  const cells = async (file: string, ...wanted: readonly string[]) => {
    const { text } = await g.ask('GET', `${path}/${file}?${november}`, { as });
    const [head = [], ...found] = text
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(';'));
    return found.map((line) => wanted.map((name) => line[head.indexOf(name)]));
  };
  const parts = (await cells('bank-entries', 'received')).map(([cell = '']) => Number(cell.replace(',', '.')));
  assert.equal(Number(parts.reduce((sum, part) => sum + part, 0).toFixed(2)), own);
  const onStatements = await cells('payments', 'amount', 'booked_on');
  assert.deepEqual(onStatements.toSorted(), [
    ['231,17', '2026-11-05'],
    ['40,00', ''],
    ['419,50', '2026-11-06'],
  ]);
  assert.equal((await sums()).creditEntries, 7);
});

test('a building without an account has none, and the file is empty but for its balances', async () => {
  const { as, path, sums, rows } = await setUp();
  const body = { billing: { iban: null } };
  assert.equal((await g.ask('PATCH', path.replace('//console/api', ''), { as, body })).status, 200);
  assert.equal(await sums(), null);
  assert.equal((await rows()).lines.length, 3);
});
