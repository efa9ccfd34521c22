// Tests of late interest: it is charged only for buildings with a rate, to the debtor, for each overdue day once, and
// never on interest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createBilledBuilding,
  generate,
  type InvoiceAnswer,
  markSent,
  november,
  october,
} from '../../test/billing-fixture.ts';
import { anOrganization, aPerson, aResidency, moveOut, onDay, startTestService } from '../../test/service-fixture.ts';
import { camt, importStatementFile } from '../../test/statement-samples.ts';

const g = await startTestService();
const { tenantId, integrator: as } = await anOrganization(g);

type InterestPosition = InvoiceAnswer['positions'][number] & {
  vatRate: number;
  description: string;
  calculation: { overdue: unknown };
};
const september = { periodStart: '2026-09-01', periodEnd: '2026-09-30', issueDate: '2026-10-01' };
const next = { ...october, issueDate: '2026-11-01' };

/**
 * A building whose rate holds since January, with September's invoices sent: the first apartment owes 552.71 by October
 * 15.
 */
async function setUpBuilding({ rate = 0.05 as number | null, issueDate = september.issueDate } = {}) {
  const { building, apartments } = await onDay(g, '2026-01-01', () =>
    createBilledBuilding(g, as, { lateInterest: rate }),
  );
  const [home] = apartments;
  const billed = async (body: object, place = 0) => {
    const { data } = await generate(g, as, building.id, { ...body });
    return data.invoices.filter((invoice) => invoice.apartmentId === home.id)[place]?.invoiceId ?? '';
  };
  const interest = async (id: string) =>
    (await g.ask<InvoiceAnswer>('GET', `/invoices/${id}`, { as })).data.positions.filter(
      (position) => position.code === 'late-interest',
    ) as unknown as InterestPosition[];
  const amounts = async (id: string) => (await interest(id)).map((line) => line.amount);
  return { building, home, billed, interest, amounts, issueDate };
}

/** The same with September sent. */
async function createDebt(options: Parameters<typeof setUpBuilding>[0] = {}) {
  const fixture = await setUpBuilding(options);
  const debt = await fixture.billed({ ...september, issueDate: fixture.issueDate });
  await onDay(g, fixture.issueDate, () => markSent(g, debt));
  return { ...fixture, debt };
}

const cancel = (id: string) => g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'cancelled' } });

test('without a rate there is no interest', async () => {
  const { billed, amounts } = await createDebt({ rate: null });
  assert.deepEqual(await amounts(await billed(next)), []);
});

test('the next invoice charges it without VAT and explains it, and a dry run shows it and charges nothing', async () => {
  const { building, home, debt, billed, interest } = await createDebt();
  const dry = await generate(g, as, building.id, { ...next, dryRun: true });
  assert.deepEqual(
    dry.data.charges
      .filter((charge) => charge.code === 'late-interest')
      .map((charge) => [charge.allocated, charge.vatAmount]),
    [[4.42, 0]],
  );
  assert.equal(dry.data.invoices.find((invoice) => invoice.apartmentId === home.id)?.amount, 557.13);
  const [line, ...more] = await interest(await billed(next));
  const { number } = (await g.ask<InvoiceAnswer>('GET', `/invoices/${debt}`, { as })).data;
  assert.equal(more.length, 0);
  assert.deepEqual(
    [line?.description, line?.amount, line?.vatRate, line?.vatAmount, line?.calculation.overdue],
    [
      'Viivis',
      4.42,
      0,
      0,
      [
        {
          invoiceId: debt,
          invoiceNumber: number,
          days: [{ from: '2026-10-16', to: '2026-10-31', days: 16, principal: 552.71, percentPerDay: 0.05 }],
          raw: '4.42168',
          rounded: 4.42,
        },
      ],
    ],
  );
});

test('a draft accrues nothing, and a due date that a weekend moved counts from its new date', async () => {
  const drafts = await setUpBuilding();
  await drafts.billed(september);
  assert.deepEqual(await drafts.amounts(await drafts.billed(next)), []);
  const { billed, amounts } = await createDebt({ issueDate: '2026-10-03' }); // Due on Saturday 17, so on Monday 19.
  assert.deepEqual(await amounts(await billed(next)), [3.32]);
});

test('a payment lowers it from the following day, also where all is paid before the next invoice', async () => {
  const part = await createDebt();
  const text = String(part.home.referenceNumber);
  await importStatementFile(g, tenantId, camt([{ amount: '500.00', text, day: '2026-10-20' }]));
  assert.deepEqual(await part.amounts(await part.billed(next)), [1.67]);
  const whole = await createDebt();
  const paid = { status: 'paid', paidDate: '2026-10-25' };
  assert.equal((await g.ask('PATCH', `/invoices/${whole.debt}`, { as, body: paid })).status, 200);
  assert.deepEqual(await whole.amounts(await whole.billed(next)), [2.76]);
  const inTime = await createDebt();
  await g.ask('PATCH', `/invoices/${inTime.debt}`, { as, body: { ...paid, paidDate: '2026-10-15' } });
  assert.deepEqual(await inTime.amounts(await inTime.billed(next)), []);
});

test('there is no interest on interest, no day is charged twice, and nothing beyond today', async () => {
  const { billed, amounts } = await createDebt();
  const second = await billed(next);
  await onDay(g, next.issueDate, () => markSent(g, second));
  const third = await billed({ ...november, issueDate: '2026-11-20' });
  // 5.53 for 20 days of September's invoice, 1.11 for 4 of October's 552.71.
  assert.deepEqual(await amounts(third), [6.64]);
  await cancel(second);
  assert.deepEqual(await amounts(await billed(next)), [4.42]);
});

test('cancelling an invoice frees its days, and generated again the interest is the same', async () => {
  const { building, billed, amounts } = await createDebt();
  const made = await billed(next);
  await generate(g, as, building.id, next);
  await cancel(made);
  const regenerated = await billed(next);
  assert.deepEqual([regenerated === made, await amounts(regenerated)], [false, [4.42]]);
});

test('those who had the apartment then owe it, and nobody who came later', async () => {
  const gone = await setUpBuilding();
  const [mari, jaan] = [await aPerson(g, tenantId, 'resident'), await aPerson(g, tenantId, 'resident')];
  await aResidency(g, tenantId, mari.userId, gone.home.id, '2020-01-01');
  const sellersDebt = await gone.billed(september);
  await onDay(g, september.issueDate, () => markSent(g, sellersDebt));
  await moveOut(g, tenantId, gone.home.id, '2026-10-10');
  await aResidency(g, tenantId, jaan.userId, gone.home.id, '2026-10-11');
  const marisPart = await gone.billed(next, 0);
  const jaansPart = (await gone.billed(next, 1)) || '';
  assert.deepEqual([await gone.amounts(marisPart), await gone.amounts(jaansPart)], [[4.42], []]);
  assert.deepEqual(await gone.amounts(await gone.billed({ ...november, issueDate: '2026-11-20' })), []);
});

test('a correction of the period does not change it', async () => {
  const { building, home, billed } = await createDebt();
  await markSent(g, await billed(next));
  const { data } = await g.ask<{ invoices: { apartmentId: string; status: string }[] }>(
    'POST',
    `//console/api/buildings/${building.id}/corrections`,
    { as, body: { ...october, reason: 'Kontroll' } },
  );
  assert.equal(data.invoices.find((invoice) => invoice.apartmentId === home.id)?.status, 'unchanged');
});

test('a rate applies from the day it is set; an impossible rate is rejected', async () => {
  const { building } = await setUpBuilding({ rate: null });
  const set = (lateInterest: unknown) =>
    g.ask<{ billing: { lateInterest: number | null } }>('PATCH', `/buildings/${building.id}`, {
      as,
      body: { billing: { lateInterest } },
    });
  for (const wrong of [0, -1, 1.01, 0.0000001]) {
    const answer = await set(wrong);
    assert.deepEqual([answer.status, answer.fields], [422, ['billing.lateInterest']], answer.text);
  }
  assert.equal((await set(0.05)).data.billing.lateInterest, 0.05);
  assert.equal((await set(0.022)).data.billing.lateInterest, 0.022);
  const rates = async () =>
    (await g.owner`select late_interest as rates from buildings where id = ${building.id}`)[0]?.rates;
  assert.deepEqual(await rates(), [{ from: '2026-11-20', percentPerDay: 0.022 }]);
  g.clock.now = new Date('2026-11-21T09:00:00.000Z');
  assert.equal((await set(null)).data.billing.lateInterest, null);
  assert.deepEqual(await rates(), [
    { from: '2026-11-20', percentPerDay: 0.022 },
    { from: '2026-11-21', percentPerDay: null },
  ]);
});
