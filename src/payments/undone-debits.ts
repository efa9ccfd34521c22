// Debits that came back: a credit that the bank calls a reversal or a return takes back money that went out. Where that debit is known the credit is no payment.
import type { Day } from '../platform/dates.ts';
import { addDays } from '../platform/dates.ts';
import type { Entry } from './statement/entry.ts';

/** What is compared of an entry. */
export type Movement = Pick<
  Entry,
  'account' | 'currency' | 'amount' | 'bookedOn' | 'bankId' | 'endToEndId' | 'transactionId'
> & { readonly id: string };

/** Money comes back within so many days. */
export const maxReturnDays = 15;

/**
 * The ids of those reversal credits that undo one of these debits: of the same account, currency and amount, booked at most fifteen days before, and with an
 * id of the bank's or the payer's in common. Each debit is undone once: what comes back a second time is money that nobody explained. Pure.
 */
export function undoingDebits(credits: readonly Movement[], debits: readonly Movement[]): Set<string> {
  const undoing = new Set<string>();
  const free = new Set(debits);
  for (const credit of credits) {
    const debit = [...free].find((one) => undoes(credit, one));
    if (debit === undefined) continue;
    free.delete(debit);
    undoing.add(credit.id);
  }
  return undoing;
}

function undoes(credit: Movement, debit: Movement): boolean {
  const first: Day = addDays(credit.bookedOn, -maxReturnDays);
  const shared = (['bankId', 'endToEndId', 'transactionId'] as const).some(
    (id) => credit[id] !== null && credit[id] === debit[id],
  );
  return (
    shared &&
    credit.account === debit.account &&
    credit.currency === debit.currency &&
    credit.amount === debit.amount &&
    debit.bookedOn >= first &&
    debit.bookedOn <= credit.bookedOn
  );
}
