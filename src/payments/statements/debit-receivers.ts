// What a debit has in common with payments of its receiver, as keys. Pure.
import type { Cents } from '../../platform/values/money.ts';

/** Somebody and an amount; `payerKey` is the name as it is compared (payerKeyOf), empty without a name. */
export type PayerAmount = {
  readonly payerIban: string | null;
  readonly payerKey: string;
  readonly amount: Cents;
  readonly currency: string;
};

/** The keys of a debit: by the account; where it or the payment has none, by the name. */
export function keysOfDebit(debit: PayerAmount): string[] {
  const { payerIban } = debit;
  return payerIban === null
    ? keyOf(debit, 'named', debit.payerKey)
    : [...keyOf(debit, 'account', payerIban), ...keyOf(debit, 'named without account', debit.payerKey)];
}

/** The keys of a payment: it shares one with each debit that may have gone to its payer. */
export function keysOfPayment(payment: PayerAmount): string[] {
  const { payerIban, payerKey } = payment;
  const byAccount =
    payerIban === null ? keyOf(payment, 'named without account', payerKey) : keyOf(payment, 'account', payerIban);
  return [...byAccount, ...keyOf(payment, 'named', payerKey)];
}

function keyOf({ amount, currency }: PayerAmount, by: string, payer: string): string[] {
  return payer === '' ? [] : [JSON.stringify([by, payer, amount, currency])];
}
