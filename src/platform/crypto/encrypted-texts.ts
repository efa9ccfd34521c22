// SQL of re-encryption: the texts of a column that were encrypted with another key, and their replacement.
import { tableOf } from '../db/rows.ts';
import type { Scope } from '../db/scope.ts';

/**
 * A column with encrypted texts, in a table whose rows have an organization and an id. The names are of our own code.
 */
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
  const columns = { id: 'uuid', before: 'bytea', after: 'bytea' } as const;
  const changed = texts.map(({ id, from, to }) => ({ id, before: from, after: to }));
  const rows = await db`
    update ${db.unsafe(table)} t set ${db.unsafe(column)} = n.after from ${tableOf(db, 'n', columns, changed)}
     where t.tenant_id = ${caller.tenantId} and t.id = n.id and t.${db.unsafe(column)} = n.before returning t.id`;
  return rows.length;
}
