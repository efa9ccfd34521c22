// Keeps the parts of a charge consistent: what must be dropped or added when its basis or its cost changes.
import { type Basis, bases, type DividedBasis, type MeterType } from '../../../src/platform/values/bases.ts';
import { chargeCode } from '../../../src/platform/values/charge-code.ts';
import type { TariffDraft } from './charge-prices.ts';

/** How an apartment participates: its basis times the coefficient, or with a share of its own. */
export type ApartmentTermsDraft = {
  readonly apartmentId: string;
  readonly coefficient?: number | undefined;
  readonly share?: number | undefined;
};

/** A charge as the API returns and accepts it. */
export type ChargeDraft = {
  readonly code: string;
  readonly name: string;
  readonly basis: Basis;
  readonly vatRate?: number | undefined;
  readonly unitPrice?: number | null | undefined;
  readonly costFrom?: 'supplier_bill' | null | undefined;
  readonly meterType?: MeterType | null | undefined;
  readonly account?: string | null | undefined;
  readonly estimateMissingFromMonths?: number | null | undefined;
  readonly divideBy?: DividedBasis | null | undefined;
  readonly deductedFrom?: string | null | undefined;
  readonly billUnit?: string | null | undefined;
  readonly tariffs?: TariffDraft[] | undefined;
  readonly appliesTo?: 'all' | 'listed' | null | undefined;
  readonly apartments?: ApartmentTermsDraft[] | undefined;
};

/** Whether a charge uses meter readings. */
export function isMetered({ basis }: Pick<ChargeDraft, 'basis'>): boolean {
  return basis === 'meter' || basis === 'meter_remainder';
}

/** Changes the basis: drops meter settings, and shares or coefficients that have no meaning there. */
export function withBasis(charge: ChargeDraft, next: string | null): ChargeDraft {
  const basis = bases.find((basis) => basis === next) ?? charge.basis;
  if (basis === charge.basis) return charge;
  const { meterType, estimateMissingFromMonths, divideBy, apartments, appliesTo, ...plain } = charge;
  const perApartment = basis === 'custom' || charge.basis === 'custom' ? {} : { apartments, appliesTo };
  const changed: ChargeDraft = { ...plain, ...dropUndefined(perApartment), basis };
  if (!isMetered(changed)) return changed;
  const metered = { estimateMissingFromMonths, divideBy: basis === 'meter_remainder' ? divideBy : undefined };
  return { ...changed, ...dropUndefined(metered), meterType: meterType ?? 'cold_water' };
}

/** Changes between a price and a supplier bill: each has none of what needs the other. */
export function withCost(charge: ChargeDraft, cost: 'price' | 'bill', price: number): ChargeDraft {
  const { billUnit: _unit, ...others } = charge;
  if (cost === 'price') return { ...others, unitPrice: charge.unitPrice ?? price, costFrom: null };
  const { deductedFrom: _, tariffs, ...plain } = charge;
  const kept = tariffs?.flatMap(({ from, vatRate }) => (vatRate === undefined ? [] : [{ from, vatRate }]));
  return { ...plain, ...(kept && { tariffs: kept }), unitPrice: null, costFrom: 'supplier_bill' };
}

/** Only defined fields: undefined ones are left out. */
function dropUndefined<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}

/** Sets how an apartment participates; null: like any other. */
export function withApartment(
  charge: ChargeDraft,
  apartmentId: string,
  terms: Omit<ApartmentTermsDraft, 'apartmentId'> | null,
): ChargeDraft {
  const others = (charge.apartments ?? []).filter((apartment) => apartment.apartmentId !== apartmentId);
  const changed = terms === null ? [] : [{ apartmentId, ...dropUndefined(terms) }];
  return { ...charge, apartments: [...others, ...changed] };
}

/** Charges as they are compared with the saved ones: empty lists count as absent. */
export function serializeCharges(charges: readonly ChargeDraft[]): string {
  return JSON.stringify(
    charges.map(({ tariffs, apartments, appliesTo, ...charge }) => ({
      ...Object.fromEntries(
        Object.entries(charge)
          .filter(([, value]) => value !== null && value !== undefined)
          .sort(),
      ),
      tariffs: tariffs ?? [],
      apartments: (apartments ?? []).toSorted((a, b) => (a.apartmentId < b.apartmentId ? -1 : 1)),
      appliesTo: appliesTo === 'listed',
    })),
  );
}

/** A new charge after a change: its code follows its name until somebody writes another code. */
export function withCodeFromName(before: ChargeDraft, after: ChargeDraft, taken: ReadonlySet<string>): ChargeDraft {
  const codeOf = ({ name }: ChargeDraft) => (name.trim() === '' ? '' : chargeCode(name, taken));
  const follows = after.code === before.code && (before.code === '' || before.code === codeOf(before));
  return follows ? { ...after, code: codeOf(after) } : after;
}

/** The charge and field of a path in the request: 'billing.charges.2.tariffs.0.from'. */
export function parseFieldPath(field: string): { readonly index: number; readonly part: string } | undefined {
  const [, index, part = ''] = /charges\.(\d+)\.(\w+)/.exec(field) ?? [];
  return index === undefined ? undefined : { index: Number(index), part };
}
