// Frozen meters: what a meter was billed for in a period stays when the period is reckoned anew, whatever was read or corrected since. Pure.
import type { MeterUse } from '../../metering/measure.ts';
import type { Day } from '../../platform/dates.ts';
import { parseDecimal } from '../../platform/decimal.ts';

/** Both readings of a meter, as an invoice has them. */
export type Taken = {
  readonly meterId: string;
  readonly start: string;
  readonly startOn: Day | null;
  readonly end: string;
  readonly endOn: Day;
  readonly consumption: string;
  readonly estimated: boolean;
};

/** The meters with what they were billed for; those that no invoice of the period has, as they are measured now. */
export function frozen(meters: readonly MeterUse[], billed: readonly Taken[]): MeterUse[] {
  const taken = new Map(billed.map((one) => [one.meterId, one]));
  return meters.map((meter): MeterUse => {
    const was = taken.get(meter.meterId);
    const consumption = was && parseDecimal(was.consumption, { decimals: 15, min: -1_000_000_000, max: 1_000_000_000 });
    if (was === undefined || consumption === undefined) return meter;
    const { start, startOn, end, endOn, estimated } = was;
    return { ...meter, use: { start, startOn, end, endOn, consumption, estimated } };
  });
}
