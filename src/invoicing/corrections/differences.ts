// Differences by charge and VAT rate: the amounts an invoice should have, less what it and its corrections hold. Pure.

import type { DifferenceCalculation } from '../../charging/calculation.ts';
import type { BilledAmount } from '../../charging/metered/consumption-segments.ts';
import { settleWithVat } from '../../charging/metered/segments.ts';
import { formatDecimal } from '../../platform/values/decimal.ts';
import { amountFromCents, type Cents, sumCents } from '../../platform/values/money.ts';
import type { NewPosition } from '../invoice-queries.ts';
import type { InvoicedAmount } from '../model.ts';
import type { InvoicedRow, RowChange } from './correct-metered.ts';

/** Amounts of manual credits, as positive amounts. */
export type CreditedAmount = Pick<InvoicedAmount, 'code' | 'vatRate' | 'amount' | 'vatAmount'>;

/**
 * The positions that cover the difference; none if there is none. Charges that are due come first, in their order.
 * `rows` is what changes of meters and shares; of the rest of a charge, what credit notes gave back is not given back
 * again.
 */
export function calculateDifferences(
  invoiceNumber: string,
  due: readonly NewPosition[],
  invoiced: readonly InvoicedAmount[],
  credited: readonly CreditedAmount[],
  { rows, before }: { readonly rows: readonly RowChange[]; readonly before: readonly InvoicedRow[] },
): NewPosition[] {
  const key = (item: Pick<InvoicedAmount, 'code' | 'vatRate'>) => `${item.code} ${item.vatRate}`;
  const rowKey = ({ charge: code, terms }: BilledAmount) =>
    terms === undefined ? '' : key({ code, vatRate: terms.vatRate });
  const dueByKey = Map.groupBy(due, key);
  const invoicedByKey = new Map(invoiced.map((invoicedAmount) => [key(invoicedAmount), invoicedAmount]));
  const creditedByKey = new Map(credited.map((creditedAmount) => [key(creditedAmount), creditedAmount]));
  const [rowsByKey, beforeByKey] = [Map.groupBy(rows, rowKey), Map.groupBy(before, rowKey)];
  const keys = [...new Set([...dueByKey.keys(), ...invoicedByKey.keys()])];
  const positions = keys.flatMap((each) =>
    differencesOf(invoiceNumber, {
      due: dueByKey.get(each) ?? [],
      invoiced: invoicedByKey.get(each),
      credited: creditedByKey.get(each),
      rows: rowsByKey.get(each) ?? [],
      before: beforeByKey.get(each) ?? [],
    }),
  );
  return positions.every(({ amount, vatAmount }) => amount === 0 && vatAmount === 0)
    ? []
    : withOtherRows(positions, rows);
}

/**
 * A charge at a VAT rate: its positions that are due, what is invoiced and credited of it, and the rows of meters and
 * shares.
 */
type ChargeDifference = {
  readonly due: readonly NewPosition[];
  readonly invoiced: InvoicedAmount | undefined;
  readonly credited: CreditedAmount | undefined;
  readonly rows: readonly RowChange[];
  readonly before: readonly InvoicedRow[];
};

/** The difference of what a charge is without meters and shares, and the difference of these. */
function differencesOf(
  invoiceNumber: string,
  { due, invoiced, credited, rows, before }: ChargeDifference,
): NewPosition[] {
  const sample = due[0] ?? invoiced;
  if (sample === undefined) return [];
  const dueRows = due.flatMap(({ billed = [] }) => billed.filter(({ terms }) => terms !== undefined));
  const amounts = (field: 'amount' | 'vatAmount', ofCredit: 'credited' | 'creditedVat') => ({
    due: sumCents(due.map((line) => line[field])) - sumCents(dueRows.map((row) => row[field])),
    billed: (invoiced?.[field] ?? 0) - sumCents(before.map((row) => row[field])),
    credited: (credited?.[field] ?? 0) - sumCents(before.map((row) => row[ofCredit])),
  });
  const net = amounts('amount', 'credited');
  const others = { ...settleWithVat(net, amounts('vatAmount', 'creditedVat')), wanted: net.due - net.billed };
  const positions: NewPosition[] = [];
  if (others.amount !== 0 || others.vatAmount !== 0)
    positions.push(differenceOf(invoiceNumber, sample, net.billed, others));
  if (rows.some(({ amount, vatAmount }) => amount !== 0 || vatAmount !== 0)) {
    const sum = (field: 'amount' | 'vatAmount' | 'wanted') => sumCents(rows.map((row) => row[field]));
    const changes = { amount: sum('amount'), vatAmount: sum('vatAmount'), wanted: sum('wanted') };
    const billed = sumCents(before.map((row) => row.amount));
    positions.push({ ...differenceOf(invoiceNumber, sample, billed, changes), billed: rows });
  }
  return positions;
}

/**
 * Adds the rows that change no amount: those that divide a bill to a position of their charge, or else to the first.
 */
function withOtherRows(positions: readonly NewPosition[], rows: readonly RowChange[]): NewPosition[] {
  const attached = new Set<BilledAmount>(positions.flatMap(({ billed = [] }) => billed));
  const others = Map.groupBy(
    rows.filter((row) => !attached.has(row)),
    ({ charge }) =>
      Math.max(
        0,
        positions.findIndex(({ code }) => code === charge),
      ),
  );
  return positions.map((position, index) => ({
    ...position,
    billed: [...(position.billed ?? []), ...(others.get(index) ?? [])],
  }));
}

function differenceOf(
  invoiceNumber: string,
  { code, description, vatRate }: Pick<NewPosition, 'code' | 'description' | 'vatRate'>,
  before: Cents,
  { amount, vatAmount, wanted }: { readonly amount: Cents; readonly vatAmount: Cents; readonly wanted: Cents },
): NewPosition {
  const text = formatDecimal({ units: BigInt(amount), scale: 2 });
  const calculation: DifferenceCalculation = {
    method: 'difference',
    unit: 'apartment',
    invoiceNumber,
    raw: text,
    before: amountFromCents(before),
    after: amountFromCents(before + amount),
    ...(amount !== wanted && { isLimited: true }),
  };
  return {
    code,
    description,
    quantity: '1',
    unit: 'apartment',
    unitPrice: text,
    amount,
    vatRate,
    vatAmount,
    calculation,
  };
}
