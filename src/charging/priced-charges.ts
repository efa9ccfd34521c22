// Metered charges with a price, over all apartments of a building: only cents are kept, and lines are built on request.
// Pure.
import type { Steps } from '../platform/processes/steps.ts';
import type { Cents } from '../platform/values/money.ts';
import type { Charge } from '../properties/model.ts';
import { describeMissingReading, isPricedConsumption, type ReportChargeProblem } from './charge-bases.ts';
import { itemAt } from './charge-lines.ts';
import { coefficientsOf, fullCoefficient as full } from './charge-scope.ts';
import { describeCharge, nameSome } from './message-words.ts';
import { type Consumption, canEstimate, isKnown } from './metered/consumption-segments.ts';
import { type PricedConsumption, type PricedLine, pricedAmounts, pricedLines } from './metered/priced-consumption.ts';
import { apartmentMetersOf } from './metered/weighted-consumption.ts';
import type { ApartmentFacts } from './model.ts';

/** A metered charge with a price, over all apartments. */
export type PricedCharge = {
  readonly nets: readonly Cents[];
  readonly vats: readonly Cents[];
  readonly present: readonly boolean[];
  /** The indices of the apartments with a meter that was not read; already reported as a problem. */
  readonly unknown: ReadonlySet<number>;
  readonly linesOf: (index: number) => PricedLine[];
};

/** What pricing a meter costs of the budget of a turn: its days are split where a price changes. */
const costOfMeter = 50;

/**
 * The charges that price the consumption of apartment meters, in a step for each apartment. A meter that was not read
 * is reported once, with all charges that need it.
 */
export function* pricedCharges(
  distinct: readonly Charge[],
  apartments: readonly ApartmentFacts[],
  consumption: Consumption,
  report: ReportChargeProblem,
): Steps<ReadonlyMap<Charge, PricedCharge>> {
  const charges = distinct.filter(isPricedConsumption);
  const unread = new Map<string, { charge: Charge; index: number; names: string[] }>();
  const priced = new Map<Charge, PricedCharge>();
  for (const charge of charges) {
    const metersByApartment = Map.groupBy(apartmentMetersOf(charge, consumption.meters), (meter) => meter.apartmentId);
    const coefficients = coefficientsOf(charge, apartments);
    const pricedAt = (index: number): PricedConsumption | undefined => {
      const coefficient = coefficients?.[index] ?? full;
      const uses = metersByApartment.get(itemAt(apartments, index).id) ?? [];
      return coefficient === 0n || uses.length === 0 ? undefined : { charge, coefficient, uses };
    };
    const unknown = new Set<number>();
    for (const [index, { id }] of apartments.entries()) {
      const isMissing = (metersByApartment.get(id) ?? []).some(
        (meter) => !isKnown(meter, consumption.period, canEstimate(charge)),
      );
      if (!isMissing || coefficients?.[index] === 0n) continue;
      unknown.add(index);
      const key = `${index} ${charge.meterType} ${canEstimate(charge)}`;
      const before = unread.get(key);
      if (before === undefined) unread.set(key, { charge, index, names: [describeCharge(charge)] });
      else before.names.push(describeCharge(charge));
    }
    const [nets, vats, present]: [Cents[], Cents[], boolean[]] = [[], [], []];
    for (const index of apartments.keys()) {
      const pricedConsumption = unknown.has(index) ? undefined : pricedAt(index);
      const amounts = pricedConsumption && pricedAmounts(pricedConsumption, consumption);
      nets.push(amounts?.net ?? 0);
      vats.push(amounts?.vat ?? 0);
      present.push(amounts !== undefined || unknown.has(index));
      yield 1 + costOfMeter * (pricedConsumption?.uses.length ?? 0);
    }
    const linesOf = (index: number) => {
      const pricedConsumption = unknown.has(index) ? undefined : pricedAt(index);
      return pricedConsumption === undefined ? [] : pricedLines(pricedConsumption, consumption);
    };
    priced.set(charge, { nets, vats, present, unknown, linesOf });
  }
  for (const { charge, index, names } of unread.values()) {
    const { id, number } = itemAt(apartments, index);
    report({ ...describeMissingReading(charge, number, nameSome(names)), apartmentId: id });
  }
  return priced;
}
