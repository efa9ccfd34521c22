// Streaming parser of MT940 statements (SWIFT): lines that begin with a tag. Banks agree on the tags and differ in the
// details of an entry.
import { unreadableError } from '../../../platform/files/readable-files.ts';
import { turnBudget } from '../../../platform/processes/steps.ts';
import { isCurrency } from '../../../platform/values/currencies.ts';
import { addDays, type Day } from '../../../platform/values/dates.ts';
import { normaliseIban } from '../../../platform/values/iban.ts';
import type { Cents } from '../../../platform/values/money.ts';
import { nameWithInstitution } from '../payer-names.ts';
import { parseDayText } from './amounts-and-days.ts';
import { hasContent, hasFields, type Mt940Details, parseDetails } from './mt940-details.ts';
import {
  bankIdOrNull,
  costOfEntry,
  countEntry,
  findStatementDays,
  includeDay,
  maxReferences,
  normaliseAccount,
  parseStatementAmount,
  type ReadingContext,
  reportProblem,
  requireStatementCapacity,
  type StatementEntry,
  type StatementFindings,
  textOrNull,
  tidyText,
} from './statement-entry.ts';

const maxLineLength = 4096;
/** The most lines of one field; the standard allows six. */
const maxLines = 100;

/** A field: its tag, such as 61 or 60F, its line number, and its lines. */
type Mt940Field = { readonly tag: string; readonly line: number; readonly lines: string[] };
type OpenMt940Statement = {
  account: string;
  currency: string;
  opening: Cents | null;
  openingOn: Day | null;
  closing: Cents | null;
  closingOn: Day | null;
  net: Cents;
  reversed: Cents;
  first: Day | null;
  last: Day | null;
};
/** An entry with its details: the lines of each :86: behind it. */
type Mt940Draft = { readonly field: Mt940Field; readonly details: (readonly string[])[] };
type Mt940Work = {
  readonly findings: StatementFindings;
  readonly reading: ReadingContext;
  readonly ready: StatementEntry[];
  open: OpenMt940Statement | undefined;
  draft: Mt940Draft | undefined;
  /** Whether an entry before another one had several :86:. */
  hasSeveralDetails: boolean;
};

/**
 * Whether a file is MT940, by its first fields; banks may put other lines and control characters before them. Some
 * leave out :20:.
 */
export function isMt940(start: string): boolean {
  const plain = start.replace(controlCharacters, '');
  return /(^|[\r\n]|\{4:):(20|25P?):/.test(plain) && /(^|[\r\n]):25P?:/.test(plain) && /[\r\n]:60[FM]:/.test(plain);
}

/** Some banks frame their messages with the bytes 01 and 03. */
const controlCharacters = /[^\P{Cc}\t\r\n]/gu;

/**
 * Reads the entries of an MT940 file in batches; problems with single entries go into the findings. Throws Invalid
 * where reading cannot continue.
 */
export async function* readMt940(
  text: AsyncIterable<string>,
  findings: StatementFindings,
  reading: ReadingContext,
): AsyncGenerator<readonly StatementEntry[]> {
  findings.format = 'mt940';
  const work: Mt940Work = { findings, reading, ready: [], open: undefined, draft: undefined, hasSeveralDetails: false };
  let [spent, counted] = [0, 0];
  for await (const field of fieldsOf(text)) {
    handleField(field, work);
    for (; counted < work.ready.length; counted += 1) spent += costOfEntry(work.ready[counted] as StatementEntry);
    if (spent < turnBudget) continue;
    yield work.ready.splice(0);
    [spent, counted] = [0, 0];
  }
  finishStatement(work);
  if (work.ready.length > 0) yield work.ready.splice(0);
}

async function* fieldsOf(text: AsyncIterable<string>): AsyncGenerator<Mt940Field> {
  let field: Mt940Field | undefined;
  for await (const { line, content } of linesOf(text)) {
    const [, tag, rest = ''] = /^(?:\{.*\{4:)?:(\d\d[A-Z]?):(.*)$/.exec(content) ?? [];
    const end = /^-\}?$/.test(content) || /^(-\}|\}|\{1:)/.test(content);
    if (content === '') continue; // Text may follow an empty line.
    if (tag === undefined && !end && field !== undefined) {
      if (field.lines.length >= maxLines)
        throw unreadableError('too_long', `Line ${line}: a field of the statement has more than ${maxLines} lines.`);
      field.lines.push(content);
      continue;
    }
    if (field !== undefined) yield field;
    field = tag === undefined ? undefined : { tag, line, lines: [rest] };
  }
  if (field !== undefined) yield field;
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<{ line: number; content: string }> {
  let rest = '';
  let line = 0;
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const content of lines) {
      line += 1;
      yield { line, content: content.replace(controlCharacters, '').trimEnd() };
    }
    if (rest.length > maxLineLength)
      throw unreadableError('too_long', `Line ${line + 1}: the line is longer than 4 KiB.`);
  }
  if (rest !== '') yield { line: line + 1, content: rest.replace(controlCharacters, '').trimEnd() };
}

/** Handles one field. Fields that are not named here are not needed. */
function handleField(field: Mt940Field, work: Mt940Work): void {
  const { tag, lines } = field;
  if (tag === '86') {
    work.draft?.details.push(lines);
    return;
  }
  if (tag === '61') {
    if ((work.draft?.details.length ?? 0) > 1) work.hasSeveralDetails = true;
    finishEntry(work);
    work.draft = { field, details: [] };
    return;
  }
  if (tag === '20' || /^62/.test(tag)) finishEntry(work, /^62/.test(tag));
  if (tag === '20') finishStatement(work);
  if (/^25P?$/.test(tag)) openAccount(field, work);
  work.open ??= emptyStatement();
  if (/^60[FM]$/.test(tag)) {
    const balance = readBalance(field, 'opening', work);
    if (balance !== undefined) {
      work.open.currency ||= balance.currency;
      if (work.open.opening === null) work.open.openingOn = firstDayFrom(balance.day);
      work.open.opening ??= balance.amount;
    }
  }
  if (/^62[FM]$/.test(tag)) {
    const balance = readBalance(field, 'closing', work);
    work.open.closing = balance?.amount ?? null;
    work.open.closingOn = balance?.day ?? null;
  }
}

/** An account begins a statement where :20: is left out. In the middle of one it is a mistake of the file. */
function openAccount({ line, lines: [first = ''] }: Mt940Field, work: Mt940Work): void {
  finishEntry(work);
  const { open, findings } = work;
  if (open !== undefined && open.account !== '') {
    if (open.closing === null && open.opening !== null)
      reportProblem(
        findings,
        line,
        'account_missing',
        'a second account (:25:) stands before the closing balance (:62F:).',
      );
    finishStatement(work);
  }
  work.open ??= emptyStatement();
  work.open.account = accountOf(first);
}

/**
 * The first day of a statement by its opening balance, which has the day of the last closing one. The first of a month
 * is the first day itself: some banks date it so.
 */
function firstDayFrom(day: Day | null): Day | null {
  return day === null || day.endsWith('-01') ? day : addDays(day, 1);
}

function readBalance({ line, lines: [first = ''] }: Mt940Field, name: string, { findings }: Mt940Work) {
  const balance = balanceOf(first);
  if (balance === undefined) reportProblem(findings, line, 'amount_invalid', `the ${name} balance cannot be read.`);
  return balance;
}

function emptyStatement(): OpenMt940Statement {
  const balances = { opening: null, openingOn: null, closing: null, closingOn: null };
  return { account: '', currency: '', ...balances, net: 0, reversed: 0, first: null, last: null };
}

/**
 * The account: an IBAN, or bank and number separated by a slash. Some banks add the currency, behind a slash, a blank
 * or nothing, and the BIC before or behind the account.
 */
function accountOf(text: string): string {
  const parts = text
    .split('/')
    .map((part) => part.trim().replace(/ [A-Z]{3}$/, ''))
    .filter((part) => part !== '');
  if (parts.length > 1 && /^[A-Z]{3}$/.test(parts.at(-1) ?? '')) parts.pop();
  const numbers = parts.map((part) => normaliseAccount(part)).map(withoutCurrency);
  const iban = numbers.find((number) => normaliseIban(number) !== undefined);
  return iban ?? numbers.findLast((number) => !isBic(number)) ?? numbers.at(-1) ?? '';
}

function withoutCurrency(number: string): string {
  return normaliseIban(number) ?? number.replace(/(?<=\d)[A-Z]{3}$/, '');
}

function isBic(text: string): boolean {
  return /^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/.test(text);
}

function balanceOf(text: string): { amount: Cents; currency: string; day: Day | null } | undefined {
  const [, mark, date = '', currency = '', digits = ''] =
    /^([CD]) ?(\d{6}) ?([A-Z]{3})? ?([\d,]{1,40})$/.exec(text.trim().slice(0, 100)) ?? [];
  const amount = centsOf(digits);
  if (amount === undefined) return undefined;
  return { amount: mark === 'D' ? 0 - amount : amount, currency, day: dayInMonth(date) ?? null };
}

/** The cents of an amount; it has a comma even without cents. */
function centsOf(digits: string): Cents | undefined {
  return parseStatementAmount(digits.replace(',', '.').replace(/\.$/, ''));
}

/**
 * Value date, entry date, mark, funds code, amount, type, the owner's reference and, after //, the bank's. R marks a
 * reversal: RC of a credit, RD of a debit.
 */
const entryPattern =
  /^(\d{6})(\d{4}| {4})?(R?[CD])([A-Z])?([\d,]{1,40}) ?([A-Z][A-Z\d ]{3})([^/]*(?:\/[^/]+)*)(?:\/\/(.*))?$/;

/** `isLast`: the closing balance follows. */
function finishEntry(work: Mt940Work, isLast = false): void {
  const { draft, findings } = work;
  work.draft = undefined;
  if (draft === undefined) return;
  const { line } = draft.field;
  const match = entryPattern.exec((draft.field.lines[0] ?? '').slice(0, 200).trim());
  if (match === null)
    return void reportProblem(findings, line, 'amount_missing', 'the entry (:61:) is not a valid MT940 entry.');
  const [, value = '', entered, mark = '', , digits = '', , , bankId] = match;
  const amount = centsOf(digits);
  const bookedOn = bookingDay(value, entered);
  work.open ??= emptyStatement();
  const { open } = work;
  const currency = open.currency || work.reading.currency;
  if (amount === undefined)
    return void reportProblem(findings, line, 'amount_invalid', `"${digits}" is not an amount in cents.`);
  if (bookedOn === undefined) return void reportProblem(findings, line, 'date_invalid', `"${value}" is not a day.`);
  if (currency === '')
    return void reportProblem(findings, line, 'currency_missing', 'the statement names no currency.');
  if (!isCurrency(currency))
    return void reportProblem(findings, line, 'currency_invalid', `"${currency}" is no currency of ISO 4217.`);
  const credit = mark === 'C' || mark === 'RD';
  const details = parseDetails(detailsOf(draft));
  const hold = isLast && mayDescribeStatement(draft, work) ? 'details_unclear' : null;
  const entry = { ...entryOf(work, { line, credit, amount, bookedOn, currency, bankId, details }), hold } as const;
  const reversal = mark.startsWith('R') || details.returned;
  const signed = credit ? amount : -amount;
  open.net += signed;
  if (reversal) open.reversed += signed;
  includeDay(open, bookedOn);
  countEntry(findings, entry);
  work.ready.push({ ...entry, reversal });
}

/** The details of an entry; without any, the text below its first line. */
function detailsOf({ field, details }: Mt940Draft): readonly (readonly string[])[] {
  return details.length > 0 ? details : [field.lines.slice(1)];
}

/**
 * Whether the second :86: of the last entry may be about the statement: both stand before the closing balance. Fields
 * like those before, further ones, or a file in which entries have several, belong to the entry; words without a number
 * decide nothing.
 */
function mayDescribeStatement({ details }: Mt940Draft, { hasSeveralDetails }: Mt940Work): boolean {
  const [first = [], second = [], ...more] = details;
  if (details.length < 2 || more.length > 0 || hasSeveralDetails || !hasContent(first)) return false;
  return !hasFields(second) && /\d{4}/.test(second.join(' '));
}

/**
 * The booking day. The entry date has no year: the one nearest to the value date is used. Banks count months of 30 days
 * for value dates, so 30 February is the last day of February.
 */
function bookingDay(value: string, entered: string | undefined): Day | undefined {
  const valueDay = dayInMonth(value);
  if (valueDay === undefined || entered === undefined || entered.trim() === '') return valueDay;
  const year = Number(valueDay.slice(0, 4));
  const months = Number(entered.slice(0, 2)) - Number(valueDay.slice(5, 7));
  const day = parseDayText(`${year + (months > 6 ? -1 : months < -6 ? 1 : 0)}${entered}`);
  return day === 'open' ? undefined : day;
}

function dayInMonth(value: string): Day | undefined {
  const day = parseDayText(`20${value}`);
  if (day !== undefined || !/^\d\d02(29|30)$/.test(value)) return day === 'open' ? undefined : day;
  return dayInMonth(`${value.slice(0, 4)}${Number(value.slice(4)) - 1}`);
}

type KnownMt940Entry = Pick<StatementEntry, 'line' | 'credit' | 'amount' | 'bookedOn' | 'currency'> & {
  readonly bankId: string | undefined;
  readonly details: Mt940Details;
};

function entryOf({ open, findings }: Mt940Work, { details, bankId, ...known }: KnownMt940Entry): StatementEntry {
  const account = open?.account ?? '';
  return {
    ...known,
    statement: findings.statements.length,
    account,
    bankId: bankIdOrNull(bankId),
    batchId: null,
    batchAmount: null,
    endToEndId: bankIdOrNull(details.endToEndId),
    transactionId: null,
    orderNumber: null,
    references: details.references.map(tidyText).filter(Boolean).slice(0, maxReferences),
    text: tidyText(details.text),
    payerName: textOrNull(
      (known.credit ? nameWithInstitution(details.name, details.person) : details.name).slice(0, 200),
    ),
    payerIban: details.iban === account ? null : details.iban,
    reversal: false,
    hold: null,
  };
}

function finishStatement(work: Mt940Work): void {
  finishEntry(work);
  const { open, findings } = work;
  work.open = undefined;
  if (open === undefined) return;
  requireStatementCapacity(findings.statements.length);
  const { account, currency, opening, closing, net, reversed, ...days } = open;
  const gap = opening !== null && closing !== null ? closing - opening - net : 0;
  const closesFlipped = gap !== 0 && gap === -2 * reversed;
  const statement = { account, currency, ...findStatementDays(days), opening, closing, net, closesFlipped };
  findings.statements.push(statement);
}
