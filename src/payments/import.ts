// Importing a bank statement: read outside the transaction, written in one, all or nothing. Every booking counts once however many files have it; credits
// become payments and are reconciled; what no program may decide waits for a person with its reason.
import { preferIndexes } from '../billing/queries.ts';
import type { Day } from '../platform/dates.ts';
import { newId } from '../platform/ids.ts';
import { type Cents, sumCents } from '../platform/money.ts';
import { type Caller, type House, inTenant, type Scope } from '../platform/scope.ts';
import { type Share, writeOfNew } from './allocate.ts';
import { booksFor } from './book.ts';
import { type Memory, sortOut } from './known.ts';
import { type MatchedBy, newPayment, type PaymentFacts, type PaymentStatus, type WaitReason } from './payments.ts';
import { findPayments, insertPayments, lockMoney } from './queries.ts';
import { type Decision, type Money, reconcile } from './reconcile.ts';
import { type Reversal, reverseAll } from './returns.ts';
import { keyOf, makeCounter, pair } from './sameness.ts';
import { type Entry, type Findings, type Reading, referenceOf, type Statement } from './statement/entry.ts';
import { type Own, ownAccounts } from './statement/own.ts';
import * as queries from './statement/queries.ts';
import { readStatement } from './statement/read.ts';
import type { Source } from './statement/text.ts';

/** A statement file that was read whole, outside any transaction. */
export type ReadFile = {
  readonly sha256: Buffer;
  readonly source: Source;
  readonly reading: Reading;
  readonly findings: Findings;
  /** All entries, when they are few; a large file is read again, so that it is never held. */
  readonly entries: readonly Entry[] | undefined;
};

/** What became of a payment. `reason` says why it is matched, or why it waits. */
export type PaymentOutcome = {
  readonly paymentId: string;
  readonly status: PaymentStatus;
  readonly reason: MatchedBy | WaitReason;
  readonly invoiceIds: readonly string[];
};

export type Warning = { readonly code: string; readonly message: string };

/** What is told of a file whoever imports it. */
export type FileSummary = Pick<Findings, 'format' | 'entries' | 'credits' | 'debits'> & {
  readonly statements: readonly Statement[];
  /** Entries, those of batches split, without those that are no money yet. */
  readonly lines: number;
  readonly warnings: readonly Warning[];
};

export type StatementImport = FileSummary & {
  readonly id: string;
  /** Whether this very file was imported before. */
  readonly known: boolean;
  readonly imported: number;
  readonly duplicates: number;
  readonly matched: number;
  readonly partiallyMatched: number;
  readonly unmatched: number;
  readonly payments: readonly PaymentOutcome[];
};

const fewEntries = 5000;
const batchSize = 1000;
const mostOutcomes = 10_000;

/** Reads a file for an organization. Throws Invalid with everything in it that is not understood. */
export async function readFile(house: House, caller: Caller, sha256: string, source: Source): Promise<ReadFile> {
  const { currencies, timeZones } = await inTenant(house, caller, queries.findAccounts, 'read only');
  const reading = { timeZone: timeZones[0] ?? 'Europe/Tallinn', currency: currencies[0] ?? 'EUR' };
  let entries: Entry[] | undefined = [];
  const findings = await readStatement(source, reading, async (more) => {
    if (entries !== undefined && entries.length + more.length <= fewEntries) entries.push(...more);
    else entries = undefined;
  });
  return { sha256: Buffer.from(sha256, 'hex'), source, reading, findings, entries };
}

/**
 * Imports a file that was read: books what is new and reconciles it. The same file again changes nothing; overlapping files add what they have more. With
 * `dryRun` everything is decided and nothing kept. Others who move this organization's money wait meanwhile.
 */
export async function importStatement(scope: Scope, file: ReadFile, dryRun: boolean): Promise<StatementImport> {
  await lockMoney(scope);
  const known = await queries.findImport(scope, file.sha256);
  if (known !== undefined) return again(known);
  await queries.rehearse(scope);
  const answer = await book(scope, file);
  if (dryRun) await queries.endRehearsal(scope);
  return answer;
}

function again({ id, summary }: queries.ImportRow): StatementImport {
  const told = summary as FileSummary;
  const nothing = { imported: 0, matched: 0, partiallyMatched: 0, unmatched: 0, payments: [] };
  return { ...told, id, known: true, duplicates: told.lines, ...nothing };
}

/** The import under way: what is known beforehand, and what came of it so far. */
type Work = {
  readonly kind: string;
  readonly statements: readonly Statement[];
  readonly own: Own;
  readonly memory: Memory;
  readonly reversals: Reversal[];
  readonly outcomes: PaymentOutcome[];
  /** The writes of the batch before, which may be under way. */
  writing: Promise<unknown>;
  readonly totals: { lines: number; imported: number; matched: number; partiallyMatched: number; unmatched: number };
};

async function book(scope: Scope, file: ReadFile): Promise<StatementImport> {
  const { findings } = file;
  const kind = findings.format.slice(0, 'camt.053'.length);
  const { ibans } = await queries.findAccounts(scope);
  await preferIndexes(scope);
  const importId = newId();
  const own = ownAccounts(ibans);
  const work: Work = {
    kind,
    statements: findings.statements,
    own,
    memory: {
      importId,
      named: new Set((await queries.findNamed(scope, importId)).map(own.accountFor)),
      earlier: await queries.hasImports(scope),
      count: makeCounter(),
      met: new Set(),
    },
    reversals: [],
    outcomes: [],
    writing: Promise.resolve(),
    totals: { lines: 0, imported: 0, matched: 0, partiallyMatched: 0, unmatched: 0 },
  };
  const summary = { ...summaryOf(findings, work.own), lines: 0 };
  await queries.insertImport(scope, importId, file.sha256, findings.format, summary);
  try {
    let batches = 0;
    await eachBatch(file, async (entries) => {
      batches += 1;
      // At the first batch, and each time the tables may have doubled.
      if (Number.isInteger(Math.log2(batches))) await queries.forgetPlans(scope);
      await bookBatch(scope, work, entries);
    });
  } finally {
    await work.writing; // When it failed, everything after it did, and this is the error to tell.
  }
  const unclear = await reverseAll(scope, work.reversals);
  const { lines, ...totals } = work.totals;
  const told = { ...summary, lines, warnings: [...summary.warnings, ...unclear, ...cut(work)] };
  await queries.updateImport(scope, importId, told);
  return {
    ...told,
    id: importId,
    known: false,
    ...totals,
    duplicates: lines - totals.imported,
    payments: work.outcomes,
  };
}

/** The file's entries in batches of the right size for one statement each. */
async function eachBatch(file: ReadFile, take: (entries: readonly Entry[]) => Promise<void>): Promise<void> {
  let waiting: Entry[] = [];
  let taking = Promise.resolve();
  const flush = async (least: number) => {
    while (waiting.length >= least && waiting.length > 0) {
      await taking;
      taking = take(waiting.splice(0, batchSize)); // The file is read on meanwhile.
      taking.catch(() => {}); // Told by the next wait.
    }
  };
  if (file.entries !== undefined) waiting = [...file.entries];
  else {
    await readStatement(file.source, file.reading, async (entries) => {
      for (const one of entries) waiting.push(one);
      await flush(batchSize);
    });
  }
  await flush(1);
  await taking;
}

async function bookBatch(scope: Scope, work: Work, entries: readonly Entry[]): Promise<void> {
  const all = entries.map((entry): queries.Unwritten => {
    const own = { ...entry, account: work.own.accountFor(entry.account) };
    return { ...own, id: newId(), kind: work.kind, key: keyOf(own) };
  });
  work.totals.lines += all.length;
  const { fresh, doubtful, takenBack } = await sortOut(scope, work.memory, all);
  const written = await queries.insertEntries(scope, work.memory.importId, fresh);
  const added = fresh.filter((one) => written.has(one.id));
  work.totals.imported += added.length;
  for (const entry of added)
    if (!entry.credit && entry.reversal) work.reversals.push({ entry, held: isHeld(work, entry) });
  const credits = added.filter((one) => one.credit && one.amount > 0);
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
  const unseen = await queries.findUnseen(scope, [...new Set(credits.map((one) => one.amount))]);
  const pairs = pair(credits, unseen);
  const links = credits.flatMap((entry, place) => {
    const paired = pairs[place];
    return typeof paired === 'object' ? [{ paymentId: paired.paymentId, entry }] : [];
  });
  await link(scope, work, links);
  const money = credits.flatMap((entry, place) => {
    const paired = pairs[place];
    if (typeof paired === 'object') return [];
    const hold = paired === 'several' ? 'several_candidates' : holdOf(work, entry, held(entry));
    return [{ ...entry, hold }];
  });
  await decide(scope, work, money);
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
  for (const { id, allocations, ...payment } of payments)
    tell(work, { ...payment, paymentId: id, invoiceIds: allocations.map((one) => one.invoiceId) });
}

/** A credit to decide about. */
type Credit = Money & Omit<queries.KeyedEntry, 'hold'>;

async function decide(scope: Scope, work: Work, money: readonly Credit[]): Promise<void> {
  if (money.length === 0) return;
  const decisions = reconcile(money, await booksFor(scope, money));
  const payments = money.map((entry, place) => paymentOf(scope, entry, decisions[place]));
  await work.writing;
  // The next batch is prepared meanwhile. What it asks stands behind this on the connection, and sees it.
  work.writing = Promise.all([
    insertPayments(
      scope,
      payments.map((one) => one.payment),
    ),
    writeOfNew(
      scope,
      payments.flatMap((one) => one.shares),
    ),
  ]);
  work.writing.catch(() => {}); // Whoever waits for it next is told.
  for (const { payment, shares } of payments)
    tell(work, { ...payment, paymentId: payment.id, invoiceIds: shares.map((share) => share.invoiceId) });
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

function closes({ opening, closing, net }: Statement): boolean {
  return opening === null || closing === null || opening + net === closing;
}

function tell(work: Work, { paymentId, status, reason, invoiceIds }: PaymentOutcome): void {
  if (status === 'matched') work.totals.matched += 1;
  else if (status === 'partially_matched') work.totals.partiallyMatched += 1;
  else work.totals.unmatched += 1;
  if (work.outcomes.length < mostOutcomes) work.outcomes.push({ paymentId, status, reason, invoiceIds });
}

function summaryOf(findings: Findings, own: Own): Omit<FileSummary, 'lines'> {
  const { format, statements, entries, credits, debits, notBooked, undated } = findings;
  const warnings: Warning[] = [];
  const warn = (code: string, message: string) => void warnings.push({ code, message });
  for (const one of statements) {
    const account = own.accountFor(one.account);
    if (!closes(one)) warn('balance_does_not_close', `The balance of ${name(one)} does not close: ${gap(one)}.`);
    if (!own.has(account))
      warn(
        'foreign_account',
        `${one.account} is not the account of any building. Its entries are kept and not matched.`,
      );
    if (account === '') warn('account_not_named', 'The file does not name the account it is of.');
  }
  if (own.ibans.length === 0 && entries > 0)
    warn(
      'no_accounts',
      'No building names its account (billing.iban), so the file’s is taken for the organization’s own.',
    );
  if (notBooked > 0)
    warn('not_booked', `${notBooked} entries are not booked yet, or for information, and were left out.`);
  if (undated > 0)
    warn('no_booking_date', `${undated} entries have no booking date; their value date or the statement’s was taken.`);
  return { format, statements, entries, credits, debits, warnings: distinct(warnings) };
}

function distinct(warnings: readonly Warning[]): Warning[] {
  return [...new Map(warnings.map((one) => [one.code + one.message, one])).values()].slice(0, 100);
}

function name({ account, from, to }: { account: string; from: Day | null; to: Day | null }): string {
  return `${account || 'the account'}, ${from ?? '?'} to ${to ?? '?'}`;
}

function gap({ opening, closing, net }: Statement): string {
  const shown = (cents: Cents | null) => ((cents ?? 0) / 100).toFixed(2);
  return `${shown(opening)} and entries of ${shown(net)} are not ${shown(closing)}`;
}

function cut({ outcomes, totals }: Work): Warning[] {
  if (outcomes.length < mostOutcomes) return [];
  const all = totals.matched + totals.partiallyMatched + totals.unmatched;
  return [
    {
      code: 'payments_cut',
      message: `Of ${all} payments the first ${mostOutcomes} are listed. GET /payments has all.`,
    },
  ];
}
