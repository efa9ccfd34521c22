// The savepoint of a dry run: the work is done, its result is read, and it is rolled back within the transaction.
import type { Scope } from './scope.ts';

/** Sets the savepoint that rollBackToSavepoint returns to. */
export async function setSavepoint({ db }: Pick<Scope, 'db'>): Promise<void> {
  await db`savepoint dry_run`;
}

/** Rolls back to the savepoint without ending the transaction. */
export async function rollBackToSavepoint({ db }: Pick<Scope, 'db'>): Promise<void> {
  await db`rollback to savepoint dry_run`;
}
