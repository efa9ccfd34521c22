// Extras: positions that no charge makes. They join the invoice of their apartment that is to be made, and alone they are reason enough for one.

import type { ChargeTotal } from '../charging/charge-engine.ts';
import type { Position } from '../charging/model.ts';
import { sumCents } from '../platform/values/money.ts';
import type { PlannedInvoice } from './planned-invoices.ts';

/** Positions for one claim. */
export type AdditionalLineItems = { readonly plannedInvoice: PlannedInvoice; readonly positions: readonly Position[] };

/** The claims with their extras, each in its place; whoever had nothing to be charged for is now. */
export function addLineItems(
  planned: readonly PlannedInvoice[],
  additions: readonly AdditionalLineItems[],
): PlannedInvoice[] {
  const added = Map.groupBy(additions, (extra) => extra.plannedInvoice);
  return planned.map((claim) => {
    const addedPositions = added.get(claim)?.flatMap((extra) => extra.positions) ?? [];
    if (addedPositions.length === 0) return claim;
    const { code: _nothing, amount = 0, ...outcome } = claim.outcome;
    const total =
      amount + sumCents(addedPositions.map((addedPosition) => addedPosition.amount + addedPosition.vatAmount));
    const positions = () => [...claim.positions(), ...addedPositions];
    return { ...claim, outcome: { ...outcome, status: 'created', amount: total }, positions };
  });
}

/** What the extras come to over the whole building, by their codes. */
export function totalsByCode(additions: readonly AdditionalLineItems[]): ChargeTotal[] {
  const lines = additions.flatMap((extra) => extra.positions);
  return [...Map.groupBy(lines, (line) => line.code)].map(([code, same]) => ({
    code,
    allocatedCents: sumCents(same.map((line) => line.amount)),
    vatCents: sumCents(same.map((line) => line.vatAmount)),
  }));
}
