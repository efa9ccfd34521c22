// Proves that consumption adds up from period to period, whatever is read when, and that estimates are settled.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, type Day } from '../platform/dates.ts';
import { formatDecimal } from '../platform/decimal.ts';
import { consumptionOf, type History, isHigh, misplaced, monthsBefore, paceBefore, type Span } from './consumption.ts';

const register = { digits: 5, decimals: 3 };
const october: Span = { opening: '2026-09-30', closing: '2026-10-31', periodEnd: '2026-10-31' };
const november: Span = { opening: '2026-10-31', closing: '2026-11-30', periodEnd: '2026-11-30' };

/** A meter that showed 100 when it was installed, and then these values. */
function read(...readings: (readonly [on: Day, value: number])[]): History {
  return {
    ...register,
    initial: { value: '100', on: '2026-01-01' },
    readings: readings.map(([on, value]) => ({ on, value: String(value) })),
  };
}

function shown(meter: History, span: Span, months?: number) {
  const found = consumptionOf(meter, span, months);
  if (typeof found === 'string') return found;
  return [found.start, found.startOn, found.end, found.endOn, formatDecimal(found.consumption), found.estimated];
}

test('the last reading until the end counts for the end, the last until the beginning for the beginning', () => {
  const meter = read(['2026-09-28', 120], ['2026-10-05', 121], ['2026-10-30', 123.5], ['2026-11-02', 124]);
  assert.deepEqual(shown(meter, october), ['120', '2026-09-28', '123.5', '2026-10-30', '3.5', false]);
  assert.deepEqual(shown(meter, november), ['123.5', '2026-10-30', '124', '2026-11-02', '0.5', false]);
});

test('several readings of one day count in their order', () => {
  const meter = read(['2026-09-30', 1], ['2026-10-31', 2], ['2026-10-31', 3]);
  assert.deepEqual(shown({ ...meter, initial: { value: '0', on: null } }, october), [
    '1',
    '2026-09-30',
    '3',
    '2026-10-31',
    '2',
    false,
  ]);
});

test('the initial value is where a new meter begins, also without a day', () => {
  assert.deepEqual(shown(read(['2026-10-20', 112]), october), ['100', '2026-01-01', '112', '2026-10-20', '12', false]);
  const unknown: History = { ...read(['2026-10-20', 112]), initial: { value: '100', on: null } };
  assert.deepEqual(shown(unknown, october), ['100', null, '112', '2026-10-20', '12', false]);
  const inside: History = { ...read(), initial: { value: '7', on: '2026-10-12' } };
  assert.equal(shown(inside, october), 'missing', 'putting a meter in is not reading it');
  const lastDay: History = { ...inside, initial: { value: '7', on: '2026-10-31' } };
  assert.deepEqual(shown(lastDay, october), ['7', '2026-10-31', '7', '2026-10-31', '0', false]);
  assert.equal(shown({ ...inside, initial: { value: '7', on: '2026-11-01' } }, october), 'absent');
});

test('a meter that was replaced ends with its final value, read or not', () => {
  const old: History = { ...read(['2026-09-30', 120]), final: { value: '130', on: '2026-10-12' } };
  assert.deepEqual(shown(old, october), ['120', '2026-09-30', '130', '2026-10-12', '10', false]);
  const estimatedBefore = { ...old, billed: { value: '126', on: '2026-10-31' } };
  assert.deepEqual(shown(estimatedBefore, november), ['126', '2026-10-31', '130', '2026-10-12', '4', false]);
});

test('a register that passes its last number goes on counting', () => {
  const meter = read(['2026-09-30', 99_998], ['2026-10-15', 99_999.5], ['2026-10-31', 1.5]);
  assert.deepEqual(shown(meter, october)[4], '3.5');
  const billed: History = { ...meter, billed: { value: '99999', on: '2026-09-30' } };
  assert.deepEqual(shown(billed, october)[4], '2.5');
});

test('a missing reading is missing, unless it may be estimated and there is a past to go by', () => {
  const meter = read(['2026-06-30', 110], ['2026-08-31', 124.4], ['2026-09-30', 130.4]);
  assert.equal(shown(meter, october), 'missing');
  assert.deepEqual(shown(meter, october, 1), ['130.4', '2026-09-30', '136.6', '2026-10-31', '6.2', true]);
  assert.deepEqual(shown(meter, october, 3)[4], '6.874', '20.4 in 92 days, for 31 days');
  assert.equal(shown(read(), { opening: '2025-12-31', closing: '2026-01-01', periodEnd: '2026-01-31' }, 12), 'missing');
  assert.equal(shown({ ...read(), initial: { value: '5', on: null } }, october, 12), 'missing');
  assert.equal(shown(read(), october, 12), 'missing', 'nothing was ever read');
});

test('what was estimated is settled by the next reading, upwards or downwards', () => {
  const meter = read(['2026-08-31', 124], ['2026-09-30', 130]);
  const [, , end, endOn] = shown(meter, october, 1) as string[];
  const billed = { value: end ?? '', on: endOn ?? '' };
  const later = (value: number) => ({ ...read(['2026-09-30', 130], ['2026-11-29', value]), billed });
  assert.deepEqual(shown(later(140), november), ['136.2', '2026-10-31', '140', '2026-11-29', '3.8', false]);
  assert.deepEqual(shown(later(135), november)[4], '-1.2');
  assert.deepEqual(
    shown({ ...meter, billed }, november, 1).slice(2),
    ['142.2', '2026-11-30', '6', true],
    'an estimate after an estimate goes on from the last reading',
  );
});

test('a correction after the invoice is settled by the next one', () => {
  const billed = { value: '150', on: '2026-10-30' };
  const meter: History = { ...read(['2026-10-30', 140], ['2026-11-30', 144]), billed };
  assert.deepEqual(shown(meter, november)[4], '-6');
});

test('readings shortly after the end count for it where the window goes over the end of the month', () => {
  const meter = read(['2026-10-02', 120], ['2026-11-02', 126]);
  const late: Span = { opening: '2026-10-03', closing: '2026-11-03', periodEnd: '2026-10-31' };
  assert.deepEqual(shown(meter, late), ['120', '2026-10-02', '126', '2026-11-02', '6', false]);
});

test('a value fits between its neighbours, or it is said why not', () => {
  const fits = (before: number, value: number, after?: number, rollover = false) =>
    misplaced({ before, value, after }, register, rollover);
  assert.equal(fits(10, 10), undefined);
  assert.equal(fits(10, 11, 12), undefined);
  assert.equal(fits(10, 9.999), 'reading_below_previous');
  assert.equal(fits(10, 13, 12), 'reading_above_next');
  assert.equal(fits(10, 11, undefined, true), 'rollover_not_possible');
  assert.equal(fits(99_990, 5, undefined, true), undefined);
  assert.equal(fits(49_999, 0, undefined, true), 'reading_below_previous', 'half a register is a mistake');
  assert.equal(fits(60_000, 9_999, undefined, true), undefined);
  assert.equal(fits(99_990, 99_995, 5), undefined);
  assert.equal(fits(99_990, 2, 5, true), undefined);
  assert.equal(fits(99_990, 6, 5, true), 'reading_above_next');
});

test('months before a day', () => {
  assert.deepEqual(
    [
      monthsBefore('2026-03-31', 1),
      monthsBefore('2024-03-31', 1),
      monthsBefore('2026-01-15', 12),
      monthsBefore('2026-02-10', 3),
    ],
    ['2026-02-28', '2024-02-29', '2025-01-15', '2025-11-10'],
  );
});

test('three times what was usual is high; a little water in an empty apartment is not', () => {
  const pace = paceBefore(
    [
      { on: '2026-09-01', value: '0' },
      { on: '2026-10-01', value: '3' },
    ],
    register,
    12,
  );
  assert.ok(pace);
  const cubic = (units: number) => ({ units: BigInt(units * 1e6), scale: 6 });
  assert.deepEqual(
    [isHigh(cubic(9), 30, pace), isHigh(cubic(9.001), 30, pace), isHigh(cubic(9.1), 60, pace)],
    [false, true, false],
  );
  assert.equal(isHigh(cubic(1), 30, { ...pace, used: cubic(0) }), false);
});

const months = ['2026-04-30', '2026-05-31', '2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30'] as const;

test('whatever is read, missed and estimated, what is billed adds up to what the register went forward', () => {
  const step = fc.record({ used: fc.nat(4000), day: fc.integer({ min: 0, max: 29 }), missed: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 6, maxLength: 6 }),
      fc.integer({ min: 0, max: 99_999_999 }),
      (steps, from) => {
        // 10^8 thousandths go round once.
        let shows = from;
        const readings: { on: Day; value: string }[] = [];
        const values = [from];
        for (const [place, { used, day, missed }] of steps.entries()) {
          shows = (shows + used) % 100_000_000;
          if (missed && place < 5) continue;
          readings.push({ on: addDays(months[place] ?? '', -day), value: String(shows / 1000) });
          values.push(shows);
        }
        const forward = values
          .slice(1)
          .reduce((sum, value, place) => sum + ((value - (values[place] ?? 0) + 1e8) % 1e8), 0);
        let billed: { value: string; on: Day } | undefined;
        let total = 0n;
        for (const [place, periodEnd] of months.entries()) {
          const opening = place === 0 ? '2026-03-31' : (months[place - 1] ?? '');
          const meter: History = {
            ...register,
            initial: { value: String(from / 1000), on: '2026-03-01' },
            readings,
            billed,
          };
          const found = consumptionOf(meter, { opening, closing: periodEnd, periodEnd }, 3);
          if (typeof found === 'string') continue;
          total += found.consumption.units;
          billed = { value: found.end, on: found.endOn };
        }
        assert.equal(total, BigInt(forward) * 1000n);
      },
    ),
  );
});
