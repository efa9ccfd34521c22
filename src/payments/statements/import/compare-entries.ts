// Compares lines of a file with stored lines. Stored lines are indexed by what a matching line must share, so that each
// line is compared with few, however many are similar. Pure.
import { addDays, type Day, daysBetween } from '../../../platform/values/dates.ts';
import type { SimilarLine, StagedLine, StoredLine } from './comparison-queries.ts';
import type { RecognitionVerdict } from './recognise-queries.ts';
import {
  type ComparableLine,
  compareSameId,
  contentKeyOf,
  couldBeSameEntry,
  type DaySet,
  hasNear,
  isNear,
  makeDaySet,
} from './same-booking.ts';

/** The maximum number of stored lines with the same id that a line is compared with, nearest days first. */
const maxComparisons = 50;
/** After this many comparable stored lines the comparison stops and the line needs review. */
const maxSimilar = 200;

/** A line of the file. */
export type Staged = StagedLine & ComparableLine;
/** A stored line that lines of the file are compared with. */
export type Stored = StoredLine & ComparableLine;
/**
 * Stored lines around the day of the compared line, those before it and the others: the nearest are last in each list.
 */
type AroundDay = { readonly before: Stored[]; readonly from: Stored[] };

/**
 * The stored lines with one bank id. `matched`: the ids of those already identified with lines of the file. Lines of
 * the file arrive by day.
 */
export type IdGroup = { readonly lines: AroundDay; readonly matched: Set<string> };

/** Prepares the stored lines with one id, latest days first, for comparison. */
export function prepareIdGroup(stored: readonly Stored[]): IdGroup {
  return { lines: aroundDay(stored), matched: new Set() };
}

/** Compares a line with the stored ones that share its id. Each stored line matches only one line. */
export function compareById(line: Staged, { lines, matched }: IdGroup): RecognitionVerdict {
  let isQuestion = false;
  for (const stored of nearestFirst(lines, line, matched)) {
    const verdict = compareSameId(line, stored);
    isQuestion ||= verdict === 'doubtful';
    // The position of a detail in its batch may belong to another detail: then its content decides, in compareInBatch.
    if (verdict === 'same' && (!isNumbered(line) || contentKeyOf(line) === contentKeyOf(stored)))
      return knownAs(line, stored, matched);
  }
  return { entryNumber: line.entryNumber, known: false, storedId: null, doubtful: isQuestion };
}

/** Batches with one id as other files have them. `matched` as in IdGroup. */
export type BatchGroup = { readonly batches: ReadonlyMap<string, Batch>; readonly matched: Set<string> };

/** A batch as other files have it: the lump sum, and its details by amount and by content. */
type Batch = {
  readonly lumpSum: Stored | undefined;
  readonly detailDays: DaySet;
  readonly byAmount: ReadonlyMap<string, AroundDay>;
  readonly byContent: ReadonlyMap<string, AroundDay>;
};

/** Prepares the stored lines of batches with one id, latest days first, for comparison. */
export function prepareBatchGroup(stored: readonly Stored[]): BatchGroup {
  const batches = new Map([...Map.groupBy(stored, batchOf)].map(([batch, parts]) => [batch, batchFrom(parts)]));
  return { batches, matched: new Set(stored.filter((line) => line.isMatched).map((line) => line.id)) };
}

function batchFrom(parts: readonly Stored[]): Batch {
  const isLump = (line: Stored) => line.amount === line.batchAmount && line.bankId === line.batchId;
  const details = parts.filter((line) => !isLump(line));
  const groupedBy = (keyFor: (detail: Stored) => string) =>
    new Map([...Map.groupBy(details, keyFor)].map(([key, group]) => [key, aroundDay(group)]));
  return {
    lumpSum: parts.findLast(isLump),
    detailDays: makeDaySet(details.map((detail) => detail.bookedOn)),
    byAmount: groupedBy((detail) => String(detail.amount)),
    byContent: groupedBy((detail) => `${detail.amount} ${contentKeyOf(detail)}`),
  };
}

function batchOf({
  account,
  credit,
  batchId,
  batchAmount,
}: Pick<Staged, 'account' | 'credit' | 'batchId' | 'batchAmount'>) {
  return JSON.stringify([account, credit, batchId, batchAmount]);
}

export type BatchVerdict = RecognitionVerdict & {
  /** The payment of a lump sum whose details have arrived. */ readonly replaces?: string;
};

/**
 * Compares a line of a batch that another file has as a lump sum or as details, possibly in another order: the same
 * money is not counted twice.
 */
export function compareInBatch(line: Staged, { batches, matched }: BatchGroup): BatchVerdict {
  const batch = batches.get(batchOf(line));
  const verdict = { entryNumber: line.entryNumber, known: false, storedId: null, doubtful: false };
  if (batch === undefined) return verdict;
  if (line.bankId === line.batchId) return { ...verdict, known: batch.detailDays.size > 0 };
  const detail = detailOf(line, batch, matched);
  if (typeof detail === 'object') return knownAs(line, detail, matched);
  const doubtful = detail === 'doubtful';
  const { lumpSum } = batch;
  if (lumpSum === undefined) return { ...verdict, doubtful };
  if (!lumpSum.allocated)
    return { ...verdict, doubtful, ...(lumpSum.paymentId === null ? {} : { replaces: lumpSum.paymentId }) };
  return line.amount === line.batchAmount ? { ...verdict, known: true } : { ...verdict, doubtful: true };
}

function knownAs({ entryNumber }: Staged, stored: Stored, matched: Set<string>): RecognitionVerdict {
  matched.add(stored.id);
  return { entryNumber, known: true, storedId: stored.id, doubtful: false };
}

/**
 * The stored detail of a known batch that equals this one. Details without ids may be in another order in another file:
 * their content identifies them. A line that equals no known detail may still be one of them.
 */
function detailOf(line: Staged, batch: Batch, matched: ReadonlySet<string>): Stored | 'doubtful' | undefined {
  const numbered = isNumbered(line);
  const canBe = (detail: Stored) => (numbered || isNumbered(detail)) && isNear(detail.bookedOn, line.bookedOn);
  for (const detail of nearestFirst(batch.byContent.get(`${line.amount} ${contentKeyOf(line)}`), line, matched))
    if (canBe(detail)) return detail;
  for (const detail of nearestFirst(batch.byAmount.get(String(line.amount)), line, matched))
    if (canBe(detail) && compareSameId(line, detail) === 'same') return detail;
  return numbered && hasNear(batch.detailDays, line.bookedOn) ? 'doubtful' : undefined;
}

/** Whether a line is a detail without its own id, which therefore has the batch's id and its position. */
function isNumbered({ bankId, batchId }: Pick<Staged, 'bankId' | 'batchId'>): boolean {
  return bankId?.startsWith(`${batchId}#`) ?? false;
}

function aroundDay(latestFirst: readonly Stored[]): AroundDay {
  return { before: [], from: [...latestFirst] };
}

/**
 * The stored lines nearest to a line's day that are not yet identified with a line of the file, at most
 * `maxComparisons`. Lines are compared by day, so each stored line moves from one list to the other once; only the ends
 * of both lists are read, however long they are.
 */
function* nearestFirst(
  lines: AroundDay | undefined,
  { bookedOn }: Staged,
  matched: ReadonlySet<string>,
): Generator<Stored> {
  if (lines === undefined) return;
  const { before, from } = lines;
  for (let next = from.at(-1); next !== undefined && next.bookedOn < bookedOn; next = from.at(-1)) {
    before.push(next);
    from.pop();
  }
  let [earlier, later] = [before.length - 1, from.length - 1];
  for (let compared = 0; compared < maxComparisons; ) {
    const [previous, next] = [before[earlier], from[later]];
    if (previous === undefined && next === undefined) return;
    const isAhead = next !== undefined && (previous === undefined || isNearer(next, previous, bookedOn));
    const [side, index] = isAhead ? [from, later--] : [before, earlier--];
    const stored = side[index] as Stored;
    if (matched.has(stored.id)) side.splice(index, 1);
    else {
      compared += 1;
      yield stored;
    }
  }
}

function isNearer(next: Stored, previous: Stored, day: Day): boolean {
  return next.bookedOn === day || daysBetween(day, next.bookedOn) <= daysBetween(previous.bookedOn, day);
}

/** A stored line comparable with lines of the file. */
export type SimilarEntry = SimilarLine & ComparableLine;
/** Comparable stored lines, by the keys a line must share with them, then by the kind of file they came from. */
export type SimilarGroup = ReadonlyMap<string, ReadonlyMap<string, readonly SimilarEntry[]>>;

/** Indexes comparable stored lines. */
export function prepareSimilarGroup(stored: readonly SimilarEntry[]): SimilarGroup {
  const byKey = new Map<string, Map<string, SimilarEntry[]>>();
  for (const line of stored) {
    const source = `${line.kind} ${line.hasId} ${line.account}`;
    for (const key of lookupKeysOf(line)) {
      const bySource = byKey.get(key) ?? new Map<string, SimilarEntry[]>();
      byKey.set(key, bySource);
      const linesOfSource = bySource.get(source);
      if (linesOfSource === undefined) bySource.set(source, [line]);
      else linesOfSource.push(line);
    }
  }
  return byKey;
}

/**
 * Decides whether a comparable stored line could be the same. After too many comparisons the line also needs review.
 */
export function compareSimilar(line: Staged, similar: SimilarGroup): RecognitionVerdict {
  return { entryNumber: line.entryNumber, known: false, storedId: null, doubtful: isDoubtful(line, similar) };
}

function isDoubtful(line: Staged, similar: SimilarGroup): boolean {
  let compared = 0;
  for (const day of [line.bookedOn, addDays(line.bookedOn, -1), addDays(line.bookedOn, 1)]) {
    for (const number of compatibleValues(onlyNumberOf(line))) {
      for (const payer of compatibleValues(line.payerIban)) {
        for (const lines of similar.get(lookupKeyOf({ ...line, bookedOn: day }, number, payer))?.values() ?? []) {
          if (!isOtherSource(line, lines[0] as SimilarEntry)) continue;
          for (const stored of lines) {
            compared += 1;
            if (compared >= maxSimilar || couldBeSameEntry(line, stored)) return true;
          }
        }
      }
    }
  }
  return false;
}

/**
 * Whether lines of this source may show the same booking: another kind of file, or only one of both has an id or an
 * account. Without ids also the same kind, on the same day: the bank, or a version before, may have written it
 * otherwise.
 */
function isOtherSource(line: Staged, source: SimilarEntry): boolean {
  const fitsAccount = line.account === source.account || line.account === '' || source.account === '';
  const hasId = line.bankId !== null;
  const differs = line.kind !== source.kind || line.account !== source.account || hasId !== source.hasId;
  if (fitsAccount && !differs) return !hasId && line.bookedOn === source.bookedOn;
  return fitsAccount && differs;
}

/** The keys a line is found by: with its number and payer, and without either, for lines that lack them. */
function lookupKeysOf(line: SimilarEntry): string[] {
  const numbers = new Set([onlyNumberOf(line), any]);
  const payers = new Set([line.payerIban, any]);
  return [...numbers].flatMap((number) => [...payers].map((payer) => lookupKeyOf(line, number, payer)));
}

function lookupKeyOf(
  { currency, credit, amount, bookedOn }: Pick<Staged, 'currency' | 'credit' | 'amount' | 'bookedOn'>,
  number: string | null,
  payer: string | null,
): string {
  return `${currency} ${credit} ${amount} ${bookedOn} ${number} ${payer}`;
}

const any = 'any';

/**
 * What the other line may have where this one has `value`: the same or nothing; anything where this one has nothing.
 */
function compatibleValues(value: string | null): (string | null)[] {
  return value === null ? [any] : [value, null];
}

/** The number that is a line's only possible reference. */
function onlyNumberOf({ references }: ComparableLine): string | null {
  const [only = ''] = references;
  return references.length === 1 && /^0*[1-9][0-9]+$/.test(only) ? only.replace(/^0+/, '') : null;
}
