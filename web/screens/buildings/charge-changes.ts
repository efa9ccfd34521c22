// What else of a charge has to go or to come when its basis or its cost is changed, so that its parts fit together.
import type { TariffDraft } from './charge-prices.ts';

export const bases = [
  'fixed',
  'equal',
  'area',
  'heated_area',
  'share',
  'residents',
  'custom',
  'meter',
  'meter_remainder',
] as const;
export const meterTypes = ['cold_water', 'hot_water', 'heating', 'electricity', 'gas'] as const;
export const dividedBases = ['equal', 'area', 'heated_area', 'share', 'residents'] as const;

/** How an apartment takes part: its figure times the coefficient, or with a share of its own. */
export type ApartmentTermsDraft = {
  readonly apartmentId: string;
  readonly coefficient?: number | undefined;
  readonly share?: number | undefined;
};

/** A charge as the API gives and takes it. */
export type ChargeDraft = {
  readonly code: string;
  readonly name: string;
  readonly basis: (typeof bases)[number];
  readonly vatRate?: number | undefined;
  readonly unitPrice?: number | null | undefined;
  readonly costFrom?: 'supplier_bill' | null | undefined;
  readonly meterType?: (typeof meterTypes)[number] | null | undefined;
  readonly account?: string | null | undefined;
  readonly estimateMissingFromMonths?: number | null | undefined;
  readonly divideBy?: (typeof dividedBases)[number] | null | undefined;
  readonly deductedFrom?: string | null | undefined;
  readonly tariffs?: TariffDraft[] | undefined;
  readonly appliesTo?: 'all' | 'listed' | null | undefined;
  readonly apartments?: ApartmentTermsDraft[] | undefined;
};

/** Whether a charge goes by readings. */
export function isMetered({ basis }: Pick<ChargeDraft, 'basis'>): boolean {
  return basis === 'meter' || basis === 'meter_remainder';
}

/** Another basis: what belongs to meters alone goes, and so do shares or coefficients that mean nothing there. */
export function withBasis(charge: ChargeDraft, next: string | null): ChargeDraft {
  const basis = bases.find((basis) => basis === next) ?? charge.basis;
  if (basis === charge.basis) return charge;
  const { meterType, estimateMissingFromMonths, divideBy, apartments, appliesTo, ...plain } = charge;
  const own = basis === 'custom' || charge.basis === 'custom' ? {} : { apartments, appliesTo };
  const changed: ChargeDraft = { ...plain, ...dropUndefined(own), basis };
  if (!isMetered(changed)) return changed;
  const metered = { estimateMissingFromMonths, divideBy: basis === 'meter_remainder' ? divideBy : undefined };
  return { ...changed, ...dropUndefined(metered), meterType: meterType ?? 'cold_water' };
}

/** A price of its own, or a supplier's bill: then no price of another day is left, and nothing that only a priced charge can be. */
export function withCost(charge: ChargeDraft, cost: 'price' | 'bill', price: number): ChargeDraft {
  if (cost === 'price') return { ...charge, unitPrice: charge.unitPrice ?? price, costFrom: null };
  const { deductedFrom: _, tariffs, ...plain } = charge;
  const kept = tariffs?.flatMap(({ from, vatRate }) => (vatRate === undefined ? [] : [{ from, vatRate }]));
  return { ...plain, ...(kept && { tariffs: kept }), unitPrice: null, costFrom: 'supplier_bill' };
}

/** Only what is there: what is absent is not written. */
function dropUndefined<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}

/** How an apartment takes part from now on; null: as any other. */
export function withApartment(
  charge: ChargeDraft,
  apartmentId: string,
  terms: Omit<ApartmentTermsDraft, 'apartmentId'> | null,
): ChargeDraft {
  const others = (charge.apartments ?? []).filter((apartment) => apartment.apartmentId !== apartmentId);
  const own = terms === null ? [] : [{ apartmentId, ...dropUndefined(terms) }];
  return { ...charge, apartments: [...others, ...own] };
}

/** Charges as they are compared with what is saved: lists that are empty count as absent. */
export function serializeCharges(charges: readonly ChargeDraft[]): string {
  return JSON.stringify(
    charges.map(({ tariffs, apartments, appliesTo, ...one }) => ({
      ...Object.fromEntries(
        Object.entries(one)
          .filter(([, value]) => value !== null && value !== undefined)
          .sort(),
      ),
      tariffs: tariffs ?? [],
      apartments: (apartments ?? []).toSorted((a, b) => (a.apartmentId < b.apartmentId ? -1 : 1)),
      appliesTo: appliesTo === 'listed',
    })),
  );
}

/** Of which charge, and of what of it, a place in what was sent speaks: 'billing.charges.2.tariffs.0.from'. */
export function parseFieldPath(field: string): { readonly index: number; readonly part: string } | undefined {
  const [, index, part = ''] = /charges\.(\d+)\.(\w+)/.exec(field) ?? [];
  return index === undefined ? undefined : { index: Number(index), part };
}
