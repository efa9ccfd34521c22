// A debit that returns an earlier credit reverses its payment, if the bank identifies it beyond doubt; otherwise a
// warning is reported.
import type { Scope } from '../../../platform/db/scope.ts';
import { runAtOnce, splitIntoTurns } from '../../../platform/processes/steps.ts';
import { reversePayment } from '../../manual-decisions.ts';
import { isBalanced } from '../parse/statement-entry.ts';
import { findReturnablePayments, type ReturnablePayment } from '../statement-queries.ts';
import type { ImportRun } from './import-run.ts';
import type { ImportWarning } from './report-import.ts';
import { indexMovements } from './returned-movements.ts';
import { findReturns, type StagedReturn } from './staging-queries.ts';

const maxWarnings = 50;
/** What a return costs of the budget of a turn. */
const costOfReturn = 100;

/** Reverses payments that a single id of the bank or the payer identifies; returns warnings for the others. */
export async function reverseReturns(scope: Scope, run: ImportRun): Promise<ImportWarning[]> {
  const unclear: ImportWarning[] = [];
  const returns = await findReturns(scope);
  if (returns.length === 0) return unclear;
  const returnedBy = makeReturnFinder(await findReturnablePayments(scope));
  const reversed = new Set<string>();
  for await (const part of splitIntoTurns(returns, () => costOfReturn)) {
    for (const entry of part) {
      const found = isSure(run, entry) ? returnedBy(entry) : undefined;
      if (found?.status === 'reversed') continue; // A person has done so already.
      const isRefunded = found !== undefined && found.refunded > 0;
      if (found === undefined || isRefunded || reversed.has(found.paymentId)) {
        if (unclear.length < maxWarnings) unclear.push(isRefunded ? refundedWarning(entry) : unclearWarning(entry));
        continue;
      }
      await reversePayment(scope, found.paymentId, `entry of ${entry.bookedOn}, line ${entry.line}`);
      reversed.add(found.paymentId);
    }
  }
  return unclear;
}

function unclearWarning({ line, bookedOn }: StagedReturn): ImportWarning {
  const message = `Line ${line}: a payment was returned on ${bookedOn}, but the file does not identify it, or the date is in the future. Reverse the payment manually.`;
  return { code: 'return_unclear', message };
}

function refundedWarning({ line, bookedOn }: StagedReturn): ImportWarning {
  const message = `Line ${line}: a payment was returned on ${bookedOn} that has a refund. If the money went back only once, delete the refund and reverse the payment.`;
  return { code: 'returned_after_refund', message };
}

/**
 * Finds the only payment that a return can mean, of these in the order of their days; undefined when there is none or
 * several. Pure.
 */
export function makeReturnFinder(payments: readonly ReturnablePayment[]) {
  const { returnedBy } = runAtOnce(indexMovements(payments));
  return (entry: StagedReturn): ReturnablePayment | undefined => {
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
