// Charges: what a building bills its apartments for, as its settings hold them. How they become positions is billing's matter.
import { bodyProblem, type Problem } from '../platform/errors.ts';

export const bases = ['fixed', 'equal', 'area', 'heated_area', 'share', 'residents'] as const;
export type Basis = (typeof bases)[number];

/** At a price of its own (net, per unit of the basis), or as the split of a supplier's bill. `vatRate` in percent. */
export type Charge = {
  readonly code: string;
  readonly name: string;
  readonly basis: Basis;
  readonly vatRate: number;
} & (
  | { readonly unitPrice: number; readonly costFrom?: undefined }
  | { readonly unitPrice?: undefined; readonly costFrom: 'supplier_bill' }
);

/** A charge as somebody wrote it, right in its types alone. */
export type WrittenCharge = {
  readonly code: string;
  readonly name: string;
  readonly basis: Basis;
  readonly vatRate?: number;
  readonly unitPrice?: number | null;
  readonly costFrom?: 'supplier_bill' | null;
};

/** Understands written charges: each has either a price or a supplier's bill, and codes are not repeated. */
export function understandCharges(
  written: readonly WrittenCharge[],
  path: readonly (string | number)[],
): { charges: Charge[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const codes = new Set<string>();
  const charges = written.flatMap((charge, index): Charge[] => {
    const at = [...path, index];
    if (codes.has(charge.code))
      problems.push(bodyProblem([...at, 'code'], 'duplicate', `Two charges have the code ${charge.code}.`));
    codes.add(charge.code);
    const common = { code: charge.code, name: charge.name.trim(), basis: charge.basis, vatRate: charge.vatRate ?? 0 };
    const priced = typeof charge.unitPrice === 'number';
    if (priced === (charge.costFrom === 'supplier_bill')) {
      problems.push(
        bodyProblem(
          [...at, 'unitPrice'],
          'price_or_bill',
          `The charge ${charge.code} needs either unitPrice or costFrom: "supplier_bill", not both.`,
        ),
      );
      return [];
    }
    if (typeof charge.unitPrice === 'number') return [{ ...common, unitPrice: charge.unitPrice }];
    if (charge.basis === 'fixed') {
      problems.push(
        bodyProblem(
          [...at, 'basis'],
          'price_needed',
          `The charge ${charge.code} is fixed, so it needs unitPrice; to split a bill in equal parts use the basis equal.`,
        ),
      );
    }
    return [{ ...common, costFrom: 'supplier_bill' }];
  });
  return { charges, problems };
}
