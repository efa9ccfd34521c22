// SQL of re-encryption: the texts of a column that were encrypted with another key, and their replacement.
import type { Scope } from '../db/scope.ts';

/** A column with encrypted texts, in a table whose rows have an organization and an id. The names are of our own code. */
export type TextColumn = { readonly table: string; readonly column: string };

/** Finds texts that were not encrypted with the key of an id, in the order of their rows. */
export async function findTextsOfOtherKeys(
  { db, caller }: Scope,
  { table, column }: TextColumn,
  keyId: Buffer,
  page: { readonly after: string; readonly limit: number },
): Promise<{ readonly id: string; readonly text: Buffer }[]> {
  return db.unsafe<{ id: string; text: Buffer }[]>(
    `select id, ${column} as text from ${table}
      where tenant_id = $1 and id > $2 and substring(${column} from 2 for 4) <> $3 order by id limit $4`,
    [caller.tenantId, page.after, keyId, page.limit],
  );
}

/** Replaces texts that are still the same; returns how many. */
export async function replaceTexts(
  { db, caller }: Scope,
  { table, column }: TextColumn,
  texts: readonly { readonly id: string; readonly from: Buffer; readonly to: Buffer }[],
): Promise<number> {
  const rows = await db.unsafe(
    `update ${table} t set ${column} = n.new from unnest($2::uuid[], $3::bytea[], $4::bytea[]) n (id, old, new)
      where t.tenant_id = $1 and t.id = n.id and t.${column} = n.old returning t.id`,
    [caller.tenantId, texts.map(({ id }) => id), texts.map(({ from }) => from), texts.map(({ to }) => to)],
  );
  return rows.length;
}
