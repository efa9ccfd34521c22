// Corrects a closed period: recalculates it with late bills and current data, and issues further invoices and credits
// for the differences.

import { periodProblems } from '../../charging/billing-period.ts';
import { type Computation, computeInSteps } from '../../charging/charge-engine.ts';
import { findCharged } from '../../charging/charge-ledger-queries.ts';
import type { SupplierBill } from '../../charging/model.ts';
import { requireCalculable } from '../../charging/period-size.ts';
import { type FindSubject, groupBySubject } from '../../charging/standing.ts';
import { findSupplierBills, insertFurtherBills, periodIsClosed } from '../../charging/supplier-bill-queries.ts';
import type { CostInput, SupplierBillInput } from '../../charging/supplier-bills.ts';
import { raiseEventBatch } from '../../platform/db/events.ts';
import { lockMoney } from '../../platform/db/locks.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { Conflict, Invalid, orNotFound } from '../../platform/errors.ts';
import { runInTurns, splitIntoTurns } from '../../platform/processes/steps.ts';
import { billedUnits } from '../../platform/values/bases.ts';
import { earliestDay, type Period } from '../../platform/values/dates.ts';
import { newId } from '../../platform/values/ids.ts';
import { amountFromCents, type Cents, sumCents } from '../../platform/values/money.ts';
import type { Apartment, Building } from '../../properties/model.ts';
import { lockBuilding } from '../../properties/property-queries.ts';
import { listChargeProblems, rejectProblems } from '../charge-problems.ts';
import { recordHistory } from '../invoice-history.ts';
import { reserveInvoiceNumbers } from '../invoice-number.ts';
import { type InvoiceTerms, insertInvoices, type NewInvoice, type NewPosition } from '../invoice-queries.ts';
import { determineTerms, loadPeriodData, type PeriodData } from '../load-period-data.ts';
import type { HistoryNote } from '../model.ts';
import { type InvoiceOutcome, planInvoices } from '../planned-invoices.ts';
import { requireStanding, writeCorrected, writtenBy } from '../write-ledger.ts';
import { changeRows, loadPeriodLedger, type PeriodLedger, selectRecalculable } from './correct-metered.ts';
import { type BillChange, furtherBillsOf, readBills, rejectRecordedBills } from './corrected-bills.ts';
import * as queries from './correction-queries.ts';
import type { InvoiceCredit } from './credit-note.ts';
import { type CreditedAmount, calculateDifferences } from './differences.ts';
import { type ExplainingMeters, explained } from './explain-correction.ts';

export type CorrectionRequest = Period & {
  readonly reason: string;
  /** Late supplier bills and credit notes: each adds to the recorded bill of its charge. */
  readonly bills?: readonly SupplierBillInput[];
  /** The correct totals of charges: what differs from the recorded bills is recorded as a further bill. */
  readonly correctedBills?: readonly CostInput[];
  readonly dryRun?: boolean;
};

/**
 * What changes of a charge for an apartment, with VAT: `before` is what its invoices hold; `net` is the part of
 * `amount` without VAT.
 */
type ChargeChange = {
  readonly code: string;
  readonly description: string;
  readonly before: Cents;
  readonly amount: Cents;
  readonly net: Cents;
};

/**
 * The result for one apartment: a first invoice, a correcting invoice (up or down), or nothing. In a dry run, the
 * expected result.
 */
export type CorrectionOutcome = {
  readonly apartmentId: string;
  readonly status: 'created' | 'corrected' | 'unchanged' | 'failed';
  readonly invoiceId?: string;
  readonly correctsInvoiceId?: string;
  readonly amount?: Cents;
  /** The parts of the amount. */
  readonly changes?: readonly ChargeChange[];
  readonly code?: InvoiceOutcome['code'];
};

export type PeriodCorrection = Period & {
  /** The charges whose bills change, with their totals. */
  readonly bills: readonly BillChange[];
  readonly invoices: readonly CorrectionOutcome[];
  /** The created invoices to be paid, and those that credit their apartment; for the payments module. */
  readonly owed: readonly { readonly apartmentId: string; readonly invoiceId: string }[];
  readonly credits: readonly InvoiceCredit[];
};

type CorrectionDraft = NewInvoice & { readonly correctsId: string | undefined };

const batchSize = 250;
/** What comparing a position costs of the budget of a turn. */
const costOfPosition = 25;

/**
 * Corrects a period of a building whose invoices were sent or paid. Late bills, and what corrected ones differ by, are
 * recorded beside the others, and the whole period is recalculated with them and with current data. An apartment
 * without an invoice gets its first one. Where an invoice holds more or less of a charge than it should, another
 * invoice of the same period covers the difference. Afterwards all invoices of the period add up to the bills again, to
 * the cent.
 *
 * - Metered consumption is billed as known now, less what other invoices billed of it. A meter without a reading stays
 *   as billed, and so does a remainder without a main meter.
 * - Manual credit notes, and positions of charges that the building no longer has, are left unchanged.
 * - The invoices of a removed apartment are credited in full.
 *
 * Throws NotFound, Invalid (all problems), Conflict (period_open, bill_already_recorded).
 */
export async function correctPeriod(
  scope: Scope,
  buildingId: string,
  request: CorrectionRequest,
): Promise<PeriodCorrection> {
  const { periodStart, periodEnd, dryRun = false } = request;
  if (!dryRun) await lockMoney(scope);
  const building = orNotFound(await lockBuilding(scope, buildingId));
  const reading = readBills(request, building.billing.charges);
  const problems = [...periodProblems(request), ...reading.problems];
  if (problems.length > 0) throw new Invalid(problems);
  const period = { periodStart, periodEnd };
  if (!(await periodIsClosed(scope, buildingId, period))) throw new Conflict('period_open', periodOpenMessage);
  await rejectRecordedBills(scope, buildingId, period, request.bills ?? []);
  const recordedBills = await findSupplierBills(scope, buildingId, period);
  const { bills, details, changes } = furtherBillsOf(reading, recordedBills);
  const terms = determineTerms(scope, building, period);
  const recalculated = await recalculatePeriod(scope, building, terms, [...recordedBills, ...bills]);
  const { invoices, drafts } = await compareWithInvoices(scope, terms, recalculated);
  if (dryRun) return { ...period, bills: changes, invoices, owed: [], credits: [] };
  const reason = request.reason.trim();
  if (bills.length > 0) await insertFurtherBills(scope, buildingId, period, bills, details, reason);
  return { ...period, bills: changes, ...(await writeCorrections(scope, building, terms, reason, invoices, drafts)) };
}

const periodOpenMessage =
  'No invoice of the period was sent or paid. Edit the recorded bills, cancel the drafts and generate them again.';

type RecalculatedPeriod = Omit<PeriodData, 'invoiced' | 'measured'> & {
  readonly computation: Computation;
  /** The codes of the recalculated charges; what invoices hold of others is left unchanged. */
  readonly codes: ReadonlySet<string>;
  readonly ledgers: PeriodLedger;
  /** What stands of everything that is charged of the building, also by other invoices. */
  readonly findSubject: FindSubject;
  readonly meters: ExplainingMeters;
};

/** Recalculates the period with these bills and current meter data. Throws Invalid. */
async function recalculatePeriod(
  scope: Scope,
  building: Building,
  period: InvoiceTerms,
  periodBills: readonly SupplierBill[],
): Promise<RecalculatedPeriod> {
  const { id: buildingId, billing } = building;
  const { charges } = billing;
  const codes = new Set(charges.filter((charge) => charge.costFrom).map((charge) => charge.code));
  const bills = [...codes].flatMap((charge): SupplierBill[] => {
    const all = periodBills.filter((bill) => bill.charge === charge);
    const quantity = all.find((bill) => bill.quantity !== undefined)?.quantity;
    return all.length === 0 ? [] : [{ charge, amount: sumCents(all.map((bill) => bill.amount)), quantity }];
  });
  const { invoiced, measured, ...periodData } = await loadPeriodData(scope, building, period, 'correction');
  const { apartments } = periodData;
  const ledgers = await loadPeriodLedger(scope, buildingId, period);
  const from = earliestDay([period.periodStart, ...ledgers.firstDays]);
  const findSubject = await runInTurns(groupBySubject(await findCharged(scope, buildingId, { from })));
  const recalculable = selectRecalculable(charges, measured, {
    period,
    ledgers,
    invoicedApartments: new Set(invoiced.keys()),
  });
  requireCalculable({ apartments, ...measured, ...recalculable }, period);
  const computation = await runInTurns(computeInSteps({ apartments, period, bills, ...measured, ...recalculable }));
  rejectProblems(listChargeProblems(computation, apartments), []);
  const recalculatedCodes = new Set(recalculable.charges.map((charge) => charge.code));
  const byId = new Map(recalculable.meters.map((meter) => [meter.meterId, meter]));
  const typeOf = new Map(charges.map(({ code, meterType }) => [code, meterType]));
  const unitOf = (code: string) => {
    const type = typeOf.get(code);
    return type && billedUnits[type];
  };
  const meters = { byId, read: recalculable.read, unitOf };
  return { ...periodData, computation, codes: recalculatedCodes, ledgers, findSubject, meters };
}

/** Compares each apartment's invoices with the recalculated period. */
async function compareWithInvoices(
  scope: Scope,
  terms: InvoiceTerms,
  recalculated: RecalculatedPeriod,
): Promise<{ invoices: CorrectionOutcome[]; drafts: CorrectionDraft[] }> {
  const { apartments, computation } = recalculated;
  const invoiced = await loadInvoicedPeriod(scope, terms);
  const plannedInvoices = Map.groupBy(
    await runInTurns(planInvoices(apartments, computation, terms, recalculated)),
    (planned) => planned.apartment,
  );
  const invoices: CorrectionOutcome[] = [];
  const drafts: CorrectionDraft[] = [];
  const addDraft = (draft: CorrectionDraft, status: 'created' | 'corrected') => {
    drafts.push(draft);
    invoices.push({ ...describeDraft(draft, invoiced), status });
  };
  const correct = (apartmentId: string, reference: string, invoiceId: string, due: readonly NewPosition[]) => {
    const positions = correctingPositions({ apartmentId, invoiceId, due }, invoiced, recalculated);
    if (positions.length === 0) invoices.push({ apartmentId, status: 'unchanged' });
    else {
      addDraft(makeDraft({ apartmentId, reference, positions, correctsId: invoiceId }), 'corrected');
    }
  };
  const compare = (apartment: Apartment, index: number) => {
    const { id: apartmentId, referenceNumber: reference } = apartment;
    const due = computation.payerPositionsOf(index);
    for (const [payer, { outcome, positions, ownDays }] of (plannedInvoices.get(apartment) ?? []).entries()) {
      const { status, invoiceId, code } = outcome;
      if (invoiceId !== undefined) correct(apartmentId, reference, invoiceId, due[payer] ?? []);
      else if (status === 'created') {
        const draft = makeDraft({ apartmentId, reference, positions: positions(), ownDays, correctsId: undefined });
        addDraft(draft, status);
      } else
        invoices.push({ apartmentId, status: status === 'failed' ? 'failed' : 'unchanged', ...(code && { code }) });
    }
  };
  const costOf = () => costOfPosition * recalculated.codes.size;
  for await (const part of splitIntoTurns(apartments.entries(), costOf))
    for (const [index, apartment] of part) compare(apartment, index);
  const currentIds = new Set(apartments.map((apartment) => apartment.id));
  for (const { id, apartmentId, reference } of invoiced.ordinary)
    if (!currentIds.has(apartmentId)) correct(apartmentId, reference, id, []);
  return { invoices, drafts };
}

type InvoicedPeriod = Awaited<ReturnType<typeof loadInvoicedPeriod>>;

/**
 * The invoices of a period that correct no other, and by invoice what it and its corrections bill, and what credit
 * notes gave back.
 */
async function loadInvoicedPeriod(scope: Scope, terms: InvoiceTerms) {
  // Each result is grouped in the turn in which it comes.
  const byInvoice = <T extends { readonly invoiceId: string }>(rows: readonly T[]) =>
    Map.groupBy(rows, ({ invoiceId }) => invoiceId);
  const amounts = byInvoice(await queries.findInvoicedAmounts(scope, terms.buildingId, terms));
  const credited = byInvoice(await queries.findCreditedAmounts(scope, terms.buildingId, terms));
  const ordinary = await queries.findOrdinaryInvoices(scope, terms.buildingId, terms);
  return { ordinary, numbers: new Map(ordinary.map(({ id, number }) => [id, number])), amounts, credited };
}

/** The positions that correct an invoice to what is due; none if it bills that already. */
function correctingPositions(
  { apartmentId, invoiceId, due }: { apartmentId: string; invoiceId: string; due: readonly NewPosition[] },
  { numbers, amounts, credited }: InvoicedPeriod,
  { codes, ledgers, findSubject, meters }: RecalculatedPeriod,
): readonly NewPosition[] {
  const number = numbers.get(invoiceId) ?? '';
  const invoiced = (amounts.get(invoiceId) ?? []).filter((amount) => codes.has(amount.code));
  const before = ledgers.of(invoiceId, codes);
  const dueRows = due.flatMap(({ billed = [] }) => billed);
  const rows = changeRows(apartmentId, dueRows, before, findSubject);
  const changes = calculateDifferences(number, due, invoiced, credited.get(invoiceId) ?? [], { rows, before });
  return explained(changes, due, before, meters);
}

function makeDraft(draft: Omit<CorrectionDraft, 'id' | 'number' | 'amount'>): CorrectionDraft {
  const amount = sumCents(draft.positions.map((position) => position.amount + position.vatAmount));
  return { ...draft, id: newId(), number: '', amount };
}

function describeDraft(draft: CorrectionDraft, invoiced: InvoicedPeriod) {
  const { apartmentId, id: invoiceId, amount, positions, correctsId } = draft;
  const changes = positions.map(({ code, vatRate, description, amount, vatAmount }): ChargeChange => {
    const before = correctsId === undefined ? 0 : amountBefore(correctsId, { code, vatRate }, invoiced);
    return { code, description, before, amount: amount + vatAmount, net: amount };
  });
  return {
    apartmentId,
    invoiceId,
    amount,
    changes,
    ...(correctsId !== undefined && { correctsInvoiceId: correctsId }),
  };
}

/** What an invoice, its corrections and its credit notes hold of a charge at a VAT rate, with VAT. */
function amountBefore(
  invoiceId: string,
  { code, vatRate }: Pick<NewPosition, 'code' | 'vatRate'>,
  { amounts, credited }: InvoicedPeriod,
): Cents {
  const sum = (held: readonly CreditedAmount[] | undefined) =>
    sumCents(
      (held ?? [])
        .filter((item) => item.code === code && item.vatRate === vatRate)
        .map((item) => item.amount + item.vatAmount),
    );
  return sum(amounts.get(invoiceId)) - sum(credited.get(invoiceId));
}

/** Numbers and inserts the corrections, with their events and history. */
async function writeCorrections(
  scope: Scope,
  { billing }: Building,
  terms: InvoiceTerms,
  reason: string,
  invoices: readonly CorrectionOutcome[],
  drafts: readonly CorrectionDraft[],
): Promise<Omit<PeriodCorrection, keyof Period | 'bills'>> {
  if (drafts.length === 0) return { invoices, owed: [], credits: [] };
  const numbers = await reserveInvoiceNumbers(scope, billing.invoiceNumberPrefix, terms.issueDate, drafts.length);
  const numbered = drafts.map((draft, index) => ({ ...draft, number: numbers[index] ?? '' }));
  for (let start = 0; start < numbered.length; start += batchSize) {
    const batch = numbered.slice(start, start + batchSize);
    const corrections = batch.flatMap(({ correctsId, ...draft }): queries.NewCorrection[] =>
      correctsId === undefined ? [] : [{ ...draft, correctsId, cause: 'correction', reason }],
    );
    const first = batch.filter((draft) => draft.correctsId === undefined);
    if (first.length > 0) await insertInvoices(scope, terms, first);
    if (corrections.length > 0) await queries.insertCorrections(scope, terms, corrections);
    await writeCorrected(scope, terms.buildingId, batch);
    await requireStanding(scope, terms.buildingId, writtenBy(batch, terms.periodStart));
    await raiseEventBatch(
      scope,
      'invoice.created',
      batch.map(({ id, amount }) => ({ buildingId: terms.buildingId, data: { invoiceId: id, amount } })),
    );
    await recordHistory(scope, batch.flatMap(historyNotesOf));
  }
  const { issueDate, currency } = terms;
  return {
    invoices,
    owed: numbered.flatMap(({ id, apartmentId, amount }) => (amount > 0 ? [{ apartmentId, invoiceId: id }] : [])),
    credits: numbered.flatMap(({ id, number, apartmentId, amount, correctsId }): InvoiceCredit[] =>
      amount < 0
        ? [{ id, number, apartmentId, currency, issueDate, invoiceId: correctsId ?? id, amount: -amount }]
        : [],
    ),
  };
}

function historyNotesOf({ id, amount, correctsId }: CorrectionDraft): HistoryNote[] {
  const shown = amountFromCents(amount);
  const generated: HistoryNote = { invoiceId: id, action: 'generated', detail: { amount: shown } };
  if (correctsId === undefined) return [generated];
  return [generated, { invoiceId: correctsId, action: 'corrected', detail: { amount: shown, invoiceId: id } }];
}
