// The meanings that a person can give to the columns of a statement, and the statement profile that stores them.

/** The meaning of a column, by its place from 0. */
export type ColumnMeaning = { readonly place: number; readonly means: Meaning };

/** The meanings of a column. `paidIn` and `paidOut` are amounts in separate columns; `direction` says which of the two `amount` is. */
export const meanings = [
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
export type Meaning = (typeof meanings)[number];

/** The column meanings that a person gave for an export; they apply to every file with the same headings. */
export type StatementProfile = {
  readonly id: string;
  readonly name: string;
  readonly headings: readonly string[];
  readonly columns: readonly ColumnMeaning[];
  readonly currency: string | null;
  readonly account: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** The most profiles of an organization. */
export const maxProfiles = 200;
