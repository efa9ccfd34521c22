// Decides whether a statement line shows a payment recorded by banklink or by hand, and the reverse. Pure.
import { type Day, daysBetween } from '../../../platform/values/dates.ts';
import type { PaymentFacts, WaitReason } from '../../model.ts';
import { canonicalReference, extractReferences, minReferenceLength } from '../extract-references.ts';
import type { StatementEntry } from '../parse/statement-entry.ts';

/** The fields of a payment that are needed to recognise it in a statement. */
export type UnshownPayment = Pick<
  PaymentFacts,
  'id' | 'source' | 'amount' | 'currency' | 'paidOn' | 'account' | 'payerIban' | 'reference' | 'orderNumber'
>;
/** A credit of a statement, and why it may not be matched automatically. */
type StatementCredit = Pick<
  StatementEntry,
  'account' | 'currency' | 'amount' | 'bookedOn' | 'orderNumber' | 'references' | 'text' | 'payerIban'
> & { readonly hold: WaitReason | null };
/** A credit shows one recorded payment, could show several, or (undefined) none. */
export type ShownPayment = { readonly paymentId: string } | 'several' | undefined;

/**
 * Finds the recorded payment that a credit shows; each is shown once. Banklink: from a day before to five days after, with the order's number, the
 * reference or the payer's IBAN. Manual: within ten days, with the reference. A credit on hold shows none; a line that another file may have had
 * shows a payment only by the order's number, because that file may have shown the payment before. Among several, the order's number decides, then
 * age if they have the same reference.
 */
export function makePaymentFinder(unshown: readonly UnshownPayment[]): (credit: StatementCredit) => ShownPayment {
  const byMark = new Map<string, Set<UnshownPayment>>();
  for (const payment of unshown)
    for (const mark of lookupKeysOf(payment)) byMark.set(mark, (byMark.get(mark) ?? new Set()).add(payment));
  return (credit) => {
    const quoted = quotedReferencesOf(credit);
    const marks = [
      ...quoted.references.map((reference) => `reference ${reference}`),
      `order ${credit.orderNumber}`,
      `payer ${credit.payerIban}`,
    ];
    const found = new Set(marks.flatMap((mark) => [...(byMark.get(`${credit.amount} ${mark}`) ?? [])]));
    const similar = [...found].filter((payment) => isShownBy(credit, quoted, payment));
    const [first] = similar; // Each mark has them by age, and those of one reference are found by one mark.
    if (first === undefined) return undefined;
    const byNumber = similar.find(
      (unshownPayment) => unshownPayment.orderNumber !== null && unshownPayment.orderNumber === credit.orderNumber,
    );
    const oneReference =
      new Set(similar.map((unshownPayment) => canonicalReference(unshownPayment.reference ?? unshownPayment.id)))
        .size === 1;
    const chosen = byNumber ?? (oneReference ? first : undefined);
    if (chosen === undefined) return 'several';
    for (const mark of lookupKeysOf(chosen)) byMark.get(mark)?.delete(chosen);
    return { paymentId: chosen.id };
  };
}

/** The keys that a credit shares with the payment it shows, with the amount: at least one of these. */
function lookupKeysOf({ amount, reference, orderNumber, payerIban }: UnshownPayment): string[] {
  return [
    ...(reference === null ? [] : [`${amount} reference ${canonicalReference(reference)}`]),
    ...(orderNumber === null ? [] : [`${amount} order ${orderNumber}`]),
    ...(payerIban === null ? [] : [`${amount} payer ${payerIban}`]),
  ];
}

function isShownBy(credit: StatementCredit, quoted: QuotedReferences, payment: UnshownPayment): boolean {
  const sameOrder = payment.orderNumber !== null && payment.orderNumber === credit.orderNumber;
  if (credit.hold !== null && !(credit.hold === 'possible_duplicate' && sameOrder)) return false;
  if (payment.currency !== credit.currency) return false;
  if (payment.account !== null && credit.account !== '' && payment.account !== credit.account) return false;
  const later = daysBetween(payment.paidOn, credit.bookedOn);
  const quotes = quoted.has(payment.reference);
  if (payment.source === 'manual') return quotes === true && Math.abs(later) <= 10;
  if (later < -1 || later > 5) return false;
  const samePayer = payment.payerIban !== null && payment.payerIban === credit.payerIban;
  return sameOrder || (quotes ?? samePayer);
}

/** A banklink payment as the bank reported it, with the time it was started. */
export type BankReport = Partial<Pick<PaymentFacts, 'account' | 'orderNumber' | 'reference' | 'payerIban'>> & {
  readonly begun?: { readonly at: Date; readonly on: Day };
};

/**
 * Whether a payment from a statement is the one that a bank reports, when amount and days fit. A payment booked or imported before the start is not;
 * another reference means other money; another order number leaves it open.
 */
export function isSamePayment(
  line: Pick<
    PaymentFacts,
    'account' | 'orderNumber' | 'reference' | 'description' | 'payerIban' | 'paidOn' | 'createdAt'
  >,
  report: BankReport,
): boolean | 'perhaps' {
  const { account, orderNumber, reference = null, payerIban, begun } = report;
  if (line.account && account && line.account !== account) return false;
  if (begun !== undefined && (line.createdAt < begun.at || line.paidOn < begun.on)) return false;
  if (orderNumber && line.orderNumber === orderNumber) return true;
  const references = line.reference?.split(', ') ?? [];
  const samePayer = Boolean(payerIban) && line.payerIban === payerIban;
  const same = quotedReferencesOf({ references, text: line.description ?? '' }).has(reference) ?? samePayer;
  const numbered = /^\d+$/;
  return same && numbered.test(line.orderNumber ?? '') && numbered.test(orderNumber ?? '') ? 'perhaps' : same;
}

/**
 * The references of a line in any spelling, and whether one is among them: undefined when it has none. The same payer may owe for two apartments:
 * another reference means other money.
 */
type QuotedReferences = { readonly references: readonly string[]; has(reference: string | null): boolean | undefined };

function quotedReferencesOf(line: Pick<StatementEntry, 'references' | 'text'>): QuotedReferences {
  const { structured, inText } = extractReferences(line);
  const quoted = new Set([...line.references.map(canonicalReference), ...structured, ...inText]);
  const otherReference =
    structured.length > 0 || inText.some((text) => text.length >= minReferenceLength) ? false : undefined;
  return {
    references: [...quoted],
    has: (reference) => (reference !== null && quoted.has(canonicalReference(reference)) ? true : otherReference),
  };
}
