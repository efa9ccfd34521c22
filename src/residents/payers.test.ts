// Tests of payers: who pays for the days of a period when people move in, leave, overlap or are unknown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays } from '../platform/values/dates.ts';
import type { ApartmentResidency } from './payer-queries.ts';
import { payerPeriodsOf } from './payers.ts';

const october = { periodStart: '2026-10-01', periodEnd: '2026-10-31' };
const day = (of: number) => addDays('2026-10-01', of - 1);

/**
 * Mari is an owner from the 1st to the 10th: `stay('mari', 1, 10)`. Days below 1 lie before October, null has no end.
 */
function stay(
  residentId: string,
  since: number,
  until: number | null,
  more: Partial<ApartmentResidency> = {},
): ApartmentResidency {
  return {
    residentId,
    role: 'owner',
    since: day(since),
    until: until === null ? null : day(until),
    receivesInvoice: true,
    ...more,
  };
}
const shown = (...residencies: ApartmentResidency[]) =>
  payerPeriodsOf(residencies, october).map(
    ({ periodStart, periodEnd, payers }) => `${Number(periodStart.slice(8))}-${Number(periodEnd.slice(8))} ${payers}`,
  );

test('a seller pays until the day before the buyer comes', () => {
  assert.deepEqual(shown(stay('mari', -99, 10), stay('jaan', 11, null)), ['1-10 mari', '11-31 jaan']);
});

test('the day on which one leaves and another comes is the new owner’s', () => {
  assert.deepEqual(shown(stay('mari', -99, 11), stay('jaan', 11, null)), ['1-10 mari', '11-31 jaan']);
  assert.deepEqual(shown(stay('mari', -99, 31), stay('jaan', 31, null)), ['1-30 mari', '31-31 jaan']);
});

test('the same holds on the first day of the period', () => {
  assert.deepEqual(shown(stay('mari', -99, 1), stay('jaan', 1, null)), ['1-31 jaan']);
  assert.deepEqual(shown(stay('mari', -99, 2), stay('jaan', 2, null)), ['1-1 mari', '2-31 jaan']);
  const silent = { receivesInvoice: false };
  assert.deepEqual(shown(stay('mari', -99, 1), stay('jaan', 1, null, silent)), ['1-31 jaan']);
});

test('a person who comes on the first day of the period is a newcomer as on any other day', () => {
  assert.deepEqual(shown(stay('mari', -99, 16), stay('jaan', 15, null)), ['1-16 mari', '17-31 jaan']);
  assert.deepEqual(shown(stay('mari', -99, 2), stay('jaan', 1, null)), ['1-2 mari', '3-31 jaan']);
  assert.deepEqual(shown(stay('mari', -99, null), stay('jaan', 1, null)), ['1-31 mari,jaan']);
  assert.deepEqual(shown(stay('mari', -99, 2), stay('jaan', -30, null)), ['1-31 jaan']);
});

test('days without a resident belong to the previous one, and at the beginning to the first known one', () => {
  assert.deepEqual(shown(stay('mari', -99, 10), stay('jaan', 15, null)), ['1-14 mari', '15-31 jaan']);
  assert.deepEqual(shown(stay('jaan', 15, null)), ['1-31 jaan']);
  assert.deepEqual(shown(stay('mari', -99, 10)), ['1-31 mari']);
  assert.deepEqual(shown(), ['1-31 ']);
});

test('a second owner who joins or leaves changes nothing while another stays', () => {
  assert.deepEqual(shown(stay('mari', -99, null), stay('jaan', 15, null)), ['1-31 mari']);
  assert.deepEqual(shown(stay('mari', -99, null), stay('jaan', -99, 15)), ['1-31 mari']);
  assert.deepEqual(shown(stay('mari', -99, 20), stay('jaan', 15, null)), ['1-20 mari', '21-31 jaan']);
});

test('three owners in one month have three payer periods', () => {
  assert.deepEqual(shown(stay('a', -9, 10), stay('b', 11, 20), stay('c', 21, null)), ['1-10 a', '11-20 b', '21-31 c']);
});

test('a change of tenants does not divide an owner’s month; where the owner gets no invoices, it does', () => {
  const tenants = [stay('t1', -9, 14, { role: 'tenant' }), stay('t2', 15, null, { role: 'tenant' })];
  assert.deepEqual(shown(stay('mari', -99, null), ...tenants), ['1-31 mari']);
  const silent = stay('mari', -99, null, { receivesInvoice: false });
  assert.deepEqual(shown(silent, ...tenants), ['1-14 t1', '15-31 t2']);
  assert.deepEqual(shown(stay('mari', -99, 10), stay('jaan', 15, null), stay('t', -99, null, { role: 'tenant' })), [
    '1-14 mari',
    '15-31 jaan',
  ]);
});

test('where an owner gets no invoices, a tenant pays from their first to their last day, and the owner the rest', () => {
  const owner = stay('mari', -99, null, { receivesInvoice: false });
  const tenant = (since: number, until: number | null) => stay('t', since, until, { role: 'tenant' });
  assert.deepEqual(shown(owner, tenant(15, null)), ['1-14 mari', '15-31 t']);
  assert.deepEqual(shown(owner, tenant(-99, 14)), ['1-14 t', '15-31 mari']);
  assert.deepEqual(shown(owner, tenant(10, 20)), ['1-9 mari', '10-20 t', '21-31 mari']);
  assert.deepEqual(shown(owner, tenant(-99, null)), ['1-31 t']);
  const receiving = stay('jaan', 15, null);
  assert.deepEqual(shown(receiving, tenant(-99, null)), ['1-14 t', '15-31 jaan']);
});

test('owners without invoices still divide the month', () => {
  const silent = { receivesInvoice: false };
  assert.deepEqual(shown(stay('mari', -99, 10, silent), stay('jaan', 11, null, silent)), ['1-10 mari', '11-31 jaan']);
});

const stays = fc.array(
  fc
    .record({
      who: fc.constantFrom('a', 'b', 'c', 'd'),
      since: fc.integer({ min: -10, max: 40 }),
      length: fc.option(fc.integer({ min: 0, max: 40 })),
      role: fc.constantFrom('owner' as const, 'tenant' as const),
      receivesInvoice: fc.boolean(),
    })
    .map(({ who, since, length, ...more }) => stay(who, since, length === null ? null : since + length, more)),
  { maxLength: 6 },
);

test('for any residencies, payer periods cover every day of the period once, and neighbouring ones share nobody', () => {
  fc.assert(
    fc.property(stays, (known) => {
      const payerPeriods = payerPeriodsOf(known, october);
      assert.equal(payerPeriods[0]?.periodStart, october.periodStart);
      assert.equal(payerPeriods.at(-1)?.periodEnd, october.periodEnd);
      for (const [place, { periodStart, periodEnd, payers }] of payerPeriods.entries()) {
        assert.ok(periodStart <= periodEnd, `place ${place}`);
        const next = payerPeriods[place + 1];
        if (next === undefined) continue;
        assert.equal(next.periodStart, addDays(periodEnd, 1), `place ${place}`);
        assert.ok(!next.payers.some((payer) => payers.includes(payer)), `place ${place}`);
      }
      assert.deepEqual(
        payerPeriodsOf(known.toReversed(), october).map((payerPeriod) => payerPeriod.periodStart),
        payerPeriods.map((payerPeriod) => payerPeriod.periodStart),
      );
    }),
    { numRuns: 2000 },
  );
});
