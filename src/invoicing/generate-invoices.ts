// Generates the invoices of one period of one building, exact to the cent. A repeat creates only what is missing.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { periodClosedMessage, periodProblems } from '../charging/billing-period.ts';
import { type ChargeTotal, type Computation, computeInSteps } from '../charging/charge-engine.ts';
import { findBilledPeriods } from '../charging/charge-ledger-queries.ts';
import type { MeasuredPeriod } from '../charging/metered/measure-period.ts';
import type { SupplierBill } from '../charging/model.ts';
import { requireCalculable } from '../charging/period-size.ts';
import { findSupplierBills, periodIsClosed, recordSupplierBills } from '../charging/supplier-bill-queries.ts';
import { type CostInput, parseBills } from '../charging/supplier-bills.ts';
import { discardCachedPlans } from '../platform/db/cached-plans.ts';
import { raiseEventBatch } from '../platform/db/events.ts';
import { lockMoney } from '../platform/db/locks.ts';
import type { Scope } from '../platform/db/scope.ts';
import { bodyProblem, Invalid, orNotFound } from '../platform/errors.ts';
import { runInTurns } from '../platform/processes/steps.ts';
import type { Day, Period } from '../platform/values/dates.ts';
import { newId } from '../platform/values/ids.ts';
import { amountFromCents, type Cents, sumCents } from '../platform/values/money.ts';
import type { Apartment, Building, Charge } from '../properties/model.ts';
import { lockBuilding } from '../properties/property-queries.ts';
import { getSender } from '../properties/sender-details.ts';
import { findOpenSenders } from '../properties/sender-details-queries.ts';
import { findApartmentsWithoutRecipient } from '../residents/payer-queries.ts';
import { type AdditionalLineItems, addLineItems, totalsByCode } from './additional-line-items.ts';
import { type BillingWarning, findBillingWarnings } from './billing-warnings.ts';
import { listChargeProblems, maxProblems, rejectProblems } from './charge-problems.ts';
import { type GenerationCheck, listChecks } from './generation-checks.ts';
import { recordHistory } from './invoice-history.ts';
import { reserveInvoiceNumbers } from './invoice-number.ts';
import * as queries from './invoice-queries.ts';
import { calculateLateInterest } from './late-interest.ts';
import { determineTerms, loadPeriodData } from './load-period-data.ts';
import type { HistoryNote, OneOffCharge } from './model.ts';
import { findUnbilledOneOffs, markOneOffsBilled } from './one-off-charge-queries.ts';
import { buildOneOffPosition } from './one-off-charges.ts';
import { sumInvoicedByCharge } from './planned-invoice-queries.ts';
import { type InvoiceOutcome, type PlannedInvoice, planInvoices } from './planned-invoices.ts';
import { buildPreflight, type Preflight, type PreflightProblem } from './preflight.ts';
import { findUnprintableNames } from './unprintable-names.ts';
import {
  type BilledMeters,
  joinBilledMeters,
  markSettledMeters,
  metersBilledBy,
  requireStanding,
  writeLedger,
} from './write-ledger.ts';

export type GenerationRequest = Partial<Period> & {
  readonly buildingId: string;
  readonly issueDate?: Day;
  readonly costs?: readonly CostInput[];
  readonly dryRun?: boolean;
};

export type GenerationResult = Period & {
  readonly issueDate: Day;
  readonly dueDate: Day;
  readonly created: number;
  readonly skipped: number;
  readonly failed: number;
  readonly total: number;
  readonly invoices: readonly InvoiceOutcome[];
  /** With VAT, of the created invoices. */
  readonly invoicedCents: Cents;
  /** Totals by charge: over the whole building, and of the created invoices. */
  readonly charges: readonly (ChargeTotal & { readonly invoicedCents: Cents })[];
  /** Unusual readings. A dry run also lists missing ones here; otherwise missing readings stop the generation. */
  readonly warnings: readonly BillingWarning[];
  /** Only in a dry run: all problems, and the differences from the period before. */
  readonly preflight?: Preflight;
  /** Only in a dry run: the same and the warnings, grouped by cause. */
  readonly checks?: readonly GenerationCheck[];
};

/** An invoice that was just created. */
export type CreatedInvoice = { readonly apartmentId: string; readonly invoiceId: string; readonly amount: Cents };

const batchSize = 250;
const maxWarnings = 500;

/**
 * Creates the invoices of a period: by default the previous calendar month, issued today. The costs given are recorded
 * as supplier bills of the period. While the period is open they take precedence over bills recorded earlier; recorded
 * bills need not be sent again.
 *
 * - The organization's money and the building are locked, so concurrent callers cannot create invoices twice.
 * - An apartment that changed hands inside the period gets one invoice per payer, for their own days (payer-shares.ts).
 *   Together they add up to the whole.
 * - An apartment with an invoice of the same period, or with nothing to charge, is skipped. One with an invoice of
 *   another period that shares a day with this one fails, and its part of the bills stays open.
 * - Existing invoices, new invoices and the open rest add up to each bill; otherwise nothing is created.
 * - Invoice numbers have no gaps within the organization and the year of issue.
 * - `applyCredit` receives the created invoices. Invoicing does not know payments: generateInvoicesAndApplyCredit of
 *   the payments module passes it in.
 *
 * Throws NotFound (the building), Invalid (all problems of the request and of the building's data), Conflict
 * (bill_already_split, period_closed).
 */
export async function generateInvoices(
  scope: Scope,
  request: GenerationRequest,
  applyCredit: (made: readonly CreatedInvoice[]) => Promise<void>,
): Promise<GenerationResult> {
  const { bills: givenBills, problems } = parseBills(request.costs ?? [], 'costs');
  problems.push(...periodProblems(request));
  if (problems.length > 0) throw new Invalid(problems.slice(0, maxProblems));
  if (!request.dryRun) await lockMoney(scope);
  const building = orNotFound(await lockBuilding(scope, request.buildingId), 'buildingId');
  const generation = await planGeneration(scope, building, request, givenBills);
  const { terms, planned, totals, warnings, blockingProblems } = generation;
  const carryOut = async () => {
    rejectProblems(blockingProblems, request.costs ?? []);
    const written = await writeInvoices(scope, generation);
    await applyCredit(createdInvoices(written));
    return written;
  };
  const invoices = request.dryRun ? planned.map(({ outcome }) => outcome) : await carryOut();
  const count = (status: InvoiceOutcome['status']) => planned.filter(({ outcome }) => outcome.status === status).length;
  const invoiced = invoicedByCharge(generation);
  return {
    periodStart: terms.periodStart,
    periodEnd: terms.periodEnd,
    issueDate: terms.issueDate,
    dueDate: terms.dueDate,
    created: count('created'),
    skipped: count('skipped'),
    failed: count('failed'),
    total: planned.length,
    invoices,
    invoicedCents: sumCents(planned.filter(isToCreate).map(({ outcome: { amount = 0 } }) => amount)),
    charges: totals.map((total) => ({ ...total, invoicedCents: invoiced.get(total.code) ?? 0 })),
    warnings: warnings.slice(0, maxWarnings),
    ...(request.dryRun && (await runPreflight(scope, generation))),
  };
}

/** A generation before anything is written: the invoices it would have, and what it found wrong. */
type GenerationPlan = {
  readonly building: Building;
  readonly apartments: readonly Apartment[];
  readonly terms: queries.InvoiceTerms;
  readonly givenBills: readonly SupplierBill[];
  readonly measured: MeasuredPeriod;
  readonly planned: readonly PlannedInvoice[];
  readonly additions: readonly AdditionalLineItems[];
  readonly totals: readonly ChargeTotal[];
  readonly warnings: readonly BillingWarning[];
  readonly blockingProblems: readonly PreflightProblem[];
};

/** Calculates a period of a locked building, and plans its invoices with their additional line items. */
async function planGeneration(
  scope: Scope,
  building: Building,
  request: GenerationRequest,
  givenBills: readonly SupplierBill[],
): Promise<GenerationPlan> {
  const terms = determineTerms(scope, building, request);
  await requireBeginning(scope, building, terms);
  const { charges } = building.billing;
  const { bills, closed } = await collectBills(scope, building, terms, givenBills);
  const kind = request.dryRun ? 'dry_run' : 'generation';
  const { apartments, payerPeriods, touching, measured } = await loadPeriodData(scope, building, terms, kind);
  requireCalculable({ charges, apartments, ...measured }, terms);
  const computation = await runInTurns(computeInSteps({ charges, apartments, period: terms, bills, ...measured }));
  const fromCharges = await runInTurns(planInvoices(apartments, computation, terms, { payerPeriods, touching }));
  const additions = [
    ...assignOneOffs(fromCharges, await findUnbilledOneOffs(scope, building.id, terms.periodEnd)),
    ...(await calculateLateInterest(scope, building, terms, fromCharges)),
  ];
  const planned = addLineItems(fromCharges, additions);
  const unevenSplitProblems = await findUnevenSplits(scope, computation, planned, { terms, charges });
  const consumption = { ...measured, period: terms };
  const warnings = await findBillingWarnings(scope, building.id, { apartments, charges, consumption });
  const totals = [...computation.perCharge, ...totalsByCode(additions)];
  const blockingProblems = [...closed, ...listChargeProblems(computation, apartments), ...unevenSplitProblems];
  return { building, apartments, terms, givenBills, measured, planned, additions, totals, warnings, blockingProblems };
}

/** Nothing is billed before the building's first billed day, on which its first period begins. Throws Invalid. */
async function requireBeginning(scope: Scope, { id, billing }: Building, { periodStart }: Period): Promise<void> {
  const { billedFrom } = billing;
  if (billedFrom === null || periodStart === billedFrom) return;
  const reject = (message: string) => {
    throw new Invalid([bodyProblem(['periodStart'], 'out_of_range', message)]);
  };
  const change = 'or change billing.billedFrom of the building';
  if (periodStart < billedFrom)
    reject(`The building is billed from ${billedFrom}. Choose a period that begins on that day or later, ${change}.`);
  if ((await findBilledPeriods(scope, id)).length === 0)
    reject(`The building is billed from ${billedFrom} and has no invoices yet. Begin with that day, ${change}.`);
}

function isToCreate({ outcome }: PlannedInvoice): boolean {
  return outcome.status === 'created';
}

/** The net sum of the positions of created invoices, by charge: what was allocated, if nothing is left out. */
function invoicedByCharge({ planned, totals }: GenerationPlan): Map<string, Cents> {
  const isComplete = planned.every((invoice) => isToCreate(invoice) || invoice.outcome.code === 'nothing_to_charge');
  if (isComplete) return new Map(totals.map(({ code, allocatedCents }) => [code, allocatedCents]));
  return sumByCharge(planned.filter(isToCreate));
}

function sumByCharge(planned: readonly PlannedInvoice[]): Map<string, Cents> {
  const sums = new Map<string, Cents>();
  for (const { positions } of planned)
    for (const { code, amount } of positions()) sums.set(code, (sums.get(code) ?? 0) + amount);
  return sums;
}

function createdInvoices(outcomes: readonly InvoiceOutcome[]): CreatedInvoice[] {
  return outcomes.flatMap(({ status, apartmentId, invoiceId, amount = 0 }) =>
    status === 'created' && invoiceId !== undefined ? [{ apartmentId, invoiceId, amount }] : [],
  );
}

/** Preflight of a dry run: all problems, the amounts compared with the period before, and the checklist. */
async function runPreflight(
  scope: Scope,
  { building, apartments, terms, measured, planned, additions, totals, warnings, blockingProblems }: GenerationPlan,
): Promise<{ readonly preflight: Preflight; readonly checks: readonly GenerationCheck[] }> {
  const overlapping = planned.flatMap(({ apartment: { id: apartmentId, number }, outcome }): PreflightProblem[] => {
    const message = `Apartment ${number} has an invoice of another period that overlaps this one, so it gets no invoice.`;
    return outcome.code === 'period_overlaps' ? [{ code: 'period_overlaps', message, stops: false, apartmentId }] : [];
  });
  const charges = new Map(totals.map((total) => [total.code, total.allocatedCents]));
  const invoices = planned.map(({ outcome }) => outcome);
  const problems = [...blockingProblems, ...overlapping];
  const preflight = await buildPreflight(scope, building.id, terms, { charges, invoices }, problems);
  const checks = listChecks({
    apartments,
    charges: building.billing.charges,
    planned,
    problems,
    warnings,
    totals: charges,
    changes: preflight.apartments,
    withoutRecipient: new Map(
      (await findApartmentsWithoutRecipient(scope, building.id, terms)).map(({ id, receivesFrom }) => [
        id,
        receivesFrom,
      ]),
    ),
    notPrintable: await findUnprintableNames(scope, building, terms, additions),
    iban: building.billing.iban,
    period: terms,
    meters: measured.meters,
    chargesVat: (await getSender(scope, building.id)).vatNumber !== null,
    openSender: (await findOpenSenders(scope, [building.id]))[0]?.payee,
  });
  return { preflight, checks };
}

/**
 * Assigns one-off charges to planned invoices: to the invoice of the days they are due from if it is planned, otherwise
 * to the first one. A credit that would make an invoice negative waits for a later one, because a negative invoice
 * would pay nobody.
 */
function assignOneOffs(planned: readonly PlannedInvoice[], oneOffs: readonly OneOffCharge[]): AdditionalLineItems[] {
  if (oneOffs.length === 0) return [];
  const open = Map.groupBy(
    planned.filter((plannedInvoice) => plannedInvoice.isBillable),
    (plannedInvoice) => plannedInvoice.apartment.id,
  );
  const totals = new Map<PlannedInvoice, Cents>();
  const chargesFirst = oneOffs.toSorted((a, b) => Number(a.amount < 0) - Number(b.amount < 0));
  return chargesFirst.flatMap((oneOff): AdditionalLineItems[] => {
    const ofApartment = open.get(oneOff.apartmentId) ?? [];
    const plannedInvoice =
      ofApartment.find(
        ({ ownDays }) =>
          ownDays !== undefined && ownDays.periodStart <= oneOff.dueFrom && oneOff.dueFrom <= ownDays.periodEnd,
      ) ?? ofApartment[0];
    if (plannedInvoice === undefined) return [];
    const position = buildOneOffPosition(oneOff);
    const total =
      (totals.get(plannedInvoice) ?? plannedInvoice.outcome.amount ?? 0) + position.amount + position.vatAmount;
    if (position.amount < 0 && total < 0) return [];
    totals.set(plannedInvoice, total);
    return [{ plannedInvoice, positions: [position] }];
  });
}

/**
 * The bills given, plus the bills recorded for the period that the building still splits and that the request does not
 * replace; each with the further bills of its charge. In a closed period, a given bill that differs from the recorded
 * one is a problem.
 */
async function collectBills(
  scope: Scope,
  { id, billing }: Building,
  period: Period,
  givenBills: readonly SupplierBill[],
): Promise<{ bills: SupplierBill[]; closed: PreflightProblem[] }> {
  const recordedBills = new Map((await findSupplierBills(scope, id, period)).map((bill) => [bill.charge, bill]));
  const given = new Set(givenBills.map(({ charge }) => charge));
  const isSplit = new Set(billing.charges.filter((charge) => charge.costFrom).map((charge) => charge.code));
  const differs = givenBills.some(({ charge, amount, quantity }) => {
    const { recorded = null, counted = null } = recordedBills.get(charge) ?? {};
    return recorded !== amount || (quantity !== undefined && quantity !== counted);
  });
  const replacing = givenBills.map((bill): SupplierBill => {
    const { amount: total = 0, recorded } = recordedBills.get(bill.charge) ?? {};
    const ofFurtherBills = total - (recorded ?? 0);
    return { ...bill, amount: bill.amount + ofFurtherBills };
  });
  const kept = [...recordedBills.values()].filter(({ charge }) => isSplit.has(charge) && !given.has(charge));
  const isClosed = differs && (await periodIsClosed(scope, id, period));
  return {
    bills: [...replacing, ...kept.map(({ charge, amount, quantity }) => ({ charge, amount, quantity }))],
    closed: isClosed ? [{ code: 'period_closed', message: periodClosedMessage(period), stops: true }] : [],
  };
}

/**
 * Data, apartments or bills may have changed since some invoices of the period were created. Then the existing parts of
 * a bill and the missing ones do not add up. The open rest of a remainder at a price is billed with the next period.
 */
async function findUnevenSplits(
  scope: Scope,
  computation: Computation,
  planned: readonly PlannedInvoice[],
  { terms, charges }: { readonly terms: queries.InvoiceTerms; readonly charges: readonly Charge[] },
): Promise<PreflightProblem[]> {
  const existing = await sumInvoicedByCharge(scope, terms.buildingId, terms);
  if (existing.size === 0) return [];
  const missing = sumByCharge(planned.filter(({ outcome }) => outcome.status !== 'skipped'));
  const dividing = new Set(charges.flatMap(({ code, costFrom }) => (costFrom ? [code] : [])));
  return computation.perCharge.flatMap(({ code, billCents, dividedCents = billCents }): PreflightProblem[] => {
    if (!dividing.has(code)) return [];
    const split = { bill: dividedCents ?? 0, invoiced: existing.get(code) ?? 0, missing: missing.get(code) ?? 0 };
    if (dividedCents === undefined || split.invoiced + split.missing === dividedCents) return [];
    const parts = `Of ${amountFromCents(split.bill)} for ${code}, existing invoices of the period contain ${amountFromCents(split.invoiced)}, and the missing invoices would contain ${amountFromCents(split.missing)}.`;
    const message = `${parts} Bills, meter data or apartments have changed since. Cancel the drafts of the period and generate them again. If invoices were already sent or paid, correct the period with POST /console/api/buildings/${terms.buildingId}/corrections.`;
    return [{ code: 'bill_already_split', message, stops: true, charge: code, split }];
  });
}

/** Records the bills given and writes the new invoices. Returns the results with the ids of the new invoices. */
async function writeInvoices(
  scope: Scope,
  { building, terms, planned, givenBills, measured }: GenerationPlan,
): Promise<InvoiceOutcome[]> {
  if (givenBills.length > 0) await recordSupplierBills(scope, building.id, terms, givenBills);
  const withIds = planned.map((invoice) =>
    isToCreate(invoice) ? { ...invoice, outcome: { ...invoice.outcome, invoiceId: newId() } } : invoice,
  );
  const outcomes = withIds.map(({ outcome }) => outcome);
  const created = withIds.filter(isToCreate);
  if (created.length === 0) return outcomes;

  await discardCachedPlans(scope);
  const { invoiceNumberPrefix, charges } = building.billing;
  const numbers = await reserveInvoiceNumbers(scope, invoiceNumberPrefix, terms.issueDate, created.length);
  const numbered = created.map((invoice, index) => ({ ...invoice, number: numbers[index] ?? '' }));
  const billed = await writeInBatches(scope, terms, numbered);
  const apartmentIds = created.map(({ apartment }) => apartment.id);
  await requireStanding(scope, building.id, { apartmentIds, from: billed.from });
  const notMade = new Set(planned.flatMap((invoice) => (isToCreate(invoice) ? [] : [invoice.apartment.id])));
  await markSettledMeters(scope, building.id, { period: terms, charges, measured, billed, notMade });
  return outcomes;
}

type NumberedInvoice = PlannedInvoice & Pick<queries.NewInvoice, 'number'>;

function draftOf({ number, apartment, outcome, positions, ownDays }: NumberedInvoice): queries.NewInvoice {
  const { id: apartmentId, referenceNumber: reference } = apartment;
  const { invoiceId: id = '', amount = 0 } = outcome;
  return { id, number, reference, apartmentId, amount, positions: positions(), ownDays };
}

/**
 * Writes new invoices with all that belongs to them, in batches, so that a large building needs little memory. Returns
 * which meters they bill.
 */
async function writeInBatches(
  scope: Scope,
  terms: queries.InvoiceTerms,
  invoices: readonly NumberedInvoice[],
): Promise<BilledMeters> {
  const { buildingId, periodStart } = terms;
  const draftsFrom = (start: number) => invoices.slice(start, start + batchSize).map(draftOf);
  const billed: BilledMeters[] = [];
  let drafts = draftsFrom(0);
  for (let next = batchSize; drafts.length > 0; next += batchSize) {
    // The database writes one batch while the next is calculated. nextTurn lets the event loop send the batch first.
    const calculated = nextTurn().then(() => draftsFrom(next));
    const events = drafts.map(({ id, amount }) => ({ buildingId, data: { invoiceId: id, amount } }));
    const notes = drafts.map(({ id, amount }): HistoryNote => {
      return { invoiceId: id, action: 'generated', detail: { amount: amountFromCents(amount) } };
    });
    const oneOffs = drafts.flatMap(({ id: invoiceId, positions }) =>
      positions.flatMap(({ calculation }) =>
        calculation.method === 'one_off' ? [{ id: calculation.oneOff.id, invoiceId }] : [],
      ),
    );
    billed.push(metersBilledBy(drafts, periodStart));
    [drafts] = await Promise.all([
      calculated,
      queries.insertInvoices(scope, terms, drafts),
      writeLedger(scope, buildingId, drafts),
      markOneOffsBilled(scope, oneOffs),
      raiseEventBatch(scope, 'invoice.created', events),
      recordHistory(scope, notes),
    ]);
  }
  return joinBilledMeters(billed, periodStart);
}
