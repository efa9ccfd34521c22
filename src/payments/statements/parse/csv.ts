// Streaming reader of CSV statements. A row that is not understood is a problem with its line. No amount or day is
// guessed: an ambiguous value is decided by the other rows of the file, or rejected.
import { unreadableError } from '../../../platform/files/readable-files.ts';
import { turnBudget } from '../../../platform/processes/steps.ts';
import type { Day } from '../../../platform/values/dates.ts';
import { normaliseIban } from '../../../platform/values/iban.ts';
import type { Cents } from '../../../platform/values/money.ts';
import { trimEndOf } from '../../../platform/values/text.ts';
import { nameWithInstitution } from '../payer-names.ts';
import {
  detectDecimalMark,
  detectMonthFirst,
  detectYearFirst,
  parseAmountText,
  parseDayText,
  type StatementNumberFormat,
} from './amounts-and-days.ts';
import { type BalanceKind, balanceIn, directionOf, isBooked, namesSum } from './csv-labels.ts';
import type { CsvLayout } from './csv-layout.ts';
import {
  type CsvWork,
  directionIn,
  findAccount,
  findCurrency,
  findNamedAccount,
  ibanIn,
  makeRow,
  type RowAmount,
  type StatementRow,
  type StatementSums,
} from './csv-row.ts';
import { rowsOf } from './csv-rows.ts';
import {
  bankIdOrNull,
  costOfEntry,
  countEntry,
  findStatementDays,
  includeDay,
  maxTextLength,
  type ReadingContext,
  reportProblem,
  requireStatementCapacity,
  type StatementEntry,
  type StatementFindings,
  textOrNull,
  tidyText,
} from './statement-entry.ts';

const moneyFields = ['amount', 'debit', 'credit'] as const;

/**
 * Reads the entries of a CSV statement in batches; problems with single rows go into the findings. `text` opens the
 * file again: all rows are read once more to decide ambiguous values. Throws Invalid where reading cannot continue.
 */
export async function* readCsv(
  text: () => AsyncIterable<string>,
  layout: CsvLayout,
  findings: StatementFindings,
  reading: ReadingContext,
): AsyncGenerator<readonly StatementEntry[]> {
  const work: CsvWork = {
    layout,
    findings,
    reading,
    sums: new Map(),
    habits: habitsOf(layout, reading),
  };
  const batch: StatementEntry[] = [];
  let spent = 0;
  let openRowSeen = false;
  for await (const csv of rowsOf(text(), layout)) {
    const row = makeRow(csv, layout);
    if (!openRowSeen && isOpen(row, work.habits)) {
      work.habits = await detectHabits(text(), layout, reading);
      openRowSeen = true;
    }
    const entry = readRow(row, batch.at(-1), work);
    if (entry === undefined) continue;
    if (entry.line !== row.line) batch.pop(); // The row continues the previous entry.
    batch.push(entry);
    spent += costOfEntry(entry);
    if (spent < turnBudget || batch.length === 1) continue;
    yield batch.splice(0, batch.length - 1); // The next row may continue the last one.
    spent = 0;
  }
  if (batch.length > 0) yield batch;
  findings.statements = [...work.sums].map(([key, { opening, closing, net, ...days }]) => {
    const [account = '', currency = ''] = key.split(' ');
    return { account, currency, ...findStatementDays(days), opening, closing, net, closesFlipped: false };
  });
}

function isOpen(row: StatementRow, habits: StatementNumberFormat): boolean {
  return (
    parseDayText(row.get('date'), habits) === 'open' ||
    moneyFields.some((field) => parseAmountText(row.get(field), habits) === 'open')
  );
}

function habitsOf({ habits }: CsvLayout, { today, spreadsheet }: ReadingContext): StatementNumberFormat {
  return { ...habits, today, countedFrom: spreadsheet?.countedFrom };
}

/** The decimal mark and the order of days that all rows agree on; undefined where they do not agree. */
async function detectHabits(
  text: AsyncIterable<string>,
  layout: CsvLayout,
  reading: ReadingContext,
): Promise<StatementNumberFormat> {
  const marks = new Set<StatementNumberFormat['mark']>();
  const years = new Set<StatementNumberFormat['yearFirst']>();
  const orders = new Set<StatementNumberFormat['monthFirst']>([layout.habits.monthFirst]);
  for await (const csv of rowsOf(text, layout)) {
    const { get } = makeRow(csv, layout);
    for (const field of moneyFields) marks.add(detectDecimalMark(get(field)));
    orders.add(detectMonthFirst(get('date')));
    years.add(detectYearFirst(get('date'), reading.today));
  }
  const only = <T>(found: Set<T | undefined>) => {
    found.delete(undefined);
    return found.size === 1 ? [...found][0] : undefined;
  };
  const shown = { mark: only(marks), monthFirst: layout.habits.monthFirst ?? only(orders), yearFirst: only(years) };
  return { ...habitsOf(layout, reading), ...shown };
}

/**
 * The entry of a row; or the previous entry, extended, when the row continues it. Undefined when the row is not a
 * payment or is not understood.
 */
function readRow(row: StatementRow, before: StatementEntry | undefined, work: CsvWork): StatementEntry | undefined {
  const { layout, findings, habits } = work;
  const { record, line } = row;
  const filled = record.filter((cell) => cell.trim() !== '');
  if (filled.length === 0 || isHeadings(record, layout) || isNote(filled, layout) || isSummary(row, work))
    return undefined;
  if (layout.columns.rowType === undefined && isBalance(row, work)) return undefined;
  if (before !== undefined && layout.rowsGoOn && isContinuation(row, before, layout))
    return appendRow(before, row, filled, work);
  if (!fitsColumns(record, layout))
    return void reportProblem(
      findings,
      line,
      'row_shifted',
      `the row has ${record.length} columns, the headings ${layout.width}.`,
    );
  if (before !== undefined && isContinued(row)) return appendRow(before, row, filled, work);
  if (!isMoney(row, work)) return undefined;
  const value = readAmount(row, work);
  const day = parseDayText(row.get('date'), habits);
  const shown = row.get('date').slice(0, 40);
  if (day === undefined) reportProblem(findings, line, 'date_invalid', `"${shown}" is not a day.`);
  if (day === 'open')
    reportProblem(findings, line, 'ambiguous_date', `"${shown}" could be two days; no row of the file says which.`);
  const currency = findCurrency(row, value, work);
  if (currency === '') throw missingCurrencyError(line);
  if (value === undefined || day === undefined || day === 'open' || currency === undefined) return undefined;
  return bookEntry(row, value.cents, day, currency, work);
}

/**
 * Whether a row's columns match the headings. Some banks omit empty columns at the end, or continue text after it. That
 * is accepted where the amount is beside a currency or a direction: with columns missing or added before it, the cell
 * would not be a valid one.
 */
function fitsColumns(record: readonly string[], { width, columns }: CsvLayout): boolean {
  if (record.length >= width && record.slice(width).every((cell) => cell.trim() === '')) return true;
  const { currency = -1, direction = -1, amount = -1, debit = -1, credit = -1 } = columns;
  const sure = Math.max(currency, direction) >= Math.max(amount, debit, credit) - 1;
  return sure && record.length > Math.max(...Object.values(columns));
}

/** Whether a row repeats the headings, as statements of several pages do. */
function isHeadings(record: readonly string[], { headings }: CsvLayout): boolean {
  return headings.length > 0 && headings.every((heading, index) => heading === (record[index] ?? ''));
}

/**
 * Whether a row belongs to the table of balances at the end. A payment cut off after two columns would still have its
 * day.
 */
function isSummary({ record }: StatementRow, { layout, habits }: CsvWork): boolean {
  if (!layout.summaryBelow || record.length > 2) return false;
  return record.every((cell) => parseDayText(cell, habits) === undefined);
}

/**
 * Whether a row is a note below the rows: a single cell with words. A payment that was cut off has none, or begins with
 * a number.
 */
function isNote(filled: readonly string[], { width }: CsvLayout): boolean {
  if (width <= 2 || filled.length !== 1) return false;
  const text = filled[0]?.trim().slice(0, 200) ?? '';
  const [first = '', ...words] = text.split(' ');
  if (words.length === 0) return /^\p{L}+:$/u.test(first);
  const word = words.findIndex((word) => /\p{L}{2}/u.test(word));
  return /^\p{L}+$/u.test(first) && word !== -1 && words.slice(word + 1).some((text) => /^\p{L}{2}/u.test(text));
}

/** Whether a row is a balance or a sum; neither names a payer or a payee. Records balances. */
function isBalance(row: StatementRow, work: CsvWork): boolean {
  const { layout, habits } = work;
  const kind = row.record.map(balanceIn).find(Boolean);
  if (kind === undefined) return isUndatedSum(row, work);
  const aligned = row.record.length >= layout.width;
  const named = (['name', 'payer', 'payee'] as const).some((field) => row.get(field) && !balanceIn(row.get(field)));
  if (aligned && (named || row.get('iban') !== '' || row.get('reference') !== '')) return false;
  if (kind === 'sum') return !aligned || parseDayText(row.get('date'), habits) === undefined;
  if (aligned) recordBalance(row, kind, work);
  return true;
}

/** Whether a row is a sum below the rows: no day and no payer, only a label, amounts and a currency. */
function isUndatedSum(row: StatementRow, { habits }: CsvWork): boolean {
  const filled = row.record.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const isFigure = (cell: string) => parseAmountText(cell, habits) !== undefined;
  if (!filled.some(namesSum) || !filled.some(isFigure)) return false;
  if (row.get('iban') !== '' || row.get('reference') !== '') return false;
  if (/\d/.test(row.get('date')) && !namesSum(row.get('date'))) return false;
  return filled.every((cell) => namesSum(cell) || isFigure(cell) || /^[A-Z]{3}$/.test(cell));
}

function recordBalance(row: StatementRow, kind: BalanceKind, work: CsvWork): void {
  if (kind === 'other') return;
  const quiet = { ...work, findings: { ...work.findings, problems: [] } };
  const value = readAmount(row, quiet);
  const currency = findCurrency(row, value, quiet);
  const day = parseDayText(row.get('date'), work.habits);
  if (value !== undefined && currency)
    setBalance(sumsOf(row, value, currency, work), kind, value.cents, day === 'open' ? undefined : day);
}

function setBalance(sum: StatementSums, kind: 'opening' | 'closing', cents: Cents, day: Day | undefined): void {
  sum[kind] = cents;
  sum[`${kind}On`] = day ?? null;
}

function isContinued(row: StatementRow): boolean {
  return row.text !== '' && (['date', 'direction', ...moneyFields] as const).every((name) => row.get(name) === '');
}

/** Whether a row has no amount (it may end before that column) and repeats the bank's id of the previous entry. */
function isContinuation(row: StatementRow, before: StatementEntry, { texts }: CsvLayout): boolean {
  const same = before.bankId !== null && bankIdOrNull(row.get('bankId')) === before.bankId;
  return (
    same && row.record.length > Math.max(...texts) && moneyFields.every((moneyField) => row.get(moneyField) === '')
  );
}

/**
 * Appends a row to the text of an entry. A row with more than text lists the payments of a batch, which a person has to
 * split.
 */
function appendRow(
  before: StatementEntry,
  row: StatementRow,
  filled: readonly string[],
  { layout, habits }: CsvWork,
): StatementEntry {
  const isPart = (cell: string) => /\d[.,]\d/.test(cell) && typeof parseAmountText(cell, habits) === 'object';
  const lists = layout.rowsGoOn ? filled.some(isPart) : filled.length > 1;
  return {
    ...before,
    text: before.text.length < maxTextLength ? tidyText(`${before.text} ${row.text}`) : before.text,
    hold: lists ? 'batch_without_details' : before.hold,
  };
}

function isMoney(row: StatementRow, { findings, layout }: CsvWork): boolean {
  const state = row.get('state');
  const booked = state === '' || isBooked(state);
  if (booked === undefined)
    reportProblem(findings, row.line, 'state_unknown', `"${state.slice(0, 40)}" is not a known booking status.`);
  const undated = layout.undatedIsPending === true && row.get('date') === '';
  const announced =
    undated || booked === false || [row.get('remark'), row.get('date')].some((text) => isBooked(text) === false);
  if (announced) findings.notBooked += 1;
  return booked === true && !announced;
}

function missingCurrencyError(line: number): Error {
  return unreadableError(
    'currency_missing',
    `Line ${line}: neither the file nor its account states the currency of the amounts. Pass it as a parameter: currency=EUR.`,
  );
}

function sumsOf(row: StatementRow, { cents }: RowAmount, currency: string, work: CsvWork): StatementSums {
  const { sums } = work;
  const key = `${findAccount(row, cents, work)} ${currency}`;
  const existing = sums.get(key);
  if (existing !== undefined) return existing;
  requireStatementCapacity(sums.size);
  const balances = { opening: null, openingOn: null, closing: null, closingOn: null };
  const fresh = { ...balances, net: 0, first: null, last: null, ordinal: sums.size };
  sums.set(key, fresh);
  return fresh;
}

/** Adds a row to the sums of its account. Where a bank numbers the types of rows, only type 20 is a payment. */
function bookEntry(
  row: StatementRow,
  value: Cents,
  bookedOn: Day,
  currency: string,
  work: CsvWork,
): StatementEntry | undefined {
  const { layout, findings } = work;
  const sum = sumsOf(row, { cents: value, currency }, currency, work);
  const type = row.get('rowType');
  if (layout.columns.rowType !== undefined && type !== '20') {
    if (type === '10') setBalance(sum, 'opening', value, bookedOn);
    if (type === '86') setBalance(sum, 'closing', value, bookedOn);
    if (!/^(10|82|86|900)$/.test(type))
      reportProblem(findings, row.line, 'row_type_unknown', `"${type.slice(0, 20)}" is not a known row type.`);
    return undefined;
  }
  sum.net += value;
  includeDay(sum, bookedOn);
  const account = findAccount(row, value, work);
  const entry = buildEntry(row, { statement: sum.ordinal, account, currency, bookedOn, value });
  countEntry(findings, entry);
  return entry;
}

/**
 * The amount with its sign: credit above zero. The direction column, separate debit and credit columns, or the sign
 * decide; they must not contradict.
 */
function readAmount(row: StatementRow, work: CsvWork): RowAmount | undefined {
  const { findings, layout } = work;
  const contradicts = (why: string) => void reportProblem(findings, row.line, 'direction_contradicts', why);
  const [amount, debit, credit] = moneyFields.map((field) => readFigure(row, field, work));
  if (amount === null || debit === null || credit === null) return undefined;
  const apart = combineDebitAndCredit(debit, credit);
  if (apart === 'both') return contradicts('the row is both a credit and a debit.');
  if (apart === 'minus') return contradicts('a credit with a minus could be either.');
  if (amount === undefined && isEmptySingleColumn(apart, layout))
    return void reportProblem(findings, row.line, 'amount_missing', 'the only column of amounts is empty.');
  if (amount === undefined)
    return apart ?? void reportProblem(findings, row.line, 'amount_missing', 'the row has no amount.');
  if (apart !== undefined && Math.abs(apart.cents) !== Math.abs(amount.cents))
    return contradicts('the amount differs from the debit or credit.');
  if (layout.columns.direction === undefined) {
    const outward = amount.cents > 0 ? findOutgoingMark(row, layout) : undefined;
    if (outward === undefined) return apart ?? amount;
    return contradicts(`the amount has no minus, but "${outward}" says that it was paid out.`);
  }
  const direction = directionIn(row.get('direction'), layout);
  const shown = row.get('direction').slice(0, 20);
  if (direction === undefined)
    return void reportProblem(findings, row.line, 'direction_invalid', `"${shown}" is neither debit nor credit.`);
  if (direction === 'credit' && amount.cents < 0) return contradicts('a credit with a minus could be either.');
  return direction === 'credit' ? amount : { ...amount, cents: 0 - Math.abs(amount.cents) };
}

/**
 * The cell that shows that a payment went out, where no amount of the file has a sign. Single letters are ambiguous and
 * do not count.
 */
function findOutgoingMark(row: StatementRow, layout: CsvLayout): string | undefined {
  if (layout.unknownColumns === undefined) return undefined;
  const account = findNamedAccount(row, layout);
  if (account !== '' && normaliseIban(row.get('payerIban')) === account) return account;
  const cells = layout.unknownColumns.map((index) => row.record[index]?.trim() ?? '');
  return cells.find((cell) => cell.length > 3 && cell.length <= 40 && directionOf(cell) === 'debit');
}

/**
 * The amount in one column of a row; undefined when the cell is empty, null when it is not understood (and reported).
 */
function readFigure(
  row: StatementRow,
  field: (typeof moneyFields)[number],
  { findings, habits }: CsvWork,
): RowAmount | undefined | null {
  const text = row.get(field);
  const amount = parseAmountText(text, habits);
  if (text === '' || typeof amount === 'object') return amount as RowAmount | undefined;
  const shown = `"${text.slice(0, 40)}"`;
  if (amount === 'open')
    reportProblem(
      findings,
      row.line,
      'ambiguous_amount',
      `${shown} could be two amounts; no row of the file says which.`,
    );
  else if (/^[+-]?\d+[.,]\d{3,}$/.test(text)) {
    const why = `"${trimEndOf(text, '0').slice(0, 40)}" has more than two decimals, so it is not an amount.`;
    reportProblem(findings, row.line, 'amount_invalid', why);
  } else reportProblem(findings, row.line, 'amount_invalid', `${shown} is not an amount.`);
  return null;
}

/** Whether the only known one of the debit and credit columns is empty: the other may have an unknown heading. */
function isEmptySingleColumn(value: RowAmount | undefined, { columns: { debit, credit } }: CsvLayout): boolean {
  return value?.cents === 0 && (debit === undefined) !== (credit === undefined);
}

function combineDebitAndCredit(
  debit: RowAmount | undefined,
  credit: RowAmount | undefined,
): RowAmount | undefined | 'both' | 'minus' {
  const paidIn = credit !== undefined && credit.cents !== 0;
  if (paidIn && debit !== undefined && debit.cents !== 0) return 'both';
  if (paidIn) return credit.cents < 0 ? 'minus' : credit;
  return debit === undefined ? credit : { ...debit, cents: 0 - Math.abs(debit.cents) };
}

function buildEntry(
  row: StatementRow,
  {
    statement,
    account,
    currency,
    bookedOn,
    value,
  }: Pick<StatementEntry, 'statement' | 'account' | 'currency' | 'bookedOn'> & { value: Cents },
): StatementEntry {
  const credit = value >= 0;
  const paying = row.get(credit ? 'payer' : 'payee');
  const named = [paying, row.get('name'), row.get(credit ? 'payee' : 'payer')];
  // Nordea writes accounts there.
  const notIban = named.find((text) => text !== '' && normaliseIban(text) === undefined) ?? '';
  const [name = '', ...rest] = notIban.split(' | '); // Swedbank in Lithuania: name, codes, BIC and IBAN in one cell.
  const ibans = [
    row.get(credit ? 'payerIban' : 'payeeIban'),
    row.get('iban'),
    row.get(credit ? 'payeeIban' : 'payerIban'),
    normaliseIban(paying) ?? '',
  ];
  const iban = ibanIn(ibans.find(Boolean) ?? '') ?? normaliseIban(rest.at(-1) ?? '') ?? null;
  const reference = textOrNull(row.get('reference'));
  return {
    line: row.line,
    statement,
    account,
    currency,
    credit,
    amount: Math.abs(value),
    bookedOn,
    bankId: isRowNumber(row.get('bankId')) ? null : bankIdOrNull(row.get('bankId')),
    batchId: null,
    batchAmount: null,
    endToEndId: null,
    transactionId: null,
    orderNumber: bankIdOrNull(row.get('orderNumber')),
    references: reference === null ? [] : [reference],
    text: tidyText(row.text),
    payerName: textOrNull((credit ? nameWithInstitution(name, row.get('ultimatePayer')) : name).slice(0, 200)),
    payerIban: iban === account ? null : iban,
    reversal: false,
    hold: null,
  };
}

/** Whether an id is only a row number, which another row has in the next file: at most four digits. */
function isRowNumber(id: string): boolean {
  return /^\d{1,4}$/.test(id);
}
