// Decides whether a statement entry shows a payment recorded by banklink or by hand, and the reverse. No I/O; a shown
// payment leaves the index.
import type { Day } from '../../../platform/values/dates.ts';
import type { PaymentFacts, WaitReason } from '../../model.ts';
import { canonicalReference, extractReferences, minReferenceLength } from '../extract-references.ts';
import { type StatementEntry, splitReferences } from '../parse/statement-entry.ts';
import { payerKeyOf } from '../payer-names.ts';
import { indexUnshown, type UnshownPayment, type UnshownPayments } from './unshown-payments.ts';

/** A credit of a statement, and why it may not be matched automatically. */
type StatementCredit = Pick<
  StatementEntry,
  'account' | 'currency' | 'amount' | 'bookedOn' | 'orderNumber' | 'references' | 'text' | 'payerName' | 'payerIban'
> & { readonly hold: WaitReason | null };
/** A credit shows one recorded payment, could show several, or (undefined) none. */
type ShownPayment = { readonly paymentId: string } | 'several' | undefined;

/**
 * Finds the recorded payment that a credit shows; each is shown once. Banklink: from a day before to five days after,
 * with the order's number, the reference or the payer's IBAN. Manual: within ten days, with the reference. A credit on
 * hold shows none; an entry that another file may have had shows a payment only by the order's number, because that
 * file may have shown the payment before. Among several, the order's number decides, then age if they have the same
 * reference. The payments are given by age.
 */
export function makePaymentFinder(unshown: readonly UnshownPayment[]): (credit: StatementCredit) => ShownPayment {
  const payments = indexUnshown(unshown);
  return (credit) => {
    const chosen = choosePayment(credit, payments);
    if (typeof chosen === 'object') payments.take(chosen.paymentId);
    return chosen;
  };
}

function choosePayment(credit: StatementCredit, payments: UnshownPayments): ShownPayment {
  const { hold, orderNumber, payerIban } = credit;
  if (hold !== null && hold !== 'possible_duplicate') return undefined;
  const byOrder = orderNumber === null ? undefined : payments.find(credit, `order ${orderNumber}`).oldest;
  if (byOrder !== undefined) return { paymentId: byOrder.id };
  if (hold !== null) return undefined;
  const quoted = quotedReferencesOf(credit);
  const byReference = [...quoted.references].map((reference) => payments.find(credit, `reference ${reference}`));
  const byPayer = payerIban === null || quoted.isCertain ? [] : [payments.find(credit, `payer ${payerIban}`)];
  const found = [...byReference, ...byPayer];
  const references = new Set(found.flatMap((payment) => [...payment.references]));
  if (references.size > 1 || byPayer.some(({ oldest }) => !mayBeSamePayer(credit, oldest))) return 'several';
  const oldest = found.find((payment) => payment.oldest !== undefined)?.oldest;
  return oldest && { paymentId: oldest.id };
}

/** A banklink payment as the bank reported it, with the time it was started. */
export type BankReport = Partial<
  Pick<PaymentFacts, 'account' | 'orderNumber' | 'reference' | 'payerName' | 'payerIban'>
> & {
  readonly begun?: { readonly at: Date; readonly on: Day };
};

/**
 * Whether a payment from a statement is the one that a bank reports, when amount and days fit. A payment booked or
 * imported before the start is not; another reference means other money; another order number leaves it open.
 */
export function isSamePayment(
  booked: Pick<
    PaymentFacts,
    'account' | 'orderNumber' | 'reference' | 'description' | 'payerName' | 'payerIban' | 'paidOn' | 'createdAt'
  >,
  report: BankReport,
): boolean | 'perhaps' {
  const { account, orderNumber, reference, payerIban, begun } = report;
  if (booked.account && account && booked.account !== account) return false;
  if (begun !== undefined && (booked.createdAt < begun.at || booked.paidOn < begun.on)) return false;
  if (orderNumber && booked.orderNumber === orderNumber) return true;
  const quoted = quotedReferencesOf({
    references: splitReferences(booked.reference),
    text: booked.description ?? '',
  });
  if (!reference || !quoted.references.has(canonicalReference(reference))) {
    if (quoted.isCertain || !payerIban || booked.payerIban !== payerIban) return false;
    if (!mayBeSamePayer(booked, report)) return 'perhaps';
  }
  const isNumbered = (number: string | null | undefined) => /^\d+$/.test(number ?? '');
  return isNumbered(booked.orderNumber) && isNumbered(orderNumber) ? 'perhaps' : true;
}

type PayerName = { readonly payerName?: string | null };

/** Whether both may be of one payer, as far as their names say: several people may pay from one account. */
function mayBeSamePayer(a: PayerName, b: PayerName | undefined): boolean {
  const [key, otherKey] = [payerKeyOf(a.payerName ?? ''), payerKeyOf(b?.payerName ?? '')];
  return key === '' || otherKey === '' || key === otherKey;
}

/**
 * The references that an entry quotes, in one spelling. `isCertain`: one of them is no other number by chance, so the
 * payer means what it stands for: the same payer may owe for two apartments, and their account decides nothing.
 */
function quotedReferencesOf(entry: Pick<StatementEntry, 'references' | 'text'>) {
  const { structured, inText } = extractReferences(entry);
  return {
    references: new Set([...entry.references.map(canonicalReference), ...structured, ...inText]),
    isCertain: structured.length > 0 || inText.some((text) => text.length >= minReferenceLength),
  };
}
