// A second solver of metered billing, written from docs/metered-billing.md alone, in plain whole numbers. It shares no
// code with the service.

/** The price of a month in ten-thousandths of a euro, and its VAT rate in percent. */
export type MonthlyPrice = { readonly price: number; readonly vat: number };
/** Net and VAT in cents. */
type SolvedAmount = { readonly net: number; readonly vat: number };

/** Divides and rounds, half away from zero. */
function rounded(dividend: bigint, divisor: bigint): number {
  const size = dividend < 0n ? -dividend : dividend;
  const whole = Number((2n * size + divisor) / (2n * divisor));
  return dividend < 0n ? 0 - whole : whole;
}

/**
 * The meters of an apartment that one charge bills, month by month. What they counted in a month is a number of
 * thousandths; what invoices charged for that month is a sum. An invoice charges the difference of every month that has
 * one, at the price of that month.
 */
export function makeMeterSolver() {
  const charged = new Map<number, { quantity: number; net: number; vat: number; terms: MonthlyPrice }>();
  return {
    /**
     * What the invoice of a month charges. `counted`: what the meters counted together in each month until then, as
     * known now; `prices` of today.
     */
    bill(month: number, counted: readonly number[], prices: readonly MonthlyPrice[], first: number): SolvedAmount {
      let [net, vat] = [0, 0];
      for (let past = first; past <= month; past += 1) {
        const before = charged.get(past);
        const quantity = counted[past] ?? 0;
        // Billed days keep their price and VAT rate.
        const terms = before?.terms ?? (prices[past] as MonthlyPrice);
        if (before?.quantity === quantity) continue;
        const due = rounded(BigInt(quantity) * BigInt(terms.price), 100_000n);
        const dueVat = rounded(BigInt(due) * BigInt(terms.vat), 100n);
        net += due - (before?.net ?? 0);
        vat += dueVat - (before?.vat ?? 0);
        charged.set(past, { quantity, net: due, vat: dueVat, terms });
      }
      return { net, vat };
    },
  };
}
