// A debit that returns an earlier credit reverses its payment, if the bank identifies it beyond doubt; otherwise it
// waits for a person (../returns.ts), and a warning is reported. CSV files mark no returns: there a debit of exactly
// what its receiver, by account or by name, has paid waits, unless it shows a refund (../shown-refunds.ts).
import type { Scope } from '../../../platform/db/scope.ts';
import { runAtOnce, splitIntoTurns } from '../../../platform/processes/steps.ts';
import { addDays } from '../../../platform/values/dates.ts';
import { firstIndexWhere } from '../../../platform/values/sorted.ts';
import { reversePayment } from '../../manual-decisions.ts';
import { keysOfDebit, keysOfPayment } from '../debit-receivers.ts';
import { isBalanced } from '../parse/statement-entry.ts';
import { payerKeyOf } from '../payer-names.ts';
import { type ReturnDecision, updateReturns, waitingReturn } from '../return-queries.ts';
import { tieRefunds } from '../shown-refunds.ts';
import { findReturnablePayments, type ReturnablePayment } from '../statement-queries.ts';
import type { ImportRun } from './import-run.ts';
import type { ImportWarning, UnclearReturns } from './report-import.ts';
import { indexMovements } from './returned-movements.ts';
import {
  findDebits,
  findPaidAmounts,
  findReturns,
  type PaidAmount,
  type StagedDebit,
  type StagedReturn,
} from './staging-queries.ts';

const maxWarnings = 50;
/** What a return costs of the budget of a turn. */
const costOfReturn = 100;
/** A debit so many days after a payment may return it. */
const daysToReturn = 60;

/** Reverses payments that a single id of the bank or the payer identifies; the other returns wait. */
export async function reverseReturns(scope: Scope, run: ImportRun): Promise<UnclearReturns> {
  const warnings: ImportWarning[] = [];
  const returns = await findReturns(scope);
  const debits = await findDebits(scope);
  const refunds = await tieRefunds(scope, debits);
  const undecided = debits.filter(({ id }) => !refunds.tied.has(id));
  const likely = new Set([...(await findLikelyReturns(scope, undecided)), ...refunds.likely]);
  const decisions: (ReturnDecision & { readonly id: string })[] = [...likely].map((id) => ({ id, ...waitingReturn }));
  if (returns.length + likely.size === 0) return { waiting: 0, warnings };
  const returnedBy = makeReturnFinder(await findReturnablePayments(scope));
  const reversed = new Set<string>();
  for await (const part of splitIntoTurns(returns, () => costOfReturn)) {
    for (const entry of part) {
      const found = isSure(run, entry) ? returnedBy(entry) : undefined;
      const isRefunded = found !== undefined && found.refunded > 0;
      if (found === undefined || isRefunded || reversed.has(found.paymentId)) {
        decisions.push({ id: entry.id, ...waitingReturn });
        if (warnings.length < maxWarnings) warnings.push(isRefunded ? refundedWarning(entry) : unclearWarning(entry));
        continue;
      }
      // One that a person has reversed already stays so.
      await reversePayment(scope, found.paymentId, `entry of ${entry.bookedOn}, line ${entry.line}`);
      reversed.add(found.paymentId);
      decisions.push({ id: entry.id, status: 'returned', returnedPaymentId: found.paymentId });
    }
  }
  await updateReturns(scope, decisions);
  return { waiting: decisions.filter(({ status }) => status === 'waiting').length, warnings };
}

/** Of debits that nothing marks as returns, given by days, those of exactly what their receiver paid before. */
async function findLikelyReturns(scope: Scope, debits: readonly StagedDebit[]): Promise<string[]> {
  const [earliest, latest] = [debits[0]?.bookedOn, debits.at(-1)?.bookedOn];
  if (earliest === undefined || latest === undefined) return [];
  const paid = await findPaidAmounts(scope, {
    ibans: [...new Set(debits.flatMap(({ payerIban }) => payerIban ?? []))],
    amounts: [...new Set(debits.map(({ amount }) => amount))],
    from: addDays(earliest, -daysToReturn),
    to: latest,
  });
  const byPayer = new Map<string, PaidAmount[]>();
  for await (const part of splitIntoTurns(paid, () => 1))
    for (const payment of part)
      for (const key of keysOfPayment({ ...payment, payerKey: payerKeyOf(payment.payerName ?? '') })) {
        const ofPayer = byPayer.get(key);
        if (ofPayer === undefined) byPayer.set(key, [payment]);
        else ofPayer.push(payment);
      }
  const found: string[] = [];
  for await (const part of splitIntoTurns(debits, () => costOfReturn)) {
    for (const debit of part) {
      const from = addDays(debit.bookedOn, -daysToReturn);
      const wasPaid = keysOfDebit(debit).some((key) => {
        const payments = byPayer.get(key) ?? [];
        const first = payments[firstIndexWhere(payments, ({ paidOn }) => paidOn >= from)];
        return first !== undefined && first.paidOn <= debit.bookedOn;
      });
      if (wasPaid) found.push(debit.id);
    }
  }
  return found;
}

function unclearWarning({ line, bookedOn }: StagedReturn): ImportWarning {
  const message = `Line ${line}: a payment was returned on ${bookedOn}, but the file does not identify it, or the date is in the future. It waits with the unmatched payments: say which payment it returns.`;
  return { code: 'return_unclear', message };
}

function refundedWarning({ line, bookedOn }: StagedReturn): ImportWarning {
  const message = `Line ${line}: a payment was returned on ${bookedOn} that has a refund. It waits with the unmatched payments. If the money went back only once, delete the refund and say that it returns this payment.`;
  return { code: 'returned_after_refund', message };
}

/**
 * Finds the only payment that a return can mean, of these in the order of their days; undefined when there is none or
 * several. Pure.
 */
export function makeReturnFinder(payments: readonly ReturnablePayment[]) {
  const { returnedBy } = runAtOnce(indexMovements(payments));
  return (entry: Omit<StagedReturn, 'id'>): ReturnablePayment | undefined => {
    const found = new Map<string, ReturnablePayment>();
    for (const payment of returnedBy(entry)) if (found.set(payment.paymentId, payment).size > 1) break;
    return found.size === 1 ? [...found.values()][0] : undefined;
  };
}

/**
 * A return counts only from its own day, and only in a statement whose balance closes: some banks write the opposite
 * sign.
 */
function isSure({ findings, today }: ImportRun, entry: StagedReturn): boolean {
  const statement = findings.statements[entry.statement];
  return statement !== undefined && isBalanced(statement) && entry.bookedOn <= today;
}
