// What every import of a table reports: how the table was understood, every problem at its line, and what became of
// each row. An import is all or nothing.
import { Invalid } from '../errors.ts';
import { type FileProblem, limitProblems, toRequestProblem } from './csv.ts';
import type { ImportTable, SeenColumn } from './import-table.ts';

/** The part that the reports of all kinds of tables share. */
export type TableReport = {
  readonly dryRun: boolean;
  readonly rows: number;
  readonly headings: boolean;
  readonly columns: readonly SeenColumn[];
  readonly ignoredColumns: readonly string[];
  readonly problems: readonly FileProblem[];
};

/** The problems of an import by their lines. Throws Invalid if there is one, unless it is a dry run. */
export function settleProblems(dryRun: boolean, ...found: readonly (readonly FileProblem[])[]): FileProblem[] {
  const problems = found.flat().sort((a, b) => a.line - b.line);
  if (!dryRun && problems.length > 0) throw new Invalid(limitProblems(problems).map(toRequestProblem));
  return problems;
}

/** Reports how a table was understood. */
export function reportTable(
  { rows, hasHeadings, seen, ignoredColumns }: ImportTable<string>,
  problems: readonly FileProblem[],
  dryRun: boolean,
): TableReport {
  const shown = { headings: hasHeadings, columns: seen, ignoredColumns, problems: limitProblems(problems) };
  return { dryRun, rows: rows.length, ...shown };
}

/** Counts the rows with each outcome that is asked for. */
export function countOutcomes<O extends string>(
  outcomes: readonly { readonly outcome: string }[],
  ...wanted: readonly O[]
): { readonly [outcome in O]: number } {
  const count = (expected: O) => outcomes.filter(({ outcome }) => outcome === expected).length;
  return Object.fromEntries(wanted.map((outcome) => [outcome, count(outcome)])) as { [outcome in O]: number };
}
