// Comparing: what lines of a file are beside the stored lines that were read for them. Stored lines are indexed by what a line has to have in common with them,
// so that a line is compared with few, however many are alike. Pure.
import { addDays, type Day, daysBetween } from '../../platform/dates.ts';
import type { BesideLine, StagedLine, StoredLine, Verdict } from './recognise-queries.ts';
import { type ComparableLine, couldBeOne, isNear, judgeSameId, sayingOf } from './same-booking.ts';

/** A line is compared with so many stored ones that have its id, the nearest days first … */
const maxComparisons = 50;
/** … and so many beside it, which nothing tells from it, are enough to ask a person. */
const maxBeside = 200;

/** A line of the file. */
export type Staged = StagedLine & ComparableLine;
/** A stored line that has an id which lines of the file have. */
export type Stored = StoredLine & ComparableLine;
/** Stored lines by their day. */
type ByDay = Map<Day, Stored[]>;
/** Stored lines by the key, and by the batch, that they share with lines of the file. */
export type StoredIndex = { readonly byKey: ReadonlyMap<string, ByDay>; readonly byBatch: ReadonlyMap<string, Batch> };

/** A batch as other files have it: the lump, and its details by their amount and by all they say. */
type Batch = {
  readonly lump: Stored | undefined;
  readonly detailDays: readonly Day[];
  readonly byAmount: ReadonlyMap<string, ByDay>;
  readonly bySaying: ReadonlyMap<string, ByDay>;
};

/** Indexes stored lines, and notes which of them are lines of the file already. */
export function indexStored(all: readonly Stored[], met: Set<string>): StoredIndex {
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

export type IdVerdict = Verdict & { /** The payment of a lump whose details have come. */ readonly replaces?: string };

/** Judges a line by the stored ones with its id or its batch. Each of these answers for one line. */
export function judgeById(line: Staged, { byKey, byBatch }: StoredIndex, met: Set<string>): IdVerdict {
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

function knownAs({ place }: Staged, stored: Stored, met: Set<string>): Verdict {
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

/** A stored line that stands beside lines of the file. */
export type Beside = BesideLine & ComparableLine;
/** Lines beside, by the kind of file they came from, and in it by what a line has to have to be one with them. */
export type BesideIndex = ReadonlyMap<
  string,
  { readonly source: Beside; readonly byMark: ReadonlyMap<string, Beside[]> }
>;

/** Indexes stored lines that stand beside lines of the file. */
export function indexBeside(lines: readonly Beside[]): BesideIndex {
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
export function isDoubtful(line: Staged, beside: BesideIndex): boolean {
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
