// How an operation gets its entry in the audit log: one with an effect in its own transaction, one that reads after its
// response is made.
import type { FastifyRequest } from 'fastify';
import type { AuditChange, AuditNotes } from '../../platform/audit/audit-entry.ts';
import { actorOf, writeAuditEntry } from '../../platform/audit/audit-log.ts';
import { isKeptValue } from '../../platform/audit/kept-values.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { changesNothing } from '../dry-run.ts';
import type { OperationResponse } from '../model.ts';
import type { CallerOperation } from '../operation.ts';
import { notesOf } from '../request-log/request-notes.ts';
import type { Params, ValidInput } from '../validate-request.ts';
import { dataOf, describeObject, describeResult, fieldsOf } from './describe-entry.ts';
import type { ReadLog } from './read-log.ts';

/**
 * Kinds of objects whose values are kept. Of others, which name people, whose data must remain erasable, only the names
 * of the fields are.
 */
export const kindsWithValues: ReadonlySet<string> = new Set([
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
const maxChanges = 50;

/**
 * Runs an operation that is no GET, and writes its entry in the same transaction. A preview or a dry run is `seen`:
 * what it changed is rolled back.
 */
export async function runAudited(
  operation: CallerOperation,
  scope: Scope,
  input: ValidInput['input'],
  run: (scope: Scope) => Promise<OperationResponse>,
): Promise<OperationResponse> {
  const auditNotes: AuditNotes = { logged: [], changes: [], isComplete: false };
  const response = await run({ ...scope, auditNotes });
  if (response.status >= 400) return response;
  const about = describeObject(operation, input, response);
  const isOnlySeen = changesNothing(operation, input);
  const changes = isOnlySeen ? [] : listChanges(operation, input, response, auditNotes, about.objectKind);
  await writeAuditEntry(scope, {
    action: isOnlySeen ? 'seen' : 'changed',
    operation: operation.name,
    ...about,
    detail: { ...(changes.length > 0 && { changes }), ...describeResult(response, about.objectId) },
  });
  return response;
}

/**
 * What is known of the changes of an object, each field once: from the security log, what its command noted, and
 * otherwise what was sent and then shown.
 */
function listChanges(
  { method }: CallerOperation,
  { body }: ValidInput['input'],
  response: OperationResponse,
  { logged, changes, isComplete }: AuditNotes,
  objectKind: string | null,
): AuditChange[] {
  const isOfObject = (method === 'PATCH' || method === 'PUT') && !isComplete;
  const shown = fieldsOf(dataOf(response));
  const sent = isOfObject ? Object.keys(fieldsOf(body)).filter((field) => field in shown) : [];
  const fields = [...sent.map((field) => ({ field, after: shown[field] })), ...changes].slice(0, maxChanges);
  const all = [...logged, ...withoutPrivateValues(fields, objectKind)];
  const firsts = new Map(all.toReversed().map((change) => [change.field, change]));
  return all.filter((change) => firsts.get(change.field) === change);
}

/** Drops the values that an entry does not keep. */
function withoutPrivateValues(changes: readonly AuditChange[], objectKind: string | null): AuditChange[] {
  const keeps = objectKind !== null && kindsWithValues.has(objectKind);
  return changes.map((change) =>
    (keeps || plainFields.has(change.field)) && isKeptValue(change) ? change : { field: change.field },
  );
}

/**
 * Makes what notes in the audit log what a GET showed: a file before it is sent, anything else within a second. It
 * throws Unavailable if it cannot be noted. Undefined for an operation without entries.
 */
export function makeReadNote(
  readLog: ReadLog,
  operation: CallerOperation,
): ((request: FastifyRequest, response: OperationResponse) => Promise<void>) | undefined {
  if (operation.rules.has('unlogged')) return undefined;
  const isFile = operation.responses[200]?.mediaType !== undefined;
  return async (request, response) => {
    const { caller } = notesOf(request);
    if (caller === undefined || response.status !== 200 || caller.role === 'resident') return;
    const about = describeObject(operation, { params: request.params as Params, query: request.query }, response);
    const entry = {
      action: isFile ? ('exported' as const) : ('seen' as const),
      operation: operation.name,
      actor: actorOf({ caller }),
      ...about,
      detail: {},
      requestId: request.id,
    };
    if (isFile) await readLog.write({ caller, entry });
    else readLog.add({ caller, entry });
  };
}
