// Stage 3: what is new of the file becomes bank entries, and payments that were recorded before get the lines that show them as their evidence.
import type { Scope } from '../../../platform/db/scope.ts';
import { discardCachedPlans } from '../statement-queries.ts';
import type { ImportRun } from './import-run.ts';
import * as queries from './staging-queries.ts';

/** So many lines are written by one statement: each stays far below the time that a statement may take, and a person can cancel between them. */
const linesOfStatement = 10_000;

/** Keeps the new entries of a file. The database refuses one that is there already. */
export async function storeEntries(scope: Scope, run: ImportRun): Promise<void> {
  await queries.countEqualEntries(scope);
  for (let from = 1; from <= run.lines; from += linesOfStatement) {
    run.progress({});
    if (from === 1) await discardCachedPlans(scope);
    await queries.insertEntries(scope, run.importId, from, from + linesOfStatement - 1);
  }
  await queries.linkShownPayments(scope);
}
