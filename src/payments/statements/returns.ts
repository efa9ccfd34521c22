// Returns of payments: debits by which a bank takes money back. Which payment one returns is found by an id that both
// have (import/reverse-returns.ts); otherwise a person says so here.

import { lockMoney } from '../../platform/db/locks.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { Conflict, orNotFound } from '../../platform/errors.ts';
import { splitIntoTurns } from '../../platform/processes/steps.ts';
import { dayIn } from '../../platform/values/dates.ts';
import { reversePayment, takeBackReversal } from '../manual-decisions.ts';
import { lockExistingPayment } from '../payments.ts';
import { findRefund, findUnshownTransfers, linkTransfers, type Refund, unlinkTransfer } from '../refund-queries.ts';
import { daysToShow } from './pair-refunds.ts';
import { isOnlyPayer } from './payer-names.ts';
import * as queries from './return-queries.ts';
import { findOwnAccounts } from './statement-queries.ts';

/**
 * A return with the payments that it may be of, the most likely first; none once it is decided. `rests`: its payee's
 * payments of which exactly this amount is left.
 */
export type PaymentReturn = queries.ReturnEntry & {
  readonly candidates: readonly queries.ReturnCandidate[];
  readonly rests: readonly queries.RefundableRest[];
};

const maxReturns = 100;

/** The returns that wait for a person, or those that are decided, latest first; at most a hundred. */
export async function listReturns(scope: Scope, decided: boolean): Promise<PaymentReturn[]> {
  const returns = await queries.findPaymentReturns(scope, decided, maxReturns);
  const waiting = returns.filter(({ status }) => status === 'waiting').map(({ id }) => id);
  const found = await queries.findReturnCandidates(scope, waiting, await findSameNames(scope, waiting));
  const refunds = await findRefundCandidates(scope, waiting);
  const candidates = Map.groupBy([...refunds, ...found], ({ returnId }) => returnId);
  const rests = Map.groupBy(await findRests(scope, waiting), ({ returnId }) => returnId);
  return returns.map((entry) => ({
    ...entry,
    candidates: candidates.get(entry.id) ?? [],
    rests: rests.get(entry.id) ?? [],
  }));
}

/** What is left of payments of the payees of returns, known by account or name, where it is exactly what went back. */
async function findRests(scope: Scope, ids: readonly string[]): Promise<queries.RefundableRest[]> {
  if (ids.length === 0) return [];
  const found = await queries.findRefundableRests(scope, ids);
  return found.flatMap(({ returnName, returnIban, ...rest }) =>
    reasonsOf(rest, { returnName, returnIban }).length > 0 ? [rest] : [],
  );
}

/** The names of payers that are the name of the return, as names are compared everywhere. */
async function findSameNames(scope: Scope, returnIds: readonly string[]): Promise<queries.ReturnedName[]> {
  const same: queries.ReturnedName[] = [];
  for await (const part of splitIntoTurns(await queries.findReturnedNames(scope, returnIds), () => 1))
    same.push(...part.filter(({ returnName, payerName }) => isOnlyPayer(returnName, [payerName])));
  return same;
}

/** The transfers of refunds, which no statement has shown, that these debits may show. */
async function findRefundCandidates(scope: Scope, ids: readonly string[]): Promise<queries.ReturnCandidate[]> {
  const found = await queries.findRefundCandidates(scope, ids, daysToShow);
  return found.map(({ returnName, returnIban, ...candidate }) => {
    const reasons = [...reasonsOf(candidate, { returnName, returnIban }), 'exact_amount' as const];
    return { ...candidate, allocations: [], reasons };
  });
}

/** By what the payer of a payment is the payee of a return. Pure. */
function reasonsOf(
  { payerIban, payerName }: Pick<queries.RefundableRest, 'payerIban' | 'payerName'>,
  { returnName, returnIban }: { readonly returnName: string | null; readonly returnIban: string | null },
) {
  const sameAccount = payerIban !== null && payerIban === returnIban;
  const sameName = payerName !== null && isOnlyPayer(returnName, [payerName]);
  const reasons = [sameAccount && 'same_account', sameName && 'same_name'] as const;
  return reasons.filter((reason) => reason !== false);
}

/** A return. Throws NotFound. */
export async function getReturn(scope: Scope, id: string): Promise<queries.ReturnEntry> {
  return orNotFound(await queries.findPaymentReturn(scope, id));
}

/**
 * Decides which payment was returned, which reverses it; null: it returns none. With `refundId` it shows that refund of
 * the payment instead. The same decision again changes nothing. Throws NotFound, Conflict (match_refused).
 */
export async function decideReturn(
  scope: Scope,
  id: string,
  paymentId: string | null,
  refundId?: string,
): Promise<queries.ReturnEntry> {
  await lockMoney(scope);
  const entry = await getReturn(scope, id);
  if (refundId !== undefined) return decideRefund(scope, entry, await getRefundOf(scope, paymentId, refundId));
  if (entry.status !== 'waiting') {
    if (entry.status !== 'refunded' && entry.returnedPaymentId === paymentId) return entry;
    throw refused('This return is decided already. Undo that first.');
  }
  if (paymentId !== null) await returnPayment(scope, entry, paymentId);
  const decision = { status: paymentId === null ? 'none' : 'returned', returnedPaymentId: paymentId } as const;
  await queries.updateReturns(scope, [{ id, ...decision }]);
  return { ...entry, ...decision };
}

async function getRefundOf(scope: Scope, paymentId: string | null, id: string): Promise<Refund> {
  const refund = await findRefund(scope, id);
  return orNotFound(refund?.paymentId === paymentId ? refund : undefined, 'refundId');
}

/** Ties a debit to the refund that it shows, with all of the same transfer. */
async function decideRefund(scope: Scope, entry: queries.ReturnEntry, refund: Refund): Promise<queries.ReturnEntry> {
  const decided = { ...entry, status: 'refunded', returnedPaymentId: null } as const;
  if (entry.status === 'refunded' && refund.bankEntryId === entry.id) return decided;
  if (entry.status !== 'waiting') throw refused('This return is decided already. Undo that first.');
  const { transferId } = refund;
  const [transfer] = await findUnshownTransfers(scope, { transferId });
  if (transfer?.amount !== entry.amount || transfer.currency !== entry.currency)
    throw refused('The refund has another amount or currency, is deleted, or another entry shows it.');
  await linkTransfers(scope, [{ transferId, bankEntryId: entry.id }]);
  await queries.updateReturns(scope, [decided]);
  return decided;
}

/** Reverses the payment that a return is of; one that a person has reversed stays so. */
async function returnPayment(scope: Scope, entry: queries.ReturnEntry, paymentId: string): Promise<void> {
  const { amount, currency, bookedOn, line } = entry;
  const payment = await lockExistingPayment(scope, paymentId);
  if (payment.amount !== amount || payment.currency !== currency || payment.paidOn > bookedOn)
    throw refused('The payment has another amount or currency, or is later than the return.');
  const { timeZones } = await findOwnAccounts(scope);
  if (bookedOn > dayIn(timeZones[0] ?? 'UTC', scope.now))
    throw refused(`The return is booked on ${bookedOn}, a future date. Decide from that day on.`);
  if (await queries.isReturned(scope, paymentId)) throw refused('Another return is of this payment already.');
  await reversePayment(scope, paymentId, `entry of ${bookedOn}, line ${line}`);
}

/**
 * Takes the decision about a return back: it waits again, and the payment pays again what it paid before. Repeating it
 * is no error. Throws NotFound.
 */
export async function restoreReturn(scope: Scope, id: string): Promise<queries.ReturnEntry> {
  await lockMoney(scope);
  const entry = await getReturn(scope, id);
  if (entry.status === 'waiting') return entry;
  if (entry.returnedPaymentId !== null) await takeBackReversal(scope, entry.returnedPaymentId);
  if (entry.status === 'refunded') await unlinkTransfer(scope, id);
  await queries.updateReturns(scope, [{ id, ...queries.waitingReturn }]);
  return { ...entry, ...queries.waitingReturn };
}

function refused(message: string): Conflict {
  return new Conflict('match_refused', message);
}
