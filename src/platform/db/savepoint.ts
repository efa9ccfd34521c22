// Savepoints: dry runs, and parts of a transaction that succeed or fail each by itself.
import type { Scope } from './scope.ts';

/** Runs a command. Of a dry run only the result stays: what it wrote is rolled back. */
export async function withDryRun<T>({ db }: Pick<Scope, 'db'>, dryRun: boolean, command: () => Promise<T>): Promise<T> {
  if (!dryRun) return command();
  await db`savepoint dry_run`;
  const result = await command();
  await db`rollback to savepoint dry_run`;
  await db`release savepoint dry_run`;
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
