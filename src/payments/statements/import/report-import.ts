// The report of an import: the file, the results of its payments, and warnings.

import type { Scope } from '../../../platform/db/scope.ts';
import type { Day } from '../../../platform/values/dates.ts';
import { type Cents, formatAmount } from '../../../platform/values/money.ts';
import { countNewBalances } from '../balance-queries.ts';
import type { OwnAccounts } from '../own-accounts.ts';
import { isBalanced, type StatementFindings, type StatementSummary } from '../parse/statement-entry.ts';
import { type ImportRow, updateImport } from '../statement-queries.ts';
import { type ComparedStatement, compareOpenings, type ExpectedOpening } from './compare-openings.ts';
import type { ImportRun } from './import-run.ts';
import {
  countOutcomes,
  findOutcomes,
  findOutgoing,
  type OutgoingEntry,
  type PaymentOutcome,
} from './staging-queries.ts';

/** The result of a completed import, for a person. */
export const importWarningCodes = [
  'balance_does_not_close',
  'opening_balance_differs',
  'foreign_account',
  'account_not_named',
  'no_accounts',
  'not_booked',
  'no_booking_date',
  'payments_cut',
  'return_unclear',
  'returned_after_refund',
] as const;
export type ImportWarning = { readonly code: (typeof importWarningCodes)[number]; readonly message: string };

/** The returns of a file that wait for a person, with warnings about the first of them. */
export type UnclearReturns = { readonly waiting: number; readonly warnings: readonly ImportWarning[] };

/** The report about a file. */
type FileSummary = Pick<StatementFindings, 'format' | 'entries' | 'credits' | 'debits'> & {
  readonly statements: readonly ComparedStatement[];
  /** Entries, with batches split, without information that is not money yet. */
  readonly lines: number;
  readonly warnings: readonly ImportWarning[];
};

export type StatementImport = FileSummary & {
  readonly id: string;
  /** Whether this exact file was imported before. */
  readonly isRepeat: boolean;
  /** Debits, with batches split. */
  readonly debitEntries: number;
  readonly imported: number;
  readonly duplicates: number;
  /** Statements with balances that were not known before. */
  readonly newBalances: number;
  readonly matched: number;
  readonly partiallyMatched: number;
  readonly unmatched: number;
  /** Payments of which a part is a prepayment of an apartment. */
  readonly prepaid: number;
  /** Payments and returns that wait for a person. */
  readonly waiting: number;
  /** The returns among them. */
  readonly waitingReturns: number;
  readonly payments: readonly PaymentOutcome[];
  readonly outgoing: readonly OutgoingEntry[];
};

const maxOutcomes = 10_000;
const maxWarnings = 100;

/**
 * Stores the report of the file with the import, and returns it with the results; `unclear`: the returns that wait.
 */
export async function reportImport(
  scope: Scope,
  { importId, findings, own, entries: lines }: ImportRun,
  unclear: UnclearReturns,
): Promise<StatementImport> {
  const counts = await countOutcomes(scope);
  const payments = await findOutcomes(scope, maxOutcomes);
  const outgoing = await findOutgoing(scope, maxOutcomes);
  const all = counts.matched + counts.partiallyMatched + counts.unmatched;
  const statements = await compareOpenings(scope, findings, own);
  const newBalances = await countNewBalances(scope, statements);
  const warnings = [
    ...warningsOf({ ...findings, statements }, own),
    ...unclear.warnings,
    ...warnAboutLimit(payments.length, all),
  ];
  const { format, entries, credits, debits } = findings;
  const summary = { format, statements, entries, credits, debits, lines, warnings };
  await updateImport(scope, importId, format, summary);
  const { imported } = counts;
  const results = {
    ...counts,
    waiting: counts.waiting + unclear.waiting,
    waitingReturns: unclear.waiting,
    duplicates: lines - imported,
    newBalances,
    payments,
    outgoing,
  };
  return { ...summary, id: importId, isRepeat: false, ...results };
}

/** The report of a file that was imported before: nothing changes. */
export function reportKnownFile({ id, summary }: ImportRow): StatementImport {
  const stored = summary as FileSummary;
  const counts = {
    debitEntries: 0,
    imported: 0,
    newBalances: 0,
    matched: 0,
    partiallyMatched: 0,
    unmatched: 0,
    prepaid: 0,
    waiting: 0,
    waitingReturns: 0,
  };
  return { ...stored, id, isRepeat: true, duplicates: stored.lines, ...counts, payments: [], outgoing: [] };
}

function warningsOf(
  {
    statements,
    entries,
    notBooked,
    undated,
  }: Pick<StatementFindings, 'entries' | 'notBooked' | 'undated'> & Pick<FileSummary, 'statements'>,
  own: OwnAccounts,
): ImportWarning[] {
  const warnings: ImportWarning[] = [];
  const warn = (code: ImportWarning['code'], message: string) => void warnings.push({ code, message });
  for (const statement of statements) {
    const account = own.accountFor(statement.account);
    if (!isBalanced(statement))
      warn('balance_does_not_close', `The balance of ${nameOf(statement)} does not close: ${describeGap(statement)}.`);
    if (statement.expected !== null)
      warn('opening_balance_differs', `${nameOf(statement)}: ${describeDifference(statement, statement.expected)}`);
    if (!own.has(account))
      warn(
        'foreign_account',
        `${statement.account} is not the account of any building. Its entries are kept and not matched.`,
      );
    if (account === '') warn('account_not_named', 'The file does not name its account.');
  }
  if (own.ibans.length === 0 && entries > 0)
    warn(
      'no_accounts',
      'No building names its account (billing.iban), so the account in the file is assumed to be the organization’s own.',
    );
  if (notBooked > 0)
    warn('not_booked', `${notBooked} entries are not booked yet, or for information, and were left out.`);
  if (undated > 0)
    warn('no_booking_date', `${undated} entries have no booking date; the value date or the statement date was used.`);
  return distinct(warnings);
}

function distinct(warnings: readonly ImportWarning[]): ImportWarning[] {
  const byText = new Map(warnings.map((warning) => [warning.code + warning.message, warning]));
  return [...byText.values()].slice(0, maxWarnings);
}

function nameOf({ account, from, to }: { account: string; from: Day | null; to: Day | null }): string {
  return `${account || 'the account'}, ${from ?? '?'} to ${to ?? '?'}`;
}

function describeGap({ opening, closing, net }: StatementSummary): string {
  const shown = (cents: Cents | null) => formatAmount(cents ?? 0);
  return `${shown(opening)} and entries of ${shown(net)} are not ${shown(closing)}`;
}

function describeDifference({ opening }: StatementSummary, { day, balance }: ExpectedOpening): string {
  const difference = formatAmount((opening ?? 0) - balance);
  return `It opens at ${formatAmount(opening ?? 0)}, but the statement up to ${day} leads to ${formatAmount(balance)}. The difference is ${difference}: is a statement missing?`;
}

function warnAboutLimit(listed: number, all: number): ImportWarning[] {
  if (listed >= all) return [];
  const message = `The first ${listed} of ${all} payments are listed. GET /payments has all.`;
  return [{ code: 'payments_cut', message }];
}
