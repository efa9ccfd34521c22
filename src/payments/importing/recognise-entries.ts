// Stage 2: what of the file other files brought before is known and left out; what may be known is doubted and waits for a person, never dropped; and which
// recorded payments its credits show. The database finds what has to be compared, the rules of same-booking.ts judge it.
import { addDays, type Day, daysBetween } from '../../platform/dates.ts';
import type { Scope } from '../../platform/scope.ts';
import { showing } from '../same-money.ts';
import { findNamedAccounts, hasOtherImports, replacePayments } from '../statement/queries.ts';
import { type ImportRun, inTurns } from './import-run.ts';
import * as queries from './recognise-queries.ts';
import {
  type ComparableLine,
  comparable,
  couldBeOne,
  isNear,
  judgeSameId,
  type LineContent,
  sayingOf,
} from './same-booking.ts';
import { findCredits } from './staging-queries.ts';

/** Lines that are compared with what is read for them at once. */
const linesOfRound = 5000;
/** A line is compared with so many stored ones that have its id, the nearest days first … */
const maxComparisons = 50;
/** … and so many beside it, which nothing tells from it, are enough to ask a person. */
const maxBeside = 200;
/** So many lines are compared before others get a turn. */
const comparedInTurn = 50;
/** A line that does not say its account is compared with those of every account that other files name, if these are no more than an organization has. */
const maxNamedAccounts = 50;

/** Notes of each staged entry whether it is known, why it is doubted, and which payment it shows. */
export async function recogniseEntries(scope: Scope, run: ImportRun): Promise<void> {
  if (await hasOtherImports(scope, run.importId)) {
    await queries.markEqualEntries(scope);
    await recogniseIds(scope, run);
    await doubtNeighbours(scope, run);
    await queries.doubtReturned(scope);
  }
  await findShownPayments(scope, run);
}

/** Lines with a bank's id, of their own or of their batch, that stored entries have too. */
async function recogniseIds(scope: Scope, run: ImportRun): Promise<void> {
  await queries.markSameIds(scope);
  const met = new Set<string>();
  for (;;) {
    run.progress({});
    const lines = await queries.findToCompare(scope, 'ids', linesOfRound);
    if (lines.length === 0) return;
    const places = lines.map((line) => line.place);
    const stored = storedByIds(await allComparable(await queries.findStoredByIds(scope, places)), met);
    const verdicts: IdVerdict[] = [];
    for await (const part of inTurns(lines, comparedInTurn))
      verdicts.push(...part.map((line) => judgeById(comparable(line), stored, met)));
    const replaced = new Set(verdicts.flatMap((verdict) => verdict.replaces ?? []));
    if (replaced.size > 0) await replacePayments(scope, [...replaced]);
    await queries.recordVerdicts(scope, verdicts);
  }
}

type Staged = queries.StagedLine & ComparableLine;
type Stored = queries.StoredLine & ComparableLine;
/** Stored lines by their day. */
type ByDay = Map<Day, Stored[]>;
type StoredIndex = { readonly byKey: ReadonlyMap<string, ByDay>; readonly byBatch: ReadonlyMap<string, Batch> };

/** A batch as other files have it: the lump, and its details by their amount and by all they say. */
type Batch = {
  readonly lump: Stored | undefined;
  readonly detailDays: readonly Day[];
  readonly byAmount: ReadonlyMap<string, ByDay>;
  readonly bySaying: ReadonlyMap<string, ByDay>;
};

function storedByIds(all: readonly Stored[], met: Set<string>): StoredIndex {
  for (const line of all) if (line.isMet) met.add(line.id);
  const inBatches = all.filter((line) => line.batchId !== null);
  return {
    byKey: groupedByDay(all, (line) => line.key),
    byBatch: new Map([...Map.groupBy(inBatches, batchOf)].map(([batch, parts]) => [batch, batchFrom(parts)])),
  };
}

function batchFrom(parts: readonly Stored[]): Batch {
  const isLump = (line: Stored) => line.amount === line.batchAmount && line.bankId === line.batchId;
  const details = parts.filter((line) => !isLump(line));
  return {
    lump: parts.find(isLump),
    detailDays: [...new Set(details.map((detail) => detail.bookedOn))],
    byAmount: groupedByDay(details, (detail) => String(detail.amount)),
    bySaying: groupedByDay(details, (detail) => `${detail.amount} ${sayingOf(detail)}`),
  };
}

function groupedByDay(lines: readonly Stored[], keyFor: (line: Stored) => string): ReadonlyMap<string, ByDay> {
  const byDay = (group: readonly Stored[]) => Map.groupBy(group, (line) => line.bookedOn);
  return new Map([...Map.groupBy(lines, keyFor)].map(([key, group]) => [key, byDay(group)]));
}

function batchOf({
  account,
  credit,
  batchId,
  batchAmount,
}: Pick<Staged, 'account' | 'credit' | 'batchId' | 'batchAmount'>) {
  return JSON.stringify([account, credit, batchId, batchAmount]);
}

type IdVerdict = queries.Verdict & { /** The payment of a lump whose details have come. */ readonly replaces?: string };

/** Judges a line by the stored ones with its id or its batch. Each of these answers for one line. */
function judgeById(line: Staged, { byKey, byBatch }: StoredIndex, met: Set<string>): IdVerdict {
  const { place } = line;
  let isQuestion = false;
  for (const stored of nearestFirst(byKey.get(line.key), line, met)) {
    const verdict = judgeSameId(line, stored);
    isQuestion ||= verdict === 'doubtful';
    // The place of a detail in its batch may be another one's: then what it says has to tell, below.
    if (verdict === 'same' && (!isNumbered(line) || sayingOf(line) === sayingOf(stored)))
      return knownAs(line, stored, met);
  }
  const inBatch = judgeInBatch(line, byBatch.get(batchOf(line)), met);
  return { place, known: false, storedId: null, ...inBatch, doubtful: isQuestion || inBatch.doubtful };
}

function knownAs({ place }: Staged, stored: Stored, met: Set<string>): queries.Verdict {
  met.add(stored.id);
  return { place, known: true, storedId: stored.id, doubtful: false };
}

/** Judges a line of a batch that another file has as a lump, or in details, be it in another order: the same money is not counted twice. */
function judgeInBatch(
  line: Staged,
  batch: Batch | undefined,
  met: Set<string>,
): Partial<IdVerdict> & { readonly doubtful: boolean } {
  if (batch === undefined) return { doubtful: false };
  if (line.bankId === line.batchId) return { known: batch.detailDays.length > 0, doubtful: false };
  const detail = detailOf(line, batch, met);
  if (typeof detail === 'object') return knownAs(line, detail, met);
  const doubtful = detail === 'doubtful';
  const { lump } = batch;
  if (lump === undefined) return { doubtful };
  if (!lump.allocated) return { doubtful, ...(lump.paymentId === null ? {} : { replaces: lump.paymentId }) };
  return line.amount === line.batchAmount ? { known: true, doubtful: false } : { doubtful: true };
}

/**
 * The detail of a known batch that this one is. Where they have no ids of their own, another file may have them in another order: what they say tells which is
 * which. One that is none of the known may be one all the same.
 */
function detailOf(line: Staged, batch: Batch, met: ReadonlySet<string>): Stored | 'doubtful' | undefined {
  const numbered = isNumbered(line);
  const canBe = (detail: Stored) => (numbered || isNumbered(detail)) && isNear(detail.bookedOn, line.bookedOn);
  for (const detail of nearestFirst(batch.bySaying.get(`${line.amount} ${sayingOf(line)}`), line, met))
    if (canBe(detail)) return detail;
  for (const detail of nearestFirst(batch.byAmount.get(String(line.amount)), line, met))
    if (canBe(detail) && judgeSameId(line, detail) === 'same') return detail;
  const isQuestion = numbered && batch.detailDays.some((day) => isNear(day, line.bookedOn));
  return isQuestion ? 'doubtful' : undefined;
}

/** Whether a line is a detail without an id of its own, and so bears the batch's with the number of its place. */
function isNumbered({ bankId, batchId }: Pick<Staged, 'bankId' | 'batchId'>): boolean {
  return bankId?.startsWith(`${batchId}#`) ?? false;
}

/** The first stored lines that are no line of the file yet, those of the nearest days before others. */
function* nearestFirst(byDay: ByDay | undefined, { bookedOn }: Staged, met: ReadonlySet<string>): Generator<Stored> {
  let found = 0;
  const distance = (day: Day) => Math.abs(daysBetween(day, bookedOn));
  for (const day of [...(byDay?.keys() ?? [])].toSorted((a, b) => distance(a) - distance(b))) {
    const lines = byDay?.get(day) ?? [];
    for (let at = 0; at < lines.length && found < maxComparisons; ) {
      const line = lines[at] as Stored;
      if (met.has(line.id)) lines.splice(at, 1);
      else {
        found += 1;
        at += 1;
        yield line;
      }
    }
  }
}

/** Reads what lines say, with turns for others. */
async function allComparable<T extends LineContent>(lines: readonly T[]): Promise<(T & ComparableLine)[]> {
  const all: (T & ComparableLine)[] = [];
  for await (const part of inTurns(lines)) all.push(...part.map(comparable));
  return all;
}

/** Lines that could be one with a line of another kind of file, or one that had less to say of itself. */
async function doubtNeighbours(scope: Scope, run: ImportRun): Promise<void> {
  const named = [...new Set((await findNamedAccounts(scope, run.importId)).map(run.own.accountFor))];
  if (named.length > maxNamedAccounts) await queries.doubtUnplaced(scope);
  await queries.markBeside(scope, named);
  for (;;) {
    run.progress({});
    const lines = await queries.findToCompare(scope, 'amounts', linesOfRound);
    if (lines.length === 0) return;
    const places = lines.map((line) => line.place);
    const beside = indexedBeside(await allComparable(await queries.findBeside(scope, places, named)));
    const verdicts: queries.Verdict[] = [];
    for await (const part of inTurns(lines, comparedInTurn)) {
      for (const line of part)
        verdicts.push({
          place: line.place,
          known: false,
          storedId: null,
          doubtful: isDoubtful(comparable(line), beside),
        });
    }
    await queries.recordVerdicts(scope, verdicts);
  }
}

type Beside = queries.BesideLine & ComparableLine;
/** Lines beside, by the kind of file they came from, and in it by what a line has to have to be one with them. */
type BesideIndex = ReadonlyMap<string, { readonly source: Beside; readonly byMark: ReadonlyMap<string, Beside[]> }>;

function indexedBeside(lines: readonly Beside[]): BesideIndex {
  const sources = Map.groupBy(lines, ({ kind, account, hasId }) => `${kind} ${hasId} ${account}`);
  return new Map(
    [...sources].map(([name, all]) => {
      const byMark = new Map<string, Beside[]>();
      for (const line of all) {
        for (const mark of marksOf(line)) {
          const marked = byMark.get(mark);
          if (marked === undefined) byMark.set(mark, [line]);
          else marked.push(line);
        }
      }
      return [name, { source: all[0] as Beside, byMark }];
    }),
  );
}

/** Whether a stored line beside this one could be the same. Too many that nothing tells from it are a question for a person, too. */
function isDoubtful(line: Staged, beside: BesideIndex): boolean {
  let compared = 0;
  for (const { source, byMark } of beside.values()) {
    if (!isOtherSource(line, source)) continue;
    for (const day of [line.bookedOn, addDays(line.bookedOn, -1), addDays(line.bookedOn, 1)]) {
      for (const number of possible(onlyNumberOf(line))) {
        for (const payer of possible(line.payerIban)) {
          for (const other of byMark.get(markOf({ ...line, bookedOn: day }, number, payer)) ?? []) {
            compared += 1;
            if (compared >= maxBeside || couldBeOne(line, other)) return true;
          }
        }
      }
    }
  }
  return false;
}

/** Whether lines of this source may show what the line shows: another kind of file, or one of both says an id or the account and the other does not. */
function isOtherSource(line: Staged, source: Beside): boolean {
  const fitsAccount = line.account === source.account || line.account === '' || source.account === '';
  const differs =
    line.kind !== source.kind || line.account !== source.account || (line.bankId !== null) !== source.hasId;
  return fitsAccount && differs;
}

/** The marks under which a line is found: with its number and payer, and without either, for lines that do not say it. */
function marksOf(line: Beside): string[] {
  const numbers = new Set([onlyNumberOf(line), any]);
  const payers = new Set([line.payerIban, any]);
  return [...numbers].flatMap((number) => [...payers].map((payer) => markOf(line, number, payer)));
}

function markOf(
  { currency, credit, amount, bookedOn }: Pick<Staged, 'currency' | 'credit' | 'amount' | 'bookedOn'>,
  number: string | null,
  payer: string | null,
): string {
  return `${currency} ${credit} ${amount} ${bookedOn} ${number} ${payer}`;
}

const any = 'any';

/** What the other line may say where this one says `said`: the same or nothing; anything where this one says nothing. */
function possible(said: string | null): (string | null)[] {
  return said === null ? [any] : [said, null];
}

/** The number that is a line's reference, when nothing else could be. */
function onlyNumberOf({ references }: ComparableLine): string | null {
  const [only = ''] = references;
  return references.length === 1 && /^0*[1-9][0-9]+$/.test(only) ? only.replace(/^0+/, '') : null;
}

/** Finds the payments recorded otherwise, by banklink or by hand, that new credits show. */
async function findShownPayments(scope: Scope, run: ImportRun): Promise<void> {
  const unshown = await queries.findUnshownPayments(scope);
  if (unshown.length === 0) return;
  const paymentShownBy = showing(unshown);
  for (let after = 0; ; ) {
    run.progress({});
    const credits = await findCredits(scope, { after, limit: linesOfRound, unshown: true });
    const last = credits.at(-1);
    if (last === undefined) return;
    const shown: { place: number; paymentId: string | null }[] = [];
    for await (const part of inTurns(credits)) {
      for (const credit of part) {
        const found = paymentShownBy(credit);
        if (found !== undefined)
          shown.push({ place: credit.place, paymentId: found === 'several' ? null : found.paymentId });
      }
    }
    await queries.recordShown(scope, shown);
    after = last.place;
  }
}
