// Importing residents from a file, all or nothing. Problems are reported row by row; importing the same file again
// changes nothing, also concurrently.
import { normaliseEmail } from '../identity/sessions.ts';
import type { Scope } from '../platform/db/scope.ts';
import { NotFound } from '../platform/errors.ts';
import type { Delimiter, FileProblem } from '../platform/files/csv.ts';
import { countOutcomes, reportTable, settleProblems, type TableReport } from '../platform/files/import-report.ts';
import type { ParsedTable } from '../platform/files/import-table.ts';
import { quoteForMessage } from '../platform/files/table-cells.ts';
import type { Encoding } from '../platform/files/text-encodings.ts';
import { runInTurns, splitIntoTurns } from '../platform/processes/steps.ts';
import { type Day, dayIn } from '../platform/values/dates.ts';
import { numberKey } from '../properties/apartments.ts';
import type { ResidentRow } from './import-columns.ts';
import {
  type ExistingPerson,
  type MatchResult,
  matchInSteps,
  type PersonDraft,
  phoneKey,
  type ResolvedRow,
  type RowOutcome,
} from './match-rows.ts';
import { requireFewResidencies } from './residency-limit.ts';
import * as queries from './resident-queries.ts';

/** A parsed file, before it is compared with the organization. */
type ResidentsFile = ParsedTable<string, ResidentRow>;

/** The result of an import. `residentId` is absent if a dry run would create the person. */
type ResidentImportReport = TableReport & {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly encoding: Encoding;
  readonly delimiter: Delimiter;
  readonly outcomes: readonly {
    readonly line: number;
    readonly outcome: RowOutcome | 'refused';
    readonly residentId?: string;
    /** The row as understood; absent if it was rejected. */
    readonly resident?: Pick<ResidentRow, 'apartment' | 'name' | 'email' | 'phone' | 'role' | 'since'>;
  }[];
};

/**
 * Imports the people of a file, without accounts, and their apartments. `buildingId` applies to rows without a
 * building. Throws NotFound (that building), Invalid (any problem, unless it is a dry run).
 */
export async function importResidents(
  scope: Scope,
  file: ResidentsFile,
  {
    buildingId,
    since,
    dryRun,
  }: {
    readonly buildingId?: string | undefined;
    /** The first day of rows without one; by default today. */
    readonly since?: Day | undefined;
    readonly dryRun: boolean;
  },
): Promise<ResidentImportReport> {
  await queries.lockImports(scope);
  const { placed, problems: unplaced } = await findApartments(scope, file.rows, { buildingId, since });
  const matched = await runInTurns(matchInSteps(placed, await lockPossibleResidents(scope, placed)));
  const problems = settleProblems(dryRun, file.problems, unplaced, matched.problems);
  if (!dryRun) await savePeople(scope, matched.people);
  return buildReport(file, matched, problems, dryRun);
}

/** What finding a row's apartment costs of the budget of a turn. */
const costOfPlacing = 10;

/** Finds each row's apartment, locked against archiving until the transaction ends. */
async function findApartments(
  scope: Scope,
  rows: readonly ResidentRow[],
  { buildingId, since }: { readonly buildingId: string | undefined; readonly since: Day | undefined },
) {
  const buildings = await queries.listBuildingNames(scope);
  const defaultBuildingId = buildingId ?? (buildings.length === 1 ? buildings[0]?.id : undefined);
  if (buildingId !== undefined && !buildings.some(({ id }) => id === buildingId)) throw new NotFound();
  const nameOf = new Map(buildings.map(({ id, name }) => [id, name]));
  const ofFile: ReadonlySet<string> = new Set(defaultBuildingId === undefined ? [] : [defaultBuildingId]);
  const buildingIdsByName = new Map<string, Set<string>>();
  for (const { id, name, address } of buildings)
    for (const text of [name, address, address.split(',')[0] ?? '']) {
      const key = numberKey(text);
      buildingIdsByName.set(key, (buildingIdsByName.get(key) ?? new Set()).add(id));
    }
  const keyOf = new Map<string, string>();
  for await (const part of splitIntoTurns(rows, () => costOfPlacing))
    for (const { apartment } of part) keyOf.set(apartment, numberKey(apartment));
  const apartments = await queries.shareLockApartments(scope, [...new Set(keyOf.values())]);
  const apartmentsByKey = new Map(
    apartments.map((apartment) => [`${apartment.buildingId} ${apartment.numberKey}`, apartment]),
  );
  const placed: ResolvedRow[] = [];
  const problems: FileProblem[] = [];
  for await (const part of splitIntoTurns(rows, () => costOfPlacing)) {
    for (const row of part) {
      const { line, building, apartment } = row;
      const buildingIds = building === undefined ? ofFile : (buildingIdsByName.get(numberKey(building)) ?? new Set());
      const [only = ''] = buildingIds;
      const spot = apartmentsByKey.get(`${only} ${keyOf.get(apartment)}`);
      if (buildingIds.size !== 1) problems.push(buildingProblem(line, building, buildingIds.size));
      else if (spot === undefined) {
        const name = nameOf.get(only) ?? '';
        const message = `There is no apartment ${quoteForMessage(apartment)} in ${quoteForMessage(name)}.`;
        problems.push({ line, column: 'apartment', code: 'not_found', message });
      } else {
        const today = dayIn(spot.timeZone, scope.now);
        placed.push({ ...row, spot: { ...spot, today, firstDay: since ?? today } });
      }
    }
  }
  return { placed, problems };
}

function buildingProblem(line: number, building: string | undefined, matches: number): FileProblem {
  if (building === undefined)
    return {
      line,
      column: 'building',
      code: 'required',
      message: 'Which building? Name it in the row, or for the whole file.',
    };
  const message =
    matches === 0
      ? `There is no building ${quoteForMessage(building)}.`
      : `Several buildings are called ${quoteForMessage(building)}. Write the address.`;
  return { line, column: 'building', code: matches === 0 ? 'not_found' : 'ambiguous_building', message };
}

/** All residents whom a row could match, locked. */
async function lockPossibleResidents(scope: Scope, rows: readonly ResolvedRow[]): Promise<readonly ExistingPerson[]> {
  if (rows.length === 0) return [];
  const [emailKeys, phoneKeys, apartmentIds] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for await (const part of splitIntoTurns(rows, () => costOfPlacing)) {
    for (const { email, phone, spot } of part) {
      if (email !== undefined) emailKeys.add(normaliseEmail(email));
      if (phone !== undefined) phoneKeys.add(phoneKey(phone));
      apartmentIds.add(spot.apartmentId);
    }
  }
  return queries.lockMatchingResidents(scope, {
    emailKeys: [...emailKeys],
    phoneKeys: [...phoneKeys],
    apartmentIds: [...apartmentIds],
  });
}

/** What writing a person, or one of their residencies, costs of the budget of a turn. */
const costOfWriting = 10;

/** Writes the people in parts that a turn can afford. */
async function savePeople(scope: Scope, people: readonly PersonDraft[]): Promise<void> {
  const costOf = ({ homes }: PersonDraft) => costOfWriting * (1 + homes.size);
  for await (const part of splitIntoTurns(people, costOf)) await savePart(scope, part);
}

async function savePart(scope: Scope, people: readonly PersonDraft[]): Promise<void> {
  const written = ({ now }: PersonDraft) => ({
    ...now,
    emailKey: now.email === null ? null : normaliseEmail(now.email),
  });
  const homes = people.flatMap(({ now, homes: own }) =>
    [...own.values()].flat().map((home) => ({ ...home, residentId: now.id })),
  );
  const existing = people.filter(({ fresh }) => !fresh);
  const touched = existing.filter(
    (personDraft) =>
      personDraft.changed || [...personDraft.homes.values()].flat().some(({ fresh, changed }) => fresh || changed),
  );
  await queries.insertResidents(scope, people.filter(({ fresh }) => fresh).map(written));
  await queries.updateResidents(scope, touched.map(written));
  await queries.updateResidencies(
    scope,
    homes.filter(({ fresh, changed }) => !fresh && changed).map(({ now }) => now),
  );
  const added = homes.filter(({ fresh }) => fresh).map(({ now, residentId }) => ({ ...now, residentId }));
  await requireFewResidencies(scope, added, ['file']);
  await queries.insertResidencies(scope, added);
}

function buildReport(
  file: ResidentsFile,
  matched: MatchResult,
  problems: readonly FileProblem[],
  dryRun: boolean,
): ResidentImportReport {
  const refused = new Set(problems.map(({ line }) => line));
  const rowOf = new Map(file.rows.map((row) => [row.line, row]));
  const outcomes = file.table.rows.map(({ line }) => {
    const row = matched.rows.get(line);
    if (row === undefined || refused.has(line)) return { line, outcome: 'refused' as const };
    const { outcome, person } = row;
    const written = rowOf.get(line);
    const resident = written && pickShown(written);
    const shown = { line, outcome, ...(resident && { resident }) };
    return dryRun && person.fresh ? shown : { ...shown, residentId: person.now.id };
  });
  const { encoding, delimiter } = file.table;
  const counts = countOutcomes(outcomes, 'created', 'changed', 'unchanged');
  return { ...reportTable(file.table, problems, dryRun), ...counts, encoding, delimiter, outcomes };
}

function pickShown({ apartment, name, email, phone, role, since }: ResidentRow) {
  return { apartment, name, email, phone, role, since };
}
