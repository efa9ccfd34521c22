// What the columns of a table of statements can mean, in a person's words for them; and the profile that keeps what they said.

/** What a column means, by its place from 0. */
export type ColumnMeaning = { readonly place: number; readonly means: Meaning };

/** What a column of a statement can mean. `paidIn` and `paidOut` are amounts in columns of their own; `direction` says which one the amount is. */
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

/** What a person said of a table: files with the same headings are read so. */
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

/** So many an organization has at most. */
export const maxProfiles = 200;
