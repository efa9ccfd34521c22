// The statement profile: what the columns of a bank's export mean, as a person defined it.

import type { Meaning } from '../../../platform/values/column-meanings.ts';

/**
 * The meaning of a column, by its place from 0. A direction may have words of its own for money received and paid out.
 */
export type ColumnMeaning = {
  readonly place: number;
  readonly means: Meaning;
  readonly incoming?: readonly string[] | undefined;
  readonly outgoing?: readonly string[] | undefined;
};

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
