// Booking: a file's entries made into payments, batch by batch, in one transaction. The database writes one batch and is asked about others while the service
// decides about the next.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Day } from '../platform/dates.ts';
import { newId } from '../platform/ids.ts';
import { type Cents, sumCents } from '../platform/money.ts';
import type { Scope } from '../platform/scope.ts';
import { type Share, writeOfNew } from './allocate.ts';
import { booksFor, namedBy, type ReadBook } from './book.ts';
import { type Memory, sortOut } from './known.ts';
import { newPayment, type PaymentFacts, type WaitReason } from './payments.ts';
import { findPayments, insertPayments } from './queries.ts';
import { type Candidate, type Decision, type Money, reconcile } from './reconcile.ts';
import type { Reversal } from './returns.ts';
import { keyOf, pair, type Unseen } from './sameness.ts';
import { closes, type Entry, type Findings, kindOf, referenceOf } from './statement/entry.ts';
import type { Own } from './statement/own.ts';
import * as queries from './statement/queries.ts';
import { undoingDebits } from './undone-debits.ts';
import { findUndoable } from './undone-debits-queries.ts';

/** What became of a payment. `reason` says why it is matched, or why it waits. */
export type PaymentOutcome = Pick<
  PaymentFacts,
  'status' | 'reason' | 'amount' | 'currency' | 'paidOn' | 'payerName'
> & {
  readonly paymentId: string;
  readonly invoiceIds: readonly string[];
};

/** The import under way: what is known beforehand, and what came of it so far. */
export type Work = {
  /** What the file says of itself, as far as it was read. */
  readonly findings: Findings;
  readonly own: Own;
  /** Where the organization is. What is booked on a later day waits. */
  readonly today: Day;
  readonly memory: Memory;
  readonly returns: queries.KeyedEntry[];
  readonly outcomes: PaymentOutcome[];
  /** Batches that are asked about, the oldest first. */
  readonly asked: Promise<Asked | undefined>[];
  /** For each batch whose invoices were read: what was decided since. */
  readonly undecided: Set<Share[]>;
  /** Payments that were linked to an entry of this file. */
  readonly linked: Set<string>;
  /** The last batch whose known lines are being left out: one after the other, as each is told by what those before it met. */
  sorting: Promise<unknown>;
  /** The last turn to send. */
  turn: Promise<unknown>;
  /** What was sent to the database and may be under way. */
  sent: Promise<unknown>;
  readonly totals: { lines: number; imported: number; matched: number; partiallyMatched: number; unmatched: number };
};

/** An import of which nothing is booked yet. */
export function beginWork(findings: Findings, own: Own, today: Day, memory: Memory): Work {
  const done = Promise.resolve();
  const totals = { lines: 0, imported: 0, matched: 0, partiallyMatched: 0, unmatched: 0 };
  const waiting = { asked: [], undecided: new Set<Share[]>(), sorting: done, turn: done, sent: done };
  return { findings, own, today, memory, returns: [], outcomes: [], linked: new Set(), ...waiting, totals };
}

/** Outcomes that are kept to be told. */
export const mostOutcomes = 10_000;

/** Entries on their way: what is known of them and could be meant by them was asked for, and is decided about when those before them are. */
type Asked = {
  /** Credits, each with why no program may decide about it. */
  readonly money: readonly Credit[];
  readonly unseen: readonly Unseen[];
  readonly book: ReadBook;
  /** What was decided after their invoices were read. */
  readonly since: Share[];
};

/** A credit to decide about. */
type Credit = Money & Omit<queries.KeyedEntry, 'hold'>;

/** So many batches are asked about ahead of the one that is decided, so that the database always has something to do. */
const ahead = 2;

/** Books entries that follow those of the batches before: they are asked about, and the oldest that wait are decided and written. */
export async function bookEntries(scope: Scope, work: Work, entries: readonly Entry[]): Promise<void> {
  const asked = ask(scope, work, entries);
  work.asked.push(asked);
  send(work, asked);
  if (work.asked.length > ahead) await decideOldest(scope, work);
}

/** Decides and writes what still waits, and waits for the database. */
export async function finish(scope: Scope, work: Work): Promise<void> {
  while (work.asked.length > 0) await decideOldest(scope, work);
  if (work.linked.size > 0) await queries.learnPayers(scope, [...work.linked]);
  await work.sent;
}

/** The debits that take money back. One counts by itself only from its day on, and in a statement that closes: some banks write the sign the other way round. */
export function reversalsOf({ returns, findings, today }: Work): Reversal[] {
  return returns.map((entry) => {
    const statement = findings.statements[entry.statement];
    return { entry, held: statement === undefined || !closes(statement) || entry.bookedOn > today };
  });
}

/** Waits until nothing is under way any more. Throws what failed first, which is why all after it did. */
export async function subside(work: Work): Promise<void> {
  await Promise.allSettled(work.asked);
  await work.sent;
}

/** Writes entries that are new, and asks for all that is needed to decide about the credits among them; undefined: there are none. */
async function ask(scope: Scope, work: Work, entries: readonly Entry[]): Promise<Asked | undefined> {
  const kind = kindOf(work.findings.format);
  const all = entries.map((entry): queries.Unwritten => {
    const own = { ...entry, account: work.own.accountFor(entry.account) };
    return { ...own, id: newId(), kind, key: keyOf(own) };
  });
  work.totals.lines += all.length;
  const sorting = work.sorting.then(() => sortOut(scope, work.memory, all));
  work.sorting = sorting;
  const { fresh, doubtful, takenBack } = await sorting;
  work.totals.imported += fresh.length;
  work.returns.push(...fresh.filter((one) => !one.credit && one.reversal));
  const held = ({ id }: queries.KeyedEntry) =>
    takenBack.has(id) ? 'returned' : doubtful.has(id) ? 'possible_duplicate' : null;
  send(work, queries.insertEntries(scope, work.memory.importId, fresh));
  const undoing = await undoingKnownDebits(scope, fresh);
  const credits = fresh.filter((one) => one.credit && one.amount > 0 && !undoing.has(one.id));
  const money = credits.map((entry): Credit => ({ ...entry, hold: holdOf(work, entry, held(entry)) }));
  if (money.length === 0) return undefined;
  const [unseen, named] = await Promise.all([
    queries.findUnseen(scope, [...new Set(credits.map((one) => one.amount))]),
    namedBy(scope, money, work.memory.importId),
  ]);
  const since: Share[] = [];
  const { answer } = await inTurn(work, () => {
    work.undecided.add(since);
    return booksFor(scope, named);
  });
  return { money, unseen, book: await answer, since };
}

/** The reversal credits that take back a debit which is known: no money of their own. Their entries are written before, with the debits of the same file. */
async function undoingKnownDebits(scope: Scope, entries: readonly queries.KeyedEntry[]): Promise<Set<string>> {
  const reversals = entries.filter((one) => one.credit && one.reversal);
  return reversals.length === 0 ? new Set() : undoingDebits(reversals, await findUndoable(scope, reversals));
}

/** Credits that show payments known already are linked to them; the others become payments and are reconciled. */
async function decideOldest(scope: Scope, work: Work): Promise<void> {
  const oldest = await work.asked[0];
  work.asked.shift();
  if (oldest === undefined) return;
  const { money: all, unseen, book, since } = oldest;
  work.undecided.delete(since);
  const pairs = pair(
    all,
    unseen.filter((one) => !work.linked.has(one.id)),
  );
  const links: Link[] = [];
  const money = all.flatMap((entry, place): Credit[] => {
    const paired = pairs[place];
    if (typeof paired !== 'object') return [paired === 'several' ? { ...entry, hold: 'several_candidates' } : entry];
    links.push({ paymentId: paired.paymentId, entry });
    return [];
  });
  await link(scope, work, links);
  const noted = book.noted.filter((one) => !work.linked.has(one.id));
  const decisions = reconcile(money, { ...book, noted, invoices: without(since, book.invoices) });
  const payments = money.map((entry, place) => paymentOf(scope, entry, decisions[place]));
  const shares = payments.flatMap((one) => one.shares);
  await nextTurn(); // To decide took a while: what is on its way to the database gets on.
  const facts = payments.map((one) => one.payment);
  await inTurn(work, () => insertPayments(scope, facts));
  await inTurn(work, () => {
    for (const later of work.undecided) later.push(...shares);
    return writeOfNew(scope, shares);
  });
  for (const { payment, shares } of payments)
    tell(
      work,
      payment,
      shares.map((share) => share.invoiceId),
    );
}

type Link = { readonly paymentId: string; readonly entry: Credit };

/** The same money is not recorded again: the entry becomes the evidence of the payment that it shows. */
async function link(scope: Scope, work: Work, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return;
  const ids = links.map((one) => one.paymentId);
  for (const id of ids) work.linked.add(id);
  await queries.linkEntries(scope, links);
  for (const payment of await findPayments(scope, ids))
    tell(
      work,
      payment,
      payment.allocations.map((one) => one.invoiceId),
    );
}

/** Balances as they are once shares are written that these do not have yet. */
function without(shares: readonly Share[], invoices: readonly Candidate[]): readonly Candidate[] {
  const taken = new Map<string, Cents>();
  for (const { invoiceId, amount } of shares) taken.set(invoiceId, (taken.get(invoiceId) ?? 0) + amount);
  return invoices.map((one) => ({ ...one, balance: one.balance - (taken.get(one.id) ?? 0) }));
}

/** Nobody waits for this: what is asked next stands behind it on the connection, and sees it. When it fails, so does that; this is the error to tell. */
function send(work: Work, statement: Promise<unknown>): void {
  work.sent = Promise.all([work.sent, statement]).then(() => {});
  work.sent.catch(() => {});
}

/**
 * Begins statements when all that was begun so before is on its way to the database, which answers in that order: what reads invoices sees either all that was
 * decided of a batch or nothing.
 */
function inTurn<T>(work: Work, begin: () => Promise<T>): Promise<{ readonly answer: Promise<T> }> {
  const turn = work.turn.then(async () => {
    const answer = begin();
    send(work, answer);
    await nextTurn(); // By then the driver has sent it.
    return { answer };
  });
  work.turn = turn;
  return turn;
}

function paymentOf(
  scope: Scope,
  entry: Credit,
  decision: Decision | undefined,
): { payment: PaymentFacts; shares: Share[] } {
  const { amount, currency, account, payerName, payerIban, orderNumber } = entry;
  const payment = newPayment(scope.now, {
    source: 'statement',
    amount,
    currency,
    paidOn: entry.bookedOn,
    account: account || null,
    payerName,
    payerIban,
    reference: referenceOf(entry),
    description: entry.text || null,
    orderNumber,
    bankEntryId: entry.id,
    apartmentId: decision?.apartmentId ?? null,
    reason: decision?.reason ?? 'nothing_found',
    evidence: decision?.evidence ?? null,
  });
  if (decision?.kind !== 'pay') return { payment, shares: [] };
  const { reason, evidence } = decision;
  const shares = decision.parts.map((part): Share => ({ payment, ...part, matchedBy: reason, evidence }));
  const allocated = sumCents(shares.map((share) => share.amount));
  const status = allocated === amount ? 'matched' : allocated > 0 ? 'partially_matched' : 'unmatched';
  return { payment: { ...payment, allocated, status }, shares };
}

function holdOf(work: Work, entry: queries.KeyedEntry, held: WaitReason | null): WaitReason | null {
  if (!work.own.has(entry.account)) return 'foreign_account';
  if (held !== null) return held;
  if (entry.bookedOn > work.today) return 'booked_after_today';
  return entry.reversal ? 'reversal' : entry.hold;
}

/** Tells anew what became of the file's payments: money that was taken back in it pays nothing, and other credit may pay in its place. */
export async function retell(scope: Scope, work: Work): Promise<void> {
  const told = work.outcomes.splice(0);
  const ids = told.map((one) => one.paymentId);
  const payments = new Map((await findPayments(scope, ids)).map((one) => [one.id, one]));
  for (const { paymentId, status } of told) {
    const payment = payments.get(paymentId);
    count(work, status, -1);
    if (payment === undefined) continue;
    const invoiceIds = payment.allocations.map((one) => one.invoiceId);
    tell(work, payment, invoiceIds);
  }
}

function tell(work: Work, payment: PaymentFacts, invoiceIds: readonly string[]): void {
  const { id: paymentId, status, reason, amount, currency, paidOn, payerName } = payment;
  count(work, status, 1);
  if (work.outcomes.length < mostOutcomes)
    work.outcomes.push({ paymentId, status, reason, amount, currency, paidOn, payerName, invoiceIds });
}

function count({ totals }: Work, status: PaymentFacts['status'], by: 1 | -1): void {
  if (status === 'matched') totals.matched += by;
  if (status === 'partially_matched') totals.partiallyMatched += by;
  if (status === 'unmatched') totals.unmatched += by;
}
