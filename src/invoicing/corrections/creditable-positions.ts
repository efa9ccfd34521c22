// What can still be credited of an invoice: of each position, with what negative corrections added to its charge, what
// is left after credit notes, as far as it stands.
import { findCharged, findOwnRows, type OwnRow } from '../../charging/charge-ledger-queries.ts';
import { type CreditableRow, type FindSubject, groupBySubject, sumCreditable } from '../../charging/standing.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { runAtOnce } from '../../platform/processes/steps.ts';
import { earliestDay } from '../../platform/values/dates.ts';
import { type Cents, sumCents } from '../../platform/values/money.ts';
import type { InvoiceFacts } from '../model.ts';
import * as queries from './correction-queries.ts';

/** The position of an invoice, or of a correction that changes it. */
type Part = Pick<queries.CorrectedPosition, 'invoiceId' | 'ordinal' | 'code' | 'vatRate' | 'amount' | 'vatAmount'>;

/** A position with what negative corrections added to it, and with the positions that it consists of. */
type RaisedPosition = queries.CreditablePosition & { readonly parts: readonly Part[] };

/** A position with what it charges: of meters and shares, or of what it is itself. */
export type Creditable = RaisedPosition & {
  readonly rows: readonly (CreditableRow & { readonly row: OwnRow | undefined })[];
};

/**
 * The positions of an invoice, with what stands of the subjects that they charge: corrections and later invoices may
 * have charged more of them, or given it back. A negative correction cannot be credited itself, so what it adds to a
 * charge counts with the invoice, whose balance its credit lowers.
 */
export async function loadCreditable(scope: Scope, invoice: InvoiceFacts): Promise<Creditable[]> {
  const { id, buildingId, apartmentId } = invoice;
  const uncorrected = await queries.findCreditablePositions(scope, id);
  const positions = raise(id, uncorrected, await queries.findCorrectedPositions(scope, id));
  const ids = new Set(positions.flatMap(({ parts }) => parts.map(({ invoiceId }) => invoiceId)));
  const ledgerRows = await findOwnRows(scope, [...ids]);
  const from = earliestDay([invoice.periodStart, ...ledgerRows.map(({ periodStart }) => periodStart)]);
  const charged = await findCharged(scope, buildingId, { apartmentIds: [apartmentId], from });
  const findSubject = runAtOnce(groupBySubject(charged));
  const rowsOf = Map.groupBy(ledgerRows, ({ invoiceId, ordinal }) => `${invoiceId} ${ordinal}`);
  return positions.map((position) => ({
    ...position,
    rows: position.parts.flatMap((part): Creditable['rows'] => {
      const rows = rowsOf.get(`${part.invoiceId} ${part.ordinal}`);
      return rows?.map((row) => ofRow(row, invoice, findSubject)) ?? [ofPart(part, invoice, findSubject)];
    }),
  }));
}

/** Adds to the positions of an invoice what its negative corrections charge more of a charge, also of a new one. */
function raise(
  invoiceId: string,
  uncorrected: readonly queries.CreditablePosition[],
  corrected: readonly queries.CorrectedPosition[],
): RaisedPosition[] {
  const positions = uncorrected.map(
    (position): RaisedPosition => ({ ...position, parts: [{ ...position, invoiceId }] }),
  );
  for (const parts of Map.groupBy(corrected, ({ code, vatRate }) => `${vatRate} ${code}`).values()) {
    const [first] = parts;
    const amount = sumCents(parts.map((part) => part.amount));
    const vatAmount = sumCents(parts.map((part) => part.vatAmount));
    if (first === undefined || signOf({ amount, vatAmount }) <= 0) continue;
    const index = positions.findIndex(
      (position) => position.code === first.code && position.vatRate === first.vatRate && signOf(position) >= 0,
    );
    const raised = positions[index];
    if (raised === undefined) {
      const ordinal = (positions.at(-1)?.ordinal ?? 0) + 1;
      positions.push({ ...first, amount, vatAmount, ordinal, parts });
    } else {
      const sums = { amount: raised.amount + amount, vatAmount: raised.vatAmount + vatAmount };
      positions[index] = { ...raised, ...sums, parts: [...raised.parts, ...parts] };
    }
  }
  return positions;
}

function ofRow(row: OwnRow, { apartmentId }: InvoiceFacts, findSubject: FindSubject) {
  const { meterId, charge, vatRate, amount, vatAmount } = row;
  const subject = { apartmentId, meterId, isShare: meterId === null, charge, vatRate: vatRate ?? '' };
  return { row, subject: findSubject(subject, row), amount, vatAmount };
}

function ofPart({ code, vatRate, amount, vatAmount }: Part, invoice: InvoiceFacts, findSubject: FindSubject) {
  const subject = { apartmentId: invoice.apartmentId, meterId: null, isShare: false, charge: code, vatRate };
  return { row: undefined, subject: findSubject(subject, invoice), amount, vatAmount };
}

function signOf({ amount, vatAmount }: Pick<queries.CreditablePosition, 'amount' | 'vatAmount'>): number {
  return Math.sign(amount) || Math.sign(vatAmount);
}

/** What can still be credited of a position, net and VAT, with its sign: what is left of it, as far as it stands. */
export function limitOf(position: Creditable): { readonly net: Cents; readonly vat: Cents } {
  const { amount, vatAmount, credited, creditedVat, rows } = position;
  const sign = signOf(position);
  const { net, vat } = sumCreditable(rows, sign);
  const within = (rest: Cents, limit: Cents) => sign * Math.max(0, Math.min(sign * rest, limit));
  return { net: within(amount - credited, net), vat: within(vatAmount - creditedVat, vat) };
}

/** Whether something can still be credited of a position. */
export function isLeft(position: Creditable): boolean {
  const { net, vat } = limitOf(position);
  return net !== 0 || vat !== 0;
}
