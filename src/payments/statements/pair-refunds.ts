// Which debit of a statement shows which transfer that paid refunds: it went to the payer of the refunded money, with
// the sum of the refunds, within ten days. No I/O.
import { addDays } from '../../platform/values/dates.ts';
import type { UnshownTransfer } from '../refund-queries.ts';
import { keysOfDebit, keysOfPayment, type PayerAmount } from './debit-receivers.ts';
import { payerKeyOf } from './payer-names.ts';
import type { Debit } from './return-queries.ts';

/** A refund and its debit are at most so many days apart, as a payment recorded by a person and its credit. */
export const daysToShow = 10;

/** The debit shows this transfer; it may show one; or (undefined) none. */
type FoundTransfer = { readonly transferId: string } | 'perhaps' | undefined;
type TransferQueue = { readonly transfers: UnshownTransfer[]; from: number };

/**
 * Finds the transfer that a debit shows; each is shown once, of transfers alike the oldest. Several people may pay from
 * one account, so another name makes it uncertain, and so does another receiver. The transfers are given by age.
 */
export function makeTransferFinder(transfers: readonly UnshownTransfer[]) {
  const queues = new Map<string, TransferQueue>();
  const left = new Map<string, number>();
  const shown = new Set<UnshownTransfer>();
  const count = (transfer: UnshownTransfer, more: number) => {
    const key = sumKeyOf(transfer, transfer.refundedOn);
    left.set(key, (left.get(key) ?? 0) + more);
  };
  for (const transfer of transfers) {
    count(transfer, 1);
    const keys = transfer.receivers.flatMap((receiver) => keysOfPayment(amountTo(receiver, transfer)));
    for (const key of new Set(keys)) {
      const queue = queues.get(`${key} ${transfer.refundedOn}`);
      if (queue === undefined) queues.set(`${key} ${transfer.refundedOn}`, { transfers: [transfer], from: 0 });
      else queue.transfers.push(transfer);
    }
  }
  const oldestOf = (queue: TransferQueue | undefined) => {
    if (queue === undefined) return undefined;
    while (shown.has(queue.transfers[queue.from] as UnshownTransfer)) queue.from += 1;
    return queue.transfers[queue.from];
  };
  return (debit: Debit, { mayBeShown = true }: { readonly mayBeShown?: boolean } = {}): FoundTransfer => {
    const days = Array.from({ length: 2 * daysToShow + 1 }, (_, nth) => addDays(debit.bookedOn, nth - daysToShow));
    const keys = keysOfDebit(debit);
    for (const key of mayBeShown ? days.flatMap((day) => keys.map((each) => `${each} ${day}`)) : []) {
      const transfer = oldestOf(queues.get(key));
      if (transfer === undefined || !mayBeFor(transfer, debit)) continue;
      shown.add(transfer);
      count(transfer, -1);
      return { transferId: transfer.id };
    }
    return days.some((day) => (left.get(sumKeyOf(debit, day)) ?? 0) > 0) ? 'perhaps' : undefined;
  };
}

type Receiver = UnshownTransfer['receivers'][number];

function amountTo({ payerIban, payerName }: Receiver, { amount, currency }: UnshownTransfer): PayerAmount {
  return { payerIban, payerKey: payerKeyOf(payerName ?? ''), amount, currency };
}

/** Whether the receiver of the debit is one of those refunded, as far as their names say. */
function mayBeFor({ receivers }: UnshownTransfer, { payerKey }: Debit): boolean {
  const keys = receivers.map(({ payerName }) => payerKeyOf(payerName ?? ''));
  return payerKey === '' || keys.some((key) => key === '' || key === payerKey);
}

function sumKeyOf({ amount, currency }: Pick<Debit, 'amount' | 'currency'>, day: string): string {
  return `${amount} ${currency} ${day}`;
}
