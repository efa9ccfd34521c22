// Who a payment is from and for, as text: the payer, the credit note that it is the credit of, or the apartment that it
// was recorded for; and its apartments.
import type { Words } from '../../words/words.ts';

type NamedPayment = {
  readonly source: string;
  readonly payerName: string | null;
  /** Of a credit, the number of its credit note. */
  readonly description: string | null;
  readonly allocations: readonly { readonly apartment: string }[];
  readonly apartment?: string | null;
};

/** The name of a payment in lists. */
export function payerText(
  { payments, residentHome }: Words,
  { source, payerName, description, allocations, apartment }: NamedPayment,
): string {
  if (source === 'credit') return residentHome.creditNote({ number: description ?? '' });
  const number = apartment ?? allocations[0]?.apartment;
  if (payerName !== null) return payerName;
  return number === undefined || number === null ? payments.unknownPayer : residentHome.apartment({ number });
}

/** The payer, or payee, of a bank's entry; where there is none, what the entry says. */
export function payerOrText({ payments }: Words, name: string | null, text: string | null): string {
  return name || text || payments.unknownPayer;
}

/** The names of who owes something; those who no longer have the apartment are called former. */
export function payersText(
  { receivables }: Words,
  payers: readonly { readonly name: string; readonly former: boolean }[],
): string {
  const names = payers.map(({ name, former }) => (former ? `${name} (${receivables.former})` : name));
  return names.join(', ') || receivables.noPayers;
}

/** The apartments that money is for: of what it pays, and of its prepayment. */
export function apartmentsText(paid: readonly { readonly apartment: string }[], prepaidBy: string | null): string {
  const numbers = paid.map(({ apartment }) => apartment);
  return [...new Set(prepaidBy === null ? numbers : [...numbers, prepaidBy])].join(', ');
}
