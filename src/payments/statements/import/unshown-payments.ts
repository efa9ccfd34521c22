// Recorded payments that no statement has shown yet, indexed by what a credit of a statement must share with them.
import { addDays, type Day } from '../../../platform/values/dates.ts';
import type { PaymentFacts } from '../../model.ts';
import { canonicalReference } from '../extract-references.ts';
import type { StatementEntry } from '../parse/statement-entry.ts';

/** The fields of a payment that are needed to recognise it in a statement. */
export type UnshownPayment = Pick<
  PaymentFacts,
  | 'id'
  | 'source'
  | 'amount'
  | 'currency'
  | 'paidOn'
  | 'account'
  | 'payerName'
  | 'payerIban'
  | 'reference'
  | 'orderNumber'
>;

/** What a credit and a payment may share besides amount, account and day. */
type SharedMark = `order ${string}` | `reference ${string}` | `payer ${string}`;

/** Banklink payments are booked from a day before to five days after, those that a person recorded within ten days. */
const dayLimits = { banklink: { before: 1, after: 5 }, manual: { before: 10, after: 10 } } as const;

export type UnshownPayments = {
  /**
   * The oldest payment that a credit may show by a mark, and the references of all that it may: two are enough to see
   * that several are meant.
   */
  readonly find: (credit: CreditPlace, mark: SharedMark) => FoundPayments;
  /** Takes out a payment that is shown. */
  readonly take: (paymentId: string) => void;
};
type FoundPayments = { readonly oldest: AgedPayment | undefined; readonly references: ReadonlySet<string> };
type CreditPlace = Pick<StatementEntry, 'account' | 'currency' | 'amount' | 'bookedOn'>;
type AgedPayment = UnshownPayment & { readonly age: number };
/** The payments with one key and one reference, by age; those before `from` are shown. */
type PaymentQueue = { readonly reference: string; readonly payments: readonly AgedPayment[]; from: number };

/** Indexes payments, which are given by age. */
export function indexUnshown(unshown: readonly UnshownPayment[]): UnshownPayments {
  const marks = new Set(unshown.flatMap(marksOf));
  const indexed = unshown.flatMap((payment, age) =>
    keysOf(payment).map((key) => ({ key, payment: { ...payment, age } })),
  );
  const queues = new Map(
    [...Map.groupBy(indexed, ({ key }) => key)].map(([key, same]) => [
      key,
      queuesOf(same.map(({ payment }) => payment)),
    ]),
  );
  const shown = new Set<string>();
  const find = (credit: CreditPlace, mark: SharedMark): FoundPayments => {
    const references = new Set<string>();
    let oldest: AgedPayment | undefined;
    if (!marks.has(mark)) return { oldest, references };
    for (const key of keysAround(credit, mark)) {
      for (const { reference, payments, from } of firstTwo(queues.get(key) ?? [], shown)) {
        references.add(reference);
        const next = payments[from];
        if (oldest === undefined || (next !== undefined && next.age < oldest.age)) oldest = next;
      }
      if (references.size > 1) break;
    }
    return { oldest, references };
  };
  return { find, take: (paymentId) => void shown.add(paymentId) };
}

function queuesOf(payments: readonly AgedPayment[]): PaymentQueue[] {
  const byReference = Map.groupBy(payments, ({ reference, id }) => canonicalReference(reference ?? id));
  return [...byReference].map(([reference, same]) => ({ reference, payments: same, from: 0 }));
}

/** The first two queues that have payments left. Those without are removed. */
function firstTwo(queues: PaymentQueue[], shown: ReadonlySet<string>): readonly PaymentQueue[] {
  for (let at = 0; at < Math.min(2, queues.length); ) {
    const queue = queues[at] as PaymentQueue;
    while (shown.has(queue.payments[queue.from]?.id ?? '')) queue.from += 1;
    if (queue.from < queue.payments.length) at += 1;
    else {
      queues[at] = queues.at(-1) as PaymentQueue;
      queues.pop();
    }
  }
  return queues.slice(0, 2);
}

/** The marks of a payment; a manual one is shown only by its reference. */
function marksOf({ source, reference, orderNumber, payerIban }: UnshownPayment): SharedMark[] {
  const marks: SharedMark[] = reference === null ? [] : [`reference ${canonicalReference(reference)}`];
  if (source === 'manual') return marks;
  if (orderNumber !== null) marks.push(`order ${orderNumber}`);
  if (payerIban !== null) marks.push(`payer ${payerIban}`);
  return marks;
}

/** Stands for the account of a credit that names none: it may be any. */
const anyAccount = '';

function keysOf(payment: UnshownPayment): string[] {
  const accounts = [...new Set([payment.account, anyAccount])];
  return marksOf(payment).flatMap((mark) =>
    accounts.map((account) => keyOf(payment, payment.source, payment.paidOn, account, mark)),
  );
}

/** The keys of the payments that a credit may show by a mark: on each of the days, and on its account or on none. */
function* keysAround(credit: CreditPlace, mark: SharedMark): Generator<string> {
  const accounts = credit.account === '' ? [anyAccount] : [credit.account, null];
  for (const [source, { before, after }] of Object.entries(dayLimits))
    for (let days = -after; days <= before; days += 1)
      for (const account of accounts) yield keyOf(credit, source, addDays(credit.bookedOn, days), account, mark);
}

function keyOf(
  { amount, currency }: Pick<UnshownPayment, 'amount' | 'currency'>,
  source: string,
  day: Day,
  account: string | null,
  mark: SharedMark,
): string {
  return `${amount} ${currency} ${source === 'manual'} ${day} ${account} ${mark}`;
}
