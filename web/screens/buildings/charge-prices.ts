// Prices and VAT rates of a charge over time: what holds on a day, what comes next, and what a change of the charge does to them.

export type Tariff = {
  readonly from: string;
  readonly unitPrice?: number | undefined;
  readonly vatRate?: number | undefined;
};
export type Priced = {
  readonly unitPrice?: number | null | undefined;
  readonly vatRate?: number | undefined;
  readonly tariffs?: readonly Tariff[] | undefined;
};
export type Standing = 'past' | 'now' | 'next';

/** Price (undefined of a split bill) and VAT rate on a day: each from the last tariff until then that names it. */
export function inForce(
  charge: Priced,
  day: string,
): { readonly unitPrice: number | undefined; readonly vatRate: number } {
  const until = byDay(charge).filter(({ from }) => from <= day);
  return {
    unitPrice: until.findLast((one) => one.unitPrice !== undefined)?.unitPrice ?? charge.unitPrice ?? undefined,
    vatRate: until.findLast((one) => one.vatRate !== undefined)?.vatRate ?? charge.vatRate ?? 0,
  };
}

/** Since when the price or VAT rate of a day holds, where a tariff says so, and the first change of it after that day. */
export function around(
  charge: Priced,
  field: 'unitPrice' | 'vatRate',
  day: string,
): {
  readonly since: string | undefined;
  readonly next: { readonly from: string; readonly value: number } | undefined;
} {
  const naming = byDay(charge).flatMap(({ from, [field]: value }) => (value === undefined ? [] : [{ from, value }]));
  return {
    since: naming.findLast(({ from }) => from <= day)?.from,
    next: naming.find(({ from }) => from > day),
  };
}

/** Whether what holds from a day on (from the beginning: undefined) is over, holds today, or is still to come. */
export function standingOf(charge: Priced, from: string | undefined, today: string): Standing {
  if (from !== undefined && from > today) return 'next';
  const latest = byDay(charge).findLast((one) => one.from <= today)?.from;
  return from === latest ? 'now' : 'past';
}

function byDay({ tariffs = [] }: Priced): Tariff[] {
  return tariffs.toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

/** The first day of the next month, from which prices usually change. */
export function nextMonth(today: string): string {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
