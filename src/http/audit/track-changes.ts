// Which fields an operation changed, with their values before and after: the object is read as the GET of the same path shows it, before the change, and
// compared with the response. So a value that nobody is shown is in no entry.
import makeSerializer from 'fast-json-stringify';
import { isAllowed } from '../../identity/permissions.ts';
import type { AuditChange } from '../../platform/audit/audit-entry.ts';
import { isKeptValue } from '../../platform/audit/kept-values.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { NotFound } from '../../platform/errors.ts';
import type { OperationResponse } from '../model.ts';
import type { CallerOperation, Operation } from '../operation.ts';
import type { ValidInput } from '../validate-request.ts';
import { dataOf, type EntryFields, fieldsOf } from './describe-entry.ts';

/** Reads an object before a change; the function that it returns compares it with the response afterwards. */
export type ChangeTracker = (
  scope: Scope,
  input: ValidInput['input'],
) => Promise<(response: OperationResponse) => Promise<AuditChange[]>>;

/** Kinds of objects whose values are kept. They are not about people, whose data must remain erasable; of others only the names of the fields are. */
const kindsWithValues: ReadonlySet<string> = new Set([
  'api-keys',
  'apartments',
  'audit-log',
  'banks',
  'buildings',
  'invoices',
  'letterhead',
  'meters',
  'organization',
  'statement-profiles',
  'webhooks',
]);

/** Fields that say nothing about a person, whatever has them. */
const plainFields: ReadonlySet<string> = new Set(['role', 'status']);

/** Fields that change with every change. */
const unremarkable: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'lastUsedAt']);
const maxChanges = 50;

/**
 * Makes the tracker of an operation; undefined if it does not change an object. Without a GET of the same path only the fields that were sent are known. It takes
 * no lock, as each operation takes its own in an order of its own.
 */
export function makeChangeTracker(
  operation: CallerOperation,
  operations: readonly Operation[],
): ChangeTracker | undefined {
  if (operation.method !== 'PATCH' && operation.method !== 'PUT') return undefined;
  const show = makeShownData(operation);
  const reading = findReading(operation, operations);
  const read = reading && makeReader(reading);
  return async (scope, input) => {
    const before = await read?.(scope, input);
    return async (response) => {
      const written = show(response) ?? (await read?.(scope, input)) ?? {};
      if (read !== undefined) return [...compareFields(before ?? {}, written)].slice(0, maxChanges);
      const sent = Object.keys(fieldsOf(input.body)).filter((field) => field in written);
      return sent.slice(0, maxChanges).map((field) => ({ field, after: written[field] }));
    };
  };
}

/** The GET of the same path that shows the object. */
function findReading({ path }: CallerOperation, operations: readonly Operation[]): CallerOperation | undefined {
  return operations.find(
    (candidate): candidate is CallerOperation =>
      candidate.method === 'GET' &&
      candidate.path === path &&
      candidate.permission !== 'none' &&
      candidate.prepare === undefined &&
      showsObject(candidate),
  );
}

/** Whether the response has one object, and not a list or bytes. */
function showsObject({ responses }: CallerOperation): boolean {
  const schema: { properties?: { data?: { type?: unknown } } } = responses[200]?.schema ?? {};
  return schema.properties?.data?.type === 'object';
}

/** Reads an object as its GET shows it; undefined if there is none, or if the caller may not see it. */
function makeReader(reading: CallerOperation) {
  const show = makeShownData(reading);
  return async (scope: Scope, { params, address }: ValidInput['input']): Promise<EntryFields | undefined> => {
    if (!isAllowed(scope.caller, reading.permission)) return undefined;
    const input = { params, address, query: {}, body: undefined, header: () => undefined };
    try {
      return show(await reading.handle(scope, input, undefined));
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  };
}

/** Returns the object of a response as it is sent; undefined for a list, and without a body. */
function makeShownData({ responses }: CallerOperation): (response: OperationResponse) => EntryFields | undefined {
  const schema = responses[200]?.schema;
  let serialize: ((body: unknown) => string) | undefined;
  return ({ body }) => {
    if (schema === undefined || body === undefined) return undefined;
    serialize ??= makeSerializer(schema);
    const data = dataOf({ status: 200, body: JSON.parse(serialize(body)) });
    return Array.isArray(data) ? undefined : fieldsOf(data);
  };
}

/** Yields the fields of both objects that differ, those of inner objects by their path. */
function* compareFields(before: EntryFields, after: EntryFields, path = ''): Generator<AuditChange> {
  for (const name of Object.keys(after)) {
    if (unremarkable.has(name)) continue;
    const [previous, current] = [before[name], after[name]];
    const field = path + name;
    if (isObject(previous) && isObject(current)) yield* compareFields(previous, current, `${field}.`);
    else if (JSON.stringify(previous ?? null) !== JSON.stringify(current ?? null))
      yield { field, before: previous ?? null, after: current ?? null };
  }
}

function isObject(value: unknown): value is EntryFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Drops the values that an entry does not keep. */
export function withoutPrivateValues(changes: readonly AuditChange[], objectKind: string | null): AuditChange[] {
  const keeps = objectKind !== null && kindsWithValues.has(objectKind);
  return changes.map((change) =>
    (keeps || plainFields.has(change.field)) && isKeptValue(change) ? change : { field: change.field },
  );
}
