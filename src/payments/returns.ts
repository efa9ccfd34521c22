// Returns: a debit that takes an earlier credit back reverses its payment, when the bank says without doubt which one; otherwise a person is told.
import type { Scope } from '../platform/scope.ts';
import { reversePayment } from './by-hand.ts';
import { findReversed, type KeyedEntry } from './statement/queries.ts';

/** A debit that the bank calls a reversal. `held`: its statement does not close, or its day is to come, so nothing is done by itself. */
export type Reversal = { readonly entry: KeyedEntry; readonly held: boolean };

/** Reverses what is identified by one of the bank's or the payer's ids alone; answers with what is not. */
export async function reverseAll(
  scope: Scope,
  reversals: readonly Reversal[],
): Promise<{ code: string; message: string }[]> {
  const unclear: { code: string; message: string }[] = [];
  for (const { entry, held } of reversals) {
    const found = held ? [] : await findReversed(scope, entry);
    const [only] = found;
    if (only !== undefined && found.length === 1 && only.status !== 'reversed' && only.refunded === 0)
      await reversePayment(scope, only.paymentId, `entry of ${entry.bookedOn}, line ${entry.line}`);
    else if (unclear.length < 50)
      unclear.push({
        code: 'return_unclear',
        message: `Line ${entry.line}: money is taken back on ${entry.bookedOn}, and the file does not say surely which payment, or the day is to come. Reverse it by hand.`,
      });
  }
  return unclear;
}
