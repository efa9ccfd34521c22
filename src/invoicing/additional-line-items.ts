// Additional line items: positions that no charge produces. They join the planned invoice of their apartment, and are
// enough to create an invoice on their own.

import type { ChargeTotal } from '../charging/charge-engine.ts';
import type { Position } from '../charging/model.ts';
import { sumCents } from '../platform/values/money.ts';
import type { PlannedInvoice } from './planned-invoices.ts';

/** The additional positions of one planned invoice. */
export type AdditionalLineItems = { readonly plannedInvoice: PlannedInvoice; readonly positions: readonly Position[] };

/**
 * The planned invoices with their additional positions, in order. Adds a planned invoice for a payer who had nothing to
 * be charged for.
 */
export function addLineItems(
  planned: readonly PlannedInvoice[],
  additions: readonly AdditionalLineItems[],
): PlannedInvoice[] {
  const added = Map.groupBy(additions, (addition) => addition.plannedInvoice);
  return planned.map((plannedInvoice) => {
    const addedPositions = added.get(plannedInvoice)?.flatMap((addition) => addition.positions) ?? [];
    if (addedPositions.length === 0) return plannedInvoice;
    const { code: _nothing, amount = 0, ...outcome } = plannedInvoice.outcome;
    const total =
      amount + sumCents(addedPositions.map((addedPosition) => addedPosition.amount + addedPosition.vatAmount));
    const positions = () => [...plannedInvoice.positions(), ...addedPositions];
    return { ...plannedInvoice, outcome: { ...outcome, status: 'created', amount: total }, positions };
  });
}

/** Totals of the additional line items over the whole building, by code. */
export function totalsByCode(additions: readonly AdditionalLineItems[]): ChargeTotal[] {
  const lines = additions.flatMap((addition) => addition.positions);
  return [...Map.groupBy(lines, (line) => line.code)].map(([code, same]) => ({
    code,
    allocatedCents: sumCents(same.map((line) => line.amount)),
    vatCents: sumCents(same.map((line) => line.vatAmount)),
  }));
}
