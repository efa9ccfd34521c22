// Savepoints: the end of a dry run, whose result is read before it is rolled back; and parts of a transaction that
// succeed or fail each by itself.
import type { Scope } from './scope.ts';

/** Sets the savepoint that rollBackToSavepoint returns to. */
export async function setSavepoint({ db }: Pick<Scope, 'db'>): Promise<void> {
  await db`savepoint dry_run`;
}

/** Rolls back to the savepoint without ending the transaction. */
export async function rollBackToSavepoint({ db }: Pick<Scope, 'db'>): Promise<void> {
  await db`rollback to savepoint dry_run`;
}

/** Runs work and then rolls back whatever it wrote; its result is returned. */
export async function rollBackChanges<T>({ db }: Pick<Scope, 'db'>, work: () => Promise<T>): Promise<T> {
  await db`savepoint unchanged`;
  const result = await work();
  await db`rollback to savepoint unchanged`;
  return result;
}

/**
 * Runs a part of a transaction. If it fails, nothing of it stays, and the transaction can go on; so a part that has
 * failed must not send anything more.
 */
export async function inSavepoint<T>({ db }: Pick<Scope, 'db'>, part: () => Promise<T>): Promise<T> {
  const set = db`savepoint part`.execute(); // Sent together with the first statement of the part.
  try {
    const [result] = await Promise.all([part(), set]);
    await db`release savepoint part`;
    return result;
  } catch (error) {
    await db`rollback to savepoint part`;
    await db`release savepoint part`;
    throw error;
  }
}
