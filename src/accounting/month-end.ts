// Month-end: what an accountant takes from a building for a range of days, and the sums of each file. A document
// belongs to its date.
import type { Scope } from '../platform/db/scope.ts';
import { Invalid, queryProblem } from '../platform/errors.ts';
import { csvFile } from '../platform/values/csv.ts';
import { addDays, type Day, dayIn, previousMonth } from '../platform/values/dates.ts';
import type { Language } from '../platform/values/languages.ts';
import { type Cents, sumCents } from '../platform/values/money.ts';
import { getBuilding } from '../properties/buildings.ts';
import type { Building } from '../properties/model.ts';
import { type BankAccountSums, balanceText, getBankAccount, listBankRows } from './bank-account.ts';
import { type ExportColumn, exportWord, headingsOf } from './export-words.ts';
import { type LedgerTotal, sumLedger } from './ledger-export-queries.ts';
import * as queries from './month-end-queries.ts';
import { type DebtorTurnover, listTurnovers } from './turnovers.ts';

/** The sums of a building in one currency; `ledger.net + ledger.vat` = invoiced. */
type MonthEndTotal = queries.Turnover & {
  /** Apartments and debtors with a balance or an entry. */
  readonly apartments: number;
  readonly debtors: number;
  readonly ledger: Omit<LedgerTotal, 'currency'>;
};

export type MonthEnd = queries.DayRange & {
  /** Whether the last day is over where the building is. */
  readonly ended: boolean;
  readonly totals: readonly MonthEndTotal[];
  /** What is on the building's account, or on one of no building. */
  readonly unassigned: readonly queries.UnassignedMoney[];
  /** Drafts issued in these days, which no figure includes. */
  readonly drafts: readonly queries.UncountedDrafts[];
  /** The building's account; undefined if it has none. */
  readonly bankAccount: BankAccountSums | undefined;
};

type RequestedRange = { readonly dateFrom?: Day; readonly dateTo?: Day };
/** The language of a file; none: as programs read it. */
type RequestedFile = RequestedRange & { readonly language?: Language };
/** `unassigned`: the payments of no apartment, instead of those of the building's apartments. */
type RequestedPayments = RequestedFile & { readonly unassigned?: boolean };

const maxDays = 366;

const balanceColumns = [
  'apartment',
  'payer',
  'reference',
  'opening',
  'invoiced',
  'received',
  'refunded',
  'closing',
  'currency',
] as const satisfies readonly ExportColumn[];

const paymentColumns = [
  'date',
  'kind',
  'source',
  'payer',
  'payer_account',
  'own_account',
  'reference',
  'description',
  'apartment',
  'amount',
  'currency',
] as const satisfies readonly ExportColumn[];

/** What money is that nobody pays for an invoice. */
const categoryColumns = ['category', 'note'] as const satisfies readonly ExportColumn[];

const bankColumns = [
  'date',
  'kind',
  'counterparty',
  'counterparty_account',
  'own_account',
  'reference',
  'description',
  'amount',
  'balance',
  'currency',
  ...categoryColumns,
  'received',
] as const satisfies readonly ExportColumn[];

/** The sums of a building's files. Throws NotFound (the building), Invalid. */
export async function getMonthEnd(scope: Scope, buildingId: string, requested: RequestedRange): Promise<MonthEnd> {
  const building = await getBuilding(scope, buildingId);
  const { billing } = building;
  const range = chooseRange(scope, building, requested);
  const turnovers = await listTurnovers(scope, building, range);
  const ledger = await sumLedger(scope, buildingId, { dateFrom: range.from, dateTo: range.to });
  const currencies = new Set([billing.currency, ...turnovers.map(({ currency }) => currency)]);
  return {
    ...range,
    ended: range.to < dayIn(billing.timeZone, scope.now),
    totals: [...currencies].map((currency) => sumTurnovers(currency, turnovers, ledger)),
    unassigned: await queries.sumUnassignedMoney(scope, { buildingId, iban: billing.iban }, range),
    drafts: await queries.sumUncountedDrafts(scope, buildingId, range),
    bankAccount: await getBankAccount(scope, building, range),
  };
}

/** The account of each debtor as a CSV file. Throws NotFound (the building), Invalid. */
export async function writeBalances(scope: Scope, buildingId: string, requested: RequestedFile) {
  const building = await getBuilding(scope, buildingId);
  const range = chooseRange(scope, building, requested);
  const turnovers = await listTurnovers(scope, building, range);
  const rows = turnovers.map(
    ({ apartment, payers, reference, opening, invoiced, received, refunded, closing, currency }) => [
      apartment,
      payers.join(', '),
      reference,
      ...[opening, invoiced, received, refunded, closing].map((cents) => ({ cents })),
      currency,
    ],
  );
  return { building, range, text: csvFile([headingsOf(balanceColumns, requested.language), ...rows]) };
}

/** The payments of the building's apartments, or of none, as a CSV file. Throws NotFound (the building), Invalid. */
export async function writePayments(scope: Scope, buildingId: string, requested: RequestedPayments) {
  const building = await getBuilding(scope, buildingId);
  const range = chooseRange(scope, building, requested);
  const texts = ['payer', 'payerAccount', 'account', 'reference', 'description', 'apartment'] as const;
  const { language, unassigned = false } = requested;
  const lines = await (unassigned
    ? queries.findUnassignedLines(scope, { buildingId, iban: building.billing.iban }, range)
    : queries.findPaymentLines(scope, buildingId, range));
  const rows = lines.map((line) => [
    line.on,
    exportWord('kind', line.kind, language),
    exportWord('source', line.source, language),
    ...texts.map((text) => line[text] ?? ''),
    { cents: line.amount },
    line.currency,
    ...(unassigned ? categoryCells(line, language) : []),
    line.bookedOn ?? '',
  ]);
  const columns = [...paymentColumns, ...(unassigned ? categoryColumns : []), 'booked_on'] as const;
  return { building, range, text: csvFile([headingsOf(columns, language), ...rows]) };
}

/**
 * The entries of the building's bank account as a CSV file, with the balance after each, between the opening and the
 * closing balance, each on the day for which it is known. Throws NotFound (the building), Invalid.
 */
export async function writeBankEntries(scope: Scope, buildingId: string, requested: RequestedFile) {
  const building = await getBuilding(scope, buildingId);
  const range = chooseRange(scope, building, requested);
  const { account, opening, closing, known, entries } = await listBankRows(scope, building, range);
  const { iban = '', currency = building.billing.currency } = account ?? {};
  const kindOf = (kind: Parameters<typeof exportWord<'kind'>>[1]) => exportWord('kind', kind, requested.language);
  const balanceRow = (on: Day, kind: 'opening_balance' | 'closing_balance', balance: Cents | null) => [
    ...[on, kindOf(kind), '', '', iban, '', '', ''],
    balanceText(balance),
    ...[currency, '', '', ''],
  ];
  const rows = entries.map((entry) => [
    ...[entry.on, kindOf(entry.kind), entry.counterparty ?? '', entry.counterpartyAccount ?? '', iban],
    ...[entry.reference ?? '', entry.description],
    { cents: entry.amount },
    balanceText(opening === null ? null : opening + entry.balance),
    currency,
    ...categoryCells(entry, requested.language),
    { cents: entry.received },
  ]);
  const [before, after] = [
    balanceRow(known.from, 'opening_balance', opening),
    balanceRow(known.to, 'closing_balance', closing),
  ];
  return { building, range, text: csvFile([headingsOf(bankColumns, requested.language), before, ...rows, after]) };
}

/** What money is that nobody pays for an invoice, and the words of who said so. */
function categoryCells(
  { category, note }: Pick<queries.PaymentLine, 'category' | 'note'>,
  language: Language | undefined,
): [string, string] {
  return [category === null ? '' : exportWord('category', category, language), note ?? ''];
}

/** The days, by default those of the previous month where the building is. Throws Invalid. */
function chooseRange(scope: Scope, { billing }: Building, { dateFrom, dateTo }: RequestedRange): queries.DayRange {
  if (dateFrom === undefined && dateTo === undefined) {
    const { periodStart, periodEnd } = previousMonth(dayIn(billing.timeZone, scope.now));
    return { from: periodStart, to: periodEnd };
  }
  if (dateFrom === undefined || dateTo === undefined) {
    const name = dateFrom === undefined ? 'dateFrom' : 'dateTo';
    throw new Invalid([queryProblem(name, 'required', `${name} is missing: send both ends of the range.`)]);
  }
  if (dateTo < dateFrom)
    throw new Invalid([queryProblem('dateTo', 'out_of_range', 'dateTo must not be before dateFrom.')]);
  if (addDays(dateFrom, maxDays) <= dateTo)
    throw new Invalid([queryProblem('dateTo', 'out_of_range', `A range has at most ${maxDays} days.`)]);
  return { from: dateFrom, to: dateTo };
}

function sumTurnovers(
  currency: string,
  turnovers: readonly DebtorTurnover[],
  ledgers: readonly LedgerTotal[],
): MonthEndTotal {
  const rows = turnovers.filter((turnover) => turnover.currency === currency);
  const sum = (of: 'opening' | 'invoiced' | 'received' | 'refunded' | 'closing') =>
    sumCents(rows.map((row) => row[of]));
  const found = ledgers.find((ledger) => ledger.currency === currency);
  const { invoices = 0, net = 0, vat = 0, eInvoices = 0, eInvoiceAmount = 0 } = found ?? {};
  return {
    currency,
    opening: sum('opening'),
    invoiced: sum('invoiced'),
    received: sum('received'),
    refunded: sum('refunded'),
    closing: sum('closing'),
    payments: rows.reduce((count, { payments }) => count + payments, 0),
    apartments: new Set(rows.map(({ apartmentId }) => apartmentId)).size,
    debtors: rows.length,
    ledger: { invoices, net, vat, eInvoices, eInvoiceAmount },
  };
}
