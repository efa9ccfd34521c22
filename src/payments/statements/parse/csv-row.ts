// A row of a CSV statement by its columns, with its account and currency. Neither is assumed: what neither the file nor
// a person states stays empty.
import { isCurrency } from '../../../platform/values/currencies.ts';
import type { Day } from '../../../platform/values/dates.ts';
import { normaliseIban } from '../../../platform/values/iban.ts';
import type { Cents } from '../../../platform/values/money.ts';
import { findOwnAccount } from '../own-accounts.ts';
import type { StatementNumberFormat } from './amounts-and-days.ts';
import type { CsvField } from './csv-columns.ts';
import { type Direction, directionOf, foldText } from './csv-labels.ts';
import type { CsvLayout } from './csv-layout.ts';
import type { CsvRow } from './csv-rows.ts';
import { normaliseAccount, type ReadingContext, reportProblem, type StatementFindings } from './statement-entry.ts';

/** A row by its columns. `text` is all of its text, including cells after the last column. */
export type StatementRow = CsvRow & { readonly get: (field: CsvField) => string; readonly text: string };

/** The balances and sums of one account so far, in cents. */
export type StatementSums = {
  opening: Cents | null;
  openingOn: Day | null;
  closing: Cents | null;
  closingOn: Day | null;
  net: Cents;
  first: Day | null;
  last: Day | null;
  ordinal: number;
};
export type CsvWork = {
  readonly layout: CsvLayout;
  readonly findings: StatementFindings;
  readonly reading: ReadingContext;
  readonly sums: Map<string, StatementSums>;
  habits: StatementNumberFormat;
};
/** An amount with its sign, credit above zero, and the currency beside it. */
export type RowAmount = { readonly cents: Cents; readonly currency: string | undefined };

/** A row by its columns. */
export function makeRow({ record, line }: CsvRow, { columns, texts, width }: CsvLayout): StatementRow {
  const at = (index: number | undefined) => record[index ?? -1]?.trim() ?? '';
  const columnsText = texts.length > 0 ? texts.map(at).filter(Boolean).join(' ') : at(columns.text);
  const text = columns.text === width - 1 ? [columnsText, ...record.slice(width)].join(' ') : columnsText;
  return { record, line, text, get: (field) => at(columns[field]) };
}

/** The direction that a cell names: by a word that a person named, or else a known one. */
export function directionIn(text: string, { directionWords }: CsvLayout): Direction | undefined {
  return directionWords?.get(foldText(text)) ?? directionOf(text);
}

/**
 * The currency of a row's amount: from the file, or else a person, or else the account. Empty when unknown, undefined
 * when it is invalid.
 */
export function findCurrency(row: StatementRow, value: RowAmount | undefined, work: CsvWork): string | undefined {
  const { layout, findings, reading } = work;
  const ofAmount = value?.currency;
  const written = row.get('currency').toUpperCase().replace('€', 'EUR');
  const stated = written || ofAmount || layout.currency || reading.currency;
  const currency = stated || (reading.accounts.get(findAccount(row, value?.cents ?? 0, work)) ?? '');
  if (currency === '') return '';
  if (isCurrency(currency) && (ofAmount ?? currency) === currency) return currency;
  const shown = ([written, ofAmount].filter(Boolean).join(' and ') || currency).slice(0, 40);
  return void reportProblem(findings, row.line, 'currency_invalid', `"${shown}" is no currency of ISO 4217.`);
}

/** The account that the file names for a row. A name without digits, such as EUR Main, does not identify an account. */
export function findNamedAccount(row: StatementRow, layout: CsvLayout): string {
  const named = row.get('account');
  return normaliseAccount(/\d/.test(named) ? named : layout.account);
}

/** The account of a row: from the file, or else the organization's account in the row or in the first rows. */
export function findAccount(row: StatementRow, value: Cents, { layout, reading: { accounts } }: CsvWork): string {
  const named = findNamedAccount(row, layout);
  if (named !== '' || accounts.size === 0) return named;
  // Between two own accounts, a credit belongs to the payee's account and a debit to the payer's.
  const first = row.get(value >= 0 ? 'payeeIban' : 'payerIban');
  for (const cell of [first, ...row.record]) {
    const account = findOwnAccount(cell, accounts);
    if (account !== undefined) return account;
  }
  return layout.ownAccount ?? '';
}

/** The IBAN that a cell is or begins with: OP appends the bank's code. */
export function ibanIn(cell: string): string | undefined {
  return normaliseIban(cell) ?? normaliseIban(cell.trim().split(/[\s/]/, 1)[0] ?? '');
}
