// Refunds and the debits of statements that show them: tied when the receiver and the sum leave no doubt, whichever
// comes first; what may show a refund waits for a person, among the returns (returns.ts).
import type { Scope } from '../../platform/db/scope.ts';
import { splitIntoTurns } from '../../platform/processes/steps.ts';
import { addDays } from '../../platform/values/dates.ts';
import * as refundQueries from '../refund-queries.ts';
import { daysToShow, makeTransferFinder } from './pair-refunds.ts';
import { payerKeyOf } from './payer-names.ts';
import { type Debit, findDebitsLike, updateReturns, waitingReturn } from './return-queries.ts';

/** What a debit costs of the budget of a turn. */
const costOfDebit = 100;

/** The debits that show refunds, which are tied to them, and those that may. */
export type ShownRefunds = { readonly tied: ReadonlySet<string>; readonly likely: readonly string[] };

/** Ties debits, given by days, to the refunds that no statement has shown. */
export async function tieRefunds(
  scope: Scope,
  debits: readonly (Debit & { readonly onHold: boolean })[],
): Promise<ShownRefunds> {
  const [first, last] = [debits[0], debits.at(-1)];
  if (first === undefined || last === undefined) return { tied: new Set(), likely: [] };
  const days = { from: addDays(first.bookedOn, -daysToShow), to: addDays(last.bookedOn, daysToShow) };
  const transfers = await refundQueries.findUnshownTransfers(scope, days);
  if (transfers.length === 0) return { tied: new Set(), likely: [] };
  return tieToTransfers(scope, debits, transfers);
}

async function tieToTransfers(
  scope: Scope,
  debits: readonly (Debit & { readonly onHold: boolean })[],
  transfers: readonly refundQueries.UnshownTransfer[],
): Promise<ShownRefunds> {
  const find = makeTransferFinder(transfers);
  const links: refundQueries.TransferLink[] = [];
  const likely: string[] = [];
  for await (const part of splitIntoTurns(debits, () => costOfDebit))
    for (const debit of part) {
      const found = find(debit, { mayBeShown: !debit.onHold });
      if (found === 'perhaps') likely.push(debit.id);
      else if (found !== undefined) links.push({ ...found, bankEntryId: debit.id });
    }
  await refundQueries.linkTransfers(scope, links);
  const tied = links.map(({ bankEntryId }) => bankEntryId);
  await updateReturns(
    scope,
    tied.map((id) => ({ id, status: 'refunded', returnedPaymentId: null })),
  );
  return { tied: new Set(tied), likely };
}

/**
 * Ties a transfer that was just recorded to the debit that has shown it already, and returns that; or null: what may
 * show it waits.
 */
export async function tieRecordedRefund(scope: Scope, transferId: string): Promise<string | null> {
  const [transfer] = await refundQueries.findUnshownTransfers(scope, { transferId });
  if (transfer === undefined) return null;
  const days = { from: addDays(transfer.refundedOn, -daysToShow), to: addDays(transfer.refundedOn, daysToShow) };
  const found = await findDebitsLike(scope, transfer, days);
  const debits = found.map((debit) => ({ ...debit, payerKey: payerKeyOf(debit.payerName ?? '') }));
  const { tied, likely } = await tieToTransfers(scope, debits, [transfer]);
  const [shown] = tied;
  if (shown !== undefined) return shown;
  const undecided = debits.filter(({ id, status }) => status === null && likely.includes(id));
  await updateReturns(
    scope,
    undecided.map(({ id }) => ({ id, ...waitingReturn })),
  );
  return null;
}

/** Unties a debit from the refunds that it shows: it waits for a person. */
export async function untieRefunds(scope: Scope, bankEntryId: string): Promise<void> {
  await refundQueries.unlinkTransfer(scope, bankEntryId);
  await updateReturns(scope, [{ id: bankEntryId, ...waitingReturn }]);
}
