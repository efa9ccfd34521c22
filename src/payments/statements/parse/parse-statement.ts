// Reading a statement file: what it is, its content says; camt, MT940 or CSV (what spreadsheets are made into first), in whatever encoding. One pass, in batches, so that memory does not grow with the file.
import iconv from 'iconv-lite';
import { Invalid } from '../../../platform/errors.ts';
import { foreignFile } from '../../../platform/files/foreign-files.ts';
import { olderEncodings, unicodeFormOf } from '../../../platform/files/text-encodings.ts';
import { findOwnAccount } from '../own-accounts.ts';
import { layoutByProfile } from './bank-profile.ts';
import { bankProfiles } from './bank-profiles.ts';
import { readCamt } from './camt.ts';
import { readCsv } from './csv.ts';
import { type CsvLayout, describeHeadings, detectLayout, firstRows } from './csv-layout.ts';
import { type ByteSource, decodeText, encodingOf, readHead, xmlEncoding } from './decode-text.ts';
import { withAmounts } from './heading-currency.ts';
import { isMt940, readMt940 } from './mt940.ts';
import {
  normaliseAccount,
  type ReadingContext,
  type StatementEntry,
  type StatementFindings,
  tidyText,
  unreadableError,
} from './statement-entry.ts';

/** A file of the greatest size has some 360,000 entries as banks write them. */
const maxEntries = 1_000_000;

/**
 * Every booked entry of a statement file, in batches in the file's order; `findings` grow with what else is found. Throws Invalid with everything that was not
 * understood, each with its line: a file is read whole or not at all, so nothing that came before counts then.
 */
export async function* readStatement(
  source: ByteSource,
  reading: ReadingContext,
  findings: StatementFindings,
): AsyncGenerator<StatementEntry[]> {
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
): Promise<AsyncGenerator<StatementEntry[]>> {
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

/** The first characters, for what ASCII letters show: bytes beyond these are read as Latin-1, except in UTF-16 and behind a byte order mark. */
function beginningOf(head: Buffer): string {
  const start = head.subarray(0, 16_384);
  const form = unicodeFormOf(start);
  return form === undefined ? start.toString('latin1') : iconv.decode(start, form);
}

/** The encoding in which a CSV file's headings are known: the one that its letters show, or another one of a single byte for each. */
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
      if (layout !== undefined)
        return { encoding, layout: inOneCurrency(withOwnAccount(layout, text, reading.accounts), text, reading) };
    }
  }
  const seen = describeHeadings(iconv.decode(head, found));
  throw unreadableError(
    'unknown_format',
    `This is neither camt XML nor MT940, nor a table (CSV or xlsx) whose headings for date, amount and text are known. Export the statement as one of these, or say in the console what the columns mean (a profile of your own). Its first line: ${seen}`,
  );
}

/** The layout with the own account that the first rows name, when one alone stands in them. Some exports name it only in the rows of money that came in. */
function withOwnAccount(layout: CsvLayout, head: string, accounts: ReadingContext['accounts']): CsvLayout {
  if (layout.account !== '' || layout.columns.account !== undefined || accounts.size === 0) return layout;
  const cells = firstRows(head, layout).flat();
  const own = new Set(cells.flatMap((cell) => findOwnAccount(cell, accounts) ?? []));
  const [only] = own;
  return only !== undefined && own.size === 1 ? { ...layout, ownAccount: only } : layout;
}

/** The layout with the columns of one currency, where the file has amounts in several: the one that the file names elsewhere, or a person, or the account. */
function inOneCurrency(layout: CsvLayout, head: string, reading: ReadingContext): CsvLayout {
  const { choices } = layout;
  if (choices === undefined) return layout;
  const currency = layout.currency || reading.currency || currencyOfAccount(layout, head, reading);
  const chosen = choices.find((choice) => choice.currency === currency);
  if (chosen !== undefined) return { ...layout, currency, columns: withAmounts(layout.columns, chosen.columns) };
  const places = choices.flatMap(({ columns: { amount, debit, credit } }) => [amount, debit, credit]);
  const shown = [...new Set(places)].flatMap((place) =>
    place === undefined ? [] : [`"${tidyText(layout.headings[place] ?? '').slice(0, 40)}"`],
  );
  throw unreadableError(
    'currency_missing',
    `The file has amounts in several currencies (${shown.join(', ')}). Say with currency which of them is the account’s, such as currency=${choices[0]?.currency}.`,
  );
}

/** The currency of the own account that the file is of, as far as its beginning shows it. */
function currencyOfAccount(layout: CsvLayout, head: string, { accounts }: ReadingContext): string {
  const named = firstRows(head, layout).map((row) => row[layout.columns.account ?? -1] ?? '');
  const own = [layout.account, layout.ownAccount ?? '', ...named].map((account) =>
    accounts.get(normaliseAccount(account)),
  );
  const found = new Set(own.filter((currency) => currency !== undefined));
  return found.size === 1 ? ([...found][0] ?? '') : '';
}
