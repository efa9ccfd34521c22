// The past of a period's meters, as a person should look at it: days that later invoices have billed already, meters that earlier ones lack, and those who left.
import type { MeterUse } from '../../metering/measure.ts';
import { addDays, type Day, type Period } from '../../platform/dates.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Charge } from '../../portfolio/charge.ts';
import { findTenures } from '../claims/claims.ts';
import { type BillingWarning, nameOf } from '../metered.ts';
import { coefficientsOf } from '../participation.ts';
import * as queries from './queries.ts';

type Known = {
  readonly meters: readonly MeterUse[];
  readonly apartments: readonly { readonly id: string; readonly number: string }[];
  readonly charges: readonly Charge[];
};

/**
 * The warnings of a period with what is odd about the invoices around it: `days_billed_twice` where a later one bills the same days, `earlier_days_unbilled`
 * where earlier ones lack a meter, and in `days_billed_late` and `earlier_invoices_changed` who is to pay where the apartment changed hands since.
 */
export async function withPast(
  scope: Scope,
  buildingId: string,
  period: Period,
  { meters, apartments, charges }: Known,
  warnings: readonly BillingWarning[],
): Promise<BillingWarning[]> {
  const own = meters.filter((meter) => meter.apartmentId !== null);
  if (own.length === 0) return [...warnings];
  const changed = await handOvers(scope, buildingId, period, own);
  const [later, forgotten] = await Promise.all([
    queries.firstBilledAfter(scope, buildingId, period.periodEnd),
    queries.forgottenMeters(scope, buildingId, period.periodStart),
  ]);
  const terms = charges.map((charge) => ({ charge, coefficients: coefficientsOf(charge, apartments) }));
  const places = new Map(apartments.map(({ id }, place) => [id, place]));
  const takesPart = ({ apartmentId, type }: MeterUse) =>
    terms.some(({ charge: { basis, meterType }, coefficients }) => {
      const place = places.get(apartmentId ?? '') ?? -1;
      return basis === 'meter' && meterType === type && coefficients?.[place] !== 0n;
    });
  const numbers = new Map(apartments.map(({ id, number }) => [id, number]));
  const found = own.flatMap((meter): BillingWarning[] => {
    const { meterId, apartmentId, use, unbilledSince } = meter;
    if (use === 'missing' || apartmentId === null) return [];
    const about = (code: BillingWarning['code'], what: string): BillingWarning => {
      const message = `Apartment ${numbers.get(apartmentId)}, ${nameOf(meter)}: ${what}`;
      return { code, message, meterId, apartmentId };
    };
    const [next, since] = [later.get(meterId), forgotten.get(meterId)];
    if (next !== undefined && next.start === use.start && use.consumption.units !== 0n) {
      const what = `an invoice of the period from ${next.on} begins with ${next.start} too and bills these days already. The next period takes off what is billed twice; better cancel that invoice and make it anew after this one.`;
      return [about('days_billed_twice', what)];
    }
    if (since === undefined || unbilledSince !== undefined || !takesPart(meter)) return [];
    const from = use.startOn === null ? use.start : `${use.start} on ${use.startOn}`;
    const what = `the apartment’s invoices since ${since} lack it, and it is billed from ${from}. What it counted before is on no invoice: cancel those drafts and make them anew, or charge it once.`;
    return [about('earlier_days_unbilled', what)];
  });
  return [...warnings.map((one) => addressed(one, changed)), ...found];
}

/** When the apartments with days that no invoice covers, or with invoices to settle, changed hands since the first of those. */
async function handOvers(
  scope: Scope,
  buildingId: string,
  { periodStart }: Period,
  own: readonly MeterUse[],
): Promise<ReadonlyMap<string, Day>> {
  const since = new Map(
    own.flatMap(({ meterId, unbilledSince, settledSince }): [string, Day][] => {
      const [first] = [unbilledSince, settledSince].flatMap((day) => day ?? []).sort();
      return first === undefined ? [] : [[meterId, first]];
    }),
  );
  const [earliest] = [...since.values()].sort();
  if (earliest === undefined) return new Map();
  const tenures = await findTenures(scope, buildingId, { periodStart: addDays(earliest, -1), periodEnd: periodStart });
  return new Map(
    own.flatMap(({ meterId, apartmentId }): [string, Day][] => {
      const from = since.get(meterId);
      const came = tenures.get(apartmentId ?? '')?.findLast((_, place) => place > 0)?.periodStart;
      return from !== undefined && came !== undefined && came > from ? [[meterId, came]] : [];
    }),
  );
}

const cameSince: Readonly<Partial<Record<BillingWarning['code'], (came: Day) => string>>> = {
  days_billed_late: (came) =>
    `The apartment changed hands on ${came}, so whoever has it now would pay for days of others: make the invoices of those days first.`,
  earlier_invoices_changed: (came) =>
    `The apartment changed hands on ${came}, so whoever has it now may pay or be given what is others’: credit or charge them by hand where it is.`,
};

function addressed(warning: BillingWarning, changed: ReadonlyMap<string, Day>): BillingWarning {
  const came = changed.get(warning.meterId ?? '');
  const advice = cameSince[warning.code]?.(came ?? '');
  if (came === undefined || advice === undefined) return warning;
  return { ...warning, message: `${warning.message} ${advice}` };
}
