// What stands of everything that invoices charge: what was charged of a subject and its days, less what credit notes
// gave back of it. Pure.
import { runAtOnce, type Steps } from '../platform/processes/steps.ts';
import { compareDays, type Period, periodsOverlap } from '../platform/values/dates.ts';
import type { Cents } from '../platform/values/money.ts';
import type { ChargedAmount } from './charge-ledger-queries.ts';
import { divideInTurn } from './split-amount.ts';

/**
 * What identifies a subject: a meter, the apartment's share of a remainder, or what else an apartment is charged by a
 * code; at one VAT rate.
 */
type ChargedSubject = Pick<ChargedAmount, 'apartmentId' | 'meterId' | 'isShare' | 'charge' | 'vatRate'>;

/** A subject and days of it that touch each other. What a command plans is added to what is charged or credited. */
export type ChargedDays = Period &
  ChargedSubject &
  Pick<ChargedAmount, 'first'> & { amount: Cents; vatAmount: Cents; credited: Cents; creditedVat: Cents };

/** More cents than any position has. */
const unlimited = 1e14;

/** Finds a subject with some of its days. */
export type FindSubject = (subject: ChargedSubject, days: Period) => ChargedDays | undefined;

/** What a row costs of the budget of a turn. */
const costOfRow = 3;

/**
 * Adds up what is charged by subjects, and by days that touch each other: what was charged of a month may be settled by
 * halves. In steps, as a building has many.
 */
export function* groupBySubject(charged: readonly ChargedAmount[]): Steps<FindSubject> {
  const rowsBySubject = new Map<string, ChargedAmount[]>();
  for (const row of charged) {
    const key = keyOf(row);
    const rows = rowsBySubject.get(key);
    if (rows === undefined) rowsBySubject.set(key, [row]);
    else rows.push(row);
    yield costOfRow;
  }
  const bySubject = new Map<string, readonly ChargedDays[]>();
  for (const [key, rows] of rowsBySubject) {
    bySubject.set(key, joinDays(rows));
    yield costOfRow * rows.length;
  }
  return (subject, days) => bySubject.get(keyOf(subject))?.find((other) => periodsOverlap(other, days));
}

/** The rows of a subject, those whose days touch each other as one. */
function joinDays(rows: readonly ChargedAmount[]): ChargedDays[] {
  const joined: ChargedDays[] = [];
  for (const row of rows.toSorted((a, b) => compareDays(a.periodStart, b.periodStart))) {
    const last = joined.at(-1);
    if (last === undefined || last.periodEnd < row.periodStart) joined.push({ ...row });
    else joined.splice(-1, 1, combine(last, row));
  }
  return joined;
}

/** What was charged of it and not given back. */
export function amountLeft({ amount, credited }: ChargedDays): Cents {
  return amount - credited;
}

/** The subjects of which more was given back than was charged. */
export function listOverdrawn(charged: readonly ChargedAmount[]): readonly ChargedDays[] {
  const findSubject = runAtOnce(groupBySubject(charged));
  const subjects = new Set(charged.flatMap((row) => findSubject(row, row) ?? []));
  return [...subjects].filter((subject) => amountLeft(subject) * subject.amount < 0);
}

/** A row of a position, or the position itself: a subject with its days, and what the position charges of it. */
export type CreditableRow = {
  readonly subject: ChargedDays | undefined;
  readonly amount: Cents;
  readonly vatAmount: Cents;
};

/**
 * How much of amounts with a sign can be given back, as a positive amount: what stands of their subjects; of one that
 * stands with the other sign there is no limit, as giving that back adds to it.
 */
export function sumCreditable(
  rows: readonly CreditableRow[],
  sign: number,
): { readonly net: Cents; readonly vat: Cents } {
  const subjects = new Set(rows.flatMap(({ subject }) => subject ?? []));
  const sum = (limitOf: (subject: ChargedDays) => Cents) =>
    [...subjects].reduce((all, subject) => all + limitOf(subject), 0);
  return { net: sum((subject) => netLimit(subject, sign)), vat: sum((subject) => vatLimit(subject, sign)) };
}

/**
 * Divides what is given back over the rows: of each at most what it charges, as far as that stands, and the rest of
 * what stands of their subjects.
 */
export function takeCredit(
  rows: readonly CreditableRow[],
  { net, vat, sign }: { readonly net: Cents; readonly vat: Cents; readonly sign: number },
): { readonly net: Cents; readonly vat: Cents }[] {
  const nets = divideWithin(
    net,
    rows,
    ({ subject }) => (subject === undefined ? 0 : netLimit(subject, sign)),
    (row) => row.amount * sign,
  );
  const vats = divideWithin(
    vat,
    rows,
    ({ subject }) => (subject === undefined ? 0 : vatLimit(subject, sign)),
    (row) => row.vatAmount * sign,
  );
  return rows.map(({ subject }, index) => {
    const given = { net: (nets[index] ?? 0) * sign, vat: (vats[index] ?? 0) * sign };
    if (subject !== undefined) {
      subject.credited += given.net;
      subject.creditedVat += given.vat;
    }
    return given;
  });
}

function keyOf({ apartmentId, meterId, isShare, charge, vatRate }: ChargedSubject): string {
  return `${apartmentId} ${meterId} ${isShare} ${vatRate} ${charge}`;
}

function combine(subject: ChargedDays, row: ChargedAmount): ChargedDays {
  return {
    ...subject,
    periodEnd: row.periodEnd > subject.periodEnd ? row.periodEnd : subject.periodEnd,
    first: subject.first === 0 ? row.first : subject.first,
    amount: subject.amount + row.amount,
    vatAmount: subject.vatAmount + row.vatAmount,
    credited: subject.credited + row.credited,
    creditedVat: subject.creditedVat + row.creditedVat,
  };
}

/** A subject of which nothing stands has the sign with which it was first charged. */
function standsWith(subject: ChargedDays, sign: number): boolean {
  return (Math.sign(amountLeft(subject)) || Math.sign(subject.first)) === sign;
}

function netLimit(subject: ChargedDays, sign: number): Cents {
  return standsWith(subject, sign) ? Math.abs(amountLeft(subject)) : unlimited;
}

function vatLimit(subject: ChargedDays, sign: number): Cents {
  return standsWith(subject, sign) ? Math.max(0, sign * (subject.vatAmount - subject.creditedVat)) : unlimited;
}

/**
 * Divides a positive amount: first in proportion to what each row charges within the limit of its subject, then what is
 * left within these limits.
 */
function divideWithin(
  whole: Cents,
  rows: readonly CreditableRow[],
  limitOf: (row: CreditableRow) => Cents,
  chargedBy: (row: CreditableRow) => Cents,
): Cents[] {
  const limits = new Map(rows.map((row) => [row.subject, limitOf(row)]));
  const take = (row: CreditableRow, wanted: Cents) => {
    const taken = Math.min(wanted, limits.get(row.subject) ?? 0);
    limits.set(row.subject, (limits.get(row.subject) ?? 0) - taken);
    return taken;
  };
  const within = rows.map((row) => take(row, Math.max(0, chargedBy(row))));
  const all = within.reduce((sum, part) => sum + part, 0);
  if (whole <= all) return divideInTurn(BigInt(whole), within.map(BigInt)).map(Number);
  let rest = whole - all;
  return rows.map((row, index) => {
    const more = take(row, rest);
    rest -= more;
    return (within[index] ?? 0) + more;
  });
}
