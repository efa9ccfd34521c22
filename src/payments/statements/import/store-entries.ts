// Stores new lines as bank entries, and links recorded payments to the lines that show them.
import { discardCachedPlans } from '../../../platform/db/cached-plans.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ImportRun } from './import-run.ts';
import * as queries from './staging-queries.ts';

/** Lines per statement: each statement stays far below its time limit, and a person can cancel in between. */
const linesPerStatement = 10_000;

/** Stores the new entries of a file. The database rejects duplicates. */
export async function storeEntries(scope: Scope, run: ImportRun): Promise<void> {
  await queries.countEqualEntries(scope);
  for (let from = 1; from <= run.lines; from += linesPerStatement) {
    run.progress({});
    if (from === 1) await discardCachedPlans(scope);
    await queries.insertEntries(scope, run.importId, from, from + linesPerStatement - 1);
  }
  await queries.linkShownPayments(scope);
}
