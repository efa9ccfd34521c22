// Stage 2: what of the file other files brought before is known and left out; what may be known is doubted and waits for a person, never dropped; and which
// recorded payments its credits show. The database finds what has to be compared, compare-entries.ts judges it.
import type { Scope } from '../../platform/scope.ts';
import { showing } from '../same-money.ts';
import { findNamedAccounts, hasOtherImports, replacePayments } from '../statement/queries.ts';
import { type IdVerdict, indexBeside, indexStored, isDoubtful, judgeById } from './compare-entries.ts';
import { type ImportRun, inTurns } from './import-run.ts';
import * as queries from './recognise-queries.ts';
import { type ComparableLine, comparable, type LineContent } from './same-booking.ts';
import { findCredits } from './staging-queries.ts';

/** Lines that are compared with what is read for them at once. */
const linesOfRound = 5000;
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
    const stored = indexStored(await allComparable(await queries.findStoredByIds(scope, places)), met);
    const verdicts: IdVerdict[] = [];
    for await (const part of inTurns(lines, comparedInTurn))
      verdicts.push(...part.map((line) => judgeById(comparable(line), stored, met)));
    const replaced = new Set(verdicts.flatMap((verdict) => verdict.replaces ?? []));
    if (replaced.size > 0) await replacePayments(scope, [...replaced]);
    await queries.recordVerdicts(scope, verdicts);
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
    const beside = indexBeside(await allComparable(await queries.findBeside(scope, places, named)));
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
