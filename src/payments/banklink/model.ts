// The types of banklink.
import type { IpizzaTerms } from './ipizza.ts';
import type { MontonioTerms } from './montonio.ts';
export type Bank = BankFacts &
  (
    | { readonly provider: 'ipizza' | 'sandbox'; readonly terms: IpizzaTerms }
    | { readonly provider: 'montonio'; readonly terms: MontonioTerms }
  );

export type BankFacts = {
  readonly id: string;
  /** The name that API callers use, such as `swedbank`. */
  readonly name: string;
  /** The name that payers see. */
  readonly title: string;
  readonly keys: Buffer | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly archivedAt: Date | null;
};
