// CSV statements, streamed: columns are found by their headings in the first ten lines, whatever the separator; a row that is not understood is a problem
// with its line, and no amount is guessed at.
import { CsvError, type Options, Parser } from 'csv-parse';
import type { Day } from '../../platform/dates.ts';
import { normalIban } from '../../platform/iban.ts';
import type { Cents } from '../../platform/money.ts';
import { type Field, headings, headless } from './columns.ts';
import {
  centsOfText,
  count,
  dayOfText,
  type Entry,
  type Findings,
  idOf,
  normalAccount,
  orNull,
  type Reading,
  report,
  tidy,
  unreadable,
} from './entry.ts';

/** How a file's rows are to be read: its separator, where its headings end, and which column means what. */
export type Layout = {
  readonly separator: string;
  /** Whether quotes stand around columns; in files separated by tabs they may be part of a name. */
  readonly quoted: boolean;
  /** Lines before the first row. */
  readonly skip: number;
  readonly width: number;
  readonly columns: Partial<Readonly<Record<Field, number>>>;
};

const separators = [';', ',', '\t', '|'];
const headingLines = 10;
const longestRow = 64 * 1024;

/** The layout that the beginning of a file names; undefined when none is known. */
export function layoutOf(head: string): Layout | undefined {
  const lines = head
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/, headingLines + 1)
    .slice(0, headingLines);
  for (const [index, line] of lines.entries()) {
    for (const separator of separators) {
      const columns = columnsIn(cells(line, separator));
      const quoted = separator !== '\t' || line.includes('"');
      const width = cells(line, separator).length;
      if (columns !== undefined) return { separator, quoted, skip: index + 1, width, columns };
    }
  }
  const first = lines[0] ?? '';
  for (const { separator, first: pattern, columns } of headless) {
    const row = cells(first, separator);
    if (
      row.length >= pattern.length &&
      pattern.every((one, place) => one === null || one.test((row[place] ?? '').trim()))
    )
      return { separator, quoted: true, skip: 0, width: row.length, columns };
  }
  return undefined;
}

/** The headings of a file whose layout is not known, to be told. */
export function headingsSeen(head: string): string {
  const line = head.split(/\r\n|\n|\r/, 3).find((one) => one.trim() !== '') ?? '';
  return tidy(line).slice(0, 300);
}

/** Which column means what; undefined when the row does not name at least a date, an amount and a text. */
function columnsIn(row: readonly string[]): Layout['columns'] | undefined {
  const places = new Map(row.map((cell, place) => [bare(cell), place]).reverse() as [string, number][]);
  const columns: Partial<Record<Field, number>> = {};
  for (const [field, names] of Object.entries(bareHeadings) as [Field, string[]][]) {
    const name = names.find((one) => places.has(one));
    if (name !== undefined) columns[field] = places.get(name) ?? 0;
  }
  const { date, amount, debit, credit, text, name, account } = columns;
  if (date === undefined || (text ?? name) === undefined || (amount ?? credit ?? debit) === undefined) return undefined;
  // Swedbank in Lithuania leaves the heading of its row types empty, beside the account.
  if (columns.rowType === undefined && account === 0 && row[1]?.trim() === '') columns.rowType = 1;
  return columns;
}

/** Headings are compared by their letters and digits: banks change the rest without notice. */
function bare(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/]/gu, '');
}

const bareHeadings = Object.fromEntries(Object.entries(headings).map(([field, names]) => [field, names.map(bare)]));

/** The cells of one line. Good enough for headings; rows are split by the parser. */
function cells(line: string, separator: string): string[] {
  const quoted =
    separator === '\t'
      ? /("(?:[^"]|"")*"|[^\t]*)(\t|$)/g
      : new RegExp(`("(?:[^"]|"")*"|[^${separator}]*)([${separator}]|$)`, 'g');
  const found: string[] = [];
  for (const [whole, cell = '', end] of line.matchAll(quoted)) {
    if (whole === '' && found.length > 0 && end === '') break;
    found.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '') break;
  }
  return found;
}

type Row = { readonly line: number; readonly get: (field: Field) => string };
/** What is known of each account so far. */
type Sums = {
  opening: Cents | null;
  closing: Cents | null;
  net: Cents;
  from: Day | null;
  to: Day | null;
  place: number;
};

/** Reads the entries of a CSV statement, in batches; problems with single rows go into the findings. Throws Invalid where reading cannot go on. */
export async function* readCsv(
  text: AsyncIterable<string>,
  layout: Layout,
  findings: Findings,
  reading: Reading,
): AsyncGenerator<Entry[]> {
  const sums = new Map<string, Sums>();
  let batch: Entry[] = [];
  for await (const { record, line } of rowsOf(text, layout)) {
    const entry = understand(record, line, layout, findings, reading, sums);
    if (entry !== undefined) batch.push(entry);
    if (batch.length >= 1000) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
  findings.statements = [...sums].map(([key, { opening, closing, net, from, to }]) => {
    const [account = '', currency = ''] = key.split(' ');
    return { account, currency, from, to, opening, closing, net, closesFlipped: false };
  });
}

async function* rowsOf(
  text: AsyncIterable<string>,
  { separator, quoted, skip }: Layout,
): AsyncGenerator<{ record: string[]; line: number }> {
  const options: Options = {
    delimiter: separator,
    quote: quoted ? '"' : null,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestRow,
    info: true,
    from_line: skip + 1,
  };
  const parser = new Parser(options);
  const feeding = feed(parser, text);
  let doubled = 0;
  feeding.catch(() => {}); // Told by the loop, which the parser's end breaks off, or by the wait below.
  try {
    for await (const one of parser) {
      const record = one.record as string[];
      // The parser counts CR LF within quotes as two lines.
      for (const cell of record) doubled += cell.split('\r\n').length - 1;
      yield { record, line: (one.info as { lines: number }).lines - doubled };
    }
    await feeding;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = 'lines' in error ? Number(error.lines) : 0;
    throw unreadable(
      'malformed_csv',
      `Line ${line}: ${reasons[error.code] ?? 'the row cannot be split into columns'}.`,
    );
  } finally {
    parser.destroy();
  }
}

const reasons: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and not closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quote ends in the middle of a column',
  INVALID_OPENING_QUOTE: 'a quote begins in the middle of a column',
  CSV_MAX_RECORD_SIZE: 'the row is longer than 64 KiB; is a quote not closed?',
};

async function feed(parser: Parser, text: AsyncIterable<string>): Promise<void> {
  try {
    for await (const piece of text) {
      if (parser.destroyed) return;
      if (!parser.write(piece))
        await new Promise<void>((resolve) => parser.once('drain', resolve).once('close', resolve));
    }
    parser.end();
  } catch (error) {
    parser.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

function understand(
  record: readonly string[],
  line: number,
  layout: Layout,
  findings: Findings,
  reading: Reading,
  sums: Map<string, Sums>,
): Entry | undefined {
  const { columns, width } = layout;
  const row: Row = { line, get: (field) => record[columns[field] ?? -1]?.trim() ?? '' };
  if (record.every((cell) => cell.trim() === '')) return undefined;
  // Some banks end every row with a separator and not the headings, or the other way round.
  if (record.length < width - 1 || record.length > width + 1)
    return void report(findings, line, 'row_shifted', `the row has ${record.length} columns, the headings ${width}.`);
  const type = row.get('rowType');
  if (row.get('state') !== '' && !/^(completed|booked|done|teostatud)$/i.test(row.get('state'))) {
    findings.notBooked += 1;
    return undefined;
  }
  const value = amountIn(row, columns, findings);
  const bookedOn = dayOfText(row.get('date'));
  if (bookedOn === undefined) report(findings, line, 'date_invalid', `"${row.get('date').slice(0, 40)}" is not a day.`);
  const currency = row.get('currency') || reading.currency;
  if (!/^[A-Z]{3}$/.test(currency))
    return void report(findings, line, 'currency_invalid', `"${currency.slice(0, 20)}" is not a currency.`);
  if (value === undefined || bookedOn === undefined) return undefined;
  const account = normalAccount(row.get('account'));
  const key = `${account} ${currency}`;
  const sum = sums.get(key) ?? { opening: null, closing: null, net: 0, from: null, to: null, place: sums.size };
  sums.set(key, sum);
  if (type === '10') sum.opening = value;
  if (type === '86') sum.closing = value;
  if (columns.rowType !== undefined && type !== '20') {
    if (!/^(10|82|86)$/.test(type))
      report(findings, line, 'row_type_unknown', `"${type.slice(0, 20)}" is not a known type of row.`);
    return undefined;
  }
  sum.net += value;
  if (sum.from === null || bookedOn < sum.from) sum.from = bookedOn;
  if (sum.to === null || bookedOn > sum.to) sum.to = bookedOn;
  const entry = entryOf(row, { statement: sum.place, account, currency, bookedOn, value });
  count(findings, entry);
  return entry;
}

/** The amount with its sign: credit above zero. Told by the direction, or else by the sign; when both are there they have to agree. */
function amountIn(row: Row, columns: Layout['columns'], findings: Findings): Cents | undefined {
  const { line } = row;
  const read = (field: 'amount' | 'debit' | 'credit') => {
    const text = row.get(field);
    const cents = text === '' ? undefined : centsOfText(text);
    if (cents === undefined && text !== '')
      report(
        findings,
        line,
        'amount_invalid',
        `"${text.slice(0, 40)}" is not an amount, or could be read as two different ones.`,
      );
    return cents;
  };
  if (columns.amount === undefined) return separateAmount(row, read, findings);
  const cents = read('amount');
  if (cents === undefined) {
    if (row.get('amount') === '') report(findings, line, 'amount_missing', 'the row has no amount.');
    return undefined;
  }
  if (columns.direction === undefined) return cents;
  const direction = directionOf(row.get('direction'));
  if (direction === undefined)
    return void report(
      findings,
      line,
      'direction_invalid',
      `"${row.get('direction').slice(0, 20)}" is neither debit nor credit.`,
    );
  if (direction === 'credit' && cents < 0)
    return void report(findings, line, 'direction_contradicts', 'a credit with a minus could be either.');
  return direction === 'credit' ? cents : 0 - Math.abs(cents);
}

function separateAmount(
  row: Row,
  read: (field: 'debit' | 'credit') => Cents | undefined,
  findings: Findings,
): Cents | undefined {
  const credit = read('credit');
  const debit = read('debit');
  if (row.get('credit') === '' && row.get('debit') === '')
    return void report(findings, row.line, 'amount_missing', 'the row has no amount.');
  if ((credit ?? 0) !== 0 && (debit ?? 0) !== 0)
    return void report(findings, row.line, 'direction_contradicts', 'the row is a credit and a debit at once.');
  if (credit !== undefined && credit !== 0) return credit;
  return debit === undefined ? credit : 0 - Math.abs(debit);
}

function directionOf(text: string): 'credit' | 'debit' | undefined {
  if (/^(C|K|CR|CRDT|credit|kreedit|kredīts|kreditas|кредит|К|haben|H)$/i.test(text)) return 'credit';
  return /^(D|DR|DB|DBIT|debit|deebet|debets|debetas|дебет|Д|soll|S)$/i.test(text) ? 'debit' : undefined;
}

function entryOf(
  row: Row,
  {
    statement,
    account,
    currency,
    bookedOn,
    value,
  }: Pick<Entry, 'statement' | 'account' | 'currency' | 'bookedOn'> & { value: Cents },
): Entry {
  const [name = '', ...rest] = row.get('name').split(' | '); // Swedbank in Lithuania: name, codes, BIC and IBAN in one.
  const reference = orNull(row.get('reference'));
  return {
    line: row.line,
    statement,
    account,
    currency,
    credit: value >= 0,
    amount: Math.abs(value),
    bookedOn,
    bankId: idOf(row.get('bankId')),
    batchId: null,
    batchAmount: null,
    endToEndId: null,
    transactionId: null,
    orderNumber: idOf(row.get('orderNumber')),
    references: reference === null ? [] : [reference],
    text: tidy(row.get('text')),
    payerName: orNull(name.slice(0, 200)),
    payerIban: normalIban(row.get('iban')) ?? normalIban(rest.at(-1) ?? '') ?? null,
    reversal: false,
    hold: null,
  };
}
