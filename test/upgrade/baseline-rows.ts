// Rows of a database as text: a line for each row, `table`, a tab, and the row as JSON of PostgreSQL, with all digits
// of its numbers.
import type { DatabasePool } from '../../src/platform/db/pool.ts';

/**
 * Reads such lines into empty tables. Foreign keys are not checked meanwhile, as tables refer to each other and to
 * themselves.
 */
export async function readRows(owner: DatabasePool, text: string): Promise<void> {
  await owner.begin(async (db) => {
    await db`set local session_replication_role = replica`;
    for (const line of text.trimEnd().split('\n')) {
      const [table = '', row = ''] = line.split('\t');
      const columns = await db<{ name: string }[]>`
        select quote_ident(attname) as name from pg_attribute
         where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
      const names = columns.map(({ name }) => name).join(', ');
      await db.unsafe(
        `insert into ${table} (${names}) select ${names} from json_populate_record(null::${table}, $1::json)`,
        [row],
      );
    }
  });
}

/** The tables of the service. */
export async function tableNames(owner: DatabasePool): Promise<string[]> {
  const tables = await owner<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations' order by 1`;
  return tables.map(({ name }) => name);
}
