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

type ApartmentOutcome = 'created' | 'changed' | 'unchanged' | 'refused';

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
 * Creates and changes the apartments of a table. Throws NotFound (the building), Invalid (any problem, unless it is a
 * dry run).
 */
export async function importApartments(
  scope: Scope,
  buildingId: string,
  { table, rows, problems: flaws }: ParsedTable<string, ApartmentTableRow>,
  dryRun: boolean,
): Promise<ApartmentImportReport> {
  const building = orNotFound(await lockBuilding(scope, buildingId));
  const existing = new Map(
    (await listAllApartments(scope, buildingId)).map((apartment) => [numberKey(apartment.number), apartment]),
  );
  const repeated = findRepeated(rows);
  const outcomeOf = new Map<number, ApartmentOutcome>(repeated.map(({ line }) => [line, 'refused']));
  const created: ApartmentTableRow[] = [];
  const changed: (ApartmentTableRow & { readonly id: string })[] = [];
  for (const row of rows) {
    if (outcomeOf.has(row.line)) continue;
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

function findRepeated(rows: readonly ApartmentTableRow[]): FileProblem[] {
  const lineOf = new Map<string, number>();
  const problems: FileProblem[] = [];
  for (const { line, number } of rows) {
    const earlier = lineOf.get(numberKey(number));
    if (earlier === undefined) lineOf.set(numberKey(number), line);
    else {
      const message = `Line ${earlier} has the same number.`;
      problems.push({ line, column: 'number', code: 'duplicate', message, value: number });
    }
  }
  return problems;
}

/** An empty cell changes nothing. */
function hasChanges(before: Apartment, { line: _, number: _same, ...cells }: ApartmentTableRow): boolean {
  return (Object.keys(cells) as (keyof typeof cells)[]).some(
    (name) => cells[name] !== undefined && cells[name] !== before[name],
  );
}
