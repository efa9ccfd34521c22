// Finds the currency of a table in its headings or the lines above them, also for tables with amounts in several
// currencies in separate columns.
import { normaliseUnicode } from '../../../platform/values/text.ts';
import { type CsvColumns, headingStems, headings, unrelatedHeadings } from './csv-columns.ts';
import { foldText } from './csv-labels.ts';

export const maxHeadingLength = 100;
const currencyAtEnd =
  /[\s,](?:EUR|euros?|euroa|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|ISK|RUB|UAH|JPY|CAD|AUD|€|£)$/i;
const currencyOfAmount =
  /[\s,([](EUR|euros?|EUROA|USD|GBP|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|ISK|RUB|UAH|JPY|CAD|AUD|€|£)[)\]]?$/;

const amountFields = ['amount', 'debit', 'credit'] as const;

/** The columns of the amounts in one currency. */
export type AmountColumns = {
  readonly currency: string;
  readonly columns: Pick<CsvColumns, (typeof amountFields)[number]>;
};

/**
 * The currency of a file's amounts; `choices` where the headings name several and the file does not say which one
 * counts.
 */
export type Currencies = { readonly currency: string; readonly choices?: readonly AmountColumns[] };

/** The currencies named in the headings and the lines above them. */
export function currenciesNamed(row: readonly string[], columns: CsvColumns, above: readonly string[]): Currencies {
  const choices = choicesIn(row, columns);
  if (choices.length === 0) return { currency: currencyNamed(row, columns, above) };
  return { currency: currencyNamed(row, {}, above), choices };
}

/**
 * The currency in the heading of the amount, else in those of the balances, else in the lines above. Empty when none or
 * several are named.
 */
export function currencyNamed(row: readonly string[], columns: CsvColumns, above: readonly string[]): string {
  const { amount, credit, debit } = columns;
  return currencyIn(row[amount ?? credit ?? debit ?? -1] ?? '') || currencyOfBalances(row) || currencyAbove(above);
}

/**
 * The columns of each currency, if the headings name several, or name one beside an amount of the same name without a
 * currency.
 */
function choicesIn(row: readonly string[], columns: CsvColumns): AmountColumns[] {
  const fields = amountFields.flatMap((field) => {
    const index = columns[field];
    return index === undefined ? [] : [{ field, index, others: namedLike(row, index, field) }];
  });
  const currencies = new Set(fields.flatMap(({ others }) => [...others.keys()]));
  const isUnknown = ({ index }: { index: number }) => currencyIn(row[index] ?? '') === '';
  const unknown = columns.currency === undefined && fields.some((field) => field.others.size > 0 && isUnknown(field));
  if (currencies.size + (unknown ? 1 : 0) < 2) return [];
  return [...currencies].map((currency) => {
    const columnsOfCurrency = fields.flatMap(({ field, index, others }) => {
      const found = others.size === 0 ? index : others.get(currency);
      return found === undefined ? [] : [[field, found] as const];
    });
    return { currency, columns: Object.fromEntries(columnsOfCurrency) };
  });
}

/** By currency: `column`, and the first column of each other currency with the same meaning. */
function namedLike(
  row: readonly string[],
  column: number,
  field: (typeof amountFields)[number],
): ReadonlyMap<string, number> {
  const ownName = looseName(row[column] ?? '');
  const ownCurrency = currencyIn(row[column] ?? '');
  const found = new Map(ownCurrency === '' ? [] : [[ownCurrency, column]]);
  for (const [index, heading] of row.entries()) {
    const currency = currencyIn(heading);
    const name = looseName(heading);
    if (currency === '' || found.has(currency)) continue;
    if (name === ownName || (ownCurrency !== '' && meansAmount(heading, name, field))) found.set(currency, index);
  }
  return found;
}

const knownNames = {
  amount: new Set(headings.amount.map(looseName)),
  debit: new Set(headings.debit.map(looseName)),
  credit: new Set(headings.credit.map(looseName)),
};

function meansAmount(heading: string, name: string, field: keyof typeof knownNames): boolean {
  if (knownNames[field].has(name)) return true;
  const words = foldText(heading.slice(0, maxHeadingLength));
  return field === 'amount' && headingStems.amount.test(words) && !unrelatedHeadings.test(words);
}

const balance = /saldo|balan|jaak|atlik|likut|остат|kontostand|solde/;

/** The currency in the headings of the balances, which is the account's; empty unless they name exactly one. */
function currencyOfBalances(row: readonly string[]): string {
  const ofBalances = row.filter((heading) => balance.test(foldText(heading.slice(0, maxHeadingLength))));
  const found = new Set(ofBalances.map(currencyIn).filter((currency) => currency !== ''));
  const [only = ''] = found;
  return found.size === 1 ? only : '';
}

/** The letters and digits of a heading in lower case: banks change the rest without notice. */
export function bare(text: string): string {
  return normaliseUnicode(text, 'NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/]/gu, '');
}

/** A heading as it is compared without what is in brackets, a currency, and marks on letters. */
export function looseName(heading: string): string {
  return foldText(bare(withoutCurrency(heading)));
}

function withoutCurrency(heading: string): string {
  const text = withoutBrackets(heading.slice(0, maxHeadingLength));
  const index = text.search(currencyAtEnd);
  if (index === -1) return text;
  const before = text.slice(0, index).trimEnd();
  return /[\s,]in$/i.test(before) ? before.slice(0, -2) : before;
}

/** A heading without the brackets at its end. */
function withoutBrackets(heading: string): string {
  const text = heading.trimEnd();
  const open = text.search(/[([]/);
  return open !== -1 && open < text.length - 1 && /[)\]]$/.test(text) ? text.slice(0, open).trimEnd() : heading;
}

/** The currency at the end of a heading; empty when there is none. */
function currencyIn(heading: string): string {
  const found = currencyOfAmount.exec(heading.slice(0, maxHeadingLength).trimEnd())?.[1] ?? '';
  return /^(€|euro)/i.test(found) ? 'EUR' : found === '£' ? 'GBP' : found;
}

const someCurrency = /^(?:EUR|CHF|USD|GBP|SEK|NOK|DKK|PLN|CZK)$/;

/** The currency in the lines above the headings, alone or beside an amount; empty unless there is exactly one. */
export function currencyAbove(lines: readonly string[]): string {
  const words = lines.flatMap((line) => line.slice(0, 1000).split(/[;,\t|"'=():\s]/));
  const found = new Set(words.filter((word) => someCurrency.test(word)));
  return found.size === 1 ? ([...found][0] ?? '') : '';
}

/**
 * The columns of a table with only the amounts in one currency. The headings name the currency, so the currency column
 * is dropped.
 */
export function withAmounts(columns: CsvColumns, amounts: AmountColumns['columns']): CsvColumns {
  const { currency: _, amount: __, debit: ___, credit: ____, ...rest } = columns;
  return { ...rest, ...amounts };
}
