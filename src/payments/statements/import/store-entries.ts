// Stores new entries as bank entries, and links recorded payments to the entries that show them.
import { discardCachedPlans } from '../../../platform/db/cached-plans.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { type ImportRun, throwIfCancelled } from './import-run.ts';
import * as queries from './staging-queries.ts';

/** Entries per statement: each statement stays far below its time limit, and a person can cancel in between. */
const entriesPerStatement = 10_000;

/** Stores the new entries of a file. The database rejects duplicates. */
export async function storeEntries(scope: Scope, run: ImportRun): Promise<void> {
  await queries.countEqualEntries(scope);
  for (let from = 1; from <= run.entries; from += entriesPerStatement) {
    throwIfCancelled(run);
    if (from === 1) await discardCachedPlans(scope);
    await queries.insertEntries(scope, run.importId, from, from + entriesPerStatement - 1);
  }
  await queries.linkShownPayments(scope);
}
