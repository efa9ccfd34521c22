// Writing the ledgers of metered billing: the rows of new invoices.
import type { Scope } from '../../platform/scope.ts';
import type { NewPosition } from '../queries.ts';
import { basisText } from './ledger.ts';
import { type ConsumptionRow, insertConsumption } from './ledger-queries.ts';
import { insertRemainders, type RemainderRow } from './remainder-queries.ts';

type Draft = { readonly id: string; readonly positions: readonly NewPosition[] };
type Row<R> = Omit<R, 'basis'>;

/** Writes what a batch of new invoices bills of meters and remainders; of a remainder, whether it is the last batch. */
export type LedgerWriter = (drafts: readonly Draft[], isLast: boolean) => Promise<void>;

/**
 * Prepares the writing of batches. Rows of a meter say how many it has then, and so does the last batch of a remainder's, but only if `isWhole`: where all
 * invoices of the period are made, nothing of it is left.
 */
export function ledgerWriter(scope: Scope, buildingId: string, isWhole: boolean): LedgerWriter {
  const shares = new Map<string, number>();
  return async (drafts, isLast) => {
    const consumption = drafts.flatMap(consumptionOf);
    const counts = new Map<string, number>();
    for (const { row } of consumption) countUp(counts, `${row.meterId} ${row.charge}`);
    const remainders = drafts.flatMap(remaindersOf);
    for (const { row } of remainders) countUp(shares, row.charge);
    await Promise.all([
      insertConsumption(
        scope,
        buildingId,
        consumption.map(({ row, basis }) => {
          return { ...row, basis: basisText(basis, counts.get(`${row.meterId} ${row.charge}`) ?? 0) };
        }),
      ),
      insertRemainders(
        scope,
        buildingId,
        remainders.map(({ row, basis }) => {
          return { ...row, basis: isWhole && isLast ? basisText(basis, shares.get(row.charge) ?? 0) : null };
        }),
      ),
    ]);
  };
}

function countUp(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function consumptionOf({ id: invoiceId, positions }: Draft) {
  const rows = positions.flatMap(({ ordinal, billed = [] }, place) =>
    billed.map((run) => ({ ...run, ordinal: ordinal ?? place + 1 })),
  );
  return rows.map(({ terms, basis, ...run }, place) => {
    const { unitPrice = null, vatRate = null, coefficient = null } = terms ?? {};
    const row: Row<ConsumptionRow> = { ...run, invoiceId, number: place + 1, unitPrice, vatRate, coefficient };
    return { row, basis };
  });
}

function remaindersOf({ id: invoiceId, positions }: Draft) {
  const rows = positions.flatMap(({ ordinal, billedShares = [] }, place) =>
    billedShares.map((share) => ({ ...share, ordinal: ordinal ?? place + 1 })),
  );
  return rows.map(({ terms, basis, ...share }, place) => {
    const row: Row<RemainderRow> = { ...share, ...terms, invoiceId, number: place + 1 };
    return { row, basis };
  });
}
