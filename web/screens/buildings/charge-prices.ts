// Prices and VAT rates of a charge over time: those of a day, the next ones, and how a change of the charge affects
// them.
import { type Basis, billedUnits, type MeterType, type Unit, unitOfBasis } from '../../../src/platform/values/bases.ts';

export type TariffDraft = {
  readonly from: string;
  readonly unitPrice?: number | undefined;
  readonly vatRate?: number | undefined;
};
export type PricedChargeDraft = {
  readonly unitPrice?: number | null | undefined;
  readonly vatRate?: number | undefined;
  readonly tariffs?: readonly TariffDraft[] | undefined;
};
export type TariffState = 'past' | 'now' | 'next';

/** Price (undefined for a split bill) and VAT rate on a day: each from the last tariff until then that names it. */
export function tariffOn(
  charge: PricedChargeDraft,
  day: string,
): { readonly unitPrice: number | undefined; readonly vatRate: number } {
  const until = sortTariffs(charge).filter(({ from }) => from <= day);
  return {
    unitPrice:
      until.findLast((tariffDraft) => tariffDraft.unitPrice !== undefined)?.unitPrice ?? charge.unitPrice ?? undefined,
    vatRate: until.findLast((tariffDraft) => tariffDraft.vatRate !== undefined)?.vatRate ?? charge.vatRate ?? 0,
  };
}

/** Whether a charge adds VAT on a day or later. */
export function addsVat(charge: PricedChargeDraft, day: string): boolean {
  const later = sortTariffs(charge).filter(({ from }) => from > day);
  return tariffOn(charge, day).vatRate > 0 || later.some(({ vatRate = 0 }) => vatRate > 0);
}

/** The charge with one VAT rate, now and later. */
export function withVatRate<C extends PricedChargeDraft>(charge: C, vatRate: number): C {
  const tariffs = charge.tariffs?.flatMap(({ vatRate: _, ...tariff }) =>
    tariff.unitPrice === undefined ? [] : [tariff],
  );
  return { ...charge, vatRate, ...(tariffs && { tariffs }) };
}

/** Since when the price or VAT rate of a day applies, where a tariff says so, and its next change. */
export function neighbouringTariffs(
  charge: PricedChargeDraft,
  field: 'unitPrice' | 'vatRate',
  day: string,
): {
  readonly since: string | undefined;
  readonly next: { readonly from: string; readonly value: number } | undefined;
} {
  const naming = sortTariffs(charge).flatMap(({ from, [field]: value }) =>
    value === undefined ? [] : [{ from, value }],
  );
  return {
    since: naming.findLast(({ from }) => from <= day)?.from,
    next: naming.find(({ from }) => from > day),
  };
}

/** Whether the terms from a day on (undefined: from the beginning) have ended, apply today, or are announced. */
export function tariffStateOf(charge: PricedChargeDraft, from: string | undefined, today: string): TariffState {
  if (from !== undefined && from > today) return 'next';
  const latest = sortTariffs(charge).findLast((sortTariff) => sortTariff.from <= today)?.from;
  return from === latest ? 'now' : 'past';
}

function sortTariffs({ tariffs = [] }: PricedChargeDraft): TariffDraft[] {
  return tariffs.toSorted((a, b) => (a.from < b.from ? -1 : 1));
}

/** The first day of the next month, from which prices usually change. */
export function nextMonth(today: string): string {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}

/** What the price of a charge is for one of; undefined while its type of meter is not chosen. */
export function unitOfPrice({
  basis,
  meterType,
}: {
  readonly basis: Basis;
  readonly meterType?: MeterType | null | undefined;
}): Unit | undefined {
  if (basis !== 'meter' && basis !== 'meter_remainder') return unitOfBasis[basis];
  return meterType ? billedUnits[meterType] : undefined;
}
