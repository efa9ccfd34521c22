// Generating invoices: one period of one building, exact to the cent. Whoever asks again finds what there is and makes only what is missing.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { take } from '../platform/db/counters.ts';
import { addDays, type Day, dayIn, type Period, previousMonth } from '../platform/values/dates.ts';
import { bodyProblem, Conflict, Invalid, NotFound, type Problem } from '../platform/errors.ts';
import { raiseAll } from '../platform/db/events.ts';
import { newId } from '../platform/values/ids.ts';
import { amountFromCents, type Cents } from '../platform/values/money.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Apartment } from '../properties/apartments.ts';
import type { Building } from '../properties/buildings.ts';
import type { Charge } from '../properties/charge.ts';
import { allApartments, lockBuilding } from '../properties/property-queries.ts';
import { understandBills, type WrittenCost } from '../charging/supplier-bills.ts';
import { findSupplierBills, periodIsClosed, recordSupplierBills } from '../charging/supplier-bill-queries.ts';
import {
  type ChargeProblem,
  type ChargeTotal,
  type Computation,
  computePositions,
  type SupplierBill,
} from '../charging/charge-engine.ts';
import { type Claim, claimsOf, findTenures, type Outcome, payersIn } from './planned-invoices.ts';
import { type Extra, totalsOf, withExtras } from './additional-line-items.ts';
import { findInvoicesTouching, sumByCharge } from './planned-invoice-queries.ts';
import { countryOfTimeZone, dueDate } from './due-date.ts';
import { type HistoryNote, noteHistory } from './invoice-history.ts';
import { interestFor } from './late-interest.ts';
import { type Measured, measurePeriod } from '../charging/metered/measure-period.ts';
import { type BillingWarning, warningsOf } from './metered-warnings.ts';
import { type BilledMeters, settle as settleMeters, writeLedgers } from './write-billed-consumption.ts';
import { type OneOff, positionOf } from './one-off-charges.ts';
import { freeOneOffs, takeOneOffs } from './one-off-charge-queries.ts';
import { closedReason, periodProblems } from '../charging/billing-period.ts';
import { type Preflight, preflight, type Reason } from './preflight.ts';
import * as queries from './invoice-queries.ts';

export type GenerationRequest = Partial<Period> & {
  readonly buildingId: string;
  readonly issueDate?: Day;
  readonly costs?: readonly WrittenCost[];
  readonly dryRun?: boolean;
};

export type Generation = Period & {
  readonly issueDate: Day;
  readonly dueDate: Day;
  readonly created: number;
  readonly skipped: number;
  readonly failed: number;
  readonly total: number;
  readonly invoices: readonly Outcome[];
  /** Every charge over the whole building. */
  readonly charges: readonly ChargeTotal[];
  /** What is odd about the readings. Missing ones stand here in a dry run; otherwise they stop the generation. */
  readonly warnings: readonly BillingWarning[];
  /** Of a dry run: all that stands against it, and how it differs from the period before. */
  readonly preflight?: Preflight;
};

/** An invoice that was just made. */
export type MadeInvoice = { readonly apartmentId: string; readonly invoiceId: string; readonly amount: Cents };

const batchSize = 250;
/** Days ahead for which invoices can be issued. */
const latestIssue = 366;
const mostProblems = 1000;
const mostWarnings = 500;

/**
 * Makes the invoices of a period: the previous calendar month when none is given, issued today unless said otherwise. Costs are recorded as the
 * period's supplier bills and come before those recorded earlier, while the period is open; bills that were recorded need not be given again.
 *
 * - The building is locked, so that of several callers at once one makes the invoices and the others find them.
 * - An apartment that changed hands inside the period has an invoice for each who had it, of own days (payers.ts): together they are the whole.
 * - An apartment with an invoice of this very period, or with nothing to be charged for, is skipped; one with an invoice of another period that shares a
 *   day with this one fails, and its part of the bills stays open.
 * - What the invoices of the period hold of a bill, old and new, and what is left open add up to the bill; otherwise nothing is made.
 * - Numbers have no gaps within the organization and the year of issue.
 * - `settle` gets the invoices that were made, for what they mean for money. Billing knows nothing of payments: generateInvoices of the payments brings it.
 *
 * Throws NotFound (the building), Invalid (everything wrong with the request or with what the building can be billed for), Conflict (bill_already_split, period_closed).
 */
export async function makeInvoices(
  scope: Scope,
  request: GenerationRequest,
  settle: (made: readonly MadeInvoice[]) => Promise<void>,
): Promise<Generation> {
  const { bills: given, problems } = understandBills(request.costs ?? [], 'costs');
  problems.push(...periodProblems(request));
  if (problems.length > 0) throw new Invalid(problems.slice(0, mostProblems));
  const building = await lockBuilding(scope, request.buildingId);
  if (building === undefined) throw new NotFound();

  const terms = termsOf(scope, building, request);
  const apartments = await allApartments(scope, building.id);
  const { bills, closed } = await allBills(scope, building, terms, given);
  const tenures = await findTenures(scope, building.id, terms);
  const touching = await findInvoicesTouching(scope, building.id, terms);
  const { charges } = building.billing;
  const measured = await measurePeriod(scope, {
    buildingId: building.id,
    period: terms,
    charges,
    payers: payersIn(terms, { tenures, touching }),
    made: new Set(touching.flatMap(({ ofPeriod, apartmentId }) => (ofPeriod ? [apartmentId] : []))),
    kind: request.dryRun ? 'dry_run' : 'generation',
  });
  const computation = computePositions({ charges, apartments, period: terms, bills, ...measured });
  const charged = claimsOf(apartments, computation, terms, { tenures, touching });
  const extras = [
    ...oneOffsFor(charged, await freeOneOffs(scope, building.id, terms.periodEnd)),
    ...(await interestFor(scope, building, terms, charged)),
  ];
  const claims = withExtras(charged, extras);
  const totals = [...computation.perCharge, ...totalsOf(extras)];
  const uneven = await unevenSplits(scope, computation, claims, { terms, charges });
  const reasons = [...closed, ...faultsOf(computation, apartments), ...uneven];
  const consumption = { ...measured, period: terms };
  const warnings = await warningsOf(scope, building.id, { apartments, charges, consumption });
  if (!request.dryRun) refuse(reasons, request.costs ?? []);
  const invoices = request.dryRun
    ? claims.map((claim) => claim.outcome)
    : await write(scope, { building, terms, claims, given, measured });
  if (!request.dryRun) await settle(madeOf(invoices));
  const count = (status: Outcome['status']) => claims.filter(({ outcome }) => outcome.status === status).length;
  return {
    periodStart: terms.periodStart,
    periodEnd: terms.periodEnd,
    issueDate: terms.issueDate,
    dueDate: terms.dueDate,
    created: count('created'),
    skipped: count('skipped'),
    failed: count('failed'),
    total: claims.length,
    invoices,
    charges: totals,
    warnings: warnings.slice(0, mostWarnings),
    ...(request.dryRun && { preflight: await lookAhead(scope, totals, terms, claims, reasons) }),
  };
}

function madeOf(outcomes: readonly Outcome[]): MadeInvoice[] {
  return outcomes.flatMap(({ status, apartmentId, invoiceId, amount = 0 }) =>
    status === 'created' && invoiceId !== undefined ? [{ apartmentId, invoiceId, amount }] : [],
  );
}

/** Of a dry run: the problems of apartments beside the reasons, and the figures beside those of the period before. */
function lookAhead(
  scope: Scope,
  totals: readonly ChargeTotal[],
  terms: queries.InvoiceTerms,
  claims: readonly Claim[],
  reasons: readonly Reason[],
): Promise<Preflight> {
  const overlapping = claims.flatMap(({ apartment: { id: apartmentId, number }, outcome }): Reason[] => {
    const message = `Apartment ${number} has an invoice of another period that shares days with this one, and gets none.`;
    return outcome.code === 'period_overlaps' ? [{ code: 'period_overlaps', message, stops: false, apartmentId }] : [];
  });
  const apartments = new Map<string, Cents>();
  for (const { apartmentId, amount = 0 } of claims.map((claim) => claim.outcome))
    apartments.set(apartmentId, (apartments.get(apartmentId) ?? 0) + amount);
  const figures = { charges: new Map(totals.map((one) => [one.code, one.allocatedCents])), apartments };
  return preflight(scope, terms.buildingId, terms, figures, [...reasons, ...overlapping]);
}

/**
 * One-offs join the invoice of the days they are due from, where that is to be made, and otherwise the first that is. A credit that would make it less than
 * nothing waits for a later one: money that an invoice owes would reach nobody.
 */
function oneOffsFor(claims: readonly Claim[], oneOffs: readonly OneOff[]): Extra[] {
  if (oneOffs.length === 0) return [];
  const open = Map.groupBy(
    claims.filter((claim) => claim.open),
    (claim) => claim.apartment.id,
  );
  const totals = new Map<Claim, Cents>();
  const chargesFirst = oneOffs.toSorted((a, b) => Number(a.amount < 0) - Number(b.amount < 0));
  return chargesFirst.flatMap((oneOff): Extra[] => {
    const mine = open.get(oneOff.apartmentId) ?? [];
    const claim =
      mine.find(
        ({ own }) => own !== undefined && own.periodStart <= oneOff.dueFrom && oneOff.dueFrom <= own.periodEnd,
      ) ?? mine[0];
    if (claim === undefined) return [];
    const position = positionOf(oneOff);
    const total = (totals.get(claim) ?? claim.outcome.amount ?? 0) + position.amount + position.vatAmount;
    if (position.amount < 0 && total < 0) return [];
    totals.set(claim, total);
    return [{ claim, positions: [position] }];
  });
}

/** What the invoices of a generation have in common: issued today unless the request says otherwise. Throws Invalid for a day that is a slip. */
export function termsOf(scope: Scope, { id, billing }: Building, request: GenerationRequest): queries.InvoiceTerms {
  const { currency, paymentTermDays: termDays, timeZone } = billing;
  const today = dayIn(timeZone, scope.now);
  const { periodStart, periodEnd, issueDate = today } = request;
  if (issueDate > addDays(today, latestIssue))
    throw new Invalid([
      bodyProblem(
        ['issueDate'],
        'out_of_range',
        `issueDate must be at most ${latestIssue} days ahead; today is ${today}.`,
      ),
    ]);
  return {
    buildingId: id,
    currency,
    issueDate,
    dueDate: dueDate({ issueDate, termDays, country: countryOfTimeZone(timeZone) }),
    ...(periodStart && periodEnd ? { periodStart, periodEnd } : previousMonth(today)),
  };
}

/**
 * The bills given, and of those recorded for the period the ones that the building still splits and that were not given anew; each with the further bills of
 * its charge. Of a closed period, given ones that differ from what is recorded are a reason against it.
 */
async function allBills(
  scope: Scope,
  { id, billing }: Building,
  period: Period,
  given: readonly SupplierBill[],
): Promise<{ bills: SupplierBill[]; closed: Reason[] }> {
  const known = await findSupplierBills(scope, id, period);
  const wanted = new Set(billing.charges.filter((charge) => charge.costFrom).map((charge) => charge.code));
  let differs = false;
  const all = given.map((bill): SupplierBill => {
    wanted.delete(bill.charge);
    const { amount = 0, recorded = null, counted = null } = known.find((one) => one.charge === bill.charge) ?? {};
    differs ||= recorded !== bill.amount || (bill.quantity !== undefined && bill.quantity !== counted);
    return { ...bill, amount: bill.amount + amount - (recorded ?? 0) };
  });
  const refused = differs && (await periodIsClosed(scope, id, period));
  const kept = known.filter((bill) => wanted.has(bill.charge));
  return {
    bills: [...all, ...kept.map(({ charge, amount, quantity }) => ({ charge, amount, quantity }))],
    closed: refused ? [{ code: 'period_closed', message: closedReason(period), stops: true }] : [],
  };
}

/** These say that there is nothing to bill for, which is no fault where there is nobody to bill. */
const idle: ReadonlySet<ChargeProblem['code']> = new Set([
  'no_charges',
  'supplier_bill_missing',
  'nothing_to_split_by',
  'main_meter_missing',
]);

/** What is wrong with what was reckoned by. A building without apartments lacks nothing. */
export function faultsOf({ problems }: Computation, apartments: readonly Apartment[]): Reason[] {
  const faults = problems.filter(({ code }) => apartments.length > 0 || !idle.has(code));
  return faults.map((problem) => ({ ...problem, stops: true }));
}

/** Refuses a generation that would be wrong, with every reason. Throws Invalid where a figure is missing or wrong; Conflict for what is as it should be, but late. */
export function refuse(reasons: readonly Reason[], costs: readonly WrittenCost[]): void {
  const [first] = reasons;
  if (first === undefined) return;
  const late = (code: Reason['code']) => code === 'period_closed' || code === 'bill_already_split';
  if (reasons.every(({ code }) => late(code)))
    throw new Conflict(first.code, reasons.map((reason) => reason.message).join(' '));
  throw new Invalid(reasons.slice(0, mostProblems).map((reason) => asked(reason, costs)));
}

/** Where in the request a problem lies: at the cost that is wrong, at the costs when one is missing, otherwise at the building. */
function asked({ code, charge, message }: Reason, costs: readonly WrittenCost[]): Problem {
  const place = costs.findLastIndex((cost) => cost.charge === charge);
  if (place >= 0 && /^(unknown_charge|charge_not_from_bill|duplicate_supplier_bill)$/.test(code))
    return bodyProblem(['costs', place, 'charge'], code, message);
  if (place >= 0 && code === 'amount_too_large') return bodyProblem(['costs', place, 'amount'], code, message);
  return bodyProblem([code === 'supplier_bill_missing' ? 'costs' : 'buildingId'], code, message);
}

/**
 * Figures, apartments or bills may have changed since some invoices of the period were made: then their parts of a bill and the missing ones make no whole.
 * What is left of a remainder at a price is billed with the next period.
 */
async function unevenSplits(
  scope: Scope,
  computation: Computation,
  claims: readonly Claim[],
  { terms, charges }: { readonly terms: queries.InvoiceTerms; readonly charges: readonly Charge[] },
): Promise<Reason[]> {
  const existing = await sumByCharge(scope, terms.buildingId, terms);
  if (existing.size === 0) return [];
  const missing = new Map<string, Cents>();
  for (const { outcome, positions } of claims) {
    if (outcome.status === 'skipped') continue;
    for (const { code, amount } of positions()) missing.set(code, (missing.get(code) ?? 0) + amount);
  }
  const split = new Set(charges.flatMap(({ code, costFrom }) => (costFrom ? [code] : [])));
  return computation.perCharge.flatMap(({ code, billCents, dividedCents = billCents }): Reason[] => {
    if (!split.has(code)) return [];
    const [had, lacks] = [existing.get(code) ?? 0, missing.get(code) ?? 0];
    if (dividedCents === undefined || had + lacks === dividedCents) return [];
    const [bill, held, open] = [dividedCents, had, lacks].map(amountFromCents);
    const parts = `Of ${bill} for ${code}, existing invoices of the period hold ${held} and the missing ones would get ${open}.`;
    const message = `${parts} Bills, figures or apartments have changed since. Cancel the period’s drafts and generate them anew or, once some were sent or paid, correct the period with POST /console/api/buildings/${terms.buildingId}/corrections.`;
    return [{ code: 'bill_already_split', message, stops: true, charge: code }];
  });
}

type Plan = {
  readonly building: Building;
  readonly terms: queries.InvoiceTerms;
  readonly claims: readonly Claim[];
  readonly given: readonly SupplierBill[];
  readonly measured: Measured;
};

/** Records the bills given, and writes what is to be created: batch by batch, so that a large building needs little memory. */
async function write(scope: Scope, { building, terms, claims, given, measured }: Plan): Promise<Outcome[]> {
  if (given.length > 0) await recordSupplierBills(scope, building.id, terms, given);
  const written = claims.map((claim) => claim.outcome);
  const wanted = [...claims.entries()].filter(([, { outcome }]) => outcome.status === 'created');
  if (wanted.length === 0) return written;

  const billed: BilledMeters = { all: new Set(), open: new Set() };
  await queries.preferIndexes(scope);
  const year = terms.issueDate.slice(0, 4);
  let sequence = await take(scope, `invoice ${year}`, wanted.length);
  const draftsFrom = (start: number) =>
    wanted
      .slice(start, start + batchSize)
      .map(([place, { apartment, outcome, positions, own }]): queries.NewInvoice => {
        const id = newId();
        written[place] = { ...outcome, invoiceId: id };
        return {
          id,
          number: `${building.billing.invoiceNumberPrefix}${year}-${String(sequence++).padStart(6, '0')}`,
          reference: apartment.referenceNumber,
          apartmentId: apartment.id,
          amount: outcome.amount ?? 0,
          positions: positions(),
          own,
        };
      });
  const taken: { id: string; invoiceId: string }[] = [];
  let drafts = draftsFrom(0);
  for (let next = batchSize; drafts.length > 0; next += batchSize) {
    // The database writes a batch while the next is reckoned, once the turn of the event loop that sends it is over.
    const reckoned = nextTurn().then(() => draftsFrom(next));
    const events = drafts.map(({ id, amount }) => ({ invoiceId: id, amount }));
    const notes = events.map(({ invoiceId, amount }): HistoryNote => {
      return { invoiceId, action: 'generated', detail: { amount: amountFromCents(amount) } };
    });
    for (const { id: invoiceId, positions } of drafts)
      for (const { calculation } of positions)
        if (calculation.method === 'one_off') taken.push({ id: calculation.oneOff.id, invoiceId });
    [drafts] = await Promise.all([
      reckoned,
      queries.insertInvoices(scope, terms, drafts),
      writeLedgers(scope, building.id, drafts, billed),
      raiseAll(scope, 'invoice.created', events),
      noteHistory(scope, notes),
    ]);
  }
  await takeOneOffs(scope, taken);
  const notMade = new Set(
    claims.flatMap(({ apartment, outcome }) => (outcome.status === 'created' ? [] : [apartment.id])),
  );
  await settleMeters(scope, building.id, {
    period: terms,
    charges: building.billing.charges,
    measured,
    billed,
    notMade,
  });
  return written;
}
