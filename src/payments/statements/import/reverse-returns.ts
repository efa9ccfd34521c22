// A debit that returns an earlier credit reverses its payment, if the bank identifies it beyond doubt; otherwise a warning is reported.
import type { Scope } from '../../../platform/db/scope.ts';
import { reversePayment } from '../../manual-decisions.ts';
import { isBalanced } from '../parse/statement-entry.ts';
import { findReturnedPayments } from '../statement-queries.ts';
import type { ImportRun } from './import-run.ts';
import type { ImportWarning } from './report-import.ts';
import { findReturns, type StagedReturn } from './staging-queries.ts';

const maxWarnings = 50;

/** Reverses payments that a single id of the bank or the payer identifies; returns warnings for the others. */
export async function reverseReturns(scope: Scope, run: ImportRun): Promise<ImportWarning[]> {
  const unclear: ImportWarning[] = [];
  for (const entry of await findReturns(scope)) {
    const found = isSure(run, entry) ? await findReturnedPayments(scope, entry) : [];
    const [only] = found;
    if (only !== undefined && found.length === 1 && only.status !== 'reversed' && only.refunded === 0)
      await reversePayment(scope, only.paymentId, `entry of ${entry.bookedOn}, line ${entry.line}`);
    else if (unclear.length < maxWarnings)
      unclear.push({
        code: 'return_unclear',
        message: `Line ${entry.line}: a payment was returned on ${entry.bookedOn}, but the file does not identify it, or the date is in the future. Reverse the payment manually.`,
      });
  }
  return unclear;
}

/** A return counts only from its own day, and only in a statement whose balance closes: some banks write the opposite sign. */
function isSure({ findings, today }: ImportRun, entry: StagedReturn): boolean {
  const statement = findings.statements[entry.statement];
  return statement !== undefined && isBalanced(statement) && entry.bookedOn <= today;
}
