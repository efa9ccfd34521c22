// SQL of maintenance: requests, comments, photos, and their visibility. A deleted building hides its requests with
// everything in them.

import { keyset, type PageRequest, timestampOrders } from '../platform/db/keyset.ts';
import { type Actor, residentUserId, type Scope } from '../platform/db/scope.ts';
import type { StoredFile } from '../platform/files/stored-files.ts';
import type { Language } from '../platform/values/languages.ts';
import type { RequestStatus } from './status-transitions.ts';

export type MaintenanceRequest = {
  readonly id: string;
  readonly buildingId: string;
  /** Null: the shared parts of the building. */
  readonly apartmentId: string | null;
  readonly title: string;
  readonly description: string;
  readonly status: RequestStatus;
  readonly createdBy: Actor;
  readonly assignedTo: string | null;
  /** When staff answered; null without an answer, and once a resident has written since. */
  readonly answeredAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type RequestComment = {
  readonly id: string;
  readonly text: string;
  /** Visible only to owners and managers. */
  readonly internal: boolean;
  readonly createdBy: Actor;
  readonly createdAt: Date;
};

export type RequestPhoto = Pick<StoredFile, 'id' | 'mediaType' | 'size' | 'width' | 'height'> & {
  readonly createdBy: Actor;
  readonly createdAt: Date;
};

/** The sort orders of requests; the first is the default. */
export const requestOrders = timestampOrders;

export type RequestLocation = { readonly buildingId?: string | undefined; readonly apartmentId?: string | undefined };
export type RequestFilter = RequestLocation & {
  readonly status?: RequestStatus | undefined;
  readonly assignedTo?: string | undefined;
};

/** A new row; the rest comes from the scope. */
type WrittenColumns<T, Fields extends keyof T> = { readonly id: string } & Pick<T, Fields>;
type QueryFragment = ReturnType<Scope['db']>;

export async function listRequests(
  scope: Scope,
  filter: RequestFilter,
  page: PageRequest,
): Promise<(MaintenanceRequest & { sortValue: string })[]> {
  const { db, caller } = scope;
  const { sortValue, after, updated, orderAndLimit } = keyset(db, 'r', page, requestOrders);
  const { status, buildingId, apartmentId, assignedTo } = filter;
  return db<(MaintenanceRequest & { sortValue: string })[]>`
    select ${requestColumns(scope)}, ${sortValue} as sort_value from ${activeRequests(scope)}
     where r.tenant_id = ${caller.tenantId} ${visibleRequestCondition(scope)}
       ${status === undefined ? db`` : db`and r.status = ${status}`}
       ${buildingId === undefined ? db`` : db`and r.building_id = ${buildingId}`}
       ${apartmentId === undefined ? db`` : db`and r.apartment_id = ${apartmentId}`}
       ${assignedTo === undefined ? db`` : db`and r.assigned_to = ${assignedTo}`}
       ${updated} ${after} ${orderAndLimit}`;
}

/** What is open and was answered, of the requests that the caller sees, the latest answer first. */
export async function listAnsweredRequests(
  scope: Scope,
): Promise<{ readonly id: string; readonly title: string; readonly answeredAt: Date }[]> {
  const { db, caller } = scope;
  return db<{ id: string; title: string; answeredAt: Date }[]>`
    select * from (
      select r.id, r.title, ${answeredAt(scope)} as answered_at from ${activeRequests(scope)}
       where r.tenant_id = ${caller.tenantId} and r.status in ('new', 'in_progress') ${visibleRequestCondition(scope)}
    ) answered where answered_at is not null order by answered_at desc, id limit 20`;
}

export async function findRequest(scope: Scope, id: string): Promise<MaintenanceRequest | undefined> {
  const { db, caller } = scope;
  const [row] = await db<MaintenanceRequest[]>`
    select ${requestColumns(scope)} from ${activeRequests(scope)} where r.tenant_id = ${caller.tenantId} and r.id = ${id} ${visibleRequestCondition(scope)}`;
  return row;
}

/** The request, locked: it, its comments and its photos are changed only under this lock. */
export async function lockRequest(scope: Scope, id: string): Promise<MaintenanceRequest | undefined> {
  const { db, caller } = scope;
  const [row] = await db<MaintenanceRequest[]>`
    select ${requestColumns(scope)} from ${activeRequests(scope)} where r.tenant_id = ${caller.tenantId} and r.id = ${id} ${visibleRequestCondition(scope)}
       for update of r`;
  return row;
}

export async function insertRequest(
  scope: Scope,
  request: WrittenColumns<MaintenanceRequest, 'buildingId' | 'apartmentId' | 'title' | 'description' | 'status'>,
): Promise<MaintenanceRequest> {
  const { db, now } = scope;
  const { tenantId, user, key } = writerColumns(scope);
  const { id, buildingId, apartmentId, title, description, status } = request;
  const [row] = await db<[MaintenanceRequest]>`
    with r as (
      insert into maintenance_requests (tenant_id, id, building_id, apartment_id, title, description, status, created_by, created_by_key, created_at, updated_at)
      values (${tenantId}, ${id}, ${buildingId}, ${apartmentId}, ${title}, ${description}, ${status}, ${user}, ${key}, ${now}, ${now}) returning *
    )
    select ${requestColumns(scope)} from r`;
  return row;
}

export async function updateRequest(
  { db, caller, now }: Scope,
  request: WrittenColumns<MaintenanceRequest, 'title' | 'description' | 'status' | 'assignedTo'>,
): Promise<void> {
  const { id, title, description, status, assignedTo } = request;
  await db`
    update maintenance_requests set title = ${title}, description = ${description}, status = ${status}, assigned_to = ${assignedTo}, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/** Unassigns a person from all requests. */
export async function unassign({ db, caller }: Scope, userId: string): Promise<void> {
  await db`update maintenance_requests set assigned_to = null where tenant_id = ${caller.tenantId} and assigned_to = ${userId}`;
}

/** Marks the request as changed, for example by new photos. */
export async function touchRequest({ db, caller, now }: Scope, id: string): Promise<void> {
  await db`update maintenance_requests set updated_at = ${now} where tenant_id = ${caller.tenantId} and id = ${id}`;
}

export type FoundLocation = {
  readonly buildingId: string;
  readonly apartmentId: string | null;
  /** The name of the building, and the number of the apartment. */
  readonly building: string;
  readonly apartment: string | null;
};

/**
 * The building, and the apartment if one is given, if both exist; if both are given, the apartment must be in the
 * building. Residents find only the buildings and apartments that are theirs today.
 */
export async function findLocation(
  scope: Scope,
  { buildingId, apartmentId }: RequestLocation,
): Promise<FoundLocation | undefined> {
  const { db, caller } = scope;
  const userId = residentUserId(caller);
  const [row] = await db<FoundLocation[]>`
    select b.id as building_id, a.id as apartment_id, b.name as building, a.number as apartment
      from buildings b
      left join apartments a on a.tenant_id = b.tenant_id and a.building_id = b.id and a.id = any (${apartmentId === undefined ? [] : [apartmentId]}::uuid[])
           and a.archived_at is null
     where b.tenant_id = ${caller.tenantId} and b.archived_at is null
       ${buildingId === undefined ? db`` : db`and b.id = ${buildingId}`}
       ${apartmentId === undefined ? db`` : db`and a.id is not null`}
       ${userId === null ? db`` : db`and exists (select ${apartmentsOfUser(scope, db`${userId}`)} and (a.id is null or home.id = a.id))`}
     limit 1`;
  return row;
}

export async function isMember({ db, caller }: Scope, userId: string): Promise<boolean> {
  const rows = await db`select from memberships where tenant_id = ${caller.tenantId} and user_id = ${userId}`;
  return rows.length === 1;
}

type RequestSubmitter = {
  readonly email: string;
  readonly name: string;
  readonly language: Language;
  readonly isResident: boolean;
};

/** The recipient of e-mails about a request: its submitter, while they may still see it. */
export async function findSubmitter(scope: Scope, requestId: string): Promise<RequestSubmitter | undefined> {
  const { db, caller } = scope;
  const [row] = await db<RequestSubmitter[]>`
    select u.email, u.name, u.language, m.role = 'resident' as is_resident
      from ${activeRequests(scope)}
      join memberships m on m.tenant_id = r.tenant_id and m.user_id = r.created_by
      join users u on u.id = m.user_id
     where r.tenant_id = ${caller.tenantId} and r.id = ${requestId}
       and (m.role in ('owner', 'manager') or (m.role = 'resident' and ${requestVisibleTo(scope, db`m.user_id`)}))`;
  return row;
}

/** A person who looks after buildings. */
type Caretaker = { readonly email: string; readonly name: string; readonly language: Language };

/** Those who look after the buildings of the organization: its first managers, or owners where it has no manager. */
export async function findCaretakers({ db, caller }: Scope): Promise<Caretaker[]> {
  return db<Caretaker[]>`
    select u.email, u.name, u.language from memberships m join users u on u.id = m.user_id
     where m.tenant_id = ${caller.tenantId} and m.role = case
           when exists (select from memberships where tenant_id = ${caller.tenantId} and role = 'manager') then 'manager' else 'owner' end
     order by u.id limit 20`;
}

/** The comments of a request, oldest first; internal ones only for owners and managers. */
export async function listComments(scope: Scope, requestId: string): Promise<RequestComment[]> {
  const { db, caller } = scope;
  return db<RequestComment[]>`
    select ${commentColumns(scope)} from maintenance_comments c
     where c.tenant_id = ${caller.tenantId} and c.request_id = ${requestId} ${residentUserId(caller) === null ? db`` : db`and not c.internal`}
     order by c.created_at, c.id`;
}

export async function insertComment(
  scope: Scope,
  requestId: string,
  { id, text, internal }: WrittenColumns<RequestComment, 'text' | 'internal'>,
): Promise<RequestComment> {
  const { db, now } = scope;
  const { tenantId, user, key } = writerColumns(scope);
  const [row] = await db<[RequestComment]>`
    with c as (
      insert into maintenance_comments (tenant_id, id, request_id, text, internal, created_by, created_by_key, created_at)
      values (${tenantId}, ${id}, ${requestId}, ${text}, ${internal}, ${user}, ${key}, ${now}) returning *
    )
    select ${commentColumns(scope)} from c`;
  return row;
}

/** The photos of a request, oldest first. */
export async function listPhotos(scope: Scope, requestId: string): Promise<RequestPhoto[]> {
  const { db, caller } = scope;
  return db<RequestPhoto[]>`
    select ${photoColumns(scope)}
      from maintenance_photos p join files f on f.tenant_id = p.tenant_id and f.id = p.id
     where p.tenant_id = ${caller.tenantId} and p.request_id = ${requestId} order by p.created_at, p.id`;
}

export async function hasPhoto({ db, caller }: Scope, requestId: string, id: string): Promise<boolean> {
  const rows = await db`
    select from maintenance_photos where tenant_id = ${caller.tenantId} and request_id = ${requestId} and id = ${id}`;
  return rows.length === 1;
}

/** Makes a kept file a photo of a request. */
export async function insertRequestPhoto(scope: Scope, requestId: string, id: string): Promise<RequestPhoto> {
  const { db, now } = scope;
  const { tenantId, user, key } = writerColumns(scope);
  const [row] = await db<[RequestPhoto]>`
    with p as (
      insert into maintenance_photos (tenant_id, id, request_id, created_by, created_by_key, created_at)
      values (${tenantId}, ${id}, ${requestId}, ${user}, ${key}, ${now}) returning *
    )
    select ${photoColumns(scope)} from p join files f on f.tenant_id = ${tenantId} and f.id = p.id`;
  return row;
}

/** The numbers of comments and photos of a request. */
export async function countParts(
  { db, caller }: Scope,
  requestId: string,
): Promise<{ comments: number; photos: number }> {
  const [row] = await db<{ comments: number; photos: number }[]>`
    select (select count(*) from maintenance_comments where tenant_id = ${caller.tenantId} and request_id = ${requestId}) as comments,
           (select count(*) from maintenance_photos where tenant_id = ${caller.tenantId} and request_id = ${requestId}) as photos`;
  return row ?? { comments: 0, photos: 0 };
}

function requestColumns(scope: Scope): QueryFragment {
  return scope.db`r.id, r.building_id, r.apartment_id, r.title, r.description, r.status, ${authorJson(scope, 'r')} as created_by, r.assigned_to,
    ${answeredAt(scope)} as answered_at, r.created_at, r.updated_at`;
}

/** The time of the last comment that residents see, if it is by staff or a key. */
function answeredAt({ db, caller }: Scope): QueryFragment {
  return db`(select case when last.created_by_key is not null or m.role <> 'resident' then last.created_at end
       from (select c.created_at, c.created_by, c.created_by_key from maintenance_comments c
              where c.tenant_id = ${caller.tenantId} and c.request_id = r.id and not c.internal order by c.created_at desc, c.id desc limit 1) last
       left join memberships m on m.tenant_id = ${caller.tenantId} and m.user_id = last.created_by)`;
}

function commentColumns(scope: Scope): QueryFragment {
  return scope.db`c.id, c.text, c.internal, ${authorJson(scope, 'c')} as created_by, c.created_at`;
}

function photoColumns(scope: Scope): QueryFragment {
  return scope.db`p.id, f.media_type, f.size::float8 as size, f.width, f.height, ${authorJson(scope, 'p')} as created_by, p.created_at`;
}

function activeRequests({ db }: Scope): QueryFragment {
  return db`maintenance_requests r join buildings b on b.tenant_id = r.tenant_id and b.id = r.building_id and b.archived_at is null`;
}

/** The author of a row, as data. A name may be an address, so residents see only their own. */
function authorJson({ db, caller }: Scope, alias: 'r' | 'c' | 'p'): QueryFragment {
  const userId = residentUserId(caller);
  const [user, key] = [db.unsafe(`${alias}.created_by`), db.unsafe(`${alias}.created_by_key`)];
  return db`jsonb_build_object(
    'kind', case when ${user} is not null then 'user' when ${key} is not null then 'key' else 'service' end,
    'id', coalesce(${user}, ${key}),
    'name', (select u.name from users u join memberships m on m.user_id = u.id
              where m.tenant_id = ${caller.tenantId} and u.id = ${user} ${userId === null ? db`` : db`and u.id = ${userId}`}))`;
}

/** A condition on requests: for residents, the visible ones; for everybody else, none. */
function visibleRequestCondition(scope: Scope): QueryFragment {
  const { db, caller } = scope;
  const userId = residentUserId(caller);
  return userId === null ? db`` : db`and ${requestVisibleTo(scope, db`${userId}`)}`;
}

/**
 * Reports whether a resident sees a request: one of the shared parts of a building where they live or own something
 * today, or one of their apartment from their own days there. They do not see requests of former residents.
 */
function requestVisibleTo(scope: Scope, userId: QueryFragment): QueryFragment {
  const { db, caller } = scope;
  return db`exists (
    select ${apartmentsOfUser(scope, userId)} and (r.apartment_id is null or (r.apartment_id = home.id and exists (
      select from residencies t
       where t.tenant_id = ${caller.tenantId} and t.resident_id = s.resident_id and t.apartment_id = s.apartment_id
         and t.since <= (r.created_at at time zone b.time_zone)::date and (t.until is null or t.until >= (r.created_at at time zone b.time_zone)::date)))))`;
}

/** The apartments of building b with a resident or owner today, in the building's time zone. */
function apartmentsOfUser({ db, caller, now }: Scope, userId: QueryFragment): QueryFragment {
  return db`from residents p
      join residencies s on s.tenant_id = p.tenant_id and s.resident_id = p.id
      join apartments home on home.tenant_id = s.tenant_id and home.id = s.apartment_id and home.archived_at is null
      cross join lateral (select (${now}::timestamptz at time zone b.time_zone)::date as day) today
     where p.tenant_id = ${caller.tenantId} and p.user_id = ${userId} and home.building_id = b.id
       and s.since <= today.day and (s.until is null or s.until >= today.day)`;
}

/** The caller as the author of a row. */
function writerColumns({ caller }: Scope): { tenantId: string; user: string | null; key: string | null } {
  const user = caller.kind === 'user' ? caller.userId : null;
  const key = caller.kind === 'key' ? caller.keyId : null;
  return { tenantId: caller.tenantId, user, key };
}
