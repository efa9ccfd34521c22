// The meanings that a person can give to the columns of a bank statement; one list for the import and the console.

/** In the order of the console's menu. `paidIn` and `paidOut` are amounts in separate columns (`credit` and `debit` in csv-columns.ts); `direction` says which of the two `amount` is. */
export const columnMeanings = [
  'date',
  'amount',
  'paidIn',
  'paidOut',
  'direction',
  'payer',
  'payerAccount',
  'reference',
  'text',
  'currency',
  'account',
] as const;
export type Meaning = (typeof columnMeanings)[number];
