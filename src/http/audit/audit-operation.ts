// How an operation gets its entry in the audit log: one with an effect in its own transaction, one that reads after its response is made.
import type { FastifyRequest } from 'fastify';
import type { AuditNotes } from '../../platform/audit/audit-entry.ts';
import { actorOf, writeAuditEntry } from '../../platform/audit/audit-log.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { changesNothing } from '../dry-run.ts';
import type { OperationResponse } from '../model.ts';
import type { CallerOperation, Operation } from '../operation.ts';
import { notesOf } from '../request-log/request-notes.ts';
import type { Params, ValidInput } from '../validate-request.ts';
import { describeObject, describeResult } from './describe-entry.ts';
import type { ReadLog } from './read-log.ts';
import { type ChangeTracker, withoutPrivateValues } from './track-changes.ts';

/** An operation with the tracker of its changes. */
export type AuditedOperation = { readonly operation: CallerOperation; readonly tracker: ChangeTracker | undefined };

/** Runs an operation that is no GET, and writes its entry in the same transaction. A preview or a dry run is `seen`: what it changed is rolled back. */
export async function runAudited(
  { operation, tracker }: AuditedOperation,
  scope: Scope,
  input: ValidInput['input'],
  run: (scope: Scope) => Promise<OperationResponse>,
): Promise<OperationResponse> {
  const auditNotes: AuditNotes = { changes: [] };
  const compare = await tracker?.(scope, input);
  const response = await run({ ...scope, auditNotes });
  if (response.status >= 400) return response;
  const about = describeObject(operation, input, response);
  const isOnlySeen = changesNothing(operation, input);
  const noted = new Set(auditNotes.changes.map(({ field }) => field));
  const compared = withoutPrivateValues((await compare?.(response)) ?? [], about.objectKind);
  const changes = isOnlySeen ? [] : [...auditNotes.changes, ...compared.filter(({ field }) => !noted.has(field))];
  await writeAuditEntry(scope, {
    action: isOnlySeen ? 'seen' : 'changed',
    operation: operation.name,
    ...about,
    detail: { ...(changes.length > 0 && { changes }), ...describeResult(response, about.objectId) },
  });
  return response;
}

/** Notes what a GET showed: a file before it is sent, anything else within a second. Throws Unavailable if it cannot be noted. */
export async function noteRead(
  readLog: ReadLog,
  operation: Operation,
  request: FastifyRequest,
  response: OperationResponse,
): Promise<void> {
  const { caller } = notesOf(request);
  if (operation.method !== 'GET' || caller === undefined || operation.permission === 'none') return;
  if (response.status !== 200 || caller.role === 'resident' || unaudited.has(operation.name)) return;
  const isFile = operation.responses[200]?.mediaType !== undefined;
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
}

/** Reads that show nothing about people: buildings, settings, sums and counts, and what callers see of themselves. Every other read has an entry. */
export const unaudited: ReadonlySet<string> = new Set([
  'compareInvoice',
  'getAuditChain',
  'getAuditSettings',
  'getBuilding',
  'getBuildingUsage',
  'getDelivery',
  'getFirstSteps',
  'getLetterhead',
  'getLogo',
  'getOrganization',
  'getOverview',
  'getPaymentReminder',
  'getProfile',
  'getReadingReminder',
  'getReadingWindow',
  'getTestOrganization',
  'getWaysToPay',
  'getWebhookDetails',
  'listBanks',
  'listBuildingStates',
  'listBuildings',
  'listDeliveries',
  'listEvents',
  'listOwnOrganizations',
  'listOwnSessions',
  'listPeriods',
  'listStatementProfiles',
  'listSupplierBills',
  'listWebhooks',
  'proposeCharges',
  'sumApartments',
  'sumInvoices',
]);
