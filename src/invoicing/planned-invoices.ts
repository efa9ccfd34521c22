// Planned invoices of a period: one per apartment, or one per payer where the apartment changed hands; and the result
// for each.

import type { Computation } from '../charging/charge-engine.ts';
import type { Position } from '../charging/model.ts';
import type { Steps } from '../platform/processes/steps.ts';
import { addDays, type Period, periodsOverlap } from '../platform/values/dates.ts';
import { type Cents, sumCents } from '../platform/values/money.ts';
import type { Apartment } from '../properties/model.ts';
import type { PayerPeriod } from '../residents/payers.ts';
import type { ExistingInvoice } from './planned-invoice-queries.ts';

/**
 * The result for one planned invoice. Existing invoices of the same days are skipped. In a dry run, `created` means
 * would be created.
 */
export type InvoiceOutcome = {
  readonly apartmentId: string;
  /** The days of the invoice, where they are not the whole period. */
  readonly periodStart?: string;
  readonly periodEnd?: string;
  readonly invoiceId?: string;
  readonly status: 'created' | 'skipped' | 'failed';
  readonly amount?: Cents;
  readonly code?: 'nothing_to_charge' | 'period_overlaps' | 'reading_missing';
};

/** An invoice that a period should have. */
export type PlannedInvoice = {
  readonly apartment: Apartment;
  readonly outcome: InvoiceOutcome;
  /** Where the apartment changed hands: the payer's own days, and the residents who pay for the other days. */
  readonly ownDays?: Period & { readonly hiddenFrom: readonly string[] };
  /** Whether the invoice can be created: no reading is missing, and no other invoice covers one of its days. */
  readonly isBillable: boolean;
  positions(): Position[];
};

/**
 * What divides a period between invoices: payers of apartments that changed hands, and invoices that share a day with
 * it.
 */
export type PeriodDivision = {
  readonly payerPeriods: ReadonlyMap<string, readonly PayerPeriod[]>;
  readonly touching: readonly ExistingInvoice[];
};

/**
 * The days of each payer of apartments that changed hands: as existing invoices of the period divide them, otherwise by
 * payer periods.
 */
export function findPayerDays(
  period: Period,
  { payerPeriods, touching }: PeriodDivision,
): Map<string, readonly Period[]> {
  const daysByApartment = new Map<string, readonly Period[]>(
    [...payerPeriods].map(([id, periods]) => [id, periods.map(pickPeriod)]),
  );
  for (const [apartmentId, invoices] of Map.groupBy(touching, (invoice) => invoice.apartmentId)) {
    const sorted = sortByStart(invoices);
    if (!coverPeriod(sorted, period)) continue;
    if (sorted.length > 1) daysByApartment.set(apartmentId, sorted.map(pickPeriod));
    else daysByApartment.delete(apartmentId);
  }
  return daysByApartment;
}

/** The invoices of a period by apartment, without those of other periods that share a day with it. */
export function findInvoicedDays(touching: readonly ExistingInvoice[]): ReadonlyMap<string, readonly Period[]> {
  const ofPeriod = touching.filter((invoice) => invoice.ofPeriod);
  return Map.groupBy(ofPeriod, (invoice) => invoice.apartmentId);
}

function sortByStart(invoices: readonly ExistingInvoice[]): readonly ExistingInvoice[] {
  return invoices.length < 2 ? invoices : invoices.toSorted((a, b) => (a.periodStart < b.periodStart ? -1 : 1));
}

/**
 * The planned invoices of a period, ordered by apartment and day, in a step for each apartment. Where existing invoices
 * already cover an apartment’s period, in whatever division, they stay.
 */
export function* planInvoices(
  apartments: readonly Apartment[],
  computation: Computation,
  period: Period,
  division: PeriodDivision,
): Steps<PlannedInvoice[]> {
  const touching = Map.groupBy(division.touching, (invoice) => invoice.apartmentId);
  const planned: PlannedInvoice[] = [];
  for (const [index, apartment] of apartments.entries()) {
    const existing = sortByStart(touching.get(apartment.id) ?? []);
    const payerPeriods = division.payerPeriods.get(apartment.id) ?? [];
    if (coverPeriod(existing, period)) planned.push(...keepInvoices(apartment, existing, period));
    else planned.push(...planApartment({ apartment, index, period, existing, payerPeriods }, computation));
    yield 10 + computation.lines * (1 + 20 * payerPeriods.length);
  }
  return planned;
}

function keepInvoices(apartment: Apartment, existing: readonly ExistingInvoice[], period: Period): PlannedInvoice[] {
  return existing.map((invoice) => ({
    apartment,
    outcome: outcomeOfInvoice(invoice, period),
    isBillable: false,
    positions: () => [],
  }));
}

type ApartmentPeriod = {
  readonly apartment: Apartment;
  /** The index of the apartment in the computation. */
  readonly index: number;
  readonly period: Period;
  readonly existing: readonly ExistingInvoice[];
  /** None if the same people pay on all days. */
  readonly payerPeriods: readonly PayerPeriod[];
};

/** The invoice of an apartment for the period, or one for the days of each payer. */
function planApartment(
  { apartment, index, period, existing, payerPeriods }: ApartmentPeriod,
  computation: Computation,
): PlannedInvoice[] {
  const skipReason = findSkipReason(computation, index);
  const isOpen = (days: Period) =>
    skipReason !== 'reading_missing' && !existing.some((invoice) => periodsOverlap(invoice, days));
  if (payerPeriods.length === 0) {
    const outcome = decideOutcome(apartment, period, existing, skipReason ?? computation.totalsOf(index).totalCents);
    return [{ apartment, outcome, isBillable: isOpen(period), positions: () => computation.positionsOf(index) }];
  }
  const positionsByPayer = computation.payerPositionsOf(index);
  return payerPeriods.map((payerPeriod, payer): PlannedInvoice => {
    const days = pickPeriod(payerPeriod);
    const positions = positionsByPayer[payer] ?? [];
    const total = sumCents(positions.map((position) => position.amount + position.vatAmount));
    const outcome = { ...decideOutcome(apartment, days, existing, skipReason ?? total), ...days };
    const ownDays = { ...days, hiddenFrom: payersOfOtherDays(payerPeriod, payerPeriods) };
    return { apartment, outcome, ownDays, isBillable: isOpen(days), positions: () => positions };
  });
}

/** The residents who pay for other days of the period, and for none of these. */
function payersOfOtherDays({ payers }: PayerPeriod, all: readonly PayerPeriod[]): string[] {
  const others = new Set(all.flatMap((payerPeriod) => payerPeriod.payers));
  for (const payer of payers) others.delete(payer);
  return [...others];
}

/** Why an apartment gets no invoice; undefined if it gets one. */
function findSkipReason(computation: Computation, index: number): 'reading_missing' | 'nothing_to_charge' | undefined {
  if (computation.isUnread(index)) return 'reading_missing';
  return computation.takesPart(index) ? undefined : 'nothing_to_charge';
}

function decideOutcome(
  { id: apartmentId }: Apartment,
  days: Period,
  existing: readonly ExistingInvoice[],
  total: Cents | 'reading_missing' | 'nothing_to_charge',
): InvoiceOutcome {
  const same = existing.find(
    (existingInvoice) =>
      existingInvoice.periodStart === days.periodStart && existingInvoice.periodEnd === days.periodEnd,
  );
  if (same !== undefined) return { apartmentId, invoiceId: same.id, status: 'skipped', amount: same.amount };
  if (total === 'reading_missing') return { apartmentId, status: 'failed', code: total };
  if (total === 'nothing_to_charge') return { apartmentId, status: 'skipped', code: total };
  if (existing.some((invoice) => periodsOverlap(invoice, days)))
    return { apartmentId, status: 'failed', code: 'period_overlaps' };
  return { apartmentId, status: 'created', amount: total };
}

function outcomeOfInvoice(invoice: ExistingInvoice, period: Period): InvoiceOutcome {
  const { id, apartmentId, periodStart, periodEnd, amount } = invoice;
  const all = periodStart === period.periodStart && periodEnd === period.periodEnd;
  return { apartmentId, ...(!all && pickPeriod(invoice)), invoiceId: id, status: 'skipped', amount };
}

function pickPeriod({ periodStart, periodEnd }: Period): Period {
  return { periodStart, periodEnd };
}

/** Whether invoices of a period, ordered by day, cover it from its first day to its last. */
function coverPeriod(invoices: readonly ExistingInvoice[], { periodStart, periodEnd }: Period): boolean {
  const starts = [periodStart, ...invoices.map((invoice) => addDays(invoice.periodEnd, 1))];
  const isContiguous = invoices.every((invoice, index) => invoice.ofPeriod && invoice.periodStart === starts[index]);
  return isContiguous && invoices.at(-1)?.periodEnd === periodEnd;
}
