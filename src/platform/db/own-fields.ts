// Own fields: an externalId and metadata that integrators attach to objects of six kinds. The service stores them and
// finds objects by them, nothing else.
import { noteChange } from '../audit/note-changes.ts';
import { bodyProblem, Invalid, NotFound, type Problem } from '../errors.ts';
import { residentUserId, type Scope } from './scope.ts';

/** The kinds of objects that have own fields, with their tables. */
const tables = {
  building: 'buildings',
  apartment: 'apartments',
  resident: 'residents',
  invoice: 'invoices',
  meter: 'meters',
  payment: 'payments',
} as const;
export type ObjectKind = keyof typeof tables;

export type OwnFields = {
  readonly externalId: string | null;
  readonly metadata: Readonly<Record<string, string>>;
};
/** A change: absent fields and keys stay; null removes a key, the externalId, or all metadata (RFC 7396). */
type OwnFieldsInput = {
  readonly externalId?: string | null;
  readonly metadata?: Readonly<Record<string, string | null>> | null;
};
/** Objects with this externalId and all of these values. */
export type OwnFieldsFilter = { readonly externalId?: string; readonly metadata?: Readonly<Record<string, string>> };

export const maxMetadataKeys = 50;
export const metadataKeyPattern = /^[A-Za-z][A-Za-z0-9_.-]{0,39}$/;
export const metadataKeyAdvice =
  'A key of metadata begins with a letter and has at most 40 characters: letters of a to z, digits, dots, hyphens and underscores.';
/** The key under which the externalId is stored. */
const externalIdKey = '';

/** An object as a list or a detail reads it, with its own fields as they are stored; null if it has none. */
export type WithOwnFields = { readonly ownFields?: Readonly<Record<string, string>> | null };

/**
 * The column `own_fields` of objects, in the statement that reads them: a statement of its own would cost each list a
 * wait. Residents see none.
 */
export function ownFieldsColumn({ db, caller }: Pick<Scope, 'db' | 'caller'>, kind: ObjectKind, idColumn: string) {
  if (residentUserId(caller) !== null) return db`null::jsonb as own_fields`;
  return db`(
    select jsonb_object_agg(o.key, o.value) from own_fields o
     where o.tenant_id = ${caller.tenantId} and o.kind = ${kind} and o.object_id = ${db.unsafe(idColumn)}) as own_fields`;
}

/** The own fields from the column. */
export function toOwnFields(stored: WithOwnFields['ownFields']): OwnFields {
  const { [externalIdKey]: externalId = null, ...metadata } = stored ?? {};
  return { externalId, metadata };
}

/**
 * Changes the own fields of an object under the lock of its row, and marks the object as changed. Values that already
 * hold change nothing. Throws NotFound, Invalid (an invalid key, or too many keys).
 */
export async function setOwnFields(scope: Scope, kind: ObjectKind, id: string, input: OwnFieldsInput): Promise<void> {
  if (input.externalId === undefined && input.metadata === undefined) return;
  const { db, caller, now } = scope;
  const table = db.unsafe(tables[kind]);
  const locked = await db`select id from ${table} where tenant_id = ${caller.tenantId} and id = ${id} for update`;
  if (locked.length === 0) throw new NotFound();
  const stored = await db<{ key: string; value: string }[]>`
    select key, value from own_fields where tenant_id = ${caller.tenantId} and kind = ${kind} and object_id = ${id}`;
  const before = new Map(stored.map(({ key, value }) => [key, value]));
  const after = applyInput(before, input);
  const written = [...after].filter(([key, value]) => before.get(key) !== value);
  const removed = [...before.keys()].filter((key) => !after.has(key));
  if (written.length + removed.length === 0) return;
  if (removed.length > 0)
    await db`
      delete from own_fields
       where tenant_id = ${caller.tenantId} and kind = ${kind} and object_id = ${id} and key = any (${removed}::text[])`;
  for (const [key, value] of written)
    await db`
      insert into own_fields (tenant_id, kind, object_id, key, value) values (${caller.tenantId}, ${kind}, ${id}, ${key}, ${value})
      on conflict (tenant_id, kind, object_id, key) do update set value = excluded.value`;
  if (before.get(externalIdKey) !== after.get(externalIdKey))
    noteChange(scope, {
      field: 'externalId',
      before: before.get(externalIdKey) ?? null,
      after: after.get(externalIdKey) ?? null,
    });
  if ([...written.map(([key]) => key), ...removed].some((key) => key !== externalIdKey))
    noteChange(scope, { field: 'metadata' }); // Its values may name people.
  await db`update ${table} set updated_at = ${now} where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/** Removes the own fields of an object that is deleted. */
export async function removeOwnFields({ db, caller }: Scope, kind: ObjectKind, ids: readonly string[]): Promise<void> {
  await db`
    delete from own_fields where tenant_id = ${caller.tenantId} and kind = ${kind} and object_id = any (${[...ids]}::uuid[])`;
}

/**
 * At most so many objects with a value are looked up by their ids. Of more, a list is read in its order until a page is
 * full.
 */
const maxIds = 1000;

/** What a filter by own fields asks for, and the objects it can only be, if they are few. */
type OwnFieldsMatch = {
  readonly wanted: readonly (readonly [key: string, value: string])[];
  readonly ids: readonly string[] | undefined;
};

/**
 * Prepares a filter: reads which objects have the rarest of its values, unless they are many. The planner cannot choose
 * between the two ways: a prepared statement is planned for any value.
 */
export async function matchOwnFields(
  { db, caller }: Scope,
  kind: ObjectKind,
  { externalId, metadata = {} }: OwnFieldsFilter,
): Promise<OwnFieldsMatch> {
  const wanted = Object.entries(metadata);
  if (externalId !== undefined) wanted.push([externalIdKey, externalId]);
  const found = await Promise.all(
    wanted.map(
      ([key, value]) => db<{ id: string }[]>`
        select object_id as id from own_fields
         where tenant_id = ${caller.tenantId} and kind = ${kind} and key = ${key} and value = ${value} limit ${maxIds + 1}`,
    ),
  );
  const [fewest] = found.toSorted((a, b) => a.length - b.length);
  return { wanted, ids: fewest && fewest.length <= maxIds ? fewest.map((object) => object.id) : undefined };
}

/** A condition on a column of ids, which begins with `and`: the object matches. Empty without a filter. */
export function ownFieldsCondition(
  { db, caller }: Scope,
  kind: ObjectKind,
  idColumn: string,
  { wanted, ids }: OwnFieldsMatch,
) {
  const column = db.unsafe(idColumn);
  const among = ids === undefined ? db`` : db`and ${column} = any (${[...ids]}::uuid[])`;
  // `offset 0` keeps the planner from reading all objects with the value first.
  return wanted.reduce(
    (condition, [key, value]) => db`${condition} and exists (
      select from own_fields o
       where o.tenant_id = ${caller.tenantId} and o.kind = ${kind} and o.object_id = ${column} and o.key = ${key} and o.value = ${value} offset 0)`,
    among,
  );
}

function applyInput(before: ReadonlyMap<string, string>, { externalId, metadata }: OwnFieldsInput) {
  const after = new Map(before);
  const set = (key: string, value: string | null) => void (value === null ? after.delete(key) : after.set(key, value));
  if (externalId !== undefined) set(externalIdKey, externalId);
  if (metadata === null) for (const key of before.keys()) if (key !== externalIdKey) after.delete(key);
  const changes = Object.entries(metadata ?? {});
  const problems = changes.flatMap(([key]): Problem[] =>
    metadataKeyPattern.test(key) ? [] : [bodyProblem(['metadata', key], 'invalid_format', metadataKeyAdvice)],
  );
  for (const [key, value] of changes) set(key, value);
  const keys = after.size - (after.has(externalIdKey) ? 1 : 0);
  const tooMany = `metadata has at most ${maxMetadataKeys} keys; this would make ${keys}. Remove some with null.`;
  if (keys > maxMetadataKeys) problems.push(bodyProblem(['metadata'], 'too_many', tooMany, { most: maxMetadataKeys }));
  if (problems.length > 0) throw new Invalid(problems.slice(0, 20));
  return after;
}
