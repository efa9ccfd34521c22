// Frozen meters: what a meter was billed for in a period stays when the period is reckoned anew, and what the next period bills is left to it. Pure.
import { billedSum, type Consumption } from '../../metering/consumption.ts';
import type { Chain, Measured, MeterUse } from '../../metering/measure.ts';
import type { Day } from '../../platform/dates.ts';
import type { SharedUse } from '../registers/queries.ts';
import type { Chains } from '../registers/registers.ts';

/** Both readings of a meter, as an invoice has them. */
export type Taken = {
  readonly meterId: string;
  readonly start: string;
  readonly startOn: Day | null;
  readonly end: string;
  readonly endOn: Day;
  readonly consumption: string;
  /** Of the consumption, what settled earlier invoices. */
  readonly settled: string | null;
  readonly estimated: boolean;
};

/** What the meters of a period were billed for: on invoices of their own (`taken`, which has the main meters of remainders too), and in remainders. */
export function staying(
  { own, shared }: Chains,
  taken: readonly Taken[],
  sharedUses: readonly SharedUse[],
): { readonly own: Chain; readonly shared: Chain | undefined } {
  const invoiced = new Map(taken.map((one) => [one.meterId, one]));
  const inRemainders = sharedUses.map((one): Taken => {
    const shown = invoiced.get(one.meterId);
    const same = shown?.start === one.start && shown.end === one.end ? shown : undefined;
    return { ...one, settled: null, startOn: same?.startOn ?? null, estimated: same?.estimated ?? false };
  });
  return {
    own: { ...own, stays: usesOf(taken) },
    shared: shared && { ...shared, stays: usesOf(inRemainders) },
  };
}

function usesOf(taken: readonly Taken[]): ReadonlyMap<string, Consumption> {
  return new Map(
    taken.map(({ meterId, settled, ...was }) => {
      return [
        meterId,
        { ...was, consumption: billedSum(was.consumption), ...(settled && { settled: billedSum(settled) }) },
      ];
    }),
  );
}

/**
 * The meters that a period is reckoned anew with: those it was billed for, and all of the apartments that get their first invoice of it (`first`). Of the
 * others only what no later period makes up for: the next one (`next`) goes on from what was billed, or counts from a meter's beginning.
 */
export function withoutLater(
  { meters, shared }: Measured,
  { own, shared: remainders }: Chains,
  next: Chains,
  first: ReadonlySet<string>,
): Measured {
  const counts = (meter: MeterUse, now: Chain, later: Chain) => {
    const { meterId, apartmentId, use } = meter;
    if (now.stays?.has(meterId) || first.has(apartmentId ?? '')) return true;
    if (later.billed.has(meterId) || later.late.has(meterId) || later.annulled.has(meterId)) return false;
    return use !== 'missing' && !use.estimated && !(apartmentId === null && use.beginsUnknown);
  };
  // What remainders took is not known yet where they are new.
  const inRemainders = (meter: MeterUse) =>
    !remainders?.stays?.size || next.shared === undefined || counts(meter, remainders, next.shared);
  return {
    meters: meters.filter((one) => (one.apartmentId === null ? inRemainders(one) : counts(one, own, next.own))),
    shared: shared.filter(inRemainders),
  };
}
