// The state of each building's month, from readings to paid invoices, and what to do next there.
import { readingAtHandOver } from '../metering/measure-meters.ts';
import { closingDayOf, countsFrom } from '../metering/reading-windows.ts';
import type { Scope } from '../platform/db/scope.ts';
import { addDays, type Day, dayIn, endOfMonth } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import { listResidenciesIn } from '../residents/payer-queries.ts';
import { payerPeriodsOf } from '../residents/payers.ts';
import * as queries from './building-state-queries.ts';
import { isInUse, monthToBill, shownMonth } from './month-to-bill.ts';

/** What to do next in a building, in the order of a month; `done`: nothing. */
export const nextSteps = [
  'set_up',
  'enter_readings',
  'record_bills',
  'generate',
  'send',
  'match',
  'remind',
  'import_statement',
  'done',
] as const;
type NextStep = (typeof nextSteps)[number];

/** Names of buildings as people count: Kase 2 before Kase 10. */
const byNumbers = new Intl.Collator('et', { numeric: true });

type Waiting = {
  readonly currency: string;
  readonly payments: number;
  readonly amount: Cents;
  /** Returns of payments, which are not in the amount. */
  readonly returns: number;
  /** The names of the other buildings whose account it is. */
  readonly sharedWith: readonly string[];
};

/** A building's row. Amounts are in its currency; those of `waiting` may be in others. */
export type BuildingState = {
  readonly buildingId: string;
  readonly name: string;
  readonly currency: string;
  /** 'YYYY-MM' */
  readonly month: string;
  /** The month that is billed next, 'YYYY-MM'. */
  readonly monthToBill: string;
  /** Whether the month of all buildings waits for it. */
  readonly inUse: boolean;
  /** Meters in use, and those with a reading for the month; 0 if no charge is based on meters. */
  readonly meters: number;
  readonly metersRead: number;
  /** Charges that divide a supplier bill, and those whose bill is recorded. */
  readonly bills: number;
  readonly billsRecorded: number;
  /** Invoices of the month, those that were sent, and those whose e-mails wait to be sent. */
  readonly invoices: number;
  readonly invoicesSent: number;
  readonly invoicesSending: number;
  /** Those that are not drafts, and of these the paid ones. */
  readonly invoicesIssued: number;
  readonly invoicesPaid: number;
  readonly invoiced: Cents;
  readonly paid: Cents;
  /** Still to be sent, of all months, and of these the ones whose e-mails wait to be sent. */
  readonly unsent: number;
  readonly sending: number;
  readonly overdue: number;
  readonly overdueAmount: Cents;
  /** Unmatched payments and returns on its account. That of several buildings is at the first of them by name. */
  readonly waiting: readonly Waiting[];
  /** The name of the building that shows what waits on the account that this one shares. */
  readonly waitingAt: string | null;
  readonly next: NextStep;
};

/**
 * The rows of all buildings in a month ('YYYY-MM'), by default the one that each is at: those with something to do
 * first, in the order of the steps, then by name, in which numbers count as such.
 */
export async function listBuildingStates(scope: Scope, month?: string): Promise<BuildingState[]> {
  const buildings = await queries.findBilledBuildings(scope);
  const billing = await findBillingMonths(scope, buildings);
  const months = buildings.map((building) =>
    monthOf(building, dayIn(building.timeZone, scope.now), month ?? billing.get(building.id)?.shown),
  );
  const of = await loadFigures(scope, months);
  const waitingOf = findWaiting(buildings, of.waiting);
  const states = buildings.map((building, index): BuildingState => {
    const { id, name, currency, charges } = building;
    const metered = charges.some(({ basis }) => basis === 'meter' || basis === 'meter_remainder');
    const billed = charges.filter(({ costFrom }) => costFrom === 'supplier_bill').map(({ code }) => code);
    const recorded = new Set(of.bills.get(id)?.charges);
    const { unsent = 0, sending = 0, overdue = 0, overdueAmount = 0, open = 0, toRemind = 0 } = of.open.get(id) ?? {};
    const isSetUp = building.apartments > 0 && charges.length > 0;
    const figures = {
      meters: metered ? (of.meters.get(id)?.meters ?? 0) : 0,
      metersRead: metered ? (of.meters.get(id)?.read ?? 0) : 0,
      bills: billed.length,
      billsRecorded: billed.filter((code) => recorded.has(code)).length,
      invoices: of.invoices.get(id)?.invoices ?? 0,
      unsent,
      sending,
      overdue,
      ...waitingOf(id),
    };
    return {
      buildingId: id,
      name,
      currency,
      month: months[index]?.start.slice(0, 7) ?? '',
      monthToBill: billing.get(id)?.toBill ?? '',
      inUse: isSetUp && billing.get(id)?.inUse === true,
      ...figures,
      invoicesSent: of.invoices.get(id)?.sent ?? 0,
      invoicesSending: of.invoices.get(id)?.sending ?? 0,
      invoicesIssued: of.invoices.get(id)?.issued ?? 0,
      invoicesPaid: of.invoices.get(id)?.settled ?? 0,
      invoiced: of.invoices.get(id)?.invoiced ?? 0,
      paid: of.invoices.get(id)?.paid ?? 0,
      overdueAmount,
      next: nextStepOf({ ...figures, isSetUp, open, toRemind }),
    };
  });
  return states.toSorted(
    (a, b) => nextSteps.indexOf(a.next) - nextSteps.indexOf(b.next) || byNumbers.compare(a.name, b.name),
  );
}

/** The month that each building bills next, the one that it is at, and whether it is in use. */
async function findBillingMonths(scope: Scope, buildings: readonly queries.BilledBuilding[]) {
  const months = buildings.map((building) => monthOf(building, dayIn(building.timeZone, scope.now)));
  const prepared = byBuilding(await queries.findPreparedDays(scope, months));
  return new Map(
    buildings.map(({ id, readingWindow }, index) => {
      const { readOn, suppliedOn, billedUntil, isBegun = false, addedOn } = prepared.get(id) ?? {};
      const days = [readOn && countsFrom(readOn, readingWindow ?? undefined), suppliedOn].filter((day) => day != null);
      const facts = {
        lastFull: months[index]?.start.slice(0, 7) ?? '',
        lastBilled: billedUntil?.slice(0, 7),
        lastPrepared: days.sort().at(-1)?.slice(0, 7),
        isBegun,
        addedIn: addedOn?.slice(0, 7),
      };
      return [id, { toBill: monthToBill(facts), shown: shownMonth(facts), inUse: isInUse(facts) }] as const;
    }),
  );
}

/** The figures of all buildings, each by building. */
async function loadFigures(scope: Scope, months: readonly queries.BuildingMonth[]) {
  const [meters, bills, invoices, open, waiting] = await Promise.all([
    countReadMeters(scope, months),
    queries.findRecordedBills(scope, months),
    queries.sumMonthInvoices(scope, months),
    queries.sumOpenInvoices(scope, months),
    queries.sumWaitingMoney(scope),
  ]);
  return {
    meters: byBuilding(meters),
    bills: byBuilding(bills),
    invoices: byBuilding(invoices),
    open: byBuilding(open),
    waiting,
  };
}

/** The meters of each month, and those read for it: not those last read where the payer changed within the month. */
async function countReadMeters(scope: Scope, months: readonly queries.BuildingMonth[]) {
  const counted = await queries.countReadMeters(scope, months);
  const moved = new Set(counted.flatMap(({ atMoves }) => atMoves.map(({ apartmentId }) => apartmentId)));
  if (moved.size === 0) return counted;
  const residencies = Map.groupBy(await listResidenciesIn(scope, [...moved]), ({ apartmentId }) => apartmentId);
  const periods = new Map(
    months.map(({ buildingId, start, end }) => [buildingId, { periodStart: start, periodEnd: end }]),
  );
  return counted.map(({ buildingId, meters, read, atMoves }) => {
    const period = periods.get(buildingId);
    const unread = atMoves.filter(
      ({ apartmentId, readOn }) =>
        period && readingAtHandOver(readOn, period, payerPeriodsOf(residencies.get(apartmentId) ?? [], period)),
    );
    return { buildingId, meters, read: read - unread.length };
  });
}

/** What waits at each building: money on a shared account once, at the first of its buildings by name. */
function findWaiting(
  buildings: readonly Pick<queries.BilledBuilding, 'id' | 'name'>[],
  waiting: Awaited<ReturnType<typeof queries.sumWaitingMoney>>,
): (buildingId: string) => Pick<BuildingState, 'waiting' | 'waitingAt'> {
  const nameOf = new Map(buildings.map(({ id, name }) => [id, name]));
  const shown = new Map<string, Waiting[]>();
  const elsewhere = new Map<string, string>();
  for (const { buildingIds, ...money } of waiting) {
    const all = buildingIds.map((id) => ({ id, name: nameOf.get(id) ?? '' }));
    const [first, ...others] = all.toSorted((a, b) => byNumbers.compare(a.name, b.name));
    if (first === undefined) continue;
    const sharedWith = others.map(({ name }) => name);
    shown.set(first.id, [...(shown.get(first.id) ?? []), { ...money, sharedWith }]);
    for (const { id } of others) elsewhere.set(id, first.name);
  }
  return (id) => ({ waiting: shown.get(id) ?? [], waitingAt: elsewhere.get(id) ?? null });
}

/** What decides on the next step. */
export type StepFigures = Pick<
  BuildingState,
  'meters' | 'metersRead' | 'bills' | 'billsRecorded' | 'invoices' | 'unsent' | 'sending'
> & {
  /** Overdue invoices that a reminder is due of. */
  readonly toRemind: number;
  readonly waiting: readonly unknown[];
  readonly waitingAt: string | null;
  readonly isSetUp: boolean;
  readonly open: Cents;
};

/** The first step of the month that is not done. Pure. */
export function nextStepOf(figures: StepFigures): NextStep {
  if (!figures.isSetUp) return 'set_up';
  if (figures.invoices === 0) {
    if (figures.metersRead < figures.meters) return 'enter_readings';
    return figures.billsRecorded < figures.bills ? 'record_bills' : 'generate';
  }
  if (figures.unsent > figures.sending) return 'send';
  if (figures.waiting.length > 0 || figures.waitingAt !== null) return 'match';
  if (figures.toRemind > 0) return 'remind';
  return figures.open > 0 ? 'import_statement' : 'done';
}

/** A month ('YYYY-MM'), or the last full one before today. Which readings count for it: open point P-91. */
function monthOf(
  { id, readingWindow }: queries.BilledBuilding,
  today: Day,
  month = addDays(`${today.slice(0, 8)}01`, -1).slice(0, 7),
): queries.BuildingMonth {
  const start = `${month}-01`;
  const end = endOfMonth(start);
  const window = readingWindow ?? undefined;
  return {
    buildingId: id,
    start,
    end,
    readFrom: addDays(closingDayOf(addDays(start, -1), window), 1),
    readUntil: closingDayOf(end, window),
    today,
  };
}

function byBuilding<Row extends { readonly buildingId: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.buildingId, row]));
}
