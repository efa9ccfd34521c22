// What an entry of the audit log says about a request: the object, all ids that were named, the building, and figures
// of the result. Pure.
import type { AuditDetail, NewAuditEntry } from '../../platform/audit/audit-entry.ts';
import { memoize } from '../../platform/processes/memoize.ts';
import { isId } from '../../platform/values/ids.ts';
import type { OperationResponse } from '../model.ts';
import type { CallerOperation } from '../operation.ts';
import type { Params } from '../validate-request.ts';

/** The parts of a request that name objects. */
type NamingParts = { readonly params: Params; readonly query?: unknown; readonly body?: unknown };

/** At most so many ids of a request are kept. */
const maxIds = 500;
const maxFigures = 20;

type EntryFields = Readonly<Record<string, unknown>>;

/** Returns what a request was about. What it created, named by Location, comes before the object in its path. */
export function describeObject(
  { path }: Pick<CallerOperation, 'path'>,
  { params, query, body }: NamingParts,
  response: OperationResponse,
): Pick<NewAuditEntry, 'objectKind' | 'objectId' | 'aboutIds' | 'buildingId'> {
  const named = namedIn(path).map(({ kind, name }) => ({ kind, id: params[name] ?? '' }));
  const created = createdObject(response);
  const object = created ?? named.at(-1);
  const fields = { ...fieldsOf(query), ...fieldsOf(body) };
  const building = [
    named.find(({ kind }) => kind === 'buildings')?.id,
    fields.buildingId,
    fieldsOf(dataOf(response)).buildingId,
    ...(created?.kind === 'buildings' ? [created.id] : []),
  ];
  return {
    objectKind: object?.kind ?? path.split('/')[1] ?? null,
    objectId: object?.id ?? null,
    aboutIds: onlyIds([object?.id, ...named.map(({ id }) => id), ...valuesIn(fields), ...createdIds(response)]),
    buildingId: onlyIds(building)[0] ?? null,
  };
}

/** The kinds of objects that a path names, with the names of their parameters: `/buildings/:id`. */
const namedIn = memoize(
  (path: string) => [...path.matchAll(/\/([\w-]+)\/:(\w+)/g)].map(([, kind = '', name = '']) => ({ kind, name })),
  (path) => path,
);

/** So deep are the fields of an apartment of an item of a bulk request. */
const maxDepth = 3;

/** The values of fields, also of those in lists and objects. */
function valuesIn(value: unknown, depth = maxDepth): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesIn(item, depth));
  if (typeof value !== 'object' || value === null) return [value];
  return depth === 0 ? [] : Object.values(fieldsOf(value)).flatMap((field) => valuesIn(field, depth - 1));
}

/** What the items of a bulk request created. */
function createdIds(response: OperationResponse): unknown[] {
  const { items } = fieldsOf(dataOf(response));
  return Array.isArray(items) ? items.map((item) => fieldsOf(item).id) : [];
}

/** Returns the different ids among some values. */
function onlyIds(values: readonly unknown[]): string[] {
  const ids = values.filter((value): value is string => typeof value === 'string' && isId(value));
  return [...new Set(ids.map((id) => id.toLowerCase()))].slice(0, maxIds);
}

/** The kind and id in the Location of a response with 201, if it names one object. */
function createdObject({ status, headers = {} }: OperationResponse): { kind: string; id: string } | undefined {
  const { location } = headers;
  if (status !== 201 || typeof location !== 'string') return undefined;
  const [kind, id] = location.split('/').slice(-2);
  return kind !== undefined && id !== undefined && isId(id) ? { kind, id } : undefined;
}

/** The figures of a result on many objects, such as how many invoices were created. */
export function describeResult(response: OperationResponse, objectId: string | null): Pick<AuditDetail, 'result'> {
  if (objectId !== null) return {};
  const figures = Object.entries(fieldsOf(dataOf(response))).filter(
    (entry): entry is [string, number | boolean] => typeof entry[1] === 'number' || typeof entry[1] === 'boolean',
  );
  return figures.length === 0 ? {} : { result: Object.fromEntries(figures.slice(0, maxFigures)) };
}

/** `data` of a response. */
export function dataOf({ body }: OperationResponse): unknown {
  return fieldsOf(body).data;
}

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): EntryFields {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
  return isObject ? (value as EntryFields) : {};
}
