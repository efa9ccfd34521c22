// Correcting a closed period: reckoned anew with further bills and today's figures, what differs from its invoices comes as further invoices and credits.
import type { Period } from '../../platform/values/dates.ts';
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts';
import { raiseAll } from '../../platform/db/events.ts';
import { newId } from '../../platform/values/ids.ts';
import { amountFromCents, type Cents, sumCents } from '../../platform/values/money.ts';
import type { Scope } from '../../platform/db/scope.ts';
import type { Apartment } from '../../properties/apartments.ts';
import type { Building } from '../../properties/buildings.ts';
import { allApartments, lockBuilding } from '../../properties/property-queries.ts';
import type { Tenure } from '../../residents/payers.ts';
import { chargeProblems, understandBills, type WrittenBill } from '../../charging/supplier-bills.ts';
import { findRecordedAgain, findSupplierBills, insertFurtherBills, periodIsClosed } from '../../charging/supplier-bill-queries.ts';
import { type Computation, computePositions, type SupplierBill } from '../../charging/charge-engine.ts';
import { claimsOf, findTenures, type Outcome, payersIn } from '../planned-invoices.ts';
import { type ExistingInvoice, findInvoicesTouching } from '../planned-invoice-queries.ts';
import { faultsOf, refuse, termsOf } from '../generate-invoices.ts';
import { type HistoryNote, noteHistory } from '../invoice-history.ts';
import { measurePeriod } from '../../charging/metered/measure-period.ts';
import { writeCorrected } from '../write-billed-consumption.ts';
import { periodProblems } from '../../charging/billing-period.ts';
import { type InvoiceTerms, insertInvoices, type NewInvoice, type NewPosition } from '../invoice-queries.ts';
import type { Credit } from './credit-invoice.ts';
import { differences, type Held } from './differences.ts';
import { type ExplainingMeters, explained } from './explained.ts';
import { billable, heldLedgers, type LedgersHeld, withLedgers } from './correct-metered.ts';
import { takeNumbers } from '../invoice-number.ts';
import * as queries from './correction-queries.ts';

export type CorrectionRequest = Period & {
  readonly reason: string;
  /** Suppliers' bills and credit notes that came late: each adds to what is recorded of its charge. */
  readonly bills?: readonly WrittenBill[];
  readonly dryRun?: boolean;
};

/** What became of one apartment: a first invoice, one that corrects another (up or down), or nothing. Of a dry run, what would. */
export type Corrected = {
  readonly apartmentId: string;
  readonly status: 'created' | 'corrected' | 'unchanged' | 'failed';
  readonly invoiceId?: string;
  readonly correctsInvoiceId?: string;
  readonly amount?: Cents;
  /** What the amount is made of, with VAT. */
  readonly changes?: readonly { readonly code: string; readonly description: string; readonly amount: Cents }[];
  readonly code?: Outcome['code'];
};

export type Correction = Period & {
  readonly invoices: readonly Corrected[];
  /** What was made that is to be paid, and what is worth something to its apartment: for payments. */
  readonly owed: readonly { readonly apartmentId: string; readonly invoiceId: string }[];
  readonly credits: readonly Credit[];
};

type Draft = NewInvoice & { readonly correctsId: string | undefined };

const batchSize = 250;

/**
 * Corrects a period of a building whose invoices were sent or paid: bills that came late are recorded beside the others, and the whole is reckoned anew with
 * them and the apartments as they are. An apartment without an invoice gets its first one; where an invoice holds more or less of a charge than it should,
 * another one of the same period makes up for the difference. Then all invoices of the period add up to the bills again, to the cent.
 *
 * - What meters counted is billed as it is known now, less what any other invoice billed of it. A meter that was not read stays as it was billed, and so does
 *   a remainder without a main meter.
 * - Credits that people gave, and positions of charges that the building does not have any more, are left alone.
 * - The invoices of a removed apartment are given back.
 *
 * Throws NotFound, Invalid (all that is wrong), Conflict (period_open, bill_already_recorded).
 */
export async function correctPeriod(scope: Scope, buildingId: string, request: CorrectionRequest): Promise<Correction> {
  const { periodStart, periodEnd, bills: written = [], dryRun = false } = request;
  const building = await lockBuilding(scope, buildingId);
  if (building === undefined) throw new NotFound();
  const { bills, problems } = understandBills(written, 'bills');
  problems.push(...periodProblems(request), ...chargeProblems(written, building.billing.charges));
  if (problems.length > 0) throw new Invalid(problems);
  const period = { periodStart, periodEnd };
  if (!(await periodIsClosed(scope, buildingId, period))) throw new Conflict('period_open', openReason);
  await refuseTwice(scope, buildingId, period, written);
  const terms = termsOf(scope, building, { buildingId, ...period });
  const reckoned = await reckon(scope, building, terms, bills);
  const { invoices, drafts } = await compare(scope, terms, reckoned);
  if (dryRun) return { ...period, invoices, owed: [], credits: [] };
  if (bills.length > 0) await insertFurtherBills(scope, buildingId, period, bills, written, request.reason.trim());
  return { ...period, ...(await write(scope, terms, request.reason.trim(), invoices, drafts)) };
}

const openReason =
  'No invoice of the period was sent or paid. Change its bills as they are recorded, cancel the drafts, and generate them anew.';

/** A bill with a number is brought in once: sent again, it would be charged again. */
async function refuseTwice(
  scope: Scope,
  buildingId: string,
  period: Period,
  written: readonly WrittenBill[],
): Promise<void> {
  const again = await findRecordedAgain(scope, buildingId, period, written);
  if (again.length === 0) return;
  const named = again.map((place) => `${written[place]?.number} (${written[place]?.charge}, bills.${place})`);
  throw new Conflict(
    'bill_already_recorded',
    `Recorded for this period already: ${named.join(', ')}. Leave it out; a further bill of the supplier has a number of its own.`,
  );
}

type Reckoned = {
  readonly apartments: readonly Apartment[];
  readonly computation: Computation;
  readonly tenures: ReadonlyMap<string, readonly Tenure[]>;
  readonly touching: readonly ExistingInvoice[];
  /** The charges that are reckoned anew; what invoices hold of others is left alone. */
  readonly codes: ReadonlySet<string>;
  readonly held: LedgersHeld;
  readonly meters: ExplainingMeters;
};

/** The period as it should be: the bills with those that came late, the meters as they are known now. Throws Invalid. */
async function reckon(
  scope: Scope,
  building: Building,
  period: InvoiceTerms,
  further: readonly SupplierBill[],
): Promise<Reckoned> {
  const { id: buildingId, billing } = building;
  const { charges } = billing;
  const known = await findSupplierBills(scope, buildingId, period);
  const codes = new Set(charges.filter((charge) => charge.costFrom).map((charge) => charge.code));
  const bills = [...codes].flatMap((charge): SupplierBill[] => {
    const all = [...known, ...further].filter((bill) => bill.charge === charge);
    const quantity = all.find((bill) => bill.quantity !== undefined)?.quantity;
    return all.length === 0 ? [] : [{ charge, amount: sumCents(all.map((bill) => bill.amount)), quantity }];
  });
  const apartments = await allApartments(scope, buildingId);
  const tenures = await findTenures(scope, buildingId, period);
  const touching = await findInvoicesTouching(scope, buildingId, period);
  const made = new Set(touching.flatMap(({ ofPeriod, apartmentId }) => (ofPeriod ? [apartmentId] : [])));
  const payers = payersIn(period, { tenures, touching });
  const measured = await measurePeriod(scope, { buildingId, period, charges, payers, made, kind: 'correction' });
  const held = await heldLedgers(scope, buildingId, period);
  const anew = billable(charges, measured, { period, held, made });
  const computation = computePositions({ apartments, period, bills, ...measured, ...anew });
  refuse(faultsOf(computation, apartments), []);
  const left = new Set(anew.charges.map((charge) => charge.code));
  const byId = new Map(anew.meters.map((meter) => [meter.meterId, meter]));
  const meters = { byId, read: anew.read };
  return { apartments, computation, tenures, touching, codes: left, held, meters };
}

/** What each apartment's invoices hold beside what they should. */
async function compare(
  scope: Scope,
  terms: InvoiceTerms,
  { apartments, computation, tenures, touching, codes, held: ledgers, meters }: Reckoned,
): Promise<{ invoices: Corrected[]; drafts: Draft[] }> {
  const held = Map.groupBy(await queries.findHeld(scope, terms.buildingId, terms), (one) => one.invoiceId);
  const ordinary = await queries.findOrdinary(scope, terms.buildingId, terms);
  const credited = Map.groupBy(await queries.findCreditedOf(scope, terms.buildingId, terms), (one) => one.invoiceId);
  const claims = Map.groupBy(claimsOf(apartments, computation, terms, { tenures, touching }), (one) => one.apartment);
  const numbers = new Map(ordinary.map((one) => [one.id, one.number]));
  const invoices: Corrected[] = [];
  const drafts: Draft[] = [];
  const correct = (apartmentId: string, reference: string, invoiceId: string, due: readonly NewPosition[]) => {
    const had = (held.get(invoiceId) ?? []).filter((one: Held) => codes.has(one.code));
    const changes = differences(numbers.get(invoiceId) ?? '', due, had, credited.get(invoiceId) ?? []);
    const ledger = ledgers.of(invoiceId, codes);
    const positions = withLedgers(explained(changes, due, ledger.billed, meters), due, ledger);
    if (positions.length === 0) return void invoices.push({ apartmentId, status: 'unchanged' });
    const draft = draftOf({ apartmentId, reference, positions, correctsId: invoiceId });
    drafts.push(draft);
    invoices.push({ ...madeOf(draft), status: 'corrected', correctsInvoiceId: invoiceId });
  };
  for (const [index, apartment] of apartments.entries()) {
    const { id: apartmentId, referenceNumber: reference } = apartment;
    const own = claims.get(apartment) ?? [];
    const due = computation.sharesOf(index);
    for (const [place, { outcome, positions, own: days }] of own.entries()) {
      const { status, invoiceId, code } = outcome;
      if (invoiceId !== undefined) correct(apartmentId, reference, invoiceId, due[place] ?? []);
      else if (status === 'created') {
        const draft = draftOf({ apartmentId, reference, positions: positions(), own: days, correctsId: undefined });
        drafts.push(draft);
        invoices.push({ ...madeOf(draft), status: 'created' });
      } else
        invoices.push({ apartmentId, status: status === 'failed' ? 'failed' : 'unchanged', ...(code && { code }) });
    }
  }
  const here = new Set(apartments.map((apartment) => apartment.id));
  for (const { id, apartmentId, reference } of ordinary)
    if (!here.has(apartmentId)) correct(apartmentId, reference, id, []);
  return { invoices, drafts };
}

function draftOf(draft: Omit<Draft, 'id' | 'number' | 'amount'>): Draft {
  const amount = sumCents(draft.positions.map((one) => one.amount + one.vatAmount));
  return { ...draft, id: newId(), number: '', amount };
}

function madeOf({ apartmentId, id: invoiceId, amount, positions }: Draft) {
  const changes = positions.map(({ code, description, amount, vatAmount }) => ({
    code,
    description,
    amount: amount + vatAmount,
  }));
  return { apartmentId, invoiceId, amount, changes };
}

/** Numbers and writes what is to be made, with its events and history. */
async function write(
  scope: Scope,
  terms: InvoiceTerms,
  reason: string,
  invoices: readonly Corrected[],
  drafts: readonly Draft[],
): Promise<Omit<Correction, keyof Period>> {
  if (drafts.length === 0) return { invoices, owed: [], credits: [] };
  const numbers = await takeNumbers(scope, terms.buildingId, terms.issueDate, drafts.length);
  const numbered = drafts.map((draft, place) => ({ ...draft, number: numbers[place] ?? '' }));
  for (let start = 0; start < numbered.length; start += batchSize) {
    const batch = numbered.slice(start, start + batchSize);
    const corrections = batch.flatMap(({ correctsId, ...draft }): queries.NewCorrection[] =>
      correctsId === undefined ? [] : [{ ...draft, correctsId, cause: 'correction', reason }],
    );
    const first = batch.filter((draft) => draft.correctsId === undefined);
    if (first.length > 0) await insertInvoices(scope, terms, first);
    if (corrections.length > 0) await queries.insertCorrections(scope, terms, corrections);
    await writeCorrected(scope, terms.buildingId, batch);
    await raiseAll(
      scope,
      'invoice.created',
      batch.map(({ id, amount }) => ({ invoiceId: id, amount })),
    );
    await noteHistory(scope, batch.flatMap(notesOf));
  }
  const { issueDate, currency } = terms;
  return {
    invoices,
    owed: numbered.flatMap(({ id, apartmentId, amount }) => (amount > 0 ? [{ apartmentId, invoiceId: id }] : [])),
    credits: numbered.flatMap(({ id, number, apartmentId, amount, correctsId }): Credit[] =>
      amount < 0
        ? [{ id, number, apartmentId, currency, issueDate, invoiceId: correctsId ?? id, amount: -amount }]
        : [],
    ),
  };
}

function notesOf({ id, amount, correctsId }: Draft): HistoryNote[] {
  const shown = amountFromCents(amount);
  const made: HistoryNote = { invoiceId: id, action: 'generated', detail: { amount: shown } };
  if (correctsId === undefined) return [made];
  return [made, { invoiceId: correctsId, action: 'corrected', detail: { amount: shown, invoiceId: id } }];
}
