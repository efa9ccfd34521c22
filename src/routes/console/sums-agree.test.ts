// Test that every page and file that shows a sum of money shows the same one, after each step of a played month.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createBilledBuilding,
  createThreeInvoices,
  generate,
  markSent,
  november,
} from '../../../test/billing-fixture.ts';
import { anOrganization, sellAtOctobersEnd, startTestService, type Thing } from '../../../test/service-fixture.ts';
import { account, camt, findBrokenInvariants, importStatementFile } from '../../../test/statement-samples.ts';

const g = await startTestService();
const days = 'dateFrom=2026-01-01&dateTo=2026-12-31';

type Money = Record<string, number>;
type Tallies = { count: number; amount: number }[];
type Aged = Money & { apartmentId: string; number: string; payers: { former: boolean }[] };
type Overview = { paymentsWaiting: Tallies; unsent: Tallies; overdue: Tallies; months: Money[]; unassigned: Money[] };
type State = { buildingId: string; unsent: number; overdue: number; overdueAmount: number; waiting: Money[] };
type Unassigned = { kind: string; amount: number };
type MonthEnd = {
  totals: [Money & { ledger: Money }];
  unassigned: Unassigned[];
  drafts: Money[];
  bankAccount: { credits: number; steps: Money[] } | null;
};

const cents = (amount: unknown) => Math.round(Number(amount) * 100);
const sumOf = <T extends object>(rows: readonly T[], ...fields: string[]) =>
  rows.reduce((sum, row) => sum + fields.reduce((all, field) => all + cents(row[field as keyof T]), 0), 0);

/** What the pages of an organization show, as they read it. */
function pagesOf(as: string) {
  const data = async <T>(path: string) => (await g.ask<T & Thing>('GET', path, { as })).data as T;
  const items = async (path: string) => (await g.ask<Thing>('GET', path, { as })).items;
  const rowsOf = async (path: string) => {
    const { text } = await g.ask('GET', path, { as });
    const [head = '', ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
    const names = head.split(';');
    return lines.map((line) =>
      Object.fromEntries(line.split(';').map((cell, index) => [names[index] ?? '', cell.replace(',', '.')])),
    );
  };
  return { data, items, rowsOf };
}

/** Says that amounts are the same, by the name of what they are. */
const equalIn =
  (place: string) =>
  (name: string, ...amounts: number[]) =>
    assert.deepEqual(
      amounts,
      amounts.map(() => amounts[0]),
      `${place}: ${name}`,
    );

/** Reads the pages of the whole organization. */
async function readOrganization(as: string, buildings: readonly Thing[]) {
  const { data, items, rowsOf } = pagesOf(as);
  const sums = (query = '') => data<Money[]>(`//console/api/invoice-sums${query}`);
  const monthEnds = await Promise.all(
    buildings.map(({ id }) => data<MonthEnd>(`//console/api/buildings/${id}/month-end?${days}`)),
  );
  const drafts = await items('/invoices?status=draft&limit=100');
  return {
    overview: await data<Overview>('//console/api/overview'),
    states: await data<State[]>('//console/api/overview/buildings'),
    aged: await data<Aged[]>('//console/api/aging'),
    all: await sums(),
    overdue: await sums('?status=overdue'),
    unsentSums: await sums('?unsent=true'),
    unsent: await items('/invoices?unsent=true&limit=100'),
    totals: monthEnds.flatMap((monthEnd) => monthEnd.totals),
    leftOut: monthEnds.flatMap((monthEnd) => monthEnd.drafts),
    unassigned: monthEnds[0]?.unassigned ?? [],
    unassignedLines: await rowsOf(`//console/api/buildings/${buildings[0]?.id}/payments?${days}&unassigned=true`),
    waiting: await items('//console/api/payments?waiting=undecided&limit=100'),
    prepaid: await items('//console/api/payments?prepaid=true&limit=100'),
    positiveDrafts: drafts.filter(({ amount }) => Number(amount) > 0),
  };
}

/** Holds the pages of the whole organization against each other, and against the credits of the bank, in cents. */
async function holdOrganization(as: string, buildings: readonly Thing[], step: string, bank: number): Promise<void> {
  const pages = await readOrganization(as, buildings);
  const { overview, states, aged, totals, waiting } = pages;
  const equal = equalIn(step);
  const late = sumOf(aged, 'to30', 'to60', 'to90', 'over90');
  const received = sumOf(totals, 'received') + sumOf(waiting, 'unallocated');
  const prepaid = sumOf(pages.prepaid, 'unallocated') + sumOf(pages.positiveDrafts, 'amountPaid');
  const unassigned = (...kinds: string[]) =>
    sumOf(
      pages.unassigned.filter(({ kind }) => kinds.includes(kind)),
      'amount',
    );
  const ofStates = states.flatMap((state) => state.waiting);
  equal('balances', sumOf(aged, 'balance'), sumOf(aged, 'total') - sumOf(aged, 'credit'), sumOf(totals, 'closing'));
  equal('open', sumOf(aged, 'total'), sumOf(pages.all, 'balance'));
  equal('overdue', late, sumOf(overview.overdue, 'amount'), sumOf(states, 'overdueAmount'));
  equal('overdue invoices', late, sumOf(pages.overdue, 'balance'));
  equal('unsent', sumOf(overview.unsent, 'amount'), sumOf(pages.unsentSums, 'amount'), sumOf(pages.unsent, 'amount'));
  equal('count of unsent', sumOf(overview.unsent, 'count'), sumOf(states, 'unsent'), sumOf(pages.unsentSums, 'count'));
  equal('left out', sumOf(pages.leftOut, 'amount'), sumOf(pages.positiveDrafts, 'amount'));
  equal('invoiced', sumOf(overview.months, 'invoiced'), sumOf(totals, 'invoiced'));
  equal('received', sumOf(overview.months, 'received'), received);
  equal('of no apartment', sumOf(overview.unassigned, 'amount'), sumOf(waiting, 'unallocated'));
  equal('to be decided', sumOf(overview.paymentsWaiting, 'amount'), sumOf(waiting, 'unallocated'));
  equal('to be decided', sumOf(waiting, 'unallocated'), unassigned('unmatched'), sumOf(ofStates, 'amount'));
  equal('the bank', bank, sumOf(totals, 'received') + unassigned('unmatched', 'set_aside', 'refunded', 'returned'));
  equal(
    'of no apartment',
    sumOf(pages.unassignedLines, 'amount'),
    unassigned('unmatched', 'set_aside', 'refunded') - unassigned('refund'),
  );
  equal('prepaid', sumOf(aged, 'credit'), prepaid);
}

/** Holds the pages and files of a building against each other, and those of its apartments. */
async function holdBuilding(as: string, building: Thing, step: string): Promise<void> {
  const { data, items, rowsOf } = pagesOf(as);
  const path = `//console/api/buildings/${building.id}`;
  const {
    totals: [total],
    bankAccount,
  } = await data<MonthEnd>(`${path}/month-end?${days}`);
  const aged = await data<Aged[]>(`//console/api/aging?buildingId=${building.id}`);
  const listed = await items(`${path}/apartments?limit=100`);
  const balances = await rowsOf(`${path}/balances?${days}`);
  const equal = equalIn(`${step}, ${building.name}`);
  equal(
    'balances',
    cents((await data<Money>(`${path}/apartment-sums`)).balance),
    sumOf(listed, 'balance'),
    sumOf(aged, 'balance'),
    cents(total.closing),
  );
  for (const column of ['opening', 'invoiced', 'received', 'refunded', 'closing'])
    equal(column, sumOf(balances, column), cents(total[column]));
  equal(
    'ledger',
    sumOf(await rowsOf(`${path}/ledger?${days}`), 'gross'),
    sumOf([total.ledger], 'net', 'vat'),
    cents(total.invoiced),
  );
  equal(
    'payments',
    sumOf(await rowsOf(`${path}/payments?${days}`), 'amount'),
    cents(total.received) - cents(total.refunded),
  );
  if (bankAccount !== null)
    equal(
      'received on the account',
      cents(total.received) + sumOf(bankAccount.steps, 'amount'),
      cents(bankAccount.credits),
    );
  const { text } = await g.ask('GET', `${path}/e-arve?${days}`, { as });
  const eInvoices = /<TotalAmount>(.+)<\/TotalAmount>/.exec(text)?.[1] ?? 0;
  equal('e-invoices', cents(eInvoices), cents(total.ledger.eInvoiceAmount));
  const periods = await items(`${path}/periods?limit=100`);
  equal('invoiced by period', sumOf(periods, 'amount'), cents(total.invoiced));
  equal('open by period', sumOf(periods, 'open'), sumOf(aged, 'total'));
  for (const { id, number, balance } of listed) {
    const { closing } = await data<Money>(`${path}/apartments/${id}/account?from=2026-01-01&to=2026-12-31`);
    const ofApartment = aged.filter(({ apartmentId }) => apartmentId === id);
    const row = balances.filter(({ apartment }) => apartment === number);
    equal(`apartment ${number}`, cents(balance), cents(closing), sumOf(ofApartment, 'balance'), sumOf(row, 'closing'));
  }
}

test('every page and file shows the same sums after each step of a month', async () => {
  const { tenantId, owner: as } = await anOrganization(g);
  await g.ask('PATCH', '//console/api/letterhead', {
    as,
    body: { registrationNumber: '80123456', vatNumber: 'EE123456789' },
  });
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  const { building: other } = await createBilledBuilding(g, as);
  let bank = 0;
  const done = async (step: string, answer?: { status: number; text: string }) => {
    if (answer !== undefined) assert.ok(answer.status < 300, `${step}: ${answer.text}`);
    await holdOrganization(as, [building, other], step, bank);
    for (const each of [building, other]) await holdBuilding(as, each, step);
  };
  const pay = async (amount: string, day: string, index?: 0 | 1 | 2) => {
    const reference = index === undefined ? {} : { reference: String(apartments[index].referenceNumber) };
    const { payments } = await importStatementFile(
      g,
      tenantId,
      camt([{ amount, day, ...reference, id: `${day} ${amount}` }]),
    );
    bank += cents(amount);
    return payments[0]?.paymentId ?? '';
  };
  const post = (path: string, body?: object) => g.ask('POST', `//console/api${path}`, { as, ...(body && { body }) });
  await done('nothing');
  const [first, second] = await createThreeInvoices(g, as, building.id, {
    issueDate: '2026-10-31',
    dueDate: '2026-11-10',
  });
  const [elsewhere] = await createThreeInvoices(g, as, other.id, { issueDate: '2026-11-01' });
  await done('drafts');
  await pay('100.00', '2026-11-02', 2);
  await done('money on a draft');
  await markSent(g, first);
  await markSent(g, second);
  await done('two of three are sent');
  const bills = [{ charge: 'heat', amount: -100 }];
  await done(
    'the period is corrected, and one invoice is a draft',
    await post(`/buildings/${building.id}/corrections`, {
      periodStart: '2026-10-01',
      periodEnd: '2026-10-31',
      bills,
      reason: 'Viga',
    }),
  );
  const over = await pay('900.00', '2026-11-05', 1);
  await done('too much is paid');
  const stranger = await pay('12.34', '2026-11-06');
  await done('nobody knows a payment');
  await pay('7.00', '2026-11-07');
  await done('nobody knows another', await post(`/payments/${stranger}/dismiss`));
  await done(
    'a part of what is set aside is refunded',
    await post(`/payments/${stranger}/refunds`, { refundedOn: '2026-11-08', amount: 10 }),
  );
  await done('the rest of it is refunded', await post(`/payments/${stranger}/refunds`, { refundedOn: '2026-11-09' }));
  await done(
    'a part is refunded',
    await post(`/payments/${over}/refunds`, { refundedOn: '2026-11-19', amount: 50, note: 'Tagasi' }),
  );
  await done(
    'an invoice is credited',
    await post(`/invoices/${first}/credit`, { reason: 'Viga', positions: [{ position: 1, amount: 10 }] }),
  );
  const bounced = await pay('20.00', '2026-11-08', 0);
  await done('a payment bounces', await post(`/payments/${bounced}/reverse`));
  await done(
    'a draft is cancelled',
    await g.ask('PATCH', `/invoices/${elsewhere}`, { as, body: { status: 'cancelled' } }),
  );
  await sellAtOctobersEnd(g, tenantId, apartments[0].id);
  await done('an apartment is sold');
  const next = await generate(g, as, building.id, { ...november, costs: [{ charge: 'heat', amount: 1200 }] });
  await done('the next month', next);
  const unsent = (await g.ask('GET', '/invoices?unsent=true', { as })).items;
  assert.ok(
    unsent.some(({ status }) => status === 'paid'),
    'one was paid before it was sent',
  );
  for (const { id } of unsent) await markSent(g, id);
  await done('everything is sent');
  const { data } = await g.ask<Aged[]>('GET', `//console/api/aging?buildingId=${building.id}`, { as });
  const sold = data.filter(({ apartmentId }) => apartmentId === apartments[0].id);
  assert.deepEqual(
    sold.map(({ payers }) => payers.map(({ former }) => former)),
    [[false], [true]],
    'buyer and seller have a row each',
  );
  assert.deepEqual(await findBrokenInvariants(g), []);
});
