// Compares entries of a file with stored entries. Stored entries are indexed by what a matching entry must share, so
// that each entry is compared with few, however many are similar. No I/O; consumes its index.
import { addDays, type Day, daysBetween } from '../../../platform/values/dates.ts';
import type { SimilarEntryRow, StagedEntryRow, StoredEntryRow } from './comparison-queries.ts';
import type { RecognitionVerdict } from './recognise-queries.ts';
import {
  type ComparableEntry,
  compareSameId,
  contentKeyOf,
  couldBeSameEntry,
  type DaySet,
  hasNear,
  isNear,
  makeDaySet,
} from './same-booking.ts';

/** The maximum number of stored entries with the same id that an entry is compared with, nearest days first. */
const maxComparisons = 50;
/** After this many comparable stored entries the comparison stops and the entry needs review. */
const maxSimilar = 200;

/** An entry of the file. */
export type Staged = StagedEntryRow & ComparableEntry;
/** A stored entry that entries of the file are compared with. */
export type Stored = StoredEntryRow & ComparableEntry;
/**
 * Stored entries around the day of the compared entry, those before it and the others: the nearest are last in each
 * list.
 */
type AroundDay = { readonly before: Stored[]; readonly from: Stored[] };

/**
 * The stored entries with one bank id. `taken`: the ids of those already identified with entries of the file. Entries
 * of the file arrive by day.
 */
export type IdGroup = { readonly entries: AroundDay; readonly taken: Set<string> };

/** Prepares the stored entries with one id, latest days first, for comparison. */
export function prepareIdGroup(stored: readonly Stored[]): IdGroup {
  return { entries: aroundDay(stored), taken: new Set() };
}

/** Compares an entry with the stored ones that share its id. Each stored entry matches only one entry. */
export function compareById(entry: Staged, { entries, taken }: IdGroup): RecognitionVerdict {
  let isQuestion = false;
  for (const stored of nearestFirst(entries, entry, taken)) {
    const verdict = compareSameId(entry, stored);
    isQuestion ||= verdict === 'doubtful';
    // The position of a detail in its batch may belong to another detail: then its content decides, in compareInBatch.
    if (verdict === 'same' && (!isNumbered(entry) || contentKeyOf(entry) === contentKeyOf(stored)))
      return duplicateOf(entry, stored, taken);
  }
  return { entryNumber: entry.entryNumber, isDuplicate: false, storedId: null, doubtful: isQuestion };
}

/** Batches with one id as other files have them. `taken` as in IdGroup. */
export type BatchGroup = { readonly batches: ReadonlyMap<string, Batch>; readonly taken: Set<string> };

/** A batch as other files have it: the lump sum, and its details by amount and by content. */
type Batch = {
  readonly lumpSum: Stored | undefined;
  readonly detailDays: DaySet;
  readonly byAmount: ReadonlyMap<string, AroundDay>;
  readonly byContent: ReadonlyMap<string, AroundDay>;
};

/** Prepares the stored entries of batches with one id, latest days first, for comparison. */
export function prepareBatchGroup(stored: readonly Stored[]): BatchGroup {
  const batches = new Map([...Map.groupBy(stored, batchOf)].map(([batch, parts]) => [batch, batchFrom(parts)]));
  return { batches, taken: new Set(stored.filter((entry) => entry.isTaken).map((entry) => entry.id)) };
}

function batchFrom(parts: readonly Stored[]): Batch {
  const isLump = (entry: Stored) => entry.amount === entry.batchAmount && entry.bankId === entry.batchId;
  const details = parts.filter((entry) => !isLump(entry));
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

type BatchVerdict = RecognitionVerdict & {
  /** The payment of a lump sum whose details have arrived. */ readonly replaces?: string;
};

/**
 * Compares an entry of a batch that another file has as a lump sum or as details, possibly in another order: the same
 * money is not counted twice.
 */
export function compareInBatch(entry: Staged, { batches, taken }: BatchGroup): BatchVerdict {
  const batch = batches.get(batchOf(entry));
  const verdict = { entryNumber: entry.entryNumber, isDuplicate: false, storedId: null, doubtful: false };
  if (batch === undefined) return verdict;
  if (entry.bankId === entry.batchId) return { ...verdict, isDuplicate: batch.detailDays.size > 0 };
  const detail = detailOf(entry, batch, taken);
  if (typeof detail === 'object') return duplicateOf(entry, detail, taken);
  const doubtful = detail === 'doubtful';
  const { lumpSum } = batch;
  if (lumpSum === undefined) return { ...verdict, doubtful };
  if (!lumpSum.allocated)
    return { ...verdict, doubtful, ...(lumpSum.paymentId === null ? {} : { replaces: lumpSum.paymentId }) };
  return entry.amount === entry.batchAmount ? { ...verdict, isDuplicate: true } : { ...verdict, doubtful: true };
}

function duplicateOf({ entryNumber }: Staged, stored: Stored, taken: Set<string>): RecognitionVerdict {
  taken.add(stored.id);
  return { entryNumber, isDuplicate: true, storedId: stored.id, doubtful: false };
}

/**
 * The stored detail of a batch that equals this one. Details without ids may be in another order in another file:
 * their content identifies them. An entry that equals no stored detail may still be one of them.
 */
function detailOf(entry: Staged, batch: Batch, taken: ReadonlySet<string>): Stored | 'doubtful' | undefined {
  const numbered = isNumbered(entry);
  const canBe = (detail: Stored) => (numbered || isNumbered(detail)) && isNear(detail.bookedOn, entry.bookedOn);
  for (const detail of nearestFirst(batch.byContent.get(`${entry.amount} ${contentKeyOf(entry)}`), entry, taken))
    if (canBe(detail)) return detail;
  for (const detail of nearestFirst(batch.byAmount.get(String(entry.amount)), entry, taken))
    if (canBe(detail) && compareSameId(entry, detail) === 'same') return detail;
  return numbered && hasNear(batch.detailDays, entry.bookedOn) ? 'doubtful' : undefined;
}

/** Whether an entry is a detail without its own id, which therefore has the batch's id and its position. */
function isNumbered({ bankId, batchId }: Pick<Staged, 'bankId' | 'batchId'>): boolean {
  return bankId?.startsWith(`${batchId}#`) ?? false;
}

function aroundDay(latestFirst: readonly Stored[]): AroundDay {
  return { before: [], from: [...latestFirst] };
}

/**
 * The stored entries nearest to an entry's day that are not yet identified with an entry of the file, at most
 * `maxComparisons`. Entries are compared by day, so each stored entry moves from one list to the other once; only the
 * ends of both lists are read, however long they are.
 */
function* nearestFirst(
  entries: AroundDay | undefined,
  { bookedOn }: Staged,
  taken: ReadonlySet<string>,
): Generator<Stored> {
  if (entries === undefined) return;
  const { before, from } = entries;
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
    if (taken.has(stored.id)) side.splice(index, 1);
    else {
      compared += 1;
      yield stored;
    }
  }
}

function isNearer(next: Stored, previous: Stored, day: Day): boolean {
  return next.bookedOn === day || daysBetween(day, next.bookedOn) <= daysBetween(previous.bookedOn, day);
}

/** A stored entry comparable with entries of the file. */
export type SimilarEntry = SimilarEntryRow & ComparableEntry;
/** Comparable stored entries, by the keys an entry must share with them, then by the kind of file they came from. */
export type SimilarGroup = ReadonlyMap<string, ReadonlyMap<string, readonly SimilarEntry[]>>;

/** Indexes comparable stored entries. */
export function prepareSimilarGroup(stored: readonly SimilarEntry[]): SimilarGroup {
  const byKey = new Map<string, Map<string, SimilarEntry[]>>();
  for (const entry of stored) {
    const source = `${entry.kind} ${entry.hasId} ${entry.account}`;
    for (const key of lookupKeysOf(entry)) {
      const bySource = byKey.get(key) ?? new Map<string, SimilarEntry[]>();
      byKey.set(key, bySource);
      const entriesOfSource = bySource.get(source);
      if (entriesOfSource === undefined) bySource.set(source, [entry]);
      else entriesOfSource.push(entry);
    }
  }
  return byKey;
}

/**
 * Decides whether a comparable stored entry could be the same. After too many comparisons the entry also needs review.
 */
export function compareSimilar(entry: Staged, similar: SimilarGroup): RecognitionVerdict {
  return { entryNumber: entry.entryNumber, isDuplicate: false, storedId: null, doubtful: isDoubtful(entry, similar) };
}

function isDoubtful(entry: Staged, similar: SimilarGroup): boolean {
  let compared = 0;
  for (const day of [entry.bookedOn, addDays(entry.bookedOn, -1), addDays(entry.bookedOn, 1)]) {
    for (const number of compatibleValues(onlyNumberOf(entry))) {
      for (const payer of compatibleValues(entry.payerIban)) {
        for (const entries of similar.get(lookupKeyOf({ ...entry, bookedOn: day }, number, payer))?.values() ?? []) {
          if (!isOtherSource(entry, entries[0] as SimilarEntry)) continue;
          for (const stored of entries) {
            compared += 1;
            if (compared >= maxSimilar || couldBeSameEntry(entry, stored)) return true;
          }
        }
      }
    }
  }
  return false;
}

/**
 * Whether entries of this source may show the same booking: another kind of file, or only one of both has an id or an
 * account. Without ids also the same kind, on the same day: the bank, or a version before, may have written it
 * otherwise.
 */
function isOtherSource(entry: Staged, source: SimilarEntry): boolean {
  const fitsAccount = entry.account === source.account || entry.account === '' || source.account === '';
  const hasId = entry.bankId !== null;
  const differs = entry.kind !== source.kind || entry.account !== source.account || hasId !== source.hasId;
  if (fitsAccount && !differs) return !hasId && entry.bookedOn === source.bookedOn;
  return fitsAccount && differs;
}

/** The keys an entry is found by: with its number and payer, and without either, for entries that lack them. */
function lookupKeysOf(entry: SimilarEntry): string[] {
  const numbers = new Set([onlyNumberOf(entry), any]);
  const payers = new Set([entry.payerIban, any]);
  return [...numbers].flatMap((number) => [...payers].map((payer) => lookupKeyOf(entry, number, payer)));
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
 * What the other entry may have where this one has `value`: the same or nothing; anything where this one has nothing.
 */
function compatibleValues(value: string | null): (string | null)[] {
  return value === null ? [any] : [value, null];
}

/** The number that is an entry's only possible reference. */
function onlyNumberOf({ references }: ComparableEntry): string | null {
  const [only = ''] = references;
  return references.length === 1 && /^0*[1-9][0-9]+$/.test(only) ? only.replace(/^0+/, '') : null;
}
