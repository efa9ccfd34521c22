// Generating invoices: one period of one building, exact to the cent. Whoever asks again finds what there is and makes only what is missing.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Measured, measureMeters } from '../metering/measure.ts';
import { take } from '../platform/counters.ts';
import { type Day, dayIn, daysInclusive, type Period, previousMonth } from '../platform/dates.ts';
import { formatDecimal, parseDecimal } from '../platform/decimal.ts';
import { bodyProblem, Conflict, Invalid, NotFound, type Problem } from '../platform/errors.ts';
import { raiseAll } from '../platform/events.ts';
import { newId } from '../platform/ids.ts';
import { amountFromCents, type Cents, centsFromAmount } from '../platform/money.ts';
import type { Scope } from '../platform/scope.ts';
import type { Apartment } from '../portfolio/apartments.ts';
import type { Building } from '../portfolio/buildings.ts';
import { allApartments, lockBuilding } from '../portfolio/queries.ts';
import {
  type BillingInput,
  type ChargeProblem,
  type ChargeTotal,
  type Computation,
  computePositions,
  type SupplierBill,
} from './charges.ts';
import { type Claim, claimsOf, findCourses, findTenures, type Outcome } from './claims/claims.ts';
import { findInvoicesTouching, sumByCharge } from './claims/queries.ts';
import { countryOfTimeZone, dueDate } from './due-date.ts';
import { type BillingWarning, monthsByType, warningsAbout } from './metered.ts';
import * as queries from './queries.ts';
import { insertRegisters } from './registers/queries.ts';
import { chainsBefore, keepingOf } from './registers/registers.ts';

/** A supplier's bill of the period as somebody wrote it: net amount in the building's currency, and the quantity on the bill, for display. */
export type WrittenCost = { readonly charge: string; readonly amount: number; readonly quantity?: number };

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
};

const longestPeriod = 366;
const batchSize = 250;
const mostProblems = 100;
const mostWarnings = 500;

/**
 * Generates the invoices of a period: the previous calendar month when none is given, issued today unless said otherwise. Costs are recorded as the
 * period's supplier bills and come before those recorded earlier; bills that were recorded need not be given again.
 *
 * - The building is locked, so that of several callers at once one makes the invoices and the others find them.
 * - An apartment that changed hands inside the period has an invoice for each who had it, of own days (payers.ts): together they are the whole.
 * - An apartment with an invoice of this very period, or with nothing to be charged for, is skipped; one with an invoice of another period that shares a
 *   day with this one fails, and its part of the bills stays open.
 * - What the invoices of the period hold of a bill, old and new, and what is left open add up to the bill; otherwise nothing is made.
 * - Numbers have no gaps within the organization and the year of issue.
 *
 * Throws NotFound (the building), Invalid (everything wrong with the request or with what the building can be billed for), Conflict (bill_already_split).
 */
export async function generateInvoices(scope: Scope, request: GenerationRequest): Promise<Generation> {
  const { bills: given, problems } = understandCosts(request.costs ?? []);
  problems.push(...periodProblems(request));
  if (problems.length > 0) throw new Invalid(problems.slice(0, mostProblems));
  const building = await lockBuilding(scope, request.buildingId);
  if (building === undefined) throw new NotFound();

  const terms = termsOf(scope, building, request);
  const apartments = await allApartments(scope, building.id);
  const bills = await allBills(scope, building, terms, given);
  const measured = await measure(scope, building, terms, request);
  const tenures = await findTenures(scope, building.id, terms);
  const courses = await findCourses(scope, measured.meters, tenures, terms);
  const computation = compute(building, { apartments, period: terms, bills, ...measured, courses }, request);
  const touching = await findInvoicesTouching(scope, building.id, terms);
  const claims = claimsOf(apartments, computation, terms, { tenures, touching });
  await refuseUnevenSplit(scope, computation, claims, terms);
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
    invoices: request.dryRun
      ? claims.map((claim) => claim.outcome)
      : await write(scope, { building, terms, claims, given, measured }),
    charges: computation.perCharge,
    warnings: warningsAbout(measured.meters, apartments, building.billing.charges).slice(0, mostWarnings),
  };
}

/** What the meters counted that charges go by; a dry run also compares it with the year before. */
async function measure(
  scope: Scope,
  { id: buildingId, billing }: Building,
  period: Period,
  { dryRun = false }: GenerationRequest,
): Promise<Measured> {
  const months = monthsByType(billing.charges);
  if (months.size === 0) return { meters: [], shared: [] };
  const chains = await chainsBefore(scope, buildingId, period, billing.charges);
  return measureMeters(scope, { buildingId, period, months, ...chains, compare: dryRun });
}

function understandCosts(costs: readonly WrittenCost[]): { bills: SupplierBill[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const refuse = (index: number, field: string, decimals: number) =>
    void problems.push(
      bodyProblem(
        ['costs', index, field],
        'too_many_decimals',
        `costs.${index}.${field} may have at most ${decimals} decimals.`,
      ),
    );
  const bills = costs.flatMap(({ charge, amount, quantity }, index): SupplierBill[] => {
    const cents = centsFromAmount(amount);
    const exact =
      quantity === undefined ? undefined : parseDecimal(quantity, { decimals: 6, min: 0, max: 1_000_000_000 });
    if (cents === undefined) refuse(index, 'amount', 2);
    if (quantity !== undefined && exact === undefined) refuse(index, 'quantity', 6);
    return cents === undefined ? [] : [{ charge, amount: cents, ...(exact && { quantity: formatDecimal(exact) }) }];
  });
  return { bills, problems };
}

function periodProblems({ periodStart, periodEnd }: GenerationRequest): Problem[] {
  if (periodStart === undefined && periodEnd === undefined) return [];
  if (periodStart === undefined || periodEnd === undefined) {
    const missing = periodStart === undefined ? 'periodStart' : 'periodEnd';
    const message = `${missing} is missing: give both ends of the period, or neither for the previous calendar month.`;
    return [bodyProblem([missing], 'required', message)];
  }
  const refuse = (message: string) => [bodyProblem(['periodEnd'], 'out_of_range', message)];
  if (periodEnd < periodStart) return refuse('periodEnd must not be before periodStart.');
  const days = daysInclusive({ periodStart, periodEnd });
  return days > longestPeriod ? refuse(`A period has at most ${longestPeriod} days, and this one has ${days}.`) : [];
}

function termsOf(scope: Scope, { id, billing }: Building, request: GenerationRequest): queries.InvoiceTerms {
  const { currency, paymentTermDays: termDays, timeZone } = billing;
  const today = dayIn(timeZone, scope.now);
  const { periodStart, periodEnd, issueDate = today } = request;
  return {
    buildingId: id,
    currency,
    issueDate,
    dueDate: dueDate({ issueDate, termDays, country: countryOfTimeZone(timeZone) }),
    ...(periodStart && periodEnd ? { periodStart, periodEnd } : previousMonth(today)),
  };
}

/** The bills given, and of those recorded for the period the ones that the building still splits and that were not given anew. */
async function allBills(
  scope: Scope,
  { id, billing }: Building,
  period: Period,
  given: readonly SupplierBill[],
): Promise<SupplierBill[]> {
  const recorded = await queries.findSupplierBills(scope, id, period);
  const wanted = new Set(billing.charges.filter((charge) => charge.costFrom).map((charge) => charge.code));
  for (const bill of given) wanted.delete(bill.charge);
  return [...given, ...recorded.filter((bill) => wanted.has(bill.charge))];
}

/** These say that there is nothing to bill for, which is no fault where there is nobody to bill. */
const idle: ReadonlySet<ChargeProblem['code']> = new Set([
  'no_charges',
  'supplier_bill_missing',
  'nothing_to_split_by',
  'main_meter_missing',
]);

function compute(
  { billing }: Building,
  input: Omit<BillingInput, 'charges'> & { readonly apartments: readonly Apartment[] },
  { costs = [], dryRun = false }: GenerationRequest,
): Computation {
  const computation = computePositions({ charges: billing.charges, ...input });
  const shown = (code: ChargeProblem['code']) => dryRun && code === 'reading_missing'; // Among the warnings.
  const problems = computation.problems.filter(
    ({ code }) => !shown(code) && (input.apartments.length > 0 || !idle.has(code)),
  );
  if (problems.length === 0) return computation;
  throw new Invalid(problems.slice(0, mostProblems).map((problem) => asked(problem, costs)));
}

/** Where in the request a problem lies: at the cost that is wrong, at the costs when one is missing, otherwise at the building. */
function asked({ code, charge, message }: ChargeProblem, costs: readonly WrittenCost[]): Problem {
  const place = costs.findLastIndex((cost) => cost.charge === charge);
  if (place >= 0 && /^(unknown_charge|charge_not_from_bill|duplicate_supplier_bill)$/.test(code))
    return bodyProblem(['costs', place, 'charge'], code, message);
  if (place >= 0 && code === 'amount_too_large') return bodyProblem(['costs', place, 'amount'], code, message);
  return bodyProblem([code === 'supplier_bill_missing' ? 'costs' : 'buildingId'], code, message);
}

/** Figures, apartments or bills may have changed since some invoices of the period were made: then their parts and the missing ones make no whole. */
async function refuseUnevenSplit(
  scope: Scope,
  computation: Computation,
  claims: readonly Claim[],
  terms: queries.InvoiceTerms,
): Promise<void> {
  const existing = await sumByCharge(scope, terms.buildingId, terms);
  if (existing.size === 0) return;
  const missing = new Map<string, Cents>();
  for (const { outcome, positions } of claims) {
    if (outcome.status === 'skipped') continue;
    for (const { code, amount } of positions()) missing.set(code, (missing.get(code) ?? 0) + amount);
  }
  const uneven = computation.perCharge.flatMap(({ code, billCents, dividedCents = billCents }) => {
    const [had, lacks] = [existing.get(code) ?? 0, missing.get(code) ?? 0];
    if (dividedCents === undefined || had + lacks === dividedCents) return [];
    const [bill, held, open] = [dividedCents, had, lacks].map(amountFromCents);
    return [
      `Of ${bill} for ${code}, existing invoices of the period hold ${held} and the missing ones would get ${open}.`,
    ];
  });
  if (uneven.length > 0)
    throw new Conflict(
      'bill_already_split',
      `${uneven.join(' ')} Bills, figures or apartments have changed since. Cancel the period’s invoices and generate them anew.`,
    );
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
  if (given.length > 0) await queries.recordSupplierBills(scope, building.id, terms, given);
  const written = claims.map((claim) => claim.outcome);
  const wanted = [...claims.entries()].filter(([, { outcome }]) => outcome.status === 'created');
  if (wanted.length === 0) return written;

  const { charges } = building.billing;
  const keeping = await keepingOf(scope, building.id, terms, { measured, charges });
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
  let drafts = draftsFrom(0);
  for (let next = batchSize; drafts.length > 0; next += batchSize) {
    // The database writes a batch while the next is reckoned, once the turn of the event loop that sends it is over.
    const reckoned = nextTurn().then(() => draftsFrom(next));
    const events = drafts.map(({ id, amount }) => ({ invoiceId: id, amount }));
    [drafts] = await Promise.all([
      reckoned,
      queries.insertInvoices(scope, terms, drafts),
      insertRegisters(
        scope,
        building.id,
        terms,
        drafts.flatMap(({ id, positions, own }) => keeping.of(id, positions, own)),
      ),
      raiseAll(scope, 'invoice.created', events),
    ]);
  }
  await insertRegisters(scope, building.id, terms, keeping.rest());
  return written;
}
