// Whether a charge adds VAT, by its own rate and those that it has from later days on.
import type { Day } from './dates.ts';

type RatedCharge = {
  readonly vatRate?: number | undefined;
  readonly tariffs?: readonly { readonly from: Day; readonly vatRate?: number | undefined }[] | undefined;
};

/** Whether a charge adds VAT on a day or later. */
export function addsVat({ vatRate = 0, tariffs = [] }: RatedCharge, day: Day): boolean {
  const rates = tariffs.flatMap(({ from, vatRate: rate }) => (rate === undefined ? [] : [{ from, rate }]));
  const sorted = [{ from: '', rate: vatRate }, ...rates.toSorted((a, b) => (a.from < b.from ? -1 : 1))];
  const first = sorted.findLastIndex(({ from }) => from <= day);
  return sorted.slice(first).some(({ rate }) => rate > 0);
}

/** The charge with one VAT rate, now and later. */
export function withVatRate<C extends RatedCharge>(charge: C, vatRate: number): C {
  const tariffs = charge.tariffs?.flatMap(({ vatRate: _, ...tariff }) =>
    Object.keys(tariff).length > 1 ? [tariff] : [],
  );
  return { ...charge, vatRate, ...(tariffs && { tariffs }) };
}
