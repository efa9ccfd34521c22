// Importing a bank statement: read and written in one transaction, all or nothing. Every booking counts once however many files have it; credits become
// payments and are reconciled; what no program may decide waits for a person with its reason.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { preferIndexes } from '../billing/queries.ts';
import { type Day, dayIn } from '../platform/dates.ts';
import { newId } from '../platform/ids.ts';
import type { Cents } from '../platform/money.ts';
import type { Scope } from '../platform/scope.ts';
import {
  beginWork,
  bookEntries,
  finish,
  mostOutcomes,
  type PaymentOutcome,
  retell,
  reversalsOf,
  subside,
  type Work,
} from './booking.ts';
import { lockMoney } from './queries.ts';
import { reverseAll } from './returns.ts';
import { makeCounter } from './sameness.ts';
import { closes, type Entry, type Findings, noFindings, type Statement } from './statement/entry.ts';
import { type Own, ownAccounts } from './statement/own.ts';
import * as queries from './statement/queries.ts';
import { readStatement } from './statement/read.ts';
import type { Source } from './statement/text.ts';

/** A statement file as it was sent. */
export type StatementFile = {
  /** Of its bytes, in hex. */
  readonly sha256: string;
  /** Its bytes, from the beginning each time: what encoding a file is in can take a look at all of it. */
  readonly source: Source;
  /** The currency of its amounts, for a file that does not name it. */
  readonly currency?: string | undefined;
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

/** A batch is decided in one turn of the event loop: so it has only so many entries, and so many characters of text. */
const batchSize = 400;
const maxBatchText = 40_000;

/**
 * Imports a file: books what is new and reconciles it. The same file again changes nothing; overlapping files add what they have more. With `dryRun`
 * everything is decided and nothing kept. Others who move this organization's money wait meanwhile. Throws Invalid with everything in the file that is not
 * understood; the caller's transaction takes back what was booked until then.
 */
export async function importStatement(scope: Scope, file: StatementFile, dryRun: boolean): Promise<StatementImport> {
  await lockMoney(scope);
  const hash = Buffer.from(file.sha256, 'hex');
  const known = await queries.findImport(scope, hash);
  if (known !== undefined) return again(known);
  await queries.rehearse(scope);
  const answer = await book(scope, hash, file);
  if (dryRun) await queries.endRehearsal(scope);
  return answer;
}

function again({ id, summary }: queries.ImportRow): StatementImport {
  const told = summary as FileSummary;
  const nothing = { imported: 0, matched: 0, partiallyMatched: 0, unmatched: 0, payments: [] };
  return { ...told, id, known: true, duplicates: told.lines, ...nothing };
}

async function book(scope: Scope, sha256: Buffer, { source, currency }: StatementFile): Promise<StatementImport> {
  const { ibans, currencyOf, timeZones } = await queries.findAccounts(scope);
  await preferIndexes(scope);
  const importId = newId();
  const own = ownAccounts(ibans);
  const findings = noFindings();
  const timeZone = timeZones[0] ?? 'Europe/Tallinn';
  const reading = { timeZone, currency: currency ?? '', accounts: currencyOf, profiles: [] };
  const work = beginWork(findings, own, dayIn(reading.timeZone, scope.now), {
    importId,
    named: new Set((await queries.findNamed(scope, importId)).map(own.accountFor)),
    earlier: await queries.hasImports(scope),
    count: makeCounter(),
    met: new Set(),
  });
  await queries.insertImport(scope, importId, sha256);
  try {
    let batches = 0;
    for await (const entries of inBatches(readStatement(source, reading, findings))) {
      batches += 1;
      // At the first batch, and each time the tables may have doubled.
      if (Number.isInteger(Math.log2(batches))) await queries.forgetPlans(scope);
      await bookEntries(scope, work, entries);
    }
    await finish(scope, work);
  } finally {
    await subside(work);
  }
  const reversals = reversalsOf(work);
  const unclear = await reverseAll(scope, reversals);
  if (reversals.length > 0) await retell(scope, work);
  const { lines, ...totals } = work.totals;
  const summary = summaryOf(findings, own);
  const told = { ...summary, lines, warnings: [...summary.warnings, ...unclear, ...cut(work)] };
  await queries.updateImport(scope, importId, findings.format, told);
  return {
    ...told,
    id: importId,
    known: false,
    ...totals,
    duplicates: lines - totals.imported,
    payments: work.outcomes,
  };
}

/** Entries in batches of the right size for one statement each. */
async function* inBatches(all: AsyncIterable<readonly Entry[]>): AsyncGenerator<readonly Entry[]> {
  let waiting: Entry[] = [];
  let text = 0;
  for await (const entries of all) {
    for (const entry of entries) {
      waiting.push(entry);
      text += entry.text.length;
      if (waiting.length < batchSize && text < maxBatchText) continue;
      yield waiting;
      waiting = [];
      text = 0;
    }
    await nextTurn(); // What is on its way to the database gets on before more is read.
  }
  if (waiting.length > 0) yield waiting;
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
