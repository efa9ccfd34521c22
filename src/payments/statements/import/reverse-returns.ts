// Stage 6: a debit that takes an earlier credit back reverses its payment, when the bank says without doubt which one; otherwise a person is told.
import type { Scope } from '../../../platform/db/scope.ts';
import { reversePayment } from '../../manual-decisions.ts';
import { isBalanced } from '../parse/statement-entry.ts';
import { findReturnedPayments } from '../statement-queries.ts';
import type { ImportRun } from './import-run.ts';
import type { ImportWarning } from './report-import.ts';
import { findReturns, type StagedReturn } from './staging-queries.ts';

const maxWarnings = 50;

/** Reverses what is identified by one of the bank's or the payer's ids alone; answers with what is not. */
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
        message: `Line ${entry.line}: money is taken back on ${entry.bookedOn}, and the file does not say surely which payment, or the day is to come. Reverse it by hand.`,
      });
  }
  return unclear;
}

/** A return counts only from its day on, and in a statement that closes: some banks write the sign the other way round. */
function isSure({ findings, today }: ImportRun, entry: StagedReturn): boolean {
  const statement = findings.statements[entry.statement];
  return statement !== undefined && isBalanced(statement) && entry.bookedOn <= today;
}
