// Known lines: what of a file other files brought before. The same line is not taken again; one that may be the same is held for a person, never dropped.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { daysBetween } from '../platform/dates.ts';
import type { Scope } from '../platform/scope.ts';
import { couldBeOne, judgeSameId, mostDays, saysAll } from './alike.ts';
import * as queries from './statement/queries.ts';

/** What is kept in mind over the batches of one import. */
export type Memory = {
  readonly importId: string;
  /** The accounts that other files name; none when there are no others. */
  readonly named: ReadonlySet<string>;
  readonly earlier: boolean;
  readonly count: (key: string) => number;
  /** The stored lines that this file has, too: each answers for one of its lines. */
  readonly met: Set<string>;
};

export type Sorted = {
  readonly fresh: readonly queries.KeyedEntry[];
  /** Ids of those that may be known: a person has to say. */
  readonly doubtful: ReadonlySet<string>;
  /** Ids of credits whose money went back, as a debit said that came before them. */
  readonly takenBack: ReadonlySet<string>;
};

/** So many entries are compared with stored lines before others get a turn. */
const entriesInATurn = 20;
/** A line that does not say its account is compared with those of every account that other files name, if these are no more than an organization has. */
const maxNamedAccounts = 50;

/** Leaves out what is known of a batch, and says what may be. */
export async function sortOut(scope: Scope, memory: Memory, entries: readonly queries.Unwritten[]): Promise<Sorted> {
  if (!memory.earlier) {
    const fresh = entries.map((entry) => ({ ...entry, occurrence: memory.count(entry.key) }));
    return { fresh, doubtful: new Set(), takenBack: new Set() };
  }
  const unmet = await withoutMet(scope, memory, entries);
  const { fresh, doubtful } = await withoutLumps(scope, memory, unmet.fresh);
  const [beside, takenBack] = await Promise.all([
    findDoubtful(scope, memory, fresh),
    queries.findTakenBack(
      scope,
      memory.importId,
      fresh.filter((one) => one.credit),
    ),
  ]);
  return { fresh, doubtful: new Set([...unmet.doubtful, ...doubtful, ...beside]), takenBack };
}

/** Those that are not stored. A line without a bank's id has all it says in its key. */
async function withoutMet(
  scope: Scope,
  { importId, count, met }: Memory,
  entries: readonly queries.Unwritten[],
): Promise<{ fresh: queries.KeyedEntry[]; doubtful: Set<string> }> {
  const keys = new Set(entries.map((one) => one.key));
  const stored = Map.groupBy(await queries.findKeyed(scope, importId, [...keys]), (one) => one.key);
  const doubtful = new Set<string>();
  const fresh: queries.KeyedEntry[] = [];
  /** Of equal lines the first ones are met first: those in front of this place are all met. */
  const metBefore = new Map<string, number>();
  for (const [place, entry] of entries.entries()) {
    if (place % entriesInATurn === 0) await nextTurn();
    const same = stored.get(entry.key) ?? [];
    let from = metBefore.get(entry.key) ?? 0;
    while (from < same.length && met.has(same[from]?.id ?? '')) from += 1;
    metBefore.set(entry.key, from);
    const left = same.slice(from, from + queries.mostBeside).filter((line) => !met.has(line.id));
    const verdicts = left.map((one) => (entry.bankId === null ? 'same' : judgeSameId(entry, one)));
    // The place of a detail in its batch may be another one's: then what it says has to tell, below.
    const known = left.find((one, place) => verdicts[place] === 'same' && (!isNumbered(entry) || saysAll(entry, one)));
    if (known !== undefined) {
      met.add(known.id);
      continue;
    }
    if (verdicts.includes('doubtful')) doubtful.add(entry.id);
    fresh.push({ ...entry, occurrence: (same.at(-1)?.occurrence ?? 0) + count(entry.key) });
  }
  return { fresh, doubtful };
}

/** Lines that could be one with a line of another kind of file, or one that had less to say of itself. */
async function findDoubtful(
  scope: Scope,
  { importId, named, met }: Memory,
  entries: readonly queries.KeyedEntry[],
): Promise<Set<string>> {
  const unplaced = named.size > maxNamedAccounts ? entries.filter((entry) => entry.account === '') : [];
  const doubtful = new Set(unplaced.map((entry) => entry.id));
  const places = entries.flatMap((entry) => {
    if (doubtful.has(entry.id)) return [];
    const accounts = entry.account === '' ? [...named] : [entry.account, ''].filter((one) => named.has(one));
    return accounts.map((account) => ({ entry, account }));
  });
  if (places.length === 0) return doubtful;
  const beside = Map.groupBy(await queries.findBeside(scope, importId, places), (one) => one.entryId);
  for (const [place, entry] of entries.entries()) {
    if (place % entriesInATurn === 0) await nextTurn();
    const lines = beside.get(entry.id) ?? [];
    if (lines.length >= queries.mostBeside || lines.some((line) => !met.has(line.id) && couldBeOne(entry, line)))
      doubtful.add(entry.id);
  }
  return doubtful;
}

/** Of batches that another file has as a lump, or in details, be it in another order: the same money is not counted twice. */
async function withoutLumps(
  scope: Scope,
  { importId, met }: Memory,
  all: readonly queries.KeyedEntry[],
): Promise<{ fresh: queries.KeyedEntry[]; doubtful: Set<string> }> {
  const ids = [...new Set(all.flatMap((one) => one.batchId ?? []))];
  const stored = ids.length === 0 ? [] : await queries.findBatches(scope, importId, ids);
  const byId = Map.groupBy(stored, (one) => one.batchId);
  const doubtful = new Set<string>();
  const replaced: string[] = [];
  const fresh = all.filter((entry) => {
    const same = (byId.get(entry.batchId ?? '') ?? []).filter(
      (one) => one.account === entry.account && one.credit === entry.credit && one.batchAmount === entry.batchAmount,
    );
    const whole = entry.bankId === entry.batchId;
    if (whole) return !same.some((one) => !one.lump); // Its details are there.
    const detail = detailOf(entry, same, met);
    if (typeof detail === 'object') {
      met.add(detail.id);
      return false;
    }
    if (detail === 'doubtful') doubtful.add(entry.id);
    const lump = same.find((one) => one.lump);
    if (lump === undefined) return true;
    if (lump.allocated === null || lump.allocated === 0) {
      if (lump.paymentId !== null) replaced.push(lump.paymentId);
      return true;
    }
    if (entry.amount === entry.batchAmount) return false;
    doubtful.add(entry.id);
    return true;
  });
  if (replaced.length > 0) await queries.replacePayments(scope, [...new Set(replaced)]);
  return { fresh, doubtful };
}

/** Whether a line is a detail without an id of its own, and so bears the batch's with the number of its place. */
function isNumbered({ bankId, batchId }: queries.Unwritten): boolean {
  return bankId?.startsWith(`${batchId}#`) ?? false;
}

/**
 * The detail of a known batch that this one is. Where they have no ids of their own, another file may have them in another order: what they say tells which is
 * which. One that is none of the known may be one all the same.
 */
function detailOf(
  entry: queries.KeyedEntry,
  batch: readonly queries.BatchLine[],
  met: ReadonlySet<string>,
): queries.BatchLine | 'doubtful' | undefined {
  const numbered = isNumbered(entry);
  const isNear = (one: queries.BatchLine) =>
    !one.lump && (numbered || one.numbered) && Math.abs(daysBetween(one.bookedOn, entry.bookedOn)) <= mostDays;
  const left = batch.filter((one) => one.amount === entry.amount && !met.has(one.id) && isNear(one));
  const known =
    left.find((one) => saysAll(entry, one)) ??
    left.slice(0, queries.mostBeside).find((one) => judgeSameId(entry, one) === 'same');
  return known ?? (numbered && batch.some(isNear) ? 'doubtful' : undefined);
}
