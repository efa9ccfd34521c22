// A row of a CSV statement by its columns, and what it says of its account and currency. Neither is assumed: what nobody said stays open.
import type { Day } from '../../../platform/values/dates.ts';
import { normalIban } from '../../../platform/values/iban.ts';
import type { Cents } from '../../../platform/values/money.ts';
import type { Field } from './csv-columns.ts';
import { type Findings, normalAccount, type Reading, report } from './statement-entry.ts';
import type { Habits } from './amounts-and-days.ts';
import type { Layout } from './csv-layout.ts';
import { ownAccountIn } from '../own-accounts.ts';
import type { CsvRow } from './csv-rows.ts';

/** A row by its columns. `text` is all of its text, also what stands beyond the last of them. */
export type Row = CsvRow & { readonly get: (field: Field) => string; readonly text: string };

/** What is known of each account so far. */
export type Sums = {
  opening: Cents | null;
  closing: Cents | null;
  net: Cents;
  from: Day | null;
  to: Day | null;
  place: number;
};
export type Work = {
  readonly layout: Layout;
  readonly findings: Findings;
  readonly reading: Reading;
  readonly sums: Map<string, Sums>;
  habits: Habits;
};
/** An amount with its sign, credit above zero, and the currency beside it. */
export type Value = { readonly cents: Cents; readonly currency: string | undefined };

/** A row by its columns. */
export function rowOf({ record, line }: CsvRow, { columns, texts, width }: Layout): Row {
  const at = (place: number | undefined) => record[place ?? -1]?.trim() ?? '';
  const own = texts.length > 0 ? texts.map(at).filter(Boolean).join(' ') : at(columns.text);
  const text = columns.text === width - 1 ? [own, ...record.slice(width)].join(' ') : own;
  return { record, line, text, get: (field) => at(columns[field]) };
}

/** The currency of a row's amount: as the file says it, or a person, or the account that it is of. Empty when nobody does, undefined when it is none. */
export function currencyOf(row: Row, value: Value | undefined, work: Work): string | undefined {
  const { layout, findings, reading } = work;
  const beside = value?.currency;
  const written = row.get('currency').toUpperCase().replace('€', 'EUR');
  const said = written || beside || layout.currency || reading.currency;
  const currency = said || (reading.accounts.get(accountOf(row, value?.cents ?? 0, work)) ?? '');
  if (currency === '') return '';
  if (/^[A-Z]{3}$/.test(currency) && (beside ?? currency) === currency) return currency;
  const shown = [written, beside].filter(Boolean).join(' and ').slice(0, 40);
  return void report(findings, row.line, 'currency_invalid', `"${shown}" is not a currency.`);
}

/** The account that the file says a row is of. Some call it by a name alone, such as EUR Main, which says nothing of whose it is. */
export function accountNamed(row: Row, layout: Layout): string {
  const named = row.get('account');
  return normalAccount(/\d/.test(named) ? named : layout.account);
}

/** The account that a row is of: as the file says, or else the one of the organization's own that stands in the row, or in the rows at the beginning. */
export function accountOf(row: Row, value: Cents, { layout, reading: { accounts } }: Work): string {
  const named = accountNamed(row, layout);
  if (named !== '' || accounts.size === 0) return named;
  // Of two own accounts money goes from the payer's to the payee's.
  const first = row.get(value >= 0 ? 'payeeIban' : 'payerIban');
  for (const cell of [first, ...row.record]) {
    const own = ownAccountIn(cell, accounts);
    if (own !== undefined) return own;
  }
  return layout.ownAccount ?? '';
}

/** The IBAN that a cell is, or begins with: OP puts the bank's code behind it. */
export function ibanIn(cell: string): string | undefined {
  return normalIban(cell) ?? normalIban(cell.trim().split(/[\s/]/, 1)[0] ?? '');
}
