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
const references = 'src/payments/statements/extract-references.ts';
const decisions = 'src/payments/statements/import/decide-credits.ts';
const booking = 'src/payments/statements/import/same-booking.ts';
const samePayment = 'src/payments/statements/import/same-payment.ts';
const linear = 'The result is the same; what the bound is for, test/linear shows.';
const compiler = 'What the compiler demands is never reached.';
const apart = 'What is left stands apart: groups are joined over one blank only.';
const oneDigit = 'At most one digit more is left, and one digit is no reference.';
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
  {
    file: 'src/invoicing/calculate-interest.ts',
    code: 'const starts = [',
    changes: ['day > first → day >= first', 'day < after → day <= after'],
    reason: 'The first day is there once in any case, and a run that begins after the last day is empty.',
  },
  {
    file: references,
    code: 'const rest = plain.replace(',
    changes: [
      '/(?<![A-Z0-9])RF[ -]?\\d{2}(?:[ -]?(?!RF[ -]?\\d{2})[A-Z0-9]+)*/g → /(?<![A-Z0-9])RF[ -]?\\d(?:[ -]?(?!RF[ -]?\\d{2})[A-Z0-9]+)*/g',
      '/(?<![A-Z0-9])RF[ -]?\\d{2}(?:[ -]?(?!RF[ -]?\\d{2})[A-Z0-9]+)*/g → /(?<![A-Z0-9])RF[ -]?\\d{2}(?:[ -]?(?!RF[ -]?\\d)[A-Z0-9]+)*/g',
      '/(?<![A-Z0-9])RF[ -]?\\d{2}(?:[ -]?(?!RF[ -]?\\d{2})[A-Z0-9]+)*/g → /(?<![A-Z0-9])RF[ -]?\\d{2}(?:[ -]?(?!RF[ -]?\\d{2})[A-Z0-9])*/g',
    ],
    reason: 'The run is as long, or is cut where no RF reference can be; isValidRf decides.',
  },
  {
    file: references,
    code: 'const words = run',
    changes: ["run → run.replace(/^RF[ -]/, 'RF').split(/[ -]/)"],
    reason: linear,
  },
  {
    file: references,
    code: ".replace(/^RF[ -]/, 'RF')",
    changes: ['/^RF[ -]/ → /RF[ -]/'],
    reason: 'A run begins with its only RF that a blank or hyphen follows.',
  },
  {
    file: references,
    code: 'joined.length > maxRfLength',
    changes: ['joined.length > maxRfLength → false'],
    reason: linear,
  },
  {
    file: references,
    code: ".replace(referenceLabels, '$1 ')",
    changes: ['\'$1 \' → ""'],
    reason: 'A label is no invoice number, whether it is cut off or away.',
  },
  {
    file: references,
    code: '.split(/[\\s,;:()"\'#№]+/)',
    changes: ['/[\\s,;:()"\'#№]+/ → /[\\s,;:()"\'#№]/'],
    reason: 'Empty words are left out below.',
  },
  {
    file: references,
    code: 'const isNumber = ',
    changes: ['before.slice(0, -5) → before'],
    reason: 'A year and a hyphen have no letter.',
  },
  {
    file: references,
    code: '.split(/[^\\p{L}\\p{N}]+/u)',
    changes: ['/[^\\p{L}\\p{N}]+/u → /[^\\p{L}\\p{N}]/u'],
    reason: 'Empty words are left out below.',
  },
  {
    file: references,
    code: 'return isValidReference(text.replace(',
    changes: ['/^[\\s0]+/ → /^[\\s0]/'],
    reason: 'The check digit is the same with zeros in front.',
  },
  {
    file: references,
    code: '(?!RF)[A-Z]{2}',
    changes: [
      '/(?<![A-Z0-9])(?!RF)[A-Z]{2}\\d{2}(?: ?[A-Z0-9]{1,4}){3,9}/g → /(?<![A-Z0-9])(?!RF)[A-Z]{2}\\d(?: ?[A-Z0-9]{1,4}){3,9}/g',
      '\' | \' → ""',
    ],
    reason: 'containsIban decides; and what is left stands apart, as groups are joined over one blank only.',
  },
  { file: references, code: ".replace(nonReferenceNumbers, ' | ')", changes: ['\' | \' → ""'], reason: apart },
  { file: references, code: '\\d{1,2}\\.\\d{1,2}\\.\\d{2,4}', changes: ['\' | \' → ""'], reason: apart },
  {
    file: references,
    code: '// An amount.',
    changes: [
      '/(?<!\\d)(?:\\d{1,3}(?: \\d{3}){1,4}|\\d+)[.,]\\d{2}(?![\\d.,])/g → /(?<=\\d)(?:\\d{1,3}(?: \\d{3}){1,4}|\\d+)[.,]\\d{2}(?![\\d.,])/g',
      '/(?<!\\d)(?:\\d{1,3}(?: \\d{3}){1,4}|\\d+)[.,]\\d{2}(?![\\d.,])/g → /(?<!\\D)(?:\\d{1,3}(?: \\d{3}){1,4}|\\d+)[.,]\\d{2}(?![\\d.,])/g',
      '\' | \' → ""',
    ],
    reason: oneDigit,
  },
  {
    file: references,
    code: '// A card.',
    changes: [
      '/(?:(?<!\\d)\\d+|(?<![\\d*]))\\*{2,}\\d+/g → /(?:(?<=\\d)\\d+|(?<![\\d*]))\\*{2,}\\d+/g',
      '/(?:(?<!\\d)\\d+|(?<![\\d*]))\\*{2,}\\d+/g → /(?:(?<!\\D)\\d+|(?<![\\d*]))\\*{2,}\\d+/g',
      '\' | \' → ""',
    ],
    reason: oneDigit,
  },
  { file: references, code: '(?<!\\d)\\d{11}(?!\\d)', changes: ['\' | \' → ""'], reason: apart },
  {
    file: references,
    code: "run.replaceAll(' ', '')",
    changes: ['\' \' → ""'],
    reason: 'normaliseIban takes blanks; the account is found at another length.',
  },
  {
    file: references,
    code: 'Math.min(34, letters.length)',
    changes: ['Math.min(34, letters.length) → Math.max(34, letters.length)'],
    reason: 'A run has at most 40 characters, and no account as many.',
  },
  {
    file: references,
    code: 'return /^[3-8]/.test(digits)',
    changes: ['/^[3-8]/ → /[3-8]/'],
    reason: 'With another first digit the year is before 1900 or after 2199.',
  },
  {
    file: references,
    code: 'from < Math.min(groups.length, maxGroups)',
    changes: [
      'from < Math.min(groups.length, maxGroups) → from <= Math.min(groups.length, maxGroups)',
      'Math.min(groups.length, maxGroups) → Math.max(groups.length, maxGroups)',
    ],
    reason: linear,
  },
  {
    file: references,
    code: 'end < groups.length',
    changes: ['end < groups.length → end <= groups.length'],
    reason: 'Behind the last group nothing is added that is a digit.',
  },
  { file: references, code: 'joined.length > 22', changes: ['joined.length > 22 → false'], reason: linear },
  {
    file: references,
    code: 'const bare = joined.replace(',
    changes: ['/^0+/ → /^0/'],
    reason: 'The check digit is the same with zeros in front, and canonicalReference drops them.',
  },
  {
    file: decisions,
    code: 'ofPayer: (key)',
    changes: ['[] → ["Stryker was here"]'],
    reason: 'No apartment has this id.',
  },
  { file: decisions, code: 'findMismatch(credit, found) ?? ', changes: ['\'other_account\' → ""'], reason: compiler },
  {
    file: decisions,
    code: 'const stillOpen = ',
    changes: ['[] → ["Stryker was here"]'],
    reason: 'A text has no balance.',
  },
  {
    file: decisions,
    code: 'open.get(invoiceId)?.balance',
    changes: ['open.get(invoiceId)?.balance → open.get(invoiceId).balance'],
    reason: compiler,
  },
  { file: decisions, code: 'if (invoice !== undefined)', changes: ['invoice !== undefined → true'], reason: compiler },
  {
    file: decisions,
    code: 'if (apartmentId === null || reason',
    changes: ['apartmentId === null → false'],
    reason: 'Nothing is recorded for no apartment.',
  },
  {
    file: decisions,
    code: 'if (credit.payerIban === null)',
    changes: ['credit.payerIban === null → false'],
    reason: 'No account has paid for anything.',
  },
  {
    file: decisions,
    code: "formatCents(cents, currency, 'en')",
    changes: ['\'en\' → ""'],
    reason: 'The compiler allows languages only.',
  },
  { file: booking, code: "['id', account", changes: ['\'id\' → ""'], reason: 'The two lists differ in length.' },
  { file: booking, code: "'line',", changes: ['\'line\' → ""'], reason: 'The two lists differ in length.' },
  {
    file: samePayment,
    code: '...(orderNumber === null',
    changes: ['orderNumber === null → false', '[] → ["Stryker was here"]'],
    reason: 'More payments are looked at, and isShownBy rejects them.',
  },
  {
    file: samePayment,
    code: '...(payerIban === null',
    changes: ['payerIban === null → false', '[] → ["Stryker was here"]'],
    reason: 'More payments are looked at, and isShownBy rejects them.',
  },
  {
    file: samePayment,
    code: 'const references = line.reference?.split',
    changes: ['[] → ["Stryker was here"]'],
    reason: 'Text that is no reference.',
  },
  {
    file: samePayment,
    code: 'const quoted = quotedReferencesOf({ references',
    changes: ['\'\' → "Stryker was here!"'],
    reason: 'Text that is no reference.',
  },
  {
    file: samePayment,
    code: 'return same && numbered.test',
    changes: ['\'\' → "Stryker was here!"'],
    reason: 'Neither is a number.',
  },
];
