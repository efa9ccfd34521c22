// Reads a statement file: camt, MT940 or CSV (spreadsheets are converted to CSV first), detected by content, in any
// supported encoding. Entries come in batches, so that memory does not grow with the file.

import iconv from 'iconv-lite';
import { Invalid } from '../../../platform/errors.ts';
import { foreignFile } from '../../../platform/files/foreign-files.ts';
import { type ByteSource, unreadableError } from '../../../platform/files/readable-files.ts';
import { olderEncodings, unicodeFormOf } from '../../../platform/files/text-encodings.ts';
import { findOwnAccount } from '../own-accounts.ts';
import { layoutByProfile } from './bank-profile.ts';
import { bankProfiles } from './bank-profiles.ts';
import { readCamt } from './camt.ts';
import { readCsv } from './csv.ts';
import { type CsvLayout, describeHeadings, detectLayout, firstRows } from './csv-layout.ts';
import { decodeText, encodingOf, readHead, xmlEncoding } from './decode-text.ts';
import { withAmounts } from './heading-currency.ts';
import { isMt940, readMt940 } from './mt940.ts';
import {
  normaliseAccount,
  type ReadingContext,
  type StatementEntry,
  type StatementFindings,
  tidyText,
} from './statement-entry.ts';

/** A file of the maximum size has about 360,000 entries as banks write them. */
const maxEntries = 1_000_000;

/**
 * Reads every booked entry of a statement file, in batches in the file's order, and adds everything else to `findings`.
 * Throws Invalid with all problems, each with its line: a file is imported completely or not at all, so the caller
 * discards earlier batches.
 */
export async function* readStatement(
  source: ByteSource,
  reading: ReadingContext,
  findings: StatementFindings,
): AsyncGenerator<readonly StatementEntry[]> {
  const head = await readHead(source);
  let read = 0;
  for await (const entries of await entriesOf(source, head, findings, reading)) {
    read += entries.length;
    if (read > maxEntries)
      throw unreadableError('too_many', `The file has more than ${maxEntries} entries. Import it in parts.`);
    if (findings.problems.length === 0) yield entries;
  }
  if (findings.problems.length > 0) throw new Invalid(findings.problems);
}

async function entriesOf(
  source: ByteSource,
  head: Buffer,
  findings: StatementFindings,
  reading: ReadingContext,
): Promise<AsyncGenerator<readonly StatementEntry[]>> {
  const beginning = beginningOf(head);
  if (isMt940(beginning)) return readMt940(decodeText(source, await encodingOf(source, head)), findings, reading);
  const foreign = foreignFile(head);
  if (foreign !== undefined) throw unreadableError('unknown_format', foreign);
  if (/^\s*</.test(beginning)) return readCamt(decodeText(source, await xmlEncoding(source, head)), findings, reading);
  const { encoding, layout } = await csvLayout(source, head, reading);
  findings.format = reading.spreadsheet ? 'xlsx' : 'csv';
  findings.profile = layout.profile ?? '';
  return readCsv(() => decodeText(source, encoding), layout, findings, reading);
}

/**
 * The first characters, to detect the format by its ASCII letters: decoded as Latin-1, except UTF-16 and files with a
 * byte order mark.
 */
function beginningOf(head: Buffer): string {
  const start = head.subarray(0, 16_384);
  const form = unicodeFormOf(start);
  return form === undefined ? start.toString('latin1') : iconv.decode(start, form);
}

/**
 * The encoding in which a CSV file's headings are recognised, and the layout: the detected encoding, or another
 * single-byte one.
 */
async function csvLayout(
  source: ByteSource,
  head: Buffer,
  reading: ReadingContext,
): Promise<{ encoding: string; layout: CsvLayout }> {
  const found = await encodingOf(source, head);
  const encodings = found.startsWith('utf-') ? [found] : new Set([found, ...olderEncodings, 'windows-1251']);
  for (const find of [(text: string) => layoutByProfile(text, reading.profiles, bankProfiles), detectLayout]) {
    for (const encoding of encodings) {
      const text = iconv.decode(head, encoding);
      const layout = find(text);
      if (layout === undefined) continue;
      rejectUnclearDirection(layout);
      return { encoding, layout: inOneCurrency(withOwnAccount(layout, text, reading.accounts), text, reading) };
    }
  }
  const seen = describeHeadings(iconv.decode(head, found));
  throw unreadableError(
    'unknown_format',
    `This is neither camt XML nor MT940, nor a table (CSV or xlsx) whose headings for date, amount and text are known. Export the statement as one of these, or set the meanings of the columns in the console (a statement profile). Its first line: ${seen}`,
  );
}

/** What is unclear is asked of a person, who says which words mean received and paid out (own-profiles.ts). */
function rejectUnclearDirection({ unclearDirection, headings, columns, skip }: CsvLayout): void {
  if (unclearDirection === undefined) return;
  const amount = tidyText(headings[columns.amount ?? -1] ?? '').slice(0, 40);
  throw unreadableError(
    'direction_unclear',
    `Line ${skip}: the amounts in "${amount}" have no sign, and ${unclearDirection}. Set in the console what the columns mean, and which words mean received and paid out (a statement profile), or export the statement with signs.`,
  );
}

/**
 * Adds the own account named in the first rows, if there is exactly one. Some exports name it only in the rows of
 * credits.
 */
function withOwnAccount(layout: CsvLayout, head: string, accounts: ReadingContext['accounts']): CsvLayout {
  if (layout.account !== '' || layout.columns.account !== undefined || accounts.size === 0) return layout;
  const cells = firstRows(head, layout).flat();
  const ownAccounts = new Set(cells.flatMap((cell) => findOwnAccount(cell, accounts) ?? []));
  const [only] = ownAccounts;
  return only !== undefined && ownAccounts.size === 1 ? { ...layout, ownAccount: only } : layout;
}

/**
 * Chooses the columns of one currency, if the file has amounts in several: from the file, or else a person, or else the
 * account.
 */
function inOneCurrency(layout: CsvLayout, head: string, reading: ReadingContext): CsvLayout {
  const { choices } = layout;
  if (choices === undefined) return layout;
  const currency = layout.currency || reading.currency || currencyOfAccount(layout, head, reading);
  const chosen = choices.find((choice) => choice.currency === currency);
  if (chosen !== undefined) return { ...layout, currency, columns: withAmounts(layout.columns, chosen.columns) };
  const places = choices.flatMap(({ columns: { amount, debit, credit } }) => [amount, debit, credit]);
  const shown = [...new Set(places)].flatMap((index) =>
    index === undefined ? [] : [`"${tidyText(layout.headings[index] ?? '').slice(0, 40)}"`],
  );
  throw unreadableError(
    'currency_missing',
    `The file has amounts in several currencies (${shown.join(', ')}). Pass the account’s currency as a parameter: currency=${choices[0]?.currency}.`,
  );
}

/** The currency of the file's own account, as far as the beginning of the file shows it; otherwise empty. */
function currencyOfAccount(layout: CsvLayout, head: string, { accounts }: ReadingContext): string {
  const named = firstRows(head, layout).map((row) => row[layout.columns.account ?? -1] ?? '');
  const currencies = [layout.account, layout.ownAccount ?? '', ...named].map((account) =>
    accounts.get(normaliseAccount(account)),
  );
  const found = new Set(currencies.filter((currency) => currency !== undefined));
  return found.size === 1 ? ([...found][0] ?? '') : '';
}
