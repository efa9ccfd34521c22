// What a charge would come to for one apartment, as an example beside its settings: roughly what billing does exactly.

export type Figures = {
  readonly area: number | null;
  readonly heatedArea: number | null;
  readonly shares: number | null;
  readonly residentCount: number | null;
};

export type Example =
  | { readonly kind: 'priced'; readonly quantity: number; readonly amount: number }
  | { readonly kind: 'split'; readonly part: number; readonly amount: number }
  | { readonly kind: 'metered'; readonly amount: number }
  | { readonly kind: 'missing' };

/** The bill that is split in an example. */
export const exampleBill = 1000;
/** The consumption that is priced in an example. */
export const exampleConsumption = 10;

/** An example, with VAT. `missing`: the apartment lacks the figure that the charge goes by. */
export function exampleOf(
  charge: {
    readonly basis: string;
    readonly unitPrice?: number | null | undefined;
    readonly vatRate?: number | undefined;
  },
  apartment: Figures,
  all: readonly Figures[],
): Example {
  const withVat = (net: number) => Math.round(net * (1 + (charge.vatRate ?? 0) / 100) * 100) / 100;
  const price = charge.unitPrice;
  const priced = typeof price === 'number';
  if (charge.basis === 'meter' || charge.basis === 'meter_remainder')
    return priced ? { kind: 'metered', amount: withVat(price * exampleConsumption) } : splitOf(1, all.length, withVat);
  const quantity = figureOf(charge.basis, apartment);
  if (quantity === null) return { kind: 'missing' };
  if (priced) return { kind: 'priced', quantity, amount: withVat(quantity * price) };
  const total = all.reduce((sum, one) => sum + (figureOf(charge.basis, one) ?? 0), 0);
  return splitOf(quantity, total, withVat);
}

function splitOf(quantity: number, total: number, withVat: (net: number) => number): Example {
  const part = total === 0 ? 0 : quantity / total;
  return { kind: 'split', part, amount: withVat(exampleBill * part) };
}

function figureOf(basis: string, { area, heatedArea, shares, residentCount }: Figures): number | null {
  const figures: Readonly<Record<string, number | null>> = {
    fixed: 1,
    equal: 1,
    area,
    heated_area: heatedArea,
    share: shares,
    residents: residentCount,
  };
  return figures[basis] ?? null;
}
