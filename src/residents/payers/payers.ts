// Payers: who an apartment's invoices are for, day by day, and where that changes inside a period.
import { addDays, type Day, type Period } from '../../platform/dates.ts';
import type { ResidencyRole } from '../queries.ts';

/** Somebody in one apartment, from a day to a day. */
export type Stay = {
  readonly residentId: string;
  readonly role: ResidencyRole;
  readonly since: Day;
  readonly until: Day | null;
  readonly receivesInvoice: boolean;
};

/** The days of a period on which the same people pay for an apartment. */
export type Tenure = Period & { readonly payers: readonly string[] };

/**
 * The tenures of an apartment in a period, in their order, without a gap. Owners who get invoices pay; where there are none, whoever else gets them, and where
 * nobody does, the owners. Another tenure begins when none of the payers stays: a second owner who joins changes nothing. The day on which one leaves and
 * another comes is the newcomer's. Days on which nobody is known belong to the tenure before them, at the beginning to the first.
 */
export function tenuresOf(stays: readonly Stay[], period: Period): Tenure[] {
  const paying = handedOver(payersAmong(stays.filter((stay) => touches(stay, period))), period);
  const starts = paying.flatMap(({ since, until }) => [since, ...(until === null ? [] : [addDays(until, 1)])]);
  const inside = starts.filter((day) => day > period.periodStart && day <= period.periodEnd);
  const days = [period.periodStart, ...new Set(inside.toSorted())];
  const tenures: { periodStart: Day; payers: readonly string[] }[] = [];
  for (const day of days) {
    const payers = new Set(paying.filter((stay) => includes(stay, day)).map((stay) => stay.residentId));
    const current = tenures.at(-1);
    if (current === undefined) tenures.push({ periodStart: day, payers: [...payers] });
    else if (payers.size > 0 && current.payers.length === 0) current.payers = [...payers];
    else if (payers.size > 0) {
      const staying = current.payers.filter((one) => payers.has(one));
      if (staying.length > 0) current.payers = staying;
      else tenures.push({ periodStart: day, payers: [...payers] });
    }
  }
  return tenures.map(({ periodStart, payers }, place) => {
    const next = tenures[place + 1]?.periodStart;
    return { periodStart, periodEnd: next === undefined ? period.periodEnd : addDays(next, -1), payers };
  });
}

/** Everybody who pays for an apartment on some day of a period, but for those from whom it is hidden. */
export function payersOf(
  stays: readonly Stay[],
  { periodStart, periodEnd }: Period,
  hidden: readonly string[],
): string[] {
  const payers = tenuresOf(stays, { periodStart, periodEnd }).flatMap((tenure) => tenure.payers);
  return payers.filter((one) => !hidden.includes(one));
}

/** Whether somebody pays for both. Where nobody is known to pay for one of them, it is the apartment's, and so anybody's. */
export function sharePayers(mine: readonly string[], theirs: readonly string[]): boolean {
  return mine.length === 0 || theirs.length === 0 || mine.some((one) => theirs.includes(one));
}

function payersAmong(stays: readonly Stay[]): readonly Stay[] {
  const receiving = stays.filter((stay) => stay.receivesInvoice);
  const owners = receiving.filter((stay) => stay.role === 'owner');
  if (owners.length > 0) return owners;
  return receiving.length > 0 ? receiving : stays.filter((stay) => stay.role === 'owner');
}

/** Stays without their last day where that is somebody else's first; one that so has no day left is gone. */
function handedOver(stays: readonly Stay[], { periodStart }: Period): Stay[] {
  return stays.flatMap((stay) => {
    const { until, residentId } = stay;
    const taken = until !== null && stays.some((other) => other.since === until && other.residentId !== residentId);
    if (!taken || stay.since === until || until === periodStart) return [stay];
    return [{ ...stay, until: addDays(until, -1) }];
  });
}

function touches({ since, until }: Stay, { periodStart, periodEnd }: Period): boolean {
  return since <= periodEnd && (until === null || until >= periodStart);
}

function includes({ since, until }: Stay, day: Day): boolean {
  return since <= day && (until === null || until >= day);
}
