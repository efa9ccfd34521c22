// Tests of the total consumption of a meter until the end of any day, with late, wrong and missing readings.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, type Day } from '../platform/values/dates.ts';
import {
  type Boundary,
  calculateTotal,
  countUntil,
  isReadOn,
  type RegisterHistory,
  registerValueOn,
} from './counted-total.ts';
import { boundariesOf, closingDayOf } from './reading-windows.ts';

const register = { digits: 5, decimals: 3 };
const ends = (...days: Day[]): Boundary[] => days.map((day) => ({ day, closing: day }));
const october = ends('2026-09-30', '2026-10-31');

/** A meter that showed 100 when it was installed, and then these values. */
function read(...readings: (readonly [on: Day, value: number])[]): RegisterHistory {
  const values = readings.map(([on, value]) => ({ on, value: String(value) }));
  return { ...register, initial: { value: '100', on: '2026-01-01' }, readings: values };
}

type More = { readonly months?: number; readonly until?: Day; readonly days?: readonly Day[] };

/** What was counted between two ends, in thousandths, with the values at both and whether the last was read. */
function between(meter: RegisterHistory, boundaries: readonly Boundary[], { months, until, days = [] }: More = {}) {
  const [first, last] = [boundaries[0]?.day ?? '', until ?? boundaries.at(-1)?.day ?? ''];
  const total = calculateTotal(meter, { until: last, boundaries, days, estimating: { months } });
  if (total === 'missing') return total;
  const [start, end] = [registerValueOn(total, first), registerValueOn(total, last)];
  const counted = Number(countUntil(total, last) - countUntil(total, first)) / 1e6;
  return [start.value, start.valueOn, end.value, end.valueOn, counted, isReadOn(total, last)];
}

test('the last reading up to a day counts for it, also before the first billed day', () => {
  const meter = read(['2026-08-28', 120], ['2026-10-05', 121], ['2026-10-30', 123.5], ['2026-11-02', 124]);
  assert.deepEqual(between(meter, october), ['120', '2026-08-28', '123.5', '2026-10-30', 3.5, true]);
  assert.deepEqual(between(meter, ends('2026-10-31', '2026-11-30')), [
    '123.5',
    '2026-10-30',
    '124',
    '2026-11-02',
    0.5,
    true,
  ]);
});

test('several readings of one day count in their order', () => {
  const meter = read(['2026-09-30', 101], ['2026-10-31', 102], ['2026-10-31', 103]);
  assert.deepEqual(between(meter, october), ['101', '2026-09-30', '103', '2026-10-31', 2, true]);
});

test('a new meter starts at its initial value, also without a day', () => {
  assert.deepEqual(between(read(['2026-10-20', 112]), october), ['100', '2026-01-01', '112', '2026-10-20', 12, true]);
  const unknown: RegisterHistory = { ...read(['2026-10-20', 112]), initial: { value: '100', on: null } };
  assert.deepEqual(between(unknown, october), ['100', null, '112', '2026-10-20', 12, true]);
  const inside: RegisterHistory = { ...read(), initial: { value: '7', on: '2026-10-12' } };
  assert.equal(between(inside, october), 'missing', 'putting a meter in is not reading it');
  const lastDay: RegisterHistory = { ...inside, initial: { value: '7', on: '2026-10-31' } };
  assert.deepEqual(between(lastDay, october), ['7', '2026-10-31', '7', '2026-10-31', 0, true]);
});

test('from where a meter is billed, a first reading on that day is its beginning; else what it counted since long ago is spread evenly', () => {
  const begin = october.map((boundary) => ({ ...boundary, begins: boundary.day === '2026-09-30' }));
  const inTime = begin.map((boundary) => ({ ...boundary, firstReadingUntil: '2026-10-01' }));
  const readOnFirst = read(['2026-10-01', 109], ['2026-10-31', 112]);
  assert.deepEqual(between(readOnFirst, inTime), ['109', '2026-10-01', '112', '2026-10-31', 3, true]);
  const readLate = read(['2026-10-20', 112]);
  assert.equal(between(readLate, inTime)[4], 0.819113, '20 of 293 days');
});

test('a meter without an initial value starts with its first reading', () => {
  const meter: RegisterHistory = { ...read(['2026-10-05', 412], ['2026-10-31', 415]), initial: undefined };
  assert.deepEqual(between(meter, october), ['412', '2026-10-05', '415', '2026-10-31', 3, true]);
});

test('a removed meter ends with its final value and counts no further', () => {
  const previous: RegisterHistory = { ...read(['2026-09-30', 120]), final: { value: '130', on: '2026-10-12' } };
  assert.deepEqual(between(previous, october), ['120', '2026-09-30', '130', '2026-10-12', 10, true]);
  assert.deepEqual(between(previous, ends('2026-10-31', '2026-11-30')).slice(4), [0, true]);
});

test('a register that rolls over continues to count', () => {
  const meter = read(['2026-09-30', 99_998], ['2026-10-15', 99_999.5], ['2026-10-31', 1.5]);
  assert.equal(between(meter, october)[4], 3.5);
});

test('a missing reading is missing, unless estimates are allowed and there are earlier readings', () => {
  const meter = read(['2026-06-30', 110], ['2026-08-31', 124.4], ['2026-09-30', 130.4]);
  assert.equal(between(meter, october), 'missing');
  assert.deepEqual(between(meter, october, { months: 1 }), ['130.4', '2026-09-30', '136.6', '2026-10-31', 6.2, false]);
  assert.equal(between(meter, october, { months: 3 })[4], 6.874, '20.4 in 92 days, for 31 days');
  assert.equal(between(read(), october, { months: 12 }), 'missing', 'nothing was ever read');
  assert.equal(between({ ...read(), initial: { value: '5', on: null } }, october, { months: 12 }), 'missing');
});

test('an estimate after an estimate continues from the last reading, and earlier estimates do not change', () => {
  const meter = read(['2026-08-31', 124], ['2026-09-30', 130]);
  const [oneMonth, twoMonths] = [october, [...october, ...ends('2026-11-30')]];
  assert.equal(between(meter, oneMonth, { months: 1 })[4], 6.2);
  assert.equal(between(meter, twoMonths, { months: 1, until: '2026-10-31' })[4], 6.2);
  assert.equal(between(meter, twoMonths, { months: 1 })[4], 12.2);
});

test('between two readings consumption is spread evenly over days, cut to six decimals', () => {
  const meter = read(['2026-09-30', 130], ['2026-11-30', 140]);
  const boundaries = [...october, ...ends('2026-11-30')];
  assert.deepEqual(between(meter, boundaries, { until: '2026-10-31' }).slice(2), [
    '135.081967',
    '2026-10-31',
    5.081967,
    false,
  ]);
});

test('a reading on an accepted later day, or on the day after, gives the consumption until then', () => {
  const meter = read(['2026-09-30', 130], ['2026-10-11', 139], ['2026-10-31', 140]);
  const total = (days: Day[]) =>
    calculateTotal(meter, { until: '2026-10-31', boundaries: october, days, estimating: { months: undefined } });
  const at = (days: Day[], day: Day) => {
    const found = total(days);
    return found === 'missing' ? found : Number(countUntil(found, day) - countUntil(found, '2026-09-30')) / 1e6;
  };
  assert.equal(at(['2026-10-10'], '2026-10-10'), 9);
  assert.equal(at(['2026-10-11'], '2026-10-11'), 9);
  assert.equal(at(['2026-10-12'], '2026-10-12'), 3.870967, 'no reading on that day: 12 of 31 days');
});

test('a reading within the reading window counts for the month before, and gives nothing for the days up to it', () => {
  const window = { fromDay: 25, toDay: 3 };
  const meter = read(['2026-10-02', 120], ['2026-11-02', 126]);
  const grace = october.map(({ day }) => ({ day, closing: closingDayOf(day, window) }));
  assert.deepEqual(between(meter, grace, { days: ['2026-10-01'] }), [
    '120',
    '2026-10-02',
    '126',
    '2026-11-02',
    6,
    true,
  ]);
});

test('periods meet at their billed ends, and on other days at the ends of months', () => {
  const month = (nth: string, last: string) => ({ periodStart: `2026-${nth}-01`, periodEnd: `2026-${nth}-${last}` });
  const found = boundariesOf(
    month('10', '31'),
    [month('06', '30'), { periodStart: '2026-07-16', periodEnd: '2026-08-15' }],
    {
      from: '2026-05-31',
      until: '2026-10-31',
      window: undefined,
    },
  );
  assert.deepEqual(
    found.map(({ day }) => day),
    ['2026-05-31', '2026-06-30', '2026-07-15', '2026-08-15', '2026-08-31', '2026-09-30', '2026-10-31'],
  );
});

const months = [
  '2026-03-31',
  '2026-04-30',
  '2026-05-31',
  '2026-06-30',
  '2026-07-31',
  '2026-08-31',
  '2026-09-30',
] as const;

test('with any readings, a total never falls, and at every end with a reading it is the advance of the register', () => {
  const step = fc.record({ used: fc.nat(4000), day: fc.integer({ min: 0, max: 29 }), missed: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 6, maxLength: 6 }),
      fc.integer({ min: 0, max: 99_999_999 }),
      fc.array(fc.integer({ min: 0, max: 180 }), { maxLength: 3 }),
      (steps, from, further) => {
        // 10^8 thousandths go round once.
        let [shows, forward] = [from, 0];
        const readings: { on: Day; value: string }[] = [];
        const known = new Map<Day, number>([['2026-03-31', 0]]);
        for (const [place, { used, day, missed }] of steps.entries()) {
          shows = (shows + used) % 100_000_000;
          forward += used;
          if (missed && place < 5) continue;
          readings.push({ on: addDays(months[place + 1] ?? '', -day), value: String(shows / 1000) });
          known.set(months[place + 1] ?? '', forward);
        }
        const initial = { value: String(from / 1000), on: '2026-03-01' };
        const days = further.map((days) => addDays('2026-04-01', days)).sort();
        const total = calculateTotal(
          { ...register, initial, readings },
          { until: '2026-09-30', boundaries: ends(...months), days, estimating: { months: 3 } },
        );
        assert.notEqual(total, 'missing');
        if (total === 'missing') return;
        for (const [day, counted] of known) assert.equal(countUntil(total, day), BigInt(counted) * 1000n, day);
        for (let day = '2026-04-01'; day < '2026-09-30'; day = addDays(day, 1))
          assert.ok(countUntil(total, day) >= countUntil(total, addDays(day, -1)));
      },
    ),
  );
});
