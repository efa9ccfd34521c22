// Duplicate detection: entries that other files already had are left out; possible duplicates wait for review and are
// never dropped; and credits that show recorded payments are found. The database finds what must be compared,
// compare-entries.ts compares it.
import type { Scope } from '../../../platform/db/scope.ts';
import { splitIntoTurns } from '../../../platform/processes/steps.ts';
import { costOfEntry } from '../parse/statement-entry.ts';
import { findNamedAccounts, hasOtherImports, replacePayments } from '../statement-queries.ts';
import {
  type BatchGroup,
  compareById,
  compareInBatch,
  compareSimilar,
  type IdGroup,
  prepareBatchGroup,
  prepareIdGroup,
  prepareSimilarGroup,
  type SimilarGroup,
  type Staged,
} from './compare-entries.ts';
import type { GroupRange, SimilarEntryRow, StoredEntryRow } from './comparison-queries.ts';
import * as comparison from './comparison-queries.ts';
import { type ImportRun, throwIfCancelled } from './import-run.ts';
import * as queries from './recognise-queries.ts';
import { type ComparableEntry, comparable, type EntryContent } from './same-booking.ts';
import { makePaymentFinder } from './same-payment.ts';
import { findCredits } from './staging-queries.ts';

/** Entries compared together with their stored entries in one round. */
const entriesPerRound = 5000;
/** What comparing an entry with stored ones costs of the budget of a turn. */
const costOfComparing = 200;
/**
 * An entry without an account is compared with those of all accounts of stored entries, if there are no more than an
 * organization has.
 */
const maxNamedAccounts = 50;

/**
 * Records for each staged entry whether it is a duplicate, why it may be one, and which payment it shows. Where the
 * details of a stored lump sum arrive, its payment is replaced (replacePayments).
 */
export async function recogniseEntries(scope: Scope, run: ImportRun): Promise<void> {
  if (await hasOtherImports(scope, run.importId)) {
    await queries.markEqualEntries(scope);
    await recogniseIds(scope, run);
    await markSimilarDoubtful(scope, run);
    await queries.markReturnedDoubtful(scope);
  }
  await findShownPayments(scope, run);
}

/** Entries whose bank id, or whose batch's id, stored entries also have. */
async function recogniseIds(scope: Scope, run: ImportRun): Promise<void> {
  const findStored = (groups: GroupRange) => comparison.findStored(scope, groups);
  await comparison.groupById(scope);
  await compareGroups<StoredEntryRow, IdGroup>(scope, run, {
    findStored,
    prepare: prepareIdGroup,
    compare: compareById,
  });
  await comparison.groupByBatch(scope);
  const replaced = new Set<string>();
  const compareDetail = (entry: Staged, group: BatchGroup) => {
    const verdict = compareInBatch(entry, group);
    if (verdict.replaces !== undefined) replaced.add(verdict.replaces);
    return verdict;
  };
  await compareGroups<StoredEntryRow, BatchGroup>(scope, run, {
    findStored,
    prepare: prepareBatchGroup,
    compare: compareDetail,
  });
  if (replaced.size > 0) await replacePayments(scope, [...replaced]);
}

/** Entries that could be the same as an entry of another kind of file, or as one with fewer fields. */
async function markSimilarDoubtful(scope: Scope, run: ImportRun): Promise<void> {
  const named = await findNamedAccounts(scope, maxNamedAccounts + 1);
  if (named.length > maxNamedAccounts) await queries.markUnplacedDoubtful(scope);
  await comparison.copySimilar(scope, named);
  await comparison.markWrittenAlike(scope);
  await comparison.groupByAmount(scope);
  const findStored = (groups: GroupRange) => comparison.findSimilar(scope, groups);
  await compareGroups<SimilarEntryRow, SimilarGroup>(scope, run, {
    findStored,
    prepare: prepareSimilarGroup,
    compare: compareSimilar,
  });
}

/**
 * How entries of a group are compared: `prepare` converts its stored entries, latest day first, into what `compare`
 * compares each entry with.
 */
type Comparison<StoredRow, Group> = {
  readonly findStored: (groups: GroupRange) => Promise<(StoredRow & { readonly groupNumber: number })[]>;
  readonly prepare: (stored: readonly (StoredRow & ComparableEntry)[]) => Group;
  readonly compare: (entry: Staged, group: Group) => queries.RecognitionVerdict;
};

/**
 * Compares the grouped entries in rounds. The stored entries of a group are read in the round of its first entry and
 * kept until the group ends.
 */
async function compareGroups<StoredRow extends EntryContent, Group>(
  scope: Scope,
  run: ImportRun,
  { findStored, prepare, compare }: Comparison<StoredRow, Group>,
): Promise<void> {
  let groups = new Map<number, Group>();
  let lastGroup = 0;
  for (let after = 0; ; after += entriesPerRound) {
    throwIfCancelled(run);
    const entries = await comparison.findCompared(scope, after, entriesPerRound);
    const upTo = entries.at(-1)?.groupNumber;
    if (upTo === undefined) return;
    const stored = await prepareEntries(await findStored({ after: lastGroup, upTo }));
    for (const [number, ofGroup] of Map.groupBy(stored, (entry) => entry.groupNumber))
      groups.set(number, prepare(ofGroup));
    const verdicts: queries.RecognitionVerdict[] = [];
    for await (const part of splitIntoTurns(entries, (entry) => costOfComparing + costOfEntry(entry))) {
      for (const entry of part) {
        const group = groups.get(entry.groupNumber);
        if (group !== undefined) verdicts.push(compare(comparable(entry), group));
      }
    }
    await queries.recordVerdicts(
      scope,
      verdicts.filter((verdict) => verdict.isDuplicate || verdict.doubtful),
    );
    lastGroup = upTo;
    groups = new Map([...groups].filter(([number]) => number === lastGroup));
  }
}

/** Prepares entries for comparison and yields to the event loop. */
async function prepareEntries<T extends EntryContent>(entries: readonly T[]): Promise<(T & ComparableEntry)[]> {
  const all: (T & ComparableEntry)[] = [];
  for await (const part of splitIntoTurns(entries, costOfEntry)) all.push(...part.map(comparable));
  return all;
}

/** Finds the banklink or manual payments that new credits show. */
async function findShownPayments(scope: Scope, run: ImportRun): Promise<void> {
  const unshown = await queries.findUnshownPayments(scope);
  if (unshown.length === 0) return;
  const paymentShownBy = makePaymentFinder(unshown);
  for (let after = 0; ; ) {
    throwIfCancelled(run);
    const credits = await findCredits(scope, { after, limit: entriesPerRound, unshown: true });
    const last = credits.at(-1);
    if (last === undefined) return;
    const shown: { entryNumber: number; paymentId: string | null }[] = [];
    for await (const part of splitIntoTurns(credits, costOfEntry)) {
      for (const credit of part) {
        const found = paymentShownBy(credit);
        if (found !== undefined)
          shown.push({ entryNumber: credit.entryNumber, paymentId: found === 'several' ? null : found.paymentId });
      }
    }
    await queries.recordShown(scope, shown);
    after = last.entryNumber;
  }
}
