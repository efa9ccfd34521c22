// An independent search through the whole database, as its owner: which columns hold a text, in whatever table and
// whatever type.
import type { TestService } from './service-fixture.ts';

/**
 * The columns of all tables with at least one value that contains the text, in any case, as `table.column`; in bytes
 * too.
 */
export async function findInDatabase({ owner }: Pick<TestService, 'owner'>, text: string): Promise<string[]> {
  const columns = await owner<{ relation: string; name: string; type: string }[]>`
    select c.relname::text as relation, a.attname::text as name, t.typname::text as type
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type t on t.oid = a.atttypid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1, 2`;
  const found: string[] = [];
  for (const { relation, name, type } of columns) {
    const value = type === 'bytea' ? `encode("${name}", 'escape')` : `"${name}"::text`;
    const needle = type === 'bytea' ? `encode(convert_to($1, 'utf8'), 'escape')` : '$1';
    const rows = await owner.unsafe(
      `select from ${relation} where strpos(lower(${value}), lower(${needle})) > 0 limit 1`,
      [text],
    );
    if (rows.length > 0) found.push(`${relation}.${name}`);
  }
  return found;
}
