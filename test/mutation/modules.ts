// The modules whose code is changed: pure ones, of which a cent or a right depends, each with the tests that must
// notice.

/**
 * Files that are changed together, and the test files that are run for them. All of these tests do without a database.
 */
export type MutatedModule = { readonly files: readonly string[]; readonly tests: readonly string[] };

const values = 'src/platform/values';
const charging = 'src/charging';
const statements = 'src/payments/statements';

export const mutatedModules = {
  money: {
    files: [`${values}/decimal.ts`, `${values}/money.ts`, `${values}/dates.ts`, `${charging}/split-amount.ts`],
    tests: [
      `${values}/decimal.test.ts`,
      `${values}/money.test.ts`,
      `${values}/dates.test.ts`,
      `${charging}/split-amount.test.ts`,
    ],
  },
  allocation: {
    files: ['src/payments/split-oldest-first.ts'],
    tests: ['src/payments/split-oldest-first.test.ts'],
  },
  matching: {
    files: [
      `${statements}/extract-references.ts`,
      `${statements}/import/decide-credits.ts`,
      `${statements}/import/same-booking.ts`,
      `${statements}/import/same-payment.ts`,
    ],
    tests: [
      'src/payments/shown-payments.test.ts',
      `${statements}/extract-references.test.ts`,
      `${statements}/import/decide-credits.test.ts`,
      `${statements}/import/same-booking.test.ts`,
      `${statements}/import/known-payer.test.ts`,
    ],
  },
  permissions: { files: ['src/identity/permissions.ts'], tests: ['src/identity/permissions.test.ts'] },
  'due-dates': {
    files: ['src/invoicing/due-date.ts', 'src/invoicing/calculate-interest.ts'],
    tests: ['src/invoicing/due-date.test.ts', 'src/invoicing/calculate-interest.test.ts'],
  },
} as const satisfies Record<string, MutatedModule>;
