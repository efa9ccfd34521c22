// Booking: a file's entries made into payments, batch by batch, in one transaction. What a batch decides is written while the next is being decided.
import { newId } from '../platform/ids.ts';
import { type Cents, sumCents } from '../platform/money.ts';
import type { Scope } from '../platform/scope.ts';
import { type Share, writeOfNew } from './allocate.ts';
import { booksFor, type Named, namedBy } from './book.ts';
import { type Memory, sortOut } from './known.ts';
import { newPayment, type PaymentFacts, type WaitReason } from './payments.ts';
import { findPayments, insertPayments } from './queries.ts';
import { type Candidate, type Decision, type Money, reconcile } from './reconcile.ts';
import type { Reversal } from './returns.ts';
import { keyOf, pair } from './sameness.ts';
import { closes, type Entry, referenceOf, type Statement } from './statement/entry.ts';
import type { Own } from './statement/own.ts';
import * as queries from './statement/queries.ts';

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
  readonly kind: string;
  readonly statements: readonly Statement[];
  readonly own: Own;
  readonly memory: Memory;
  readonly reversals: Reversal[];
  readonly outcomes: PaymentOutcome[];
  /** What was decided last and is not written yet. */
  decided: readonly Share[];
  /** What was sent to the database and may be under way. */
  sent: Promise<unknown>;
  readonly totals: { lines: number; imported: number; matched: number; partiallyMatched: number; unmatched: number };
};

/** Outcomes that are kept to be told. */
export const mostOutcomes = 10_000;

/** Books entries that follow those of the batches before. What they decide is written with the next batch, or by finish. */
export async function bookEntries(scope: Scope, work: Work, entries: readonly Entry[]): Promise<void> {
  const all = entries.map((entry): queries.Unwritten => {
    const own = { ...entry, account: work.own.accountFor(entry.account) };
    return { ...own, id: newId(), kind: work.kind, key: keyOf(own) };
  });
  work.totals.lines += all.length;
  const { fresh, doubtful, takenBack } = await sortOut(scope, work.memory, all);
  send(work, queries.insertEntries(scope, work.memory.importId, fresh));
  work.totals.imported += fresh.length;
  for (const entry of fresh)
    if (!entry.credit && entry.reversal) work.reversals.push({ entry, held: isHeld(work, entry) });
  const credits = fresh.filter((one) => one.credit && one.amount > 0);
  const held = ({ id }: queries.KeyedEntry) =>
    takenBack.has(id) ? 'returned' : doubtful.has(id) ? 'possible_duplicate' : null;
  await settle(scope, work, credits, held);
}

/** Takes in credits: those that show payments known already are linked to them, the others become payments and are reconciled. */
async function settle(
  scope: Scope,
  work: Work,
  credits: readonly queries.KeyedEntry[],
  held: (entry: queries.KeyedEntry) => WaitReason | null,
): Promise<void> {
  if (credits.length === 0) return;
  const all = credits.map((entry) => ({ ...entry, hold: holdOf(work, entry, held(entry)) }));
  const [unseen, named] = await Promise.all([
    queries.findUnseen(scope, [...new Set(all.map((one) => one.amount))]),
    namedBy(scope, all),
  ]);
  const pairs = pair(credits, unseen);
  const links = credits.flatMap((entry, place) => {
    const paired = pairs[place];
    return typeof paired === 'object' ? [{ paymentId: paired.paymentId, entry }] : [];
  });
  await link(scope, work, links);
  const money = all.flatMap((entry, place): Credit[] => {
    const paired = pairs[place];
    if (typeof paired === 'object') return [];
    return [paired === 'several' ? { ...entry, hold: 'several_candidates' } : entry];
  });
  await decide(scope, work, money, named);
}

/** The same money is not recorded again: the entry becomes the evidence of the payment that it shows. */
async function link(
  scope: Scope,
  work: Work,
  links: readonly { readonly paymentId: string; readonly entry: queries.KeyedEntry }[],
): Promise<void> {
  if (links.length === 0) return;
  await queries.linkEntries(scope, links);
  const payments = await findPayments(
    scope,
    links.map((one) => one.paymentId),
  );
  for (const payment of payments)
    tell(
      work,
      payment,
      payment.allocations.map((one) => one.invoiceId),
    );
}

/** A credit to decide about. */
type Credit = Money & Omit<queries.KeyedEntry, 'hold'>;

async function decide(scope: Scope, work: Work, money: readonly Credit[], named: Named): Promise<void> {
  if (money.length === 0) return;
  // Asked for before what was decided last is sent: the database writes that while the service decides.
  const before = work.decided;
  const { invoices, ...known } = await booksFor(scope, named, () => send(work, writeOfNew(scope, before)));
  const decisions = reconcile(money, { ...known, invoices: without(before, invoices) });
  const payments = money.map((entry, place) => paymentOf(scope, entry, decisions[place]));
  work.decided = payments.flatMap((one) => one.shares);
  send(
    work,
    insertPayments(
      scope,
      payments.map((one) => one.payment),
    ),
  );
  for (const { payment, shares } of payments)
    tell(
      work,
      payment,
      shares.map((share) => share.invoiceId),
    );
}

/** Balances as they are once shares are written that these do not have yet. */
function without(shares: readonly Share[], invoices: readonly Candidate[]): readonly Candidate[] {
  const taken = new Map<string, Cents>();
  for (const { invoiceId, amount } of shares) taken.set(invoiceId, (taken.get(invoiceId) ?? 0) + amount);
  return invoices.map((one) => ({ ...one, balance: one.balance - (taken.get(one.id) ?? 0) }));
}

/** Writes what was decided last, and waits for all that was sent. */
export async function finish(scope: Scope, work: Work): Promise<void> {
  send(work, writeOfNew(scope, work.decided));
  await work.sent;
}

/** Nobody waits for this: what is asked next stands behind it on the connection, and sees it. When it fails, so does that; this is the error to tell. */
function send(work: Work, statement: Promise<unknown>): void {
  work.sent = Promise.all([work.sent, statement]).then(() => {});
  work.sent.catch(() => {});
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
  return entry.reversal ? 'reversal' : entry.hold;
}

/** A reversal counts by itself only in a statement that closes: some banks write the sign the other way round. */
function isHeld({ statements }: Work, entry: Entry): boolean {
  const statement = statements[entry.statement];
  return statement === undefined || !closes(statement);
}

function tell(work: Work, payment: PaymentFacts, invoiceIds: readonly string[]): void {
  const { id: paymentId, status, reason, amount, currency, paidOn, payerName } = payment;
  if (status === 'matched') work.totals.matched += 1;
  else if (status === 'partially_matched') work.totals.partiallyMatched += 1;
  else work.totals.unmatched += 1;
  if (work.outcomes.length < mostOutcomes)
    work.outcomes.push({ paymentId, status, reason, amount, currency, paidOn, payerName, invoiceIds });
}
