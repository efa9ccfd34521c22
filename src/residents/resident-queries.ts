// SQL of residents: people, their residencies and days, and invitations.

import { keyset, type PageRequest, type SortColumn, timestampOrders } from '../platform/db/keyset.ts';
import {
  matchOwnFields,
  type OwnFieldsFilter,
  ownFieldsColumn,
  ownFieldsCondition,
  type WithOwnFields,
} from '../platform/db/own-fields.ts';
import type { Db } from '../platform/db/pool.ts';
import { insertRows, tableOf } from '../platform/db/rows.ts';
import type { CallerRole, Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Language } from '../platform/values/languages.ts';

export type ResidencyRole = 'owner' | 'tenant';

/** A residency, both days inclusive. */
export type Residency = {
  readonly id: string;
  readonly apartmentId: string;
  readonly buildingId: string;
  readonly number: string;
  readonly role: ResidencyRole;
  readonly since: Day;
  readonly until: Day | null;
  readonly receivesInvoice: boolean;
};

export type Resident = {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly language: Language;
  readonly userId: string | null;
  readonly apartments: readonly Residency[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
} & WithOwnFields;

type ResidentScope = Pick<Scope, 'db' | 'caller'>;

export const residentOrders = {
  name: { sql: 'name', type: 'text' },
  ...timestampOrders,
} as const satisfies Record<string, SortColumn>;

export type ResidentFilter = {
  readonly buildingId?: string | undefined;
  readonly apartmentId?: string | undefined;
  /** Only residents on this day. */
  readonly activeOn?: Day | undefined;
  /** Part of a name, an address or a telephone number. */
  readonly search?: string | undefined;
} & OwnFieldsFilter;

/** The language of the resident `p`: that of their account, which they choose themselves, if they have one. */
export function languageOfResident(db: Db) {
  return db`coalesce((select u.language from users u where u.id = p.user_id), p.language)`;
}

/** A resident with every residency in an apartment that is not archived, in day order. */
function residentColumns({ db, caller }: ResidentScope) {
  return db`p.id, p.name, p.email, p.phone, p.language, p.user_id, p.created_at, p.updated_at, coalesce((
    select jsonb_agg(jsonb_build_object('id', r.id, 'apartmentId', r.apartment_id, 'buildingId', a.building_id, 'number', a.number, 'role', r.role,
                                        'since', r.since, 'until', r.until, 'receivesInvoice', r.receives_invoice) order by r.since, a.number, r.id)
      from residencies r cross join lateral (
             select building_id, number from apartments where tenant_id = ${caller.tenantId} and id = r.apartment_id and archived_at is null offset 0) a
     where r.tenant_id = ${caller.tenantId} and r.resident_id = p.id), '[]'::jsonb) as apartments`;
}

export async function listResidents(
  scope: Scope,
  filter: ResidentFilter,
  page: PageRequest,
): Promise<(Resident & { sortValue: string })[]> {
  const { db, caller } = scope;
  const match = await matchOwnFields(scope, 'resident', filter);
  const { sortValue, after, updated, orderAndLimit } = keyset(db, 'p', page, residentOrders);
  const { buildingId, apartmentId, activeOn, search } = filter;
  const placed = [buildingId, apartmentId, activeOn].some((item) => item !== undefined);
  const lives = !placed
    ? db``
    : db`and exists (
        select from residencies r join apartments a on a.tenant_id = r.tenant_id and a.id = r.apartment_id and a.archived_at is null
         where r.tenant_id = ${caller.tenantId} and r.resident_id = p.id
           ${buildingId === undefined ? db`` : db`and a.building_id = ${buildingId}`}
           ${apartmentId === undefined ? db`` : db`and a.id = ${apartmentId}`}
           ${activeOn === undefined ? db`` : db`and r.since <= ${activeOn}::date and (r.until is null or r.until >= ${activeOn}::date)`})`;
  const pattern = `%${(search ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`;
  const condition =
    search === undefined
      ? db``
      : db`and (p.name ilike ${pattern} or p.email ilike ${pattern} or p.phone ilike ${pattern})`;
  return db<(Resident & { sortValue: string })[]>`
    select ${residentColumns({ db, caller })}, ${ownFieldsColumn(scope, 'resident', 'p.id')}, ${sortValue} as sort_value from residents p
     where p.tenant_id = ${caller.tenantId} ${lives} ${condition} ${ownFieldsCondition(scope, 'resident', 'p.id', match)} ${updated} ${after} ${orderAndLimit}`;
}

export async function findResident(scope: Scope, id: string): Promise<Resident | undefined> {
  const { db, caller } = scope;
  const [row] = await db<Resident[]>`
    select ${residentColumns({ db, caller })}, ${ownFieldsColumn(scope, 'resident', 'p.id')} from residents p where p.tenant_id = ${caller.tenantId} and p.id = ${id}`;
  return row;
}

/** Residents by their ids. */
export async function findResidents(scope: Scope, ids: readonly string[]): Promise<Resident[]> {
  const { db, caller } = scope;
  return db<Resident[]>`
    select ${residentColumns({ db, caller })}, ${ownFieldsColumn(scope, 'resident', 'p.id')} from residents p
     where p.tenant_id = ${caller.tenantId} and p.id = any (${[...ids]}::uuid[])`;
}

/** Finds the names of these residents, each once, sorted. */
export async function loadNames(
  scope: Scope,
  ids: Iterable<string>,
): Promise<(ids: readonly string[]) => readonly string[]> {
  const names = new Map((await findResidents(scope, [...new Set(ids)])).map(({ id, name }) => [id, name]));
  return (wanted) => [...new Set(wanted.flatMap((id) => names.get(id) ?? []))].toSorted();
}

/** The resident, locked: their residencies are changed only under this lock. */
export async function lockResident({ db, caller }: Scope, id: string): Promise<Resident | undefined> {
  const [row] = await db<Resident[]>`
    select ${residentColumns({ db, caller })} from residents p where p.tenant_id = ${caller.tenantId} and p.id = ${id} for update of p`;
  return row;
}

type WrittenResident = Pick<Resident, 'id' | 'name' | 'email' | 'phone' | 'language' | 'userId'> & {
  readonly emailKey: string | null;
};

export async function updateResident({ db, caller, now }: Scope, resident: WrittenResident): Promise<void> {
  const { id, name, email, emailKey, phone, language, userId } = resident;
  await db`
    update residents set name = ${name}, email = ${email}, email_key = ${emailKey}, phone = ${phone}, language = ${language}, user_id = ${userId},
           updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/** Marks the resident as changed, for example by a changed residency. */
export async function touchResident({ db, caller, now }: Scope, id: string): Promise<void> {
  await db`update residents set updated_at = ${now} where tenant_id = ${caller.tenantId} and id = ${id}`;
}

export async function deleteResident({ db, caller }: Scope, id: string): Promise<void> {
  await db`delete from residents where tenant_id = ${caller.tenantId} and id = ${id}`;
}

export type WrittenResidency = Pick<Residency, 'id' | 'apartmentId' | 'role' | 'since' | 'until' | 'receivesInvoice'>;

export async function updateResidency(
  { db, caller }: Scope,
  { id, role, since, until, receivesInvoice }: WrittenResidency,
): Promise<void> {
  await db`
    update residencies set role = ${role}, since = ${since}, until = ${until}, receives_invoice = ${receivesInvoice}
     where tenant_id = ${caller.tenantId} and id = ${id}`;
}

export async function deleteResidency({ db, caller }: Scope, id: string): Promise<void> {
  await db`delete from residencies where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/** Allows one import of residents at a time in the organization, until the transaction ends. */
export async function lockImports({ db, caller }: Scope): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended(${`import of residents ${caller.tenantId}`}, 0))`;
}

/** Every building, by name and address. */
export async function listBuildingNames({
  db,
  caller,
}: Scope): Promise<{ id: string; name: string; address: string }[]> {
  return db<{ id: string; name: string; address: string }[]>`
    select id, name, address from buildings where tenant_id = ${caller.tenantId} and archived_at is null order by created_at, id`;
}

/** Apartments by number, of every building; locked against archiving until the transaction ends. */
export async function shareLockApartments(
  { db, caller }: Scope,
  numberKeys: readonly string[],
): Promise<(InvitedApartment & { numberKey: string })[]> {
  return db<(InvitedApartment & { numberKey: string })[]>`
    select a.id as apartment_id, a.building_id, a.number, a.number_key, b.address, b.time_zone, b.language
      from apartments a join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id
     where a.tenant_id = ${caller.tenantId} and a.number_key = any(${numberKeys}::text[]) and a.archived_at is null order by a.id for share of a`;
}

/** Residents with their residencies. */
type ResidentWithHomes = WrittenResident & { readonly apartments: WrittenResidency[] };

/**
 * Residents with one of these addresses or telephones (digits only), or ever in one of these apartments, locked; oldest
 * first. The organization is read once: where the planner takes it for empty, each look-up would read the whole of it.
 */
export async function lockMatchingResidents(
  scope: Scope,
  by: { emailKeys: readonly string[]; phoneKeys: readonly string[]; apartmentIds: readonly string[] },
): Promise<ResidentWithHomes[]> {
  const { db, caller } = scope;
  const hasPhone =
    by.phoneKeys.length === 0
      ? db``
      : db`or regexp_replace(regexp_replace(p.phone, '[^0-9]', '', 'g'), '^00', '') in (select unnest(${by.phoneKeys}::text[]))`;
  const rows = await db<(WrittenResident & { createdAt: Date })[]>`
    select p.id, p.name, p.email, p.email_key, p.phone, p.language, p.user_id, p.created_at from residents p
     where p.tenant_id = ${caller.tenantId} and (
             p.email_key in (select unnest(${by.emailKeys}::text[])) ${hasPhone}
             or p.id in (select resident_id from residencies
                          where tenant_id = ${caller.tenantId} and (apartment_id in (select unnest(${by.apartmentIds}::uuid[]))) is true))
     order by p.id for update of p`;
  const homes = await findHomes(
    scope,
    rows.map(({ id }) => id),
  );
  return rows
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((row) => ({ ...row, apartments: homes.get(row.id) ?? [] }));
}

/** The residencies of residents in apartments that are not archived, in day order, read in the same way. */
async function findHomes(
  { db, caller }: Scope,
  residentIds: readonly string[],
): Promise<ReadonlyMap<string, WrittenResidency[]>> {
  const rows = await db<(WrittenResidency & { residentId: string })[]>`
    select id, resident_id, apartment_id, role, since, until, receives_invoice from residencies
     where tenant_id = ${caller.tenantId} and (resident_id in (select unnest(${residentIds}::uuid[]))) is true
       and apartment_id not in (select id from apartments where tenant_id = ${caller.tenantId} and archived_at is not null)
     order by since, id`;
  return Map.groupBy(rows, ({ residentId }) => residentId);
}

export async function insertResidents(
  { db, caller, now }: Scope,
  residents: readonly WrittenResident[],
): Promise<void> {
  const more = { createdAt: now, updatedAt: now };
  await insertRows({ db, caller }, 'residents', { ...writtenColumns, userId: 'uuid' }, residents, { more });
}

const writtenColumns = {
  id: 'uuid',
  name: 'text',
  email: 'text',
  emailKey: 'text',
  phone: 'text',
  language: 'text',
} as const;

export async function updateResidents(
  { db, caller, now }: Scope,
  residents: readonly WrittenResident[],
): Promise<void> {
  await db`
    update residents r set name = p.name, email = p.email, email_key = p.email_key, phone = p.phone, language = p.language, updated_at = ${now}
      from ${tableOf(db, 'p', writtenColumns, residents)}
     where r.tenant_id = ${caller.tenantId} and r.id = p.id`;
}

/** The database rejects two residencies of one person in one apartment on the same day (residencies_once). */
export async function insertResidencies(
  scope: Scope,
  residencies: readonly (WrittenResidency & { readonly residentId: string })[],
): Promise<void> {
  const columns = { residentId: 'uuid', apartmentId: 'uuid', ...residencyColumns } as const;
  await insertRows(scope, 'residencies', columns, residencies);
}

const residencyColumns = {
  id: 'uuid',
  role: 'text',
  since: 'date',
  until: 'date',
  receivesInvoice: 'boolean',
} as const;

/** How many residencies these apartments have, past ones included; those without any are left out. */
export async function countResidencies(
  { db, caller }: Scope,
  apartmentIds: readonly string[],
): Promise<{ apartmentId: string; residencies: number }[]> {
  return db<{ apartmentId: string; residencies: number }[]>`
    select apartment_id, count(*)::integer as residencies from residencies
     where tenant_id = ${caller.tenantId} and apartment_id = any (${[...apartmentIds]}::uuid[]) group by apartment_id`;
}

export async function updateResidencies(
  { db, caller }: Scope,
  residencies: readonly WrittenResidency[],
): Promise<void> {
  await db`
    update residencies r set role = h.role, since = h.since, until = h.until, receives_invoice = h.receives_invoice
      from ${tableOf(db, 'h', residencyColumns, residencies)}
     where r.tenant_id = ${caller.tenantId} and r.id = h.id`;
}

/** An apartment with its data for e-mails; locked against archiving until the transaction ends. */
export type InvitedApartment = {
  readonly apartmentId: string;
  readonly buildingId: string;
  readonly number: string;
  readonly address: string;
  readonly timeZone: string;
  readonly language: Language;
};

export async function shareLockApartment(
  { db, caller }: Scope,
  apartmentId: string,
): Promise<InvitedApartment | undefined> {
  const [row] = await db<InvitedApartment[]>`
    select a.id as apartment_id, a.building_id, a.number, b.address, b.time_zone, b.language
      from apartments a join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id
     where a.tenant_id = ${caller.tenantId} and a.id = ${apartmentId} and a.archived_at is null for share of a`;
  return row;
}

/**
 * The record for a person who joins an apartment: one that has it before one without, of those the person's own before
 * the oldest. One with this address and other apartments is not used: an address may be shared.
 */
export async function lockResidentOf(
  { db, caller }: Scope,
  person: { userId: string; emailKey: string; apartmentId: string },
): Promise<Resident | undefined> {
  const [row] = await db<Resident[]>`
    select ${residentColumns({ db, caller })} from residents p
      cross join lateral (select count(*) as stays, count(*) filter (where r.apartment_id = ${person.apartmentId}) as here
                            from residencies r where r.tenant_id = ${caller.tenantId} and r.resident_id = p.id) has
     where p.tenant_id = ${caller.tenantId}
       and (p.user_id = ${person.userId} or (p.user_id is null and p.email_key = ${person.emailKey} and (has.here = has.stays)))
     order by (has.here > 0) desc, (p.user_id is not null) desc, p.created_at, p.id limit 1 for update of p`;
  return row;
}

/** Removes an account from all its resident records. */
export async function unlinkUser({ db, caller, now }: Scope, userId: string): Promise<void> {
  await db`update residents set user_id = null, updated_at = ${now} where tenant_id = ${caller.tenantId} and user_id = ${userId}`;
}

/** Removes the account from one resident record. */
export async function unlinkResident({ db, caller, now }: Scope, id: string): Promise<void> {
  await db`update residents set user_id = null, updated_at = ${now} where tenant_id = ${caller.tenantId} and id = ${id}`;
}

/** The number of an apartment that the resident still has, today in the building's time zone. */
export async function findCurrentApartment(
  { db, caller, now }: Scope,
  residentId: string,
): Promise<string | undefined> {
  const [row] = await db<{ number: string }[]>`
    select a.number from residencies r
      join apartments a on a.tenant_id = r.tenant_id and a.id = r.apartment_id and a.archived_at is null
      join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id
     where r.tenant_id = ${caller.tenantId} and r.resident_id = ${residentId}
       and (r.until is null or r.until >= (${now}::timestamptz at time zone b.time_zone)::date)
     order by a.number limit 1`;
  return row?.number;
}

/** Reports whether the user with this address lives in or owns the apartment on a day. */
export async function hasApartmentOn(
  { db, caller }: Scope,
  of: { userId: string; apartmentId: string; day: Day },
): Promise<boolean> {
  const rows = await db`
    select from residencies r join residents p on p.tenant_id = r.tenant_id and p.id = r.resident_id
     where r.tenant_id = ${caller.tenantId} and r.apartment_id = ${of.apartmentId} and p.user_id = ${of.userId}
       and (r.until is null or r.until >= ${of.day}::date)`;
  return rows.length > 0;
}

export const invitationStatuses = ['pending', 'accepted', 'cancelled', 'expired'] as const;
type InvitationStatus = (typeof invitationStatuses)[number];
export type Invitation = {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly apartmentId: string | null;
  readonly buildingId: string | null;
  readonly role: CallerRole;
  readonly residencyRole: ResidencyRole | null;
  readonly since: Day | null;
  readonly language: Language;
  readonly status: InvitationStatus;
  /** Whether only the person with a certain personal code may accept it. */
  readonly needsPersonalCode: boolean;
  readonly expiresAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export const invitationOrders = timestampOrders;

function invitationColumns(db: Db) {
  return db`i.id, i.email, i.name, i.apartment_id, a.building_id, i.role, i.residency_role, i.since, i.language, i.status, i.personal_code_hash is not null as needs_personal_code, i.expires_at, i.created_at, i.updated_at`;
}

function withApartment(db: Db) {
  return db`invitations i left join apartments a on a.tenant_id = i.tenant_id and a.id = i.apartment_id`;
}

/** The role of a member, which stays so until the transaction ends. */
export async function shareLockMember({ db, caller }: Scope, userId: string): Promise<CallerRole | undefined> {
  const [row] = await db<{ role: CallerRole }[]>`
    select role from memberships where tenant_id = ${caller.tenantId} and user_id = ${userId} for share`;
  return row?.role;
}

/** The invitations that can still be accepted. */
export async function listInvitations(
  { db, caller, now }: Scope,
  page: PageRequest,
): Promise<(Invitation & { sortValue: string })[]> {
  const { sortValue, after, updated, orderAndLimit } = keyset(db, 'i', page, invitationOrders);
  return db<(Invitation & { sortValue: string })[]>`
    select ${invitationColumns(db)}, ${sortValue} as sort_value from ${withApartment(db)}
     where i.tenant_id = ${caller.tenantId} and i.status = 'pending' and i.expires_at > ${now} and (i.apartment_id is null or a.archived_at is null)
       ${updated} ${after} ${orderAndLimit}`;
}

export async function lockInvitation({ db, caller }: Scope, id: string): Promise<Invitation | undefined> {
  const [row] = await db<Invitation[]>`
    select ${invitationColumns(db)} from ${withApartment(db)} where i.tenant_id = ${caller.tenantId} and i.id = ${id} for update of i`;
  return row;
}

/** Returns false if there is a pending one for the same address and apartment, also from a concurrent transaction. */
export async function insertInvitation(
  { db, caller }: Scope,
  invitation: Invitation & {
    emailKey: string;
    tokenHash: Buffer;
    personalCodeHash: Buffer | null;
    createdBy: string | null;
  },
): Promise<boolean> {
  const { id, email, emailKey, name, apartmentId, role, residencyRole, since, language, expiresAt, createdAt } =
    invitation;
  const rows = await db`
    insert into invitations (tenant_id, id, email, email_key, name, apartment_id, role, residency_role, since, language, status, token_hash, personal_code_hash,
                             expires_at, created_by, created_at, updated_at)
    values (${caller.tenantId}, ${id}, ${email}, ${emailKey}, ${name}, ${apartmentId}, ${role}, ${residencyRole}, ${since}, ${language}, 'pending',
            ${invitation.tokenHash}, ${invitation.personalCodeHash}, ${expiresAt}, ${invitation.createdBy}, ${createdAt}, ${createdAt})
    on conflict (tenant_id, email_key, apartment_id) where status = 'pending' do nothing returning id`;
  return rows.length === 1;
}

/** Ends an invitation: its token becomes invalid. */
export async function endInvitation(
  { db, caller, now }: Scope,
  id: string,
  status: Exclude<InvitationStatus, 'pending'>,
): Promise<void> {
  await db`
    update invitations set status = ${status}, token_hash = null, personal_code_hash = null, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = ${id} and status = 'pending'`;
}

/** Expires invitations. */
export async function expireInvitations({ db, caller, now }: Scope): Promise<void> {
  await db`
    update invitations set status = 'expired', token_hash = null, personal_code_hash = null, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and status = 'pending' and expires_at <= ${now}`;
}

/** Ends all pending invitations to an address, and the staff invitations that a person sent; returns them. */
export async function cancelInvitationsOf(
  { db, caller, now }: Scope,
  of: { emailKey: string; makerId: string },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    update invitations set status = 'cancelled', token_hash = null, personal_code_hash = null, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and status = 'pending'
       and (email_key = ${of.emailKey} or (created_by = ${of.makerId} and role <> 'resident'))
    returning id`;
  return rows.map((row) => row.id);
}

/** The invitation of a token hash, if it can be accepted. */
export async function findInvitation({ db, caller, now }: Scope, hash: Buffer): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select id from invitations where tenant_id = ${caller.tenantId} and token_hash = ${hash} and expires_at > ${now}`;
  return row?.id;
}

/** The keyed hash of the personal code that a pending invitation names; null if it names none. */
export async function findPersonalCodeHash({ db, caller }: Scope, id: string): Promise<Buffer | null> {
  const [row] = await db<{ personalCodeHash: Buffer | null }[]>`
    select personal_code_hash from invitations where tenant_id = ${caller.tenantId} and id = ${id}`;
  return row?.personalCodeHash ?? null;
}
