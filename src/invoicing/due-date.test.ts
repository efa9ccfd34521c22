// Tests of due dates: they fall on working days by the calendars of Estonia, Latvia and Lithuania.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addDays, daysBetween, weekday } from '../platform/values/dates.ts';
import { type Country, countryOfTimeZone, dueDate, easterSunday, isWorkingDay, publicHolidays } from './due-date.ts';

/** The due date of an invoice whose term ends on a day. */
const dueOn = (end: string, country?: Country) => dueDate({ issueDate: addDays(end, -14), termDays: 14, country });

test('a term that ends on a working day is unchanged', () => {
  assert.equal(dueDate({ issueDate: '2026-03-02', termDays: 14, country: 'EE' }), '2026-03-16');
  assert.equal(dueDate({ issueDate: '2026-03-02', termDays: 0, country: 'EE' }), '2026-03-02');
});

test('a term that ends on a weekend or holiday ends on the next working day', () => {
  const cases: [string, Country | undefined, string][] = [
    ['2026-01-31', undefined, '2026-02-02'],
    ['2026-02-01', 'EE', '2026-02-02'],
    ['2026-02-24', 'EE', '2026-02-25'],
    ['2026-02-24', 'LV', '2026-02-24'],
    ['2026-02-24', undefined, '2026-02-24'],
    ['2026-06-23', 'EE', '2026-06-25'],
    ['2026-06-23', 'LT', '2026-06-23'],
    ['2025-12-24', 'EE', '2025-12-29'], // three holidays, then a weekend
    ['2026-12-31', 'EE', '2026-12-31'],
    ['2026-12-31', 'LV', '2027-01-04'], // New Year's Eve, New Year's Day, a weekend
    ['2026-08-20', 'EE', '2026-08-21'],
    ['2026-07-06', 'LT', '2026-07-07'],
    ['2026-10-31', 'LT', '2026-11-03'], // a weekend with All Saints' on it, then All Souls'
  ];
  for (const [end, country, due] of cases) assert.equal(dueOn(end, country), due, `${country} ${end}`);
});

test('Easter holidays follow the law of each country', () => {
  // In 2026 Good Friday is 3 April.
  assert.equal(dueOn('2026-04-03', 'EE'), '2026-04-06');
  assert.equal(dueOn('2026-04-03', 'LV'), '2026-04-07');
  assert.equal(dueOn('2026-04-03', 'LT'), '2026-04-03');
  assert.equal(dueOn('2026-04-06', 'LT'), '2026-04-07');
  assert.ok(publicHolidays('EE', 2026).includes('2026-05-24'), 'Pentecost');
});

test('Latvia substitutes a weekday when its two national days or the song festival fall on a weekend', () => {
  assert.equal(dueOn('2025-05-04', 'LV'), '2025-05-06');
  assert.equal(dueOn('2026-05-04', 'LV'), '2026-05-05');
  assert.equal(dueOn('2028-11-18', 'LV'), '2028-11-21');
  for (const monday of ['2018-07-09', '2023-07-10', '2028-07-10']) {
    assert.equal(dueOn(monday, 'LV'), addDays(monday, 1));
    assert.equal(dueOn(monday, 'EE'), monday);
  }
  assert.equal(dueOn('2018-05-07', 'LV'), '2018-05-07', 'a national day on a Friday is not made up for');
  assert.equal(dueOn('2026-07-10', 'LV'), '2026-07-10');
  assert.ok(!publicHolidays('LV', 2028).includes('2028-06-26'), 'midsummer on a weekend is not made up for');
});

test('each country has the holidays of its law', () => {
  const days = (country: Country) =>
    publicHolidays(country, 2026)
      .map((day) => day.slice(5))
      .join(' ');
  assert.equal(days('EE'), '01-01 02-24 04-03 04-05 05-01 05-24 06-23 06-24 08-20 12-24 12-25 12-26');
  assert.equal(days('LV'), '01-01 04-03 04-05 04-06 05-01 05-04 05-24 06-23 06-24 11-18 12-24 12-25 12-26 12-31');
  assert.equal(days('LT'), '01-01 02-16 03-11 04-05 04-06 05-01 06-24 07-06 08-15 11-01 11-02 12-24 12-25 12-26');
});

test('Easter falls as in the tables, including its earliest and latest dates', () => {
  const known = [
    '1818-03-22',
    '1943-04-25',
    '1954-04-18',
    '1981-04-19',
    '2000-04-23',
    '2008-03-23',
    '2014-04-20',
    '2024-03-31',
  ];
  for (const easter of [...known, '2025-04-20', '2026-04-05', '2027-03-28', '2038-04-25', '2049-04-18', '2076-04-19']) {
    assert.equal(easterSunday(Number(easter.slice(0, 4))), easter, String(easter));
  }
  for (let year = 1900; year <= 2200; year += 1) assert.equal(weekday(easterSunday(year)), 7, String(year));
});

test('a due date is the first working day from the end of the term', () => {
  const issued = fc.integer({ min: 0, max: 109_000 }).map((days) => addDays('1900-01-01', days));
  const country = fc.constantFrom<Country | undefined>('EE', 'LV', 'LT', undefined);
  fc.assert(
    fc.property(issued, fc.nat(60), country, (issueDate, termDays, country) => {
      const due = dueDate({ issueDate, termDays, country });
      const moved = daysBetween(addDays(issueDate, termDays), due);
      assert.ok(isWorkingDay(due, country) && moved >= 0 && moved <= 6, `${issueDate} ${due}`);
      for (let days = 1; days <= moved; days += 1)
        assert.ok(!isWorkingDay(addDays(due, -days), country), `days ${days}`);
    }),
  );
});

test('a building’s country follows from its time zone', () => {
  assert.equal(countryOfTimeZone('Europe/Tallinn'), 'EE');
  assert.equal(countryOfTimeZone('Europe/Riga'), 'LV');
  assert.equal(countryOfTimeZone('Europe/Vilnius'), 'LT');
  assert.equal(countryOfTimeZone('Europe/Helsinki'), undefined);
  assert.equal(countryOfTimeZone('constructor'), undefined);
});
