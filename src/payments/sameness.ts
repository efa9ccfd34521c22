// Sameness: when two lines are one booking, and when a line shows a payment that is known already. Equal lines of one file are counted, not only compared:
// two equal bookings on a day are two payments, the same file twice is none. Pure.
import { hash } from 'node:crypto';
import { type Day, daysBetween } from '../platform/dates.ts';
import { normalForm } from '../platform/text.ts';
import { canonical, cluesOf, shortestInText } from './clues.ts';
import type { PaymentFacts, WaitReason } from './payments.ts';
import type { Entry } from './statement/entry.ts';

/** What makes a line the same in another file: the bank's own id, or else all that the line says. The day counts only without an id: banks move it. In hex. */
export function keyOf(entry: Entry): string {
  const { account, currency, credit, amount } = entry;
  const parts =
    entry.bankId !== null
      ? ['id', account, currency, credit, amount, entry.bankId]
      : [
          'line',
          account,
          currency,
          credit,
          amount,
          entry.bookedOn,
          entry.endToEndId,
          entry.references.map(canonical),
          plain(entry.text),
          entry.payerIban,
          plain(entry.payerName ?? ''),
        ];
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32);
}

/** Counts how often a key has come in one file: 1 for the first. */
export function makeCounter(): (key: string) => number {
  const seen = new Map<string, number>();
  return (key) => {
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return occurrence;
  };
}

/** What is needed of a payment that no statement has shown to know it again in one. */
export type Unseen = Pick<
  PaymentFacts,
  'id' | 'source' | 'amount' | 'currency' | 'paidOn' | 'account' | 'payerIban' | 'reference' | 'orderNumber'
>;
/** An entry, and why no program may decide about it. */
type Held = Omit<Entry, 'hold'> & { readonly hold: WaitReason | null };
/** An entry shows a known payment, could show several, or (undefined) none. */
export type Pairing = { readonly paymentId: string } | 'several' | undefined;

/**
 * Pairs entries with payments that no statement has shown: by banklink from a day before to five days after, with the order's number, the reference or the
 * payer's IBAN; noted by hand within ten days, with the reference. What no program may decide about shows none; a line that another file may have had, only by
 * the order's number: that file may have shown its payment before. Of several alike the order's number decides, then age if they quote the same reference.
 */
export function pair(entries: readonly Held[], unseen: readonly Unseen[]): Pairing[] {
  const left = Map.groupBy(unseen, (payment) => payment.amount);
  return entries.map((entry) => {
    const open = left.get(entry.amount) ?? [];
    const quoted = open.length > 0 ? quotedIn(entry) : undefined;
    const alike = quoted === undefined ? [] : open.filter((payment) => shows(entry, quoted, payment));
    const [first] = alike;
    if (first === undefined) return undefined;
    const byNumber = alike.find((one) => one.orderNumber !== null && one.orderNumber === entry.orderNumber);
    const oneReference = new Set(alike.map((one) => canonical(one.reference ?? one.id))).size === 1;
    const chosen = byNumber ?? (oneReference ? first : undefined);
    if (chosen === undefined) return 'several';
    open.splice(open.indexOf(chosen), 1);
    return { paymentId: chosen.id };
  });
}

function shows(entry: Held, quoted: Quoted, payment: Unseen): boolean {
  const sameOrder = payment.orderNumber !== null && payment.orderNumber === entry.orderNumber;
  const open = entry.hold === null || (entry.hold === 'possible_duplicate' && sameOrder);
  if (!entry.credit || entry.reversal || !open) return false;
  if (payment.currency !== entry.currency) return false;
  if (payment.account !== null && entry.account !== '' && payment.account !== entry.account) return false;
  const later = daysBetween(payment.paidOn, entry.bookedOn);
  const quotes = quoted.has(payment.reference);
  if (payment.source === 'manual') return quotes === true && Math.abs(later) <= 10;
  if (later < -1 || later > 5) return false;
  const samePayer = payment.payerIban !== null && payment.payerIban === entry.payerIban;
  return sameOrder || (quotes ?? samePayer);
}

/** What a bank told of a banklink payment, and when that was begun. */
export type Told = Partial<Pick<PaymentFacts, 'account' | 'orderNumber' | 'reference' | 'payerIban'>> & {
  readonly begun?: { readonly at: Date; readonly on: Day };
};

/**
 * Whether a payment that a statement brought is the one that a bank tells of, when amount and days are right. Nothing that was booked or imported before the
 * payment was begun is; another reference is other money; another number of the order leaves it open.
 */
export function isSameMoney(
  line: Pick<
    PaymentFacts,
    'account' | 'orderNumber' | 'reference' | 'description' | 'payerIban' | 'paidOn' | 'createdAt'
  >,
  told: Told,
): boolean | 'perhaps' {
  const { account, orderNumber, reference = null, payerIban, begun } = told;
  if (line.account && account && line.account !== account) return false;
  if (begun !== undefined && (line.createdAt < begun.at || line.paidOn < begun.on)) return false;
  if (orderNumber && line.orderNumber === orderNumber) return true;
  const references = line.reference?.split(', ') ?? [];
  const samePayer = Boolean(payerIban) && line.payerIban === payerIban;
  const same = quotedIn({ references, text: line.description ?? '' }).has(reference) ?? samePayer;
  const numbered = /^\d+$/;
  return same && numbered.test(line.orderNumber ?? '') && numbered.test(orderNumber ?? '') ? 'perhaps' : same;
}

/** Whether a line quotes a reference, however written; undefined when it quotes none. The same payer may owe for two apartments: another one is other money. */
type Quoted = { has(reference: string | null): boolean | undefined };

function quotedIn(line: Pick<Entry, 'references' | 'text'>): Quoted {
  const { structured, inText } = cluesOf(line);
  const quoted = new Set([...line.references.map(canonical), ...structured, ...inText]);
  const other = structured.length > 0 || inText.some((one) => one.length >= shortestInText) ? false : undefined;
  return { has: (reference) => (reference !== null && quoted.has(canonical(reference)) ? true : other) };
}

/** What makes two texts the same: neither case, nor blanks, nor how letters are encoded. */
export function plain(text: string): string {
  return normalForm(text, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}
