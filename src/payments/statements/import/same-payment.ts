// Decides whether a statement entry shows a payment recorded by banklink or by hand, and the reverse. Pure.
import { addDays, type Day } from '../../../platform/values/dates.ts';
import type { PaymentFacts, WaitReason } from '../../model.ts';
import { canonicalReference, extractReferences, minReferenceLength } from '../extract-references.ts';
import type { StatementEntry } from '../parse/statement-entry.ts';
import { payerKeyOf } from '../payer-names.ts';

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
/** A credit of a statement, and why it may not be matched automatically. */
type StatementCredit = Pick<
  StatementEntry,
  'account' | 'currency' | 'amount' | 'bookedOn' | 'orderNumber' | 'references' | 'text' | 'payerName' | 'payerIban'
> & { readonly hold: WaitReason | null };
/** A credit shows one recorded payment, could show several, or (undefined) none. */
export type ShownPayment = { readonly paymentId: string } | 'several' | undefined;

/** Banklink payments are booked from a day before to five days after, those that a person recorded within ten days. */
const dayLimits = { banklink: { before: 1, after: 5 }, manual: { before: 10, after: 10 } } as const;

/**
 * Finds the recorded payment that a credit shows; each is shown once. Banklink: from a day before to five days after,
 * with the order's number, the reference or the payer's IBAN. Manual: within ten days, with the reference. A credit on
 * hold shows none; an entry that another file may have had shows a payment only by the order's number, because that
 * file may have shown the payment before. Among several, the order's number decides, then age if they have the same
 * reference. The payments are given by age.
 */
export function makePaymentFinder(unshown: readonly UnshownPayment[]): (credit: StatementCredit) => ShownPayment {
  const marks = new Set<string>();
  const spots = new Map<string, PaymentGroups>();
  const shown = new Set<string>();
  for (const [age, payment] of unshown.entries()) {
    for (const mark of marksOf(payment)) {
      marks.add(mark);
      for (const account of new Set([payment.account, anyAccount]))
        addPayment(spots, spotOf(payment, payment.source, payment.paidOn, account, mark), { ...payment, age });
    }
  }
  /**
   * The oldest payment of a mark, and whether another one has another reference. All in one spot are shown by the
   * credit.
   */
  const findBy = (credit: StatementCredit, mark: string): FoundPayments => {
    const found: FoundPayments = { oldest: undefined, references: new Set() };
    if (!marks.has(mark)) return found;
    for (const spot of spotsAround(credit, mark)) {
      for (const group of firstTwo(spots.get(spot), shown)) {
        found.references.add(group.reference);
        const oldest = group.payments[group.from];
        if (oldest !== undefined && (found.oldest === undefined || oldest.age < found.oldest.age))
          found.oldest = oldest;
      }
      if (found.references.size > 1) break;
    }
    return found;
  };
  return (credit) => {
    const chosen = choosePayment(credit, findBy);
    if (typeof chosen === 'object') shown.add(chosen.paymentId);
    return chosen;
  };
}

/** Chooses among the payments that a credit may show. */
function choosePayment(
  credit: StatementCredit,
  findBy: (credit: StatementCredit, mark: string) => FoundPayments,
): ShownPayment {
  if (credit.hold !== null && credit.hold !== 'possible_duplicate') return undefined;
  const { orderNumber, payerIban } = credit;
  const byOrder = orderNumber === null ? undefined : findBy(credit, `order ${orderNumber}`).oldest;
  if (byOrder !== undefined) return { paymentId: byOrder.id };
  if (credit.hold !== null) return undefined;
  const quoted = quotedReferencesOf(credit);
  const references = quoted.references.map((reference) => `reference ${reference}`);
  // Another reference means other money, so the payer's account counts only without one.
  const payer = `payer ${payerIban}`;
  const payers = payerIban === null || quoted.has(null) === false ? [] : [payer];
  let oldest: AgedPayment | undefined;
  const distinct = new Set<string>();
  for (const mark of [...references, ...payers]) {
    const found = findBy(credit, mark);
    for (const reference of found.references) distinct.add(reference);
    if (distinct.size > 1 || (mark === payer && !mayBeSamePayer(credit, found.oldest))) return 'several';
    oldest ??= found.oldest;
  }
  return oldest && { paymentId: oldest.id };
}

type AgedPayment = UnshownPayment & { readonly age: number };
/** The payments with one reference, by age; those before `from` are shown. */
type PaymentGroup = { readonly reference: string; readonly payments: AgedPayment[]; from: number };
/** What is found under one key: the groups in any order, and each by its reference. */
type PaymentGroups = { readonly groups: PaymentGroup[]; readonly byReference: Map<string, PaymentGroup> };
type FoundPayments = { oldest: AgedPayment | undefined; readonly references: Set<string> };

/** Stands for the account of a credit that names none: it may be any. */
const anyAccount = '';

function addPayment(spots: Map<string, PaymentGroups>, spot: string, payment: AgedPayment): void {
  const found: PaymentGroups = spots.get(spot) ?? { groups: [], byReference: new Map() };
  spots.set(spot, found);
  const reference = canonicalReference(payment.reference ?? payment.id);
  const group = found.byReference.get(reference);
  if (group !== undefined) return void group.payments.push(payment);
  const added: PaymentGroup = { reference, payments: [payment], from: 0 };
  found.groups.push(added);
  found.byReference.set(reference, added);
}

/**
 * The first two groups that have payments left: two are enough to see that several are meant. Those without are
 * removed.
 */
function firstTwo(found: PaymentGroups | undefined, shown: ReadonlySet<string>): readonly PaymentGroup[] {
  if (found === undefined) return [];
  const { groups } = found;
  for (let at = 0; at < Math.min(2, groups.length); ) {
    const group = groups[at] as PaymentGroup;
    while (shown.has(group.payments[group.from]?.id ?? '')) group.from += 1;
    if (group.from < group.payments.length) at += 1;
    else {
      groups[at] = groups.at(-1) as PaymentGroup;
      groups.pop();
    }
  }
  return groups.slice(0, 2);
}

/**
 * What a credit must share with a payment besides its amount, at least one of these; a manual payment is shown only by
 * its reference.
 */
function marksOf({ source, reference, orderNumber, payerIban }: UnshownPayment): string[] {
  const references = reference === null ? [] : [`reference ${canonicalReference(reference)}`];
  if (source === 'manual') return references;
  return [
    ...references,
    ...(orderNumber === null ? [] : [`order ${orderNumber}`]),
    ...(payerIban === null ? [] : [`payer ${payerIban}`]),
  ];
}

function spotOf(
  { amount, currency }: Pick<UnshownPayment, 'amount' | 'currency'>,
  source: string,
  day: Day,
  account: string | null,
  mark: string,
): string {
  return `${amount} ${currency} ${source === 'manual'} ${day} ${account} ${mark}`;
}

/** The keys of the payments that a credit may show by a mark: on each of the days, and on its account or on none. */
function* spotsAround(credit: StatementCredit, mark: string): Generator<string> {
  const accounts = credit.account === '' ? [anyAccount] : [credit.account, null];
  for (const [source, { before, after }] of Object.entries(dayLimits))
    for (let days = -after; days <= before; days += 1)
      for (const account of accounts) yield spotOf(credit, source, addDays(credit.bookedOn, days), account, mark);
}

/** Whether both may be of one payer, as far as their names say: several people may pay from one account. */
function mayBeSamePayer(a: PayerName, b: PayerName | undefined): boolean {
  const [key, otherKey] = [payerKeyOf(a.payerName ?? ''), payerKeyOf(b?.payerName ?? '')];
  return key === '' || otherKey === '' || key === otherKey;
}

type PayerName = { readonly payerName?: string | null };

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
  entry: Pick<
    PaymentFacts,
    'account' | 'orderNumber' | 'reference' | 'description' | 'payerName' | 'payerIban' | 'paidOn' | 'createdAt'
  >,
  report: BankReport,
): boolean | 'perhaps' {
  const { account, orderNumber, reference = null, payerIban, begun } = report;
  if (entry.account && account && entry.account !== account) return false;
  if (begun !== undefined && (entry.createdAt < begun.at || entry.paidOn < begun.on)) return false;
  if (orderNumber && entry.orderNumber === orderNumber) return true;
  const references = entry.reference?.split(', ') ?? [];
  const samePayer = Boolean(payerIban) && entry.payerIban === payerIban;
  const quoted = quotedReferencesOf({ references, text: entry.description ?? '' }).has(reference);
  const same = quoted ?? samePayer;
  if (quoted === undefined && samePayer && !mayBeSamePayer(entry, report)) return 'perhaps';
  const numbered = /^\d+$/;
  return same && numbered.test(entry.orderNumber ?? '') && numbered.test(orderNumber ?? '') ? 'perhaps' : same;
}

/**
 * The references of an entry in any spelling, and whether one is among them: undefined when it has none. The same payer
 * may owe for two apartments: another reference means other money.
 */
type QuotedReferences = { readonly references: readonly string[]; has(reference: string | null): boolean | undefined };

function quotedReferencesOf(entry: Pick<StatementEntry, 'references' | 'text'>): QuotedReferences {
  const { structured, inText } = extractReferences(entry);
  const quoted = new Set([...entry.references.map(canonicalReference), ...structured, ...inText]);
  const otherReference =
    structured.length > 0 || inText.some((text) => text.length >= minReferenceLength) ? false : undefined;
  return {
    references: [...quoted],
    has: (reference) => (reference !== null && quoted.has(canonicalReference(reference)) ? true : otherReference),
  };
}
