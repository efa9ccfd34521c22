// Importing the apartments of a building from a table, all or nothing. A row with the number of an apartment that is there
// changes what the row says; importing the same table again changes nothing.
import type { Scope } from '../platform/db/scope.ts';
import { NotFound } from '../platform/errors.ts';
import type { FileProblem } from '../platform/files/csv.ts';
import { countOutcomes, reportTable, settleProblems, type TableReport } from '../platform/files/import-report.ts';
import { withoutEmptyCells } from '../platform/files/import-table.ts';
import type { ApartmentTable, ApartmentTableRow } from './apartment-table.ts';
import { createApartment, numberKey, updateApartment } from './apartments.ts';
import type { Apartment } from './model.ts';
import { listAllApartments, lockBuilding } from './property-queries.ts';

type ApartmentOutcome = 'created' | 'changed' | 'unchanged' | 'refused';

/** The result of an import. A rejected row has a problem and no apartment. */
export type ApartmentImportReport = TableReport & {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly outcomes: readonly {
    readonly line: number;
    readonly outcome: ApartmentOutcome;
    readonly apartment?: Omit<ApartmentTableRow, 'line'>;
  }[];
};

/** Creates and changes the apartments of a table. Throws NotFound (the building), Invalid (any problem, unless it is a dry run). */
export async function importApartments(
  scope: Scope,
  buildingId: string,
  { table, rows, problems: flaws }: ApartmentTable,
  dryRun: boolean,
): Promise<ApartmentImportReport> {
  if ((await lockBuilding(scope, buildingId)) === undefined) throw new NotFound();
  const existing = new Map(
    (await listAllApartments(scope, buildingId)).map((apartment) => [numberKey(apartment.number), apartment]),
  );
  const repeated = findRepeated(rows);
  const problems = settleProblems(dryRun, flaws, repeated);
  const outcomeOf = new Map<number, ApartmentOutcome>(repeated.map(({ line }) => [line, 'refused']));
  for (const row of rows) {
    const { line, number, ...measures } = row;
    if (outcomeOf.has(line)) continue;
    const before = existing.get(numberKey(number));
    const outcome = before === undefined ? 'created' : hasChanges(before, row) ? 'changed' : 'unchanged';
    outcomeOf.set(line, outcome);
    if (dryRun) continue;
    const written = withoutEmptyCells(measures);
    if (before === undefined) await createApartment(scope, buildingId, { ...written, number });
    else if (outcome === 'changed') await updateApartment(scope, buildingId, before.id, written);
  }
  const rowOf = new Map(rows.map((row) => [row.line, row]));
  const outcomes = table.rows.map(({ line }) => {
    const outcome = outcomeOf.get(line) ?? 'refused';
    const { line: _, ...apartment } = rowOf.get(line) ?? { line, number: '' };
    return outcome === 'refused' ? { line, outcome } : { line, outcome, apartment };
  });
  const counts = countOutcomes(outcomes, 'created', 'changed', 'unchanged');
  return { ...reportTable(table, problems, dryRun), ...counts, outcomes };
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

const measureNames = ['floor', 'area', 'heatedArea', 'shares', 'residentCount'] as const;

function hasChanges(before: Apartment, row: ApartmentTableRow): boolean {
  return measureNames.some((name) => row[name] !== undefined && row[name] !== before[name]);
}
