// Changes of the code that no test notices, each with the reason why none should.

/** `code` is a part of the line that is changed; `changes` are as `npm run mutate` prints them. */
export type Answer = {
  readonly file: string;
  readonly code: string;
  readonly changes: readonly string[];
  readonly reason: string;
};

const dates = 'src/platform/values/dates.ts';
const decimal = 'src/platform/values/decimal.ts';
const onlySlower = 'What is remembered is calculated again: the same result, later.';
const whereEqual = 'Where both are equal, either is the result.';

export const answers: readonly Answer[] = [
  {
    file: dates,
    code: '^(?:(?:Africa|',
    changes: [
      '/^(?:(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)\\/[A-Za-z0-9_+/-]{1,56}|UTC|GMT)$/ → /(?:(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)\\/[A-Za-z0-9_+/-]{1,56}|UTC|GMT)$/',
    ],
    reason: 'The library knows no time zone that has more before such a name. The database might.',
  },
  {
    file: dates,
    code: '} catch (error) {',
    changes: ['{ → {}'],
    reason: 'Nothing is returned instead of false, and both mean no.',
  },
  {
    file: dates,
    code: 'if (error instanceof RangeError) return false;',
    changes: ['error instanceof RangeError → true'],
    reason: 'Only a defect of the library would be another error.',
  },
  {
    file: dates,
    code: 'const part = (type: string)',
    changes: [
      '\'\' → "Stryker was here!"',
      'parts.find((candidate) => candidate.type === type)?.value → parts.find(candidate => candidate.type === type).value',
    ],
    reason: 'Every date has the part; the compiler cannot know.',
  },
  {
    file: dates,
    code: 'instant.getTime() / 60_000',
    changes: ['instant.getTime() / 60_000 → instant.getTime() * 60_000'],
    reason: onlySlower,
  },
  {
    file: dates,
    code: 'if (cached?.minute === minute)',
    changes: ['cached?.minute === minute → false'],
    reason: onlySlower,
  },
  { file: dates, code: 'dayCache.set(', changes: ['{ minute, day } → {}'], reason: onlySlower },
  {
    file: dates,
    code: 'day < earliest ? day : earliest',
    changes: ['day < earliest → day <= earliest'],
    reason: whereEqual,
  },
  {
    file: dates,
    code: 'const periodStart = a.periodStart',
    changes: ['a.periodStart > b.periodStart → a.periodStart >= b.periodStart'],
    reason: whereEqual,
  },
  {
    file: dates,
    code: 'const periodEnd = a.periodEnd',
    changes: ['a.periodEnd < b.periodEnd → a.periodEnd <= b.periodEnd'],
    reason: whereEqual,
  },
  {
    file: dates,
    code: 'd{3}-',
    changes: ['/^[1-9]\\d{3}-\\d{2}-\\d{2}$/ → /[1-9]\\d{3}-\\d{2}-\\d{2}$/'],
    reason: 'With more in front, the parts are cut at wrong places and are no day of that month.',
  },
  {
    file: dates,
    code: 'if (cached !== undefined)',
    changes: ['cached !== undefined → false'],
    reason: onlySlower,
  },
  {
    file: dates,
    code: 'epochs.size >= maxRemembered',
    changes: [
      '[epochs, days] → []',
      'remembered.clear(); → ;',
      'epochs.size >= maxRemembered → true',
      'epochs.size >= maxRemembered → false',
      'epochs.size >= maxRemembered → epochs.size > maxRemembered',
      'epochs.size >= maxRemembered → epochs.size < maxRemembered',
    ],
    reason: 'More or less is remembered, and the results are the same.',
  },
  { file: dates, code: 'epochs.set(day, epoch);', changes: ['epochs.set(day, epoch); → ;'], reason: onlySlower },
  { file: dates, code: 'days.set(epoch, day);', changes: ['days.set(epoch, day); → ;'], reason: onlySlower },
  { file: dates, code: 'toEpochDay(day); //', changes: ['toEpochDay(day); → ;'], reason: onlySlower },
  {
    file: dates,
    code: 'dateFormatters.set(',
    changes: ['dateFormatters.set(timeZone, formatter); → ;'],
    reason: onlySlower,
  },
  {
    file: dates,
    code: "? '' : date.toISOString()",
    changes: ['\'\' → "Stryker was here!"'],
    reason: 'Any text that is no day is rejected in the next line.',
  },
  {
    file: decimal,
    code: "whole = ''",
    changes: ['\'\' → "Stryker was here!"'],
    reason: 'The pattern always has this group; the compiler cannot know.',
  },
  {
    file: decimal,
    code: '>= 1e-6',
    changes: ['Math.abs(value) >= 1e-6 → Math.abs(value) > 1e-6'],
    reason: 'A millionth has the same text either way.',
  },
  {
    file: decimal,
    code: 'amount.scale <= 2',
    changes: ['amount.scale <= 2 → amount.scale < 2'],
    reason: 'With two decimals, there is nothing to round.',
  },
  {
    file: decimal,
    code: 'scale > 2 ?',
    changes: ['scale > 2 → scale >= 2'],
    reason: 'With two decimals, both factors are 1.',
  },
  { file: decimal, code: 'padStart(scale + 1', changes: ['units < 0n → units <= 0n'], reason: 'Zero has no sign.' },
  {
    file: decimal,
    code: 'const halfOrMore',
    changes: ['twiceLeft < 0n → twiceLeft <= 0n', 'denominator < 0n → denominator <= 0n'],
    reason: 'Zero has no sign, and nothing is divided by it.',
  },
  {
    file: decimal,
    code: 'numerator < 0n === denominator < 0n',
    changes: ['numerator < 0n → numerator <= 0n', 'denominator < 0n → denominator <= 0n'],
    reason: 'Zero leaves no rest, so this is not reached; and nothing is divided by it.',
  },
  {
    file: 'src/charging/split-amount.ts',
    code: 'totalCents < 0',
    changes: ['totalCents < 0 → totalCents <= 0'],
    reason: 'Zero is its own mirror image.',
  },
  {
    file: 'src/payments/split-oldest-first.ts',
    code: 'a.dueDate === b.dueDate',
    changes: ['a.id < b.id → a.id <= b.id', 'a.dueDate < b.dueDate → a.dueDate <= b.dueDate'],
    reason: 'No two invoices have one id; equal days are not compared here.',
  },
];
