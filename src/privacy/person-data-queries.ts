// SQL of the file of personal data: what an organization stores about one person. Each list has at most one row more
// than is shown, the latest first.
import type { Scope } from '../platform/db/scope.ts';
import type { Db, SqlFragment } from '../platform/db/sql.ts';
import type { Language } from '../platform/values/languages.ts';
import { isOfResidents } from './erasure-queries.ts';
import { maxRows, type Subject } from './model.ts';

const limit = maxRows + 1;

type Account = {
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly createdAt: Date;
};

/** The account of a member. */
export async function findAccount({ db, caller }: Scope, userId: string): Promise<Account | undefined> {
  const [row] = await db<Account[]>`
    select u.name, u.email, u.language, u.created_at from users u join memberships m on m.user_id = u.id
     where m.tenant_id = ${caller.tenantId} and u.id = ${userId}`;
  return row;
}

export type ResidentRecord = { readonly id: string; readonly name: string; readonly email: string | null };

/** The resident records of an account. */
export async function listRecords({ db, caller }: Scope, userId: string): Promise<ResidentRecord[]> {
  return db<ResidentRecord[]>`
    select id, name, email from residents where tenant_id = ${caller.tenantId} and user_id = ${userId} order by created_at, id`;
}

/** `owner` here is the role in the organization, not the ownership of an apartment. */
export async function listMembershipsOfPerson({ db, caller }: Scope, { userId }: Subject) {
  return db`
    select case role when 'owner' then 'organization_owner' else role end as role, created_at as since, last_used_at from memberships
     where tenant_id = ${caller.tenantId} and user_id = ${userId}`;
}

export async function listContactsOfPerson({ db, caller }: Scope, { residentIds }: Subject) {
  return db`
    select name, email, phone, language, created_at from residents
     where tenant_id = ${caller.tenantId} and id = any (${[...residentIds]}::uuid[]) order by created_at, id`;
}

export async function listResidenciesOfPerson({ db, caller }: Scope, { residentIds }: Subject) {
  return db`
    select b.address as building, a.number as apartment, r.role, r.since, r.until, r.receives_invoice, a.reference_number as reference,
           a.area::float8 as area, a.heated_area::float8 as heated_area, a.shares::float8 as shares,
           case when r.until is null then a.resident_count end as resident_count
      from residencies r join apartments a on a.tenant_id = r.tenant_id and a.id = r.apartment_id
      join buildings b on b.tenant_id = a.tenant_id and b.id = a.building_id
     where r.tenant_id = ${caller.tenantId} and r.resident_id = any (${[...residentIds]}::uuid[]) order by r.since desc limit ${limit}`;
}

/** Notes of other systems at the resident, and at their invoices. */
export async function listNotesOfPerson(scope: Scope, { residentIds }: Subject) {
  const { db, caller } = scope;
  return db`
    select case key when '' then 'externalId' else key end as key, value from own_fields
     where tenant_id = ${caller.tenantId}
       and ((kind = 'resident' and object_id = any (${[...residentIds]}::uuid[]))
            or (kind = 'invoice' and object_id in (${invoicesOf(scope, residentIds)})))
     order by kind desc, key limit ${limit}`;
}

/** Invoices that reached somebody, with the person's own address from the recipients. */
export async function listInvoicesOfPerson(scope: Scope, { residentIds, emailKeys }: Subject) {
  const { db, caller } = scope;
  return db<{ id: string; number: string }[]>`
    select i.id, i.number, i.period_start || ' – ' || i.period_end as period, i.issue_date, i.due_date, (i.amount / 100.0)::float8 as amount,
           (i.amount_paid / 100.0)::float8 as paid, i.status, b.address as building, a.number as apartment,
           (select string_agg(p ->> 'email', ', ') from jsonb_array_elements(i.recipients) p where lower(p ->> 'email') = any (${[...emailKeys]}::text[])) as email
      from invoices i join apartments a on a.tenant_id = i.tenant_id and a.id = i.apartment_id
      join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id
     where i.tenant_id = ${caller.tenantId} and i.status <> 'draft' and (i.status <> 'cancelled' or i.sent_at is not null)
       and ${isOfResidents(scope, residentIds)}
     order by i.issue_date desc, i.id limit ${limit}`;
}

/**
 * Whether a payer is the person, who may have paid through an institution: that is in brackets behind the name
 * (payer-names.ts).
 */
function isNamed(db: Db, payerName: SqlFragment, names: readonly string[]) {
  return db`regexp_replace(lower(${payerName}), ' [(][^()]*[)]$', '') = any (${[...names]}::text[])`;
}

/** Payments of the person's invoices. The payer is shown only if it is the person. */
export async function listPaymentsOfPerson(scope: Scope, { residentIds, names }: Subject) {
  const { db, caller } = scope;
  const ifPayer = db`case when ${isNamed(db, db`p.payer_name`, names)}`;
  return db`
    select p.paid_on, (sum(a.amount) / 100.0)::float8 as amount, p.source, p.status, string_agg(i.number, ', ' order by i.number) as invoices, p.reference,
           ${ifPayer} then p.payer_name end as payer, ${ifPayer} then p.payer_iban end as account, ${ifPayer} then p.description end as text
      from allocations a join payments p on p.tenant_id = a.tenant_id and p.id = a.payment_id
      join invoices i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
     where a.tenant_id = ${caller.tenantId} and a.undone_at is null and a.invoice_id in (${invoicesOf(scope, residentIds)})
     group by p.tenant_id, p.id order by p.paid_on desc, p.id limit ${limit}`;
}

/** A query of the ids of the person's invoices, without drafts. */
function invoicesOf(scope: Scope, residentIds: readonly string[]) {
  const { db, caller } = scope;
  return db`select i.id from invoices i where i.tenant_id = ${caller.tenantId} and i.status <> 'draft' and ${isOfResidents(scope, residentIds)}`;
}

/** A query of the ids of payments that an invoice of the person was paid with, also of those taken back. */
function paymentsOf(scope: Scope, residentIds: readonly string[]) {
  const { db, caller } = scope;
  return db`
    select a.payment_id from allocations a
     where a.tenant_id = ${caller.tenantId} and a.invoice_id in (${invoicesOf(scope, residentIds)})`;
}

/** What was charged or credited once while the person had the apartment. */
export async function listChargesOfPerson({ db, caller }: Scope, { residentIds }: Subject) {
  return db`
    select c.created_at, a.number as apartment, c.description, (c.amount / 100.0)::float8 as amount, c.due_from as since
      from one_off_charges c join apartments a on a.tenant_id = c.tenant_id and a.id = c.apartment_id
     where c.tenant_id = ${caller.tenantId}
       and exists (select from residencies r where r.tenant_id = ${caller.tenantId} and r.apartment_id = c.apartment_id
                    and r.resident_id = any (${[...residentIds]}::uuid[]) and c.created_at >= r.since and (r.until is null or c.created_at < r.until + 1))
     order by c.created_at desc, c.id limit ${limit}`;
}

/**
 * Entries of the bank in the person's name that paid their invoices. A name alone proves nothing: others may have the
 * same.
 */
export async function listBankEntriesOfPerson(scope: Scope, { residentIds, names }: Subject) {
  const { db, caller } = scope;
  return db`
    select e.booked_on as paid_on, (case when e.credit then e.amount else -e.amount end / 100.0)::float8 as amount, e.reference, e.payer_name as payer,
           e.payer_iban as account, e.description as text
      from payments p join bank_entries e on e.tenant_id = p.tenant_id and e.id = p.bank_entry_id
     where p.tenant_id = ${caller.tenantId} and ${isNamed(db, db`e.payer_name`, names)}
       and p.id in (${paymentsOf(scope, residentIds)})
     order by e.booked_on desc, e.id limit ${limit}`;
}

/** Payments of the person's invoices that were started at a bank, by whomever. */
export async function listStartedPaymentsOfPerson(scope: Scope, { residentIds }: Subject) {
  const { db, caller } = scope;
  return db`
    select o.created_at, v.number as invoices, (o.amount / 100.0)::float8 as amount, o.status, o.reference, o.message as text, o.order_number as number, o.language
      from banklink_orders o join invoices v on v.tenant_id = o.tenant_id and v.id = o.invoice_id
     where o.tenant_id = ${caller.tenantId} and o.invoice_id in (${invoicesOf(scope, residentIds)})
     order by o.created_at desc, o.id limit ${limit}`;
}

/** Refunds of payments of the person's invoices. */
export async function listRefundsOfPerson(scope: Scope, { residentIds }: Subject) {
  const { db, caller } = scope;
  return db`
    select f.refunded_on as paid_on, (f.amount / 100.0)::float8 as amount, f.note as text
      from refunds f join payments p on p.tenant_id = f.tenant_id and p.id = f.payment_id
     where f.tenant_id = ${caller.tenantId} and f.undone_at is null
       and p.id in (${paymentsOf(scope, residentIds)})
     order by f.refunded_on desc, f.id limit ${limit}`;
}

/** Payment plans that were noted on the person's days in the apartment. */
export async function listPlansOfPerson({ db, caller }: Scope, { residentIds }: Subject) {
  return db`
    select p.created_at, a.number as apartment, p.terms, p.until, p.ended_at as finished_at
      from payment_plans p join apartments a on a.tenant_id = p.tenant_id and a.id = p.apartment_id
     where p.tenant_id = ${caller.tenantId}
       and exists (select from residencies r where r.tenant_id = ${caller.tenantId} and r.apartment_id = p.apartment_id
                    and r.resident_id = any (${[...residentIds]}::uuid[]) and p.created_at >= r.since and (r.until is null or p.created_at < r.until + 1))
     order by p.created_at desc limit ${limit}`;
}

/** Readings of the person's days in their apartments, and those that they submitted. */
export async function listReadingsOfPerson({ db, caller }: Scope, { residentIds, userId }: Subject) {
  return db`
    select d.read_on, a.number as apartment, m.type as meter, m.serial_number, d.value::float8 as value, m.unit, d.source, d.status, d.reason
      from readings d join meters m on m.tenant_id = d.tenant_id and m.id = d.meter_id
      left join apartments a on a.tenant_id = m.tenant_id and a.id = m.apartment_id
     where d.tenant_id = ${caller.tenantId}
       and (d.submitted_by = ${userId}
            or exists (select from residencies r where r.tenant_id = ${caller.tenantId} and r.apartment_id = m.apartment_id
                        and r.resident_id = any (${[...residentIds]}::uuid[]) and d.read_on >= r.since and (r.until is null or d.read_on <= r.until)))
     order by d.read_on desc, d.id limit ${limit}`;
}

export async function listRequestsOfPerson({ db, caller }: Scope, { userId }: Subject) {
  return db`
    select q.created_at, b.address as building, a.number as apartment, q.title, q.description, q.status
      from maintenance_requests q join buildings b on b.tenant_id = q.tenant_id and b.id = q.building_id
      left join apartments a on a.tenant_id = q.tenant_id and a.id = q.apartment_id
     where q.tenant_id = ${caller.tenantId} and q.created_by = ${userId} order by q.created_at desc limit ${limit}`;
}

/**
 * The person's comments, and the answers of others to their requests, without internal ones and without who wrote them.
 */
export async function listCommentsOfPerson({ db, caller }: Scope, { userId }: Subject) {
  return db`
    select c.created_at, q.title, case when c.created_by = ${userId} then 'you' else 'other' end as author, c.text
      from maintenance_comments c join maintenance_requests q on q.tenant_id = c.tenant_id and q.id = c.request_id
     where c.tenant_id = ${caller.tenantId} and (c.created_by = ${userId} or (q.created_by = ${userId} and not c.internal))
     order by c.created_at desc limit ${limit}`;
}

/** Photos that the person uploaded: to their requests, and with readings. */
export async function listPhotosOfPerson({ db, caller }: Scope, { userId }: Subject) {
  return db<{ id: string; name: string }[]>`
    select p.id, to_char(p.created_at, 'YYYY-MM-DD') || '-' || right(p.id::text, 12) as name from maintenance_photos p
     where p.tenant_id = ${caller.tenantId} and p.created_by = ${userId}
     union all
    select p.id, to_char(p.created_at, 'YYYY-MM-DD') || '-' || right(p.id::text, 12) from reading_photos p
     where p.tenant_id = ${caller.tenantId} and p.uploaded_by = ${userId}
     order by 2 desc limit ${limit}`;
}

export async function listMailsOfPerson({ db, caller }: Scope, { emailKeys }: Subject) {
  return db`
    select created_at, kind, recipient as email, status, finished_at from mails
     where tenant_id = ${caller.tenantId} and lower(recipient) = any (${[...emailKeys]}::text[]) order by created_at desc limit ${limit}`;
}

/** Reminders of missing readings. */
export async function listRemindersOfPerson({ db, caller }: Scope, { residentIds }: Subject) {
  return db`
    select s.sent_at as at, a.number as apartment
      from reading_reminders s join apartments a on a.tenant_id = s.tenant_id and a.id = s.apartment_id
     where s.tenant_id = ${caller.tenantId} and s.resident_id = any (${[...residentIds]}::uuid[])
     union all
    select asked_at, null from manual_reading_reminders where tenant_id = ${caller.tenantId} and resident_id = any (${[...residentIds]}::uuid[])
     order by 1 desc limit ${limit}`;
}

export async function listInvitationsOfPerson({ db, caller }: Scope, { emailKeys }: Subject) {
  return db`
    select i.created_at, i.name, i.email, coalesce(i.residency_role, case i.role when 'owner' then 'organization_owner' else i.role end) as role,
           a.number as apartment, i.since, i.language, i.status
      from invitations i left join apartments a on a.tenant_id = i.tenant_id and a.id = i.apartment_id
     where i.tenant_id = ${caller.tenantId} and i.email_key = any (${[...emailKeys]}::text[]) order by i.created_at desc limit ${limit}`;
}

/**
 * What the person did, and what concerns their account, such as a failed sign-in or a changed role. The details may
 * name others, and the network address of somebody else is theirs, so these are left out.
 */
export async function listSecurityEventsOfPerson({ db, caller }: Scope, { userId }: Subject) {
  const isOwn = db`(actor_kind = 'user' and actor_id = ${userId})`;
  return db`
    select at, kind, case when ${isOwn} then 'you' when actor_kind = 'user' then 'other' else actor_kind end as author,
           case when ${isOwn} or actor_kind = 'nobody' then address end as address
      from security_events where tenant_id = ${caller.tenantId} and (${isOwn} or detail ->> 'userId' = ${userId}) order by at desc, id desc limit ${limit}`;
}

/** What the person saw, changed and downloaded, and what others did about them, without who these are. */
export async function listAuditEntriesOfPerson({ db, caller }: Scope, { userId, residentIds }: Subject) {
  const isOwn = db`(actor_kind = 'user' and actor_id = ${userId})`;
  const ids = [...residentIds, ...(userId === null ? [] : [userId])];
  return db`
    select at, action, operation, object_kind as object, case when ${isOwn} then 'you' when actor_kind = 'user' then 'other' else actor_kind end as author
      from audit_log where tenant_id = ${caller.tenantId} and (${isOwn} or about_ids && ${ids}::uuid[]) order by at desc, id desc limit ${limit}`;
}

export async function listLoggedRequestsOfPerson({ db, caller }: Scope, { userId }: Subject) {
  return db`
    select at, method, path, status from request_log
     where tenant_id = ${caller.tenantId} and caller_kind = 'user' and caller_id = ${userId} order by at desc limit ${limit}`;
}
