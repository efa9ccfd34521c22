// Tests of days: calculated by the calendar only, wherever the machine is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addDays,
  compareDays,
  dayIn,
  daysBetween,
  daysInclusive,
  earliestDay,
  endOfMonth,
  isDay,
  isInstant,
  isTimeZone,
  periodsOverlap,
  previousMonth,
  sharedDays,
  weekday,
} from './dates.ts';

const anyDay = fc.integer({ min: 0, max: 109_937 }).map((days) => addDays('1900-01-01', days));

test('only real days of 1900 to 2200 are days', () => {
  for (const day of ['1900-01-01', '2200-12-31', '2024-02-29', '2000-02-29', '2026-12-31']) assert.ok(isDay(day), day);
  const bad = [
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-04-31',
    '1899-12-31',
  ];
  const malformed = [
    '',
    '2026-1-1',
    '26-01-01',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '12026-01-01',
    '2026-01-01\n',
    '+02026-01-01',
    '２026-01-01',
  ];
  for (const text of [...bad, '2201-01-01', ...malformed]) assert.ok(!isDay(text), JSON.stringify(text));
});

test('days are added across months, leap days and years', () => {
  assert.equal(addDays('2024-02-28', 1), '2024-02-29');
  assert.equal(addDays('2026-02-28', 1), '2026-03-01');
  assert.equal(addDays('2026-12-31', 1), '2027-01-01');
  assert.equal(addDays('2026-03-01', -1), '2026-02-28');
  assert.equal(addDays('2200-12-31', 14), '2201-01-14');
});

test('an invalid day or a count that is not whole is rejected by name', () => {
  assert.throws(() => addDays('2026-02-30', 1), /"2026-02-30" is not a day/);
  assert.throws(() => addDays('2026-01-01', 1.5), new RangeError('1.5 is not a whole number of days.'));
  for (const [day, days] of [
    ['9999-12-31', 1],
    ['1000-01-01', -1],
  ] as const)
    assert.throws(() => addDays(day, days), new RangeError('The day is outside the years 1000 to 9999.'));
  assert.throws(() => addDays('2026-01-01', Number.MAX_SAFE_INTEGER), RangeError);
  assert.throws(() => daysBetween('2026-01-01', 'tomorrow'), RangeError);
});

test('adding and counting days are inverse', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -40_000, max: 40_000 }), (day, count) => {
      const other = addDays(day, count);
      assert.equal(daysBetween(day, other), count);
      assert.equal(addDays(other, -count), day);
      assert.equal(compareDays(day, other), Math.sign(-count) || 0);
      assert.equal((weekday(day) - 1 + count + 7 * 40_000) % 7, weekday(other) - 1);
    }),
  );
});

test('weekdays run from Monday, 1, to Sunday, 7', () => {
  assert.equal(weekday('2026-01-05'), 1);
  assert.equal(weekday('1970-01-01'), 4);
  assert.equal(weekday('1969-12-28'), 7);
});

test('a period includes both of its ends', () => {
  assert.equal(daysInclusive({ periodStart: '2026-01-01', periodEnd: '2026-01-31' }), 31);
  assert.equal(daysInclusive({ periodStart: '2026-01-01', periodEnd: '2026-01-01' }), 1);
});

test('periods overlap when they share a single day, and not when they touch', () => {
  const january = { periodStart: '2026-01-01', periodEnd: '2026-01-31' };
  assert.ok(periodsOverlap(january, { periodStart: '2026-01-31', periodEnd: '2026-02-28' }));
  assert.ok(periodsOverlap({ periodStart: '2025-12-01', periodEnd: '2026-03-31' }, january));
  assert.ok(periodsOverlap({ periodStart: '2026-01-31', periodEnd: '2026-02-28' }, january));
  assert.ok(!periodsOverlap(january, { periodStart: '2026-02-01', periodEnd: '2026-02-28' }));
  assert.ok(!periodsOverlap(january, { periodStart: '2025-12-01', periodEnd: '2025-12-31' }));
});

test('the days that two periods share are those of both', () => {
  const january = { periodStart: '2026-01-01', periodEnd: '2026-01-31' };
  const other = { periodStart: '2026-01-31', periodEnd: '2026-02-28' };
  for (const shared of [sharedDays(january, other), sharedDays(other, january)])
    assert.deepEqual(shared, { periodStart: '2026-01-31', periodEnd: '2026-01-31' });
  assert.deepEqual(sharedDays(january, { periodStart: '2025-12-01', periodEnd: '2026-03-31' }), january);
  assert.equal(sharedDays(january, { periodStart: '2026-02-01', periodEnd: '2026-02-28' }), undefined);
});

test('the earliest of some days is found in any order', () => {
  assert.equal(earliestDay(['2026-02-01']), '2026-02-01');
  assert.equal(earliestDay(['2026-02-01', '2025-12-31', '2026-01-01']), '2025-12-31');
});

test('the previous month is a whole calendar month', () => {
  assert.deepEqual(previousMonth('2026-03-31'), { periodStart: '2026-02-01', periodEnd: '2026-02-28' });
  assert.deepEqual(previousMonth('2024-03-01'), { periodStart: '2024-02-01', periodEnd: '2024-02-29' });
  assert.deepEqual(previousMonth('2026-01-15'), { periodStart: '2025-12-01', periodEnd: '2025-12-31' });
  fc.assert(
    fc.property(anyDay, (day) => {
      const { periodStart, periodEnd } = previousMonth(day);
      assert.equal(endOfMonth(periodStart), periodEnd);
      assert.equal(addDays(periodEnd, 1), `${day.slice(0, 8)}01`);
    }),
  );
});

test('the end of a month considers leap years', () => {
  assert.equal(endOfMonth('2024-02-10'), '2024-02-29');
  assert.equal(endOfMonth('2026-02-10'), '2026-02-28');
  assert.equal(endOfMonth('2026-12-31'), '2026-12-31');
  assert.equal(endOfMonth('2026-04-01'), '2026-04-30');
});

test('the day at an instant is the local one of the time zone, including summer time', () => {
  assert.equal(dayIn('Europe/Tallinn', new Date('2026-12-31T21:59:59Z')), '2026-12-31');
  assert.equal(dayIn('Europe/Tallinn', new Date('2026-12-31T22:00:00Z')), '2027-01-01');
  assert.equal(dayIn('Europe/Tallinn', new Date('2026-06-30T20:59:59Z')), '2026-06-30');
  assert.equal(dayIn('Europe/Tallinn', new Date('2026-06-30T21:00:00Z')), '2026-07-01');
  assert.equal(dayIn('Pacific/Kiritimati', new Date('2026-01-01T10:00:00Z')), '2026-01-02');
  assert.equal(dayIn('UTC', new Date('2026-01-01T00:00:00Z')), '2026-01-01');
  assert.throws(() => dayIn('Mars/Base', new Date()), RangeError);
});

test('a time zone is an IANA name, spelled as the others are', () => {
  for (const name of [
    'Europe/Tallinn',
    'Europe/Riga',
    'Europe/Kyiv',
    'Asia/Kolkata',
    'America/Argentina/Salta',
    'GMT',
    'UTC',
  ]) {
    assert.ok(isTimeZone(name), name);
  }
  for (const name of [
    '',
    'Mars/Base',
    '+02:00',
    'europe/tallinn',
    'Europe/Tallinn\0',
    'Europe/Atlantis',
    'Europe/tallinn',
    'GMT0',
    'local',
    'EET',
    'IST',
    'BST',
    'PLT',
    'SystemV/AST4',
    `E${'x'.repeat(9999)}`,
  ]) {
    assert.ok(!isTimeZone(name), JSON.stringify(name.slice(0, 20)));
  }
});

test('the time zone of the machine changes nothing', (context) => {
  const before = process.env.TZ;
  context.after(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/Santiago']) {
    process.env.TZ = zone;
    assert.equal(addDays('2026-03-28', 2), '2026-03-30', zone);
    assert.equal(daysBetween('2026-03-01', '2026-11-01'), 245, zone);
    assert.equal(dayIn('Europe/Tallinn', new Date('2026-06-30T21:00:00Z')), '2026-07-01', zone);
    assert.equal(weekday('2026-09-06'), 7, zone);
  }
});

test('a moment is RFC 3339 with a time zone, on a real day, at a real time', () => {
  for (const text of [
    '2026-11-02T08:15:30Z',
    '2026-11-02T08:15Z',
    '2026-11-02T08:15:30.123456789Z',
    '2026-11-02T08:15:30+02:00',
    '2024-02-29T23:59:59-12:00',
  ])
    assert.ok(isInstant(text), text);
  for (const text of [
    '2026-11-02',
    '2026-11-02T08:15:30',
    '2026-02-29T08:15:30Z',
    '2026-11-02T25:00:00Z',
    '2026-11-02T08:60:00Z',
    '2026-11-02 08:15:30Z',
    '2026-11-02T08:15:30+99:99',
    '2026-11-02T08:15:30 02:00',
    '1793606130',
    '',
    '+002026-11-02T08:15:30Z',
    '2026-11-02T08:15:30Z\n',
  ])
    assert.ok(!isInstant(text), text);
});
