// Extras: positions that no charge makes. They join the invoice of their apartment that is to be made, and alone they are reason enough for one.
import { sumCents } from '../platform/values/money.ts';
import type { ChargeTotal, Position } from '../charging/charge-engine.ts';
import type { Claim } from './planned-invoices.ts';

/** Positions for one claim. */
export type Extra = { readonly claim: Claim; readonly positions: readonly Position[] };

/** The claims with their extras, each in its place; whoever had nothing to be charged for is now. */
export function withExtras(claims: readonly Claim[], extras: readonly Extra[]): Claim[] {
  const added = Map.groupBy(extras, (extra) => extra.claim);
  return claims.map((claim) => {
    const more = added.get(claim)?.flatMap((extra) => extra.positions) ?? [];
    if (more.length === 0) return claim;
    const { code: _nothing, amount = 0, ...outcome } = claim.outcome;
    const total = amount + sumCents(more.map((one) => one.amount + one.vatAmount));
    const positions = () => [...claim.positions(), ...more];
    return { ...claim, outcome: { ...outcome, status: 'created', amount: total }, positions };
  });
}

/** What the extras come to over the whole building, by their codes. */
export function totalsOf(extras: readonly Extra[]): ChargeTotal[] {
  const lines = extras.flatMap((extra) => extra.positions);
  return [...Map.groupBy(lines, (line) => line.code)].map(([code, same]) => ({
    code,
    allocatedCents: sumCents(same.map((line) => line.amount)),
    vatCents: sumCents(same.map((line) => line.vatAmount)),
  }));
}
