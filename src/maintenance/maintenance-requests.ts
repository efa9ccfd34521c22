// Maintenance requests: reports of damage, with assignee and status. Each change of status is notified once, however
// often it is repeated.

import { isAllowed } from '../identity/permissions.ts';
import { enqueueMail, enqueueMails } from '../mail/outbox.ts';
import { noteChanges } from '../platform/audit/note-changes.ts';
import { raiseEvent } from '../platform/db/events.ts';
import type { PageRequest } from '../platform/db/keyset.ts';
import type { Caller, Scope } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Forbidden, Invalid, NotFound, orNotFound } from '../platform/errors.ts';
import { getFile, type ReadableFile, recordFile, type StoredFile } from '../platform/files/stored-files.ts';
import { newId } from '../platform/values/ids.ts';
import { getSender } from '../properties/sender-details.ts';
import { shareLockMember } from '../residents/resident-queries.ts';
import * as queries from './maintenance-queries.ts';
import { type RequestStatus, statusTransitions } from './status-transitions.ts';

/** The limits of one request. */
export const maxParts = { photos: 10, comments: 500 };

type WrittenRequest = queries.RequestLocation & { readonly title: string; readonly description: string };
type RequestChange = {
  readonly status?: RequestStatus;
  readonly assignedTo?: string | null;
  readonly title?: string;
  readonly description?: string;
};

/**
 * Submits a request for an apartment, or for the shared parts of a building. Those who look after it get an e-mail
 * about what a resident reports. Throws NotFound (a place that the caller may not report on).
 */
export async function submitRequest(scope: Scope, written: WrittenRequest): Promise<queries.MaintenanceRequest> {
  const location = orNotFound(
    await queries.findLocation(scope, written),
    written.apartmentId === undefined ? 'buildingId' : 'apartmentId',
  );
  const [title, description] = [written.title.trim(), written.description.trim()];
  const request = await queries.insertRequest(scope, { ...location, id: newId(), title, description, status: 'new' });
  const data = { maintenanceRequestId: request.id, status: request.status };
  await raiseEvent(scope, 'maintenance.created', { buildingId: request.buildingId, data });
  if (!isManager(scope.caller)) await writeToCaretakers(scope, request, location);
  return request;
}

async function writeToCaretakers(
  scope: Scope,
  { id, title, createdBy }: queries.MaintenanceRequest,
  { building, apartment }: queries.FoundLocation,
): Promise<void> {
  const link = `${scope.config.publicUrl}/console/requests?request=${id}`;
  const facts = { title, who: createdBy.name, building, ...(apartment !== null && { apartment }), link };
  const caretakers = await queries.findCaretakers(scope);
  await enqueueMails(
    scope,
    caretakers.map(({ email: address, name, language }) => ({
      kind: 'maintenance-reported',
      to: { address, name },
      language,
      facts,
      aboutId: id,
    })),
  );
}

/** Returns one request visible to the caller. Throws NotFound. */
export async function getRequest(scope: Scope, id: string): Promise<queries.MaintenanceRequest> {
  return orNotFound(await queries.findRequest(scope, id));
}

/** Returns one request with its comments and photos. Throws NotFound. */
export async function getRequestDetails(
  scope: Scope,
  id: string,
): Promise<queries.MaintenanceRequest & { comments: queries.RequestComment[]; photos: queries.RequestPhoto[] }> {
  const request = await getRequest(scope, id);
  const [comments, photos] = await Promise.all([queries.listComments(scope, id), queries.listPhotos(scope, id)]);
  return { ...request, comments, photos };
}

/**
 * Returns a page of the requests visible to the caller. Throws NotFound for an unknown building, apartment or member.
 */
export async function listRequests(
  scope: Scope,
  filter: queries.RequestFilter,
  page: PageRequest,
): ReturnType<typeof queries.listRequests> {
  const { buildingId, apartmentId, assignedTo } = filter;
  const placed = buildingId !== undefined || apartmentId !== undefined;
  if (placed && (await queries.findLocation(scope, filter)) === undefined) throw new NotFound();
  if (assignedTo !== undefined && !(await queries.isMember(scope, assignedTo))) throw new NotFound();
  return queries.listRequests(scope, filter, page);
}

/**
 * Changes only the given fields; an unchanged value raises nothing. Owners and managers can change everything;
 * residents may cancel their own requests while they are new. Throws NotFound (also for an unknown assignee),
 * Forbidden, Invalid, Conflict.
 */
export async function changeRequest(
  scope: Scope,
  id: string,
  change: RequestChange,
): Promise<queries.MaintenanceRequest> {
  // Locks the member before the request, as when a member leaves: the opposite order could deadlock.
  if (change.assignedTo && isManager(scope.caller)) await requireAssignable(scope, change.assignedTo);
  const before = await lockRequest(scope, id);
  const after = {
    ...before,
    status: change.status ?? before.status,
    assignedTo: change.assignedTo === undefined ? before.assignedTo : change.assignedTo,
    title: change.title?.trim() ?? before.title,
    description: change.description?.trim() ?? before.description,
  };
  const changed = (['title', 'description', 'status', 'assignedTo'] as const).filter(
    (field) => before[field] !== after[field],
  );
  noteChanges(scope, before, after);
  if (changed.length === 0) return before;
  if (!isManager(scope.caller)) allowOnlyCancelling(scope.caller, before, after, changed);
  if (changed.includes('status')) requireTransition(before.status, after.status);
  await queries.updateRequest(scope, after);
  if (changed.includes('status')) await notifyStatusChange(scope, after, before.status);
  return { ...after, updatedAt: scope.now };
}

/**
 * Adds a comment, and e-mails it to the submitter; internal ones are between owners and managers. Throws NotFound,
 * Forbidden, Conflict.
 */
export async function addComment(
  scope: Scope,
  requestId: string,
  written: { readonly text: string; readonly internal?: boolean },
): Promise<queries.RequestComment> {
  const internal = written.internal ?? false;
  if (internal && !isManager(scope.caller))
    throw new Forbidden('insufficient_scope', 'Only owners and managers write internal comments.');
  const request = await lockRequest(scope, requestId);
  await requireSpace(scope, requestId, 'comments');
  // The time of an internal comment would reveal it to residents.
  if (!internal) await queries.touchRequest(scope, requestId);
  const text = written.text.trim();
  if (!internal) await writeToSubmitter(scope, request, { answer: text });
  return queries.insertComment(scope, requestId, { id: newId(), text, internal });
}

/** Adds a photo that was already stored (storeFile). Throws NotFound, Conflict. */
export async function addPhoto(scope: Scope, requestId: string, file: StoredFile): Promise<queries.RequestPhoto> {
  await lockRequest(scope, requestId);
  await requireSpace(scope, requestId, 'photos');
  await recordFile(scope, file);
  await queries.touchRequest(scope, requestId);
  return queries.insertRequestPhoto(scope, requestId, file.id);
}

/** Returns a photo of a request, to be opened. Throws NotFound, also if it belongs to another request. */
export async function getPhoto(scope: Scope, requestId: string, id: string): Promise<ReadableFile> {
  await getRequest(scope, requestId);
  if (!(await queries.hasPhoto(scope, requestId, id))) throw new NotFound();
  return getFile(scope, id);
}

function isManager(caller: Caller): boolean {
  return isAllowed(caller, 'maintenance:manage');
}

async function lockRequest(scope: Scope, id: string): Promise<queries.MaintenanceRequest> {
  return orNotFound(await queries.lockRequest(scope, id));
}

async function requireAssignable(scope: Scope, userId: string): Promise<void> {
  const role = orNotFound(await shareLockMember(scope, userId), 'assignedTo');
  if (role === 'owner' || role === 'manager') return;
  const message = 'assignedTo must be an owner or a manager.';
  throw new Invalid([bodyProblem(['assignedTo'], 'not_allowed', message)]);
}

function allowOnlyCancelling(
  caller: Caller,
  { createdBy, status }: queries.MaintenanceRequest,
  after: queries.MaintenanceRequest,
  changed: readonly string[],
): void {
  const isOwn = caller.kind === 'user' && createdBy.kind === 'user' && createdBy.id === caller.userId;
  if (changed.join() !== 'status' || after.status !== 'cancelled' || !isOwn)
    throw new Forbidden('insufficient_scope', 'Residents can only cancel their own requests.');
  if (status !== 'new')
    throw new Conflict(
      'invalid_status_transition',
      `The request is ${status}. Whoever submitted it can cancel it only while it is new.`,
    );
}

function requireTransition(from: RequestStatus, to: RequestStatus): void {
  const next = statusTransitions[from];
  if (next.includes(to)) return;
  const listStatuses = next.length === 0 ? ', and that is final' : `. It can become ${next.join(', ')}`;
  throw new Conflict('invalid_status_transition', `The request is ${from}${listStatuses}.`);
}

async function requireSpace(scope: Scope, requestId: string, kind: keyof typeof maxParts): Promise<void> {
  const has = await queries.countParts(scope, requestId);
  if (has[kind] >= maxParts[kind])
    throw new Conflict('maintenance_request_full', `The request has the maximum of ${maxParts[kind]} ${kind}.`);
}

/** Raises an event about a new status, and e-mails the submitter, unless they made the change. */
async function notifyStatusChange(
  scope: Scope,
  request: queries.MaintenanceRequest,
  previousStatus: RequestStatus,
): Promise<void> {
  const { id, buildingId, status } = request;
  const data = { maintenanceRequestId: id, status, previousStatus };
  await raiseEvent(scope, 'maintenance.updated', { buildingId, data });
  await writeToSubmitter(scope, request, { status });
}

/** E-mails whoever submitted a request what somebody else has changed or written. */
async function writeToSubmitter(
  scope: Scope,
  { id, buildingId, title, createdBy }: queries.MaintenanceRequest,
  news: { readonly status: RequestStatus } | { readonly answer: string },
): Promise<void> {
  if (scope.caller.kind === 'user' && scope.caller.userId === createdBy.id) return;
  const submitter = await queries.findSubmitter(scope, id);
  if (submitter === undefined) return;
  const { publicUrl } = scope.config;
  const link = submitter.isResident
    ? `${publicUrl}/console/own/requests/${id}`
    : `${publicUrl}/console/requests?request=${id}`;
  await enqueueMail(scope, {
    kind: 'maintenance-updated',
    to: { address: submitter.email, name: submitter.name },
    language: submitter.language,
    facts: { title, ...news, link, sender: (await getSender(scope, buildingId)).name },
    aboutId: id,
  });
}
