// Writing the ledgers of metered billing: the rows of new invoices, and those that take back what a cancelled one billed.
import type { Scope } from '../../platform/scope.ts';
import type { NewPosition } from '../queries.ts';
import { type ConsumptionRow, insertConsumption } from './ledger-queries.ts';
import { insertRemainders, type RemainderRow } from './remainder-queries.ts';

type Draft = { readonly id: string; readonly positions: readonly NewPosition[] };

/** Writes what new invoices bill of meters and remainders. `isWhole`: all invoices of the period are among them, so that of a remainder nothing is left. */
export async function writeLedgers(
  scope: Scope,
  buildingId: string,
  drafts: readonly Draft[],
  isWhole: boolean,
): Promise<void> {
  const consumption: ConsumptionRow[] = [];
  const remainders: RemainderRow[] = [];
  for (const { id: invoiceId, positions } of drafts) {
    let [number, share] = [0, 0];
    for (const [place, { ordinal = place + 1, billed = [], billedShares = [] }] of positions.entries()) {
      for (const { terms, ...run } of billed) {
        number += 1;
        const { unitPrice = null, vatRate = null, coefficient = null } = terms ?? {};
        consumption.push({ ...run, invoiceId, number, ordinal, unitPrice, vatRate, coefficient });
      }
      for (const { terms, basis, ...part } of billedShares) {
        share += 1;
        remainders.push({ ...part, ...terms, invoiceId, number: share, ordinal, basis: isWhole ? basis : null });
      }
    }
  }
  await Promise.all([
    insertConsumption(scope, buildingId, consumption),
    insertRemainders(scope, buildingId, remainders),
  ]);
}
