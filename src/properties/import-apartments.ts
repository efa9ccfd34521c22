// Importing the apartments of a building from a table, all or nothing. A row with the number of an apartment that is
// there changes what the row says; importing the same table again changes nothing.
import type { Scope } from '../platform/db/scope.ts';
import { orNotFound } from '../platform/errors.ts';
import type { FileProblem } from '../platform/files/csv.ts';
import { countOutcomes, reportTable, settleProblems, type TableReport } from '../platform/files/import-report.ts';
import { type ParsedTable, withoutEmptyCells } from '../platform/files/import-table.ts';
import type { ApartmentTableRow } from './apartment-table.ts';
import { addApartment, numberKey, updateApartment } from './apartments.ts';
import { describeTooManyCharges } from './billing-size.ts';
import type { Apartment, Building } from './model.ts';
import { listAllApartments, lockBuilding } from './property-queries.ts';

type ApartmentOutcome = 'created' | 'changed' | 'unchanged' | 'repeated' | 'refused';

/** The result of an import. A rejected row has a problem and no apartment. */
type ApartmentImportReport = TableReport & {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly outcomes: readonly {
    readonly line: number;
    readonly outcome: ApartmentOutcome;
    readonly apartment?: Omit<ApartmentTableRow, 'line'>;
  }[];
};

/**
 * Creates and changes the apartments of a table. `namesPerson` says which headings are of the people who have them.
 * Throws NotFound (the building), Invalid (any problem, unless it is a dry run).
 */
export async function importApartments(
  scope: Scope,
  buildingId: string,
  { table, rows, problems: flaws }: ParsedTable<string, ApartmentTableRow>,
  { dryRun, namesPerson }: { readonly dryRun: boolean; readonly namesPerson: (heading: string) => boolean },
): Promise<ApartmentImportReport> {
  const building = orNotFound(await lockBuilding(scope, buildingId));
  const existing = new Map(
    (await listAllApartments(scope, buildingId)).map((apartment) => [numberKey(apartment.number), apartment]),
  );
  const { apartments, repeated, outcomeOf } = mergeRows(rows, personsOf(table, namesPerson));
  const created: ApartmentTableRow[] = [];
  const changed: (ApartmentTableRow & { readonly id: string })[] = [];
  for (const row of apartments) {
    const before = existing.get(numberKey(row.number));
    outcomeOf.set(row.line, before === undefined ? 'created' : hasChanges(before, row) ? 'changed' : 'unchanged');
    if (before === undefined) created.push(row);
    else if (hasChanges(before, row)) changed.push({ ...row, id: before.id });
  }
  const tooMany = findTooMany(building, existing.size, created);
  const problems = settleProblems(dryRun, flaws, repeated, tooMany);
  if (!dryRun) {
    for (const { line: _, number, ...measures } of created)
      await addApartment(scope, buildingId, { ...withoutEmptyCells(measures), number });
    for (const { line: _, number: _same, id, ...measures } of changed)
      await updateApartment(scope, buildingId, id, withoutEmptyCells(measures));
  }
  const rowOf = new Map(rows.map((row) => [row.line, row]));
  const outcomes = table.rows.map(({ line }) => {
    const outcome = outcomeOf.get(line) ?? 'refused';
    const row = rowOf.get(line);
    if (row === undefined || outcome === 'refused') return { line, outcome: 'refused' as const };
    const { line: _, ...apartment } = row;
    return { line, outcome, apartment };
  });
  const counts = countOutcomes(outcomes, 'created', 'changed', 'unchanged');
  return { ...reportTable(table, problems, dryRun), ...counts, outcomes };
}

/** Why the charges of the building would make too many positions, at the last apartment that would be created. */
function findTooMany({ billing }: Building, existing: number, created: readonly ApartmentTableRow[]): FileProblem[] {
  const last = created.at(-1);
  const message = describeTooManyCharges(billing.charges, existing + created.length);
  if (last === undefined || message === undefined) return [];
  return [{ line: last.line, column: 'number', code: 'too_many', message, value: last.number }];
}

/** What the cells about people say in each line. */
function personsOf(
  { seen, rows, hasHeadings }: ParsedTable<string, unknown>['table'],
  namesPerson: (heading: string) => boolean,
): ReadonlyMap<number, string> {
  const columns = seen.flatMap(({ heading }, index) => (hasHeadings && namesPerson(heading) ? [index] : []));
  return new Map(
    rows.map(({ line, cells }) => [
      line,
      columns
        .map((index) => cells[index]?.trim())
        .join('\t')
        .trim(),
    ]),
  );
}

/**
 * The apartments of the rows. Co-owners have a row each: a further row of an apartment names another person, and says
 * the same of the apartment or nothing.
 */
function mergeRows(rows: readonly ApartmentTableRow[], personOf: ReadonlyMap<number, string>) {
  const byNumber = new Map<string, ApartmentTableRow>();
  const lineOf = new Map<string, number>();
  const outcomeOf = new Map<number, ApartmentOutcome>();
  const repeated: FileProblem[] = [];
  for (const row of rows) {
    const { line, number } = row;
    const key = numberKey(number);
    const first = byNumber.get(key);
    const person = personOf.get(line) ?? '';
    const same = person === '' ? first?.line : lineOf.get(`${key}\t${person}`);
    lineOf.set(`${key}\t${person}`, line);
    const column = first && differingColumn(first, row);
    if (first === undefined) byNumber.set(key, row);
    else if (column === undefined && same === undefined) {
      byNumber.set(key, { ...row, ...withoutEmptyCells(first) });
      outcomeOf.set(line, 'repeated');
    } else {
      outcomeOf.set(line, 'refused');
      repeated.push(repeatedProblem(line, number, same ?? first.line, person === '' ? undefined : column));
    }
  }
  return { apartments: [...byNumber.values()], repeated, outcomeOf };
}

/** The first column about the apartment in which both rows have a value, and not the same. */
function differingColumn({ line: _, number: _same, ...first }: ApartmentTableRow, row: ApartmentTableRow) {
  return (Object.keys(first) as (keyof typeof first)[]).find(
    (name) => first[name] !== undefined && row[name] !== undefined && first[name] !== row[name],
  );
}

function repeatedProblem(line: number, value: string, other: number, column?: string): FileProblem {
  if (column === undefined)
    return {
      line,
      column: 'number',
      code: 'duplicate',
      message: `Line ${other} is the same.`,
      value,
      otherLine: other,
    };
  const message = `Line ${other} says something else of apartment ${value}.`;
  return { line, column, code: 'contradiction', message, value, otherLine: other };
}

/** An empty cell changes nothing. */
function hasChanges(before: Apartment, { line: _, number: _same, ...cells }: ApartmentTableRow): boolean {
  return (Object.keys(cells) as (keyof typeof cells)[]).some(
    (name) => cells[name] !== undefined && cells[name] !== before[name],
  );
}
