// Where each table of a distributed database (Citus) belongs, decided from the catalog, and what Citus would reject
// there.
import type { Db } from './pool.ts';

/** A foreign key. `columns[n]` refers to `targetColumns[n]`; onDelete and onUpdate are the letters of pg_constraint. */
type TableKey = {
  readonly name: string;
  readonly target: string;
  readonly columns: readonly string[];
  readonly targetColumns: readonly string[];
  readonly onDelete: string;
  readonly onUpdate: string;
};

export type CatalogTable = {
  readonly name: string;
  readonly columns: readonly string[];
  /**
   * Primary keys, unique indexes and exclusion constraints; with `equal` the columns that are compared for equality.
   */
  readonly unique: readonly { readonly name: string; readonly equal: readonly string[] }[];
  readonly keys: readonly TableKey[];
  readonly triggers: readonly string[];
  readonly policiesWithQuery: readonly string[];
};

/**
 * - distributed: each organization's rows are together on one machine, found by `column`;
 * - reference: every machine has all rows, because keys of distributed tables lead there;
 * - local: only the coordinator has it.
 */
export type Placement =
  | { readonly table: string; readonly kind: 'distributed'; readonly column: string }
  | { readonly table: string; readonly kind: 'reference' | 'local' };

/**
 * Reads all tables of the schema public, by name, but not the shards that a coordinator may have; and not the policies
 * for keys of some buildings, which a distributed database does not have.
 */
export async function readCatalog(db: Db): Promise<CatalogTable[]> {
  return db<CatalogTable[]>`
    select c.relname as name,
           array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
           coalesce((select json_agg(json_build_object('name', x.relname, 'equal', array(
                              select a.attname::text from unnest(i.indkey::int2[]) with ordinality k (attnum, nth)
                                join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
                                left join pg_constraint e on e.conindid = i.indexrelid and e.contype = 'x'
                               where e.oid is null or (select o.oprname from pg_operator o where o.oid = e.conexclop[k.nth]) = '=')))
                       from pg_index i join pg_class x on x.oid = i.indexrelid
                      where i.indrelid = c.oid and (i.indisunique or i.indisexclusion)), '[]') as unique,
           coalesce((select json_agg(json_build_object('name', f.conname, 'target', f.confrelid::regclass::text, 'onDelete', f.confdeltype, 'onUpdate', f.confupdtype,
                              'columns', (select array_agg(a.attname::text order by k.nth) from unnest(f.conkey) with ordinality k (attnum, nth)
                                            join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.attnum),
                              'targetColumns', (select array_agg(a.attname::text order by k.nth) from unnest(f.confkey) with ordinality k (attnum, nth)
                                                  join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.attnum)))
                       from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'), '[]') as keys,
           array(select t.tgname::text from pg_trigger t
                  where t.tgrelid = c.oid and not t.tgisinternal and t.tgname not like 'truncate_trigger_%') as triggers,
           array(select p.polname::text from pg_policy p
                  where p.polrelid = c.oid and p.polname <> 'buildings' and concat(pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid)) ~* '\\mselect\\M') as policies_with_query
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by c.relname`;
}

/**
 * The placement of every table: the tenants first, because all distributed tables are placed beside them.
 * `droppedKeys`: foreign keys that were dropped meanwhile, and count as if they were there.
 */
export function planPlacements(
  tables: readonly CatalogTable[],
  droppedKeys: readonly { readonly tableName: string; readonly targetName: string }[] = [],
): Placement[] {
  const columnOf = ({ name, columns }: CatalogTable) =>
    name === 'tenants' ? 'id' : columns.find((column) => column === 'tenant_id');
  const distributed = tables.filter((table) => columnOf(table) !== undefined);
  const shared = new Set<string>();
  const share = (table: CatalogTable) => {
    const dropped = droppedKeys.filter(({ tableName }) => tableName === table.name).map(({ targetName }) => targetName);
    for (const target of [...table.keys.map((key) => key.target), ...dropped]) {
      const parent = tables.find(({ name }) => name === target);
      if (parent === undefined || distributed.includes(parent) || shared.has(target)) continue;
      shared.add(target);
      share(parent);
    }
  };
  distributed.forEach(share);
  return [
    ...distributed
      .map((table) => ({ table: table.name, kind: 'distributed' as const, column: columnOf(table) as string }))
      .sort((a, b) => Number(b.table === 'tenants') - Number(a.table === 'tenants')),
    ...tables
      .filter((table) => !distributed.includes(table))
      .map(({ name }) => ({ table: name, kind: shared.has(name) ? ('reference' as const) : ('local' as const) }))
      .sort((a, b) => Number(b.kind === 'reference') - Number(a.kind === 'reference')),
  ];
}

/** What Citus rejects at these places, one sentence each; empty when all is right. */
export function findPlacementProblems(tables: readonly CatalogTable[], placements: readonly Placement[]): string[] {
  const placementOf = new Map(placements.map((placement) => [placement.table, placement]));
  return tables.flatMap((table) => {
    const placement = placementOf.get(table.name);
    if (placement === undefined) return [`${table.name} has no place.`];
    const column = placement.kind === 'distributed' ? placement.column : undefined;
    return [
      ...table.unique
        .filter(({ equal }) => column !== undefined && !equal.includes(column))
        .map(({ name }) => `${table.name}: ${name} does not contain ${column}.`),
      ...table.keys.flatMap((key) => keyProblem(key, placement, placementOf.get(key.target)) ?? []),
      ...(placement.kind === 'local'
        ? []
        : table.triggers.map((name) => `${table.name}: the trigger ${name} cannot be distributed.`)),
      ...(placement.kind === 'local'
        ? []
        : table.policiesWithQuery.map((name) => `${table.name}: the policy ${name} contains a sub-query.`)),
    ];
  });
}

/** Why a foreign key is impossible between two places, if it is. */
function keyProblem(key: TableKey, placement: Placement, target: Placement | undefined): string | undefined {
  const about = `${placement.table}: the foreign key ${key.name}`;
  if (target === undefined) return `${about} leads to ${key.target}, which has no place.`;
  if (placement.kind !== 'distributed')
    return target.kind === 'distributed' || (placement.kind === 'reference' && target.kind === 'local')
      ? `${about} leads from a ${placement.kind} table to a ${target.kind} one.`
      : undefined;
  if (target.kind === 'local') return `${about} leads from a distributed table to a local one.`;
  if (!/^[arc]$/.test(key.onDelete) || !/^[ar]$/.test(key.onUpdate))
    return `${about} changes the rows that refer to it.`;
  const at = key.columns.indexOf(placement.column);
  if (target.kind === 'distributed' && (at === -1 || key.targetColumns[at] !== target.column))
    return `${about} does not contain ${placement.column} on both sides.`;
  return undefined;
}
