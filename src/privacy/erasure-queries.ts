// SQL of erasures: what is known of a resident, and its removal.
import { normaliseEmail } from '../identity/sessions.ts';
import { isOfResidency } from '../invoicing/visibility-queries.ts';
import type { LetterKind } from '../mail/letter-kinds.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Resident } from '../residents/resident-queries.ts';
import type { ErasureResult } from './model.ts';

export async function findErasure(
  { db, caller }: Scope,
  residentId: string,
): Promise<{ erasedAt: Date; report: ErasureResult } | undefined> {
  const [row] = await db<{ erasedAt: Date; report: ErasureResult }[]>`
    select erased_at, report from erasures where tenant_id = ${caller.tenantId} and resident_id = ${residentId}`;
  return row;
}

/** Records an erasure; of a person who was erased before, the newest. */
export async function insertErasure(
  { db, caller, now }: Scope,
  residentId: string,
  by: string,
  report: ErasureResult,
): Promise<void> {
  await db`
    insert into erasures (tenant_id, resident_id, erased_at, erased_by, report)
    values (${caller.tenantId}, ${residentId}, ${now}, ${by}, ${db.json(report)})
    on conflict (tenant_id, resident_id)
    do update set erased_at = excluded.erased_at, erased_by = excluded.erased_by, report = excluded.report`;
}

/** Whether the invoice `i` belongs to one of these residents, by their days. */
export function isOfResidents(scope: Scope, residentIds: readonly string[]) {
  const { db, caller } = scope;
  return db`exists (
    select from residencies r
     where r.tenant_id = ${caller.tenantId} and r.resident_id = any (${[...residentIds]}::uuid[]) and r.apartment_id = i.apartment_id and ${isOfResidency(scope)})`;
}

/** The number of an invoice of the resident that is not settled. */
export async function findUnsettledInvoice(scope: Scope, residentId: string): Promise<string | undefined> {
  const { db, caller } = scope;
  const [row] = await db<{ number: string }[]>`
    select i.number from invoices i
     where i.tenant_id = ${caller.tenantId} and i.status in ('draft', 'sent') and i.amount > i.amount_paid and ${isOfResidents(scope, [residentId])}
     order by i.issue_date limit 1`;
  return row?.number;
}

type RecordCount = { readonly amount: number; readonly last: Day | null };

/**
 * What the books keep of a resident: invoices, payments by their name or for their invoices, bank entries by their
 * name; and residencies.
 */
export async function countBooks(
  scope: Scope,
  residentId: string,
  name: string,
): Promise<{ invoices: RecordCount; payments: RecordCount; entries: RecordCount; residencies: number }> {
  const { db, caller } = scope;
  const [invoices] = await db<RecordCount[]>`
    select count(*)::int as amount, max(i.issue_date) as last from invoices i
     where i.tenant_id = ${caller.tenantId} and i.status <> 'draft' and ${isOfResidents(scope, [residentId])}`;
  const [payments] = await db<RecordCount[]>`
    select count(*)::int as amount, max(p.paid_on) as last from payments p
     where p.tenant_id = ${caller.tenantId}
       and (strpos(lower(concat_ws(' ', p.payer_name, p.description)), lower(${name})) > 0
            or p.id in (select a.payment_id from allocations a where a.tenant_id = ${caller.tenantId} and a.invoice_id in (
                         select i.id from invoices i where i.tenant_id = ${caller.tenantId} and ${isOfResidents(scope, [residentId])})))`;
  const [entries] = await db<RecordCount[]>`
    select count(*)::int as amount, max(e.booked_on) as last from bank_entries e
     where e.tenant_id = ${caller.tenantId} and strpos(lower(concat_ws(' ', e.payer_name, e.description)), lower(${name})) > 0`;
  const [residencies] = await db<{ amount: number }[]>`
    select count(*)::int as amount from residencies where tenant_id = ${caller.tenantId} and resident_id = ${residentId}`;
  const none = { amount: 0, last: null };
  return {
    invoices: invoices ?? none,
    payments: payments ?? none,
    entries: entries ?? none,
    residencies: residencies?.amount ?? 0,
  };
}

/** The person's requests that are not finished. */
export async function countOpenRequests({ db, caller }: Scope, userId: string | null): Promise<number> {
  const [row] = await db<{ amount: number }[]>`
    select count(*)::int as amount from maintenance_requests
     where tenant_id = ${caller.tenantId} and created_by = ${userId} and status in ('new', 'in_progress')`;
  return row?.amount ?? 0;
}

/** Entries of the security log that the person made, or that name them. */
export async function findSecurityEvents(
  { db, caller }: Scope,
  { userId, name, email }: Pick<Resident, 'userId' | 'name' | 'email'>,
): Promise<{ amount: number; last: Date | null }> {
  const [row] = await db<{ amount: number; last: Date | null }[]>`
    select count(*)::int as amount, max(at) as last from security_events
     where tenant_id = ${caller.tenantId}
       and (actor_id = ${userId} or actor_name = ${name} or detail ->> 'userId' = ${userId} or detail ->> 'about' in (${name}, ${email}))`;
  return row ?? { amount: 0, last: null };
}

/** Entries of the audit log that the person made, with the last day on which they are kept. */
export async function countAuditEntries(
  { db, caller }: Scope,
  userId: string | null,
): Promise<{ amount: number; until: Day | null }> {
  const [row] = await db<{ amount: number; until: Day | null }[]>`
    select count(*)::int as amount,
           (max(a.at) + make_interval(years => (select t.audit_years from tenants t where t.id = ${caller.tenantId})))::date as until
      from audit_log a where a.tenant_id = ${caller.tenantId} and a.actor_id = ${userId}`;
  return row ?? { amount: 0, until: null };
}

export async function countOwnFields({ db, caller }: Scope, residentId: string): Promise<number> {
  const [row] = await db<{ amount: number }[]>`
    select count(*)::int as amount from own_fields where tenant_id = ${caller.tenantId} and kind = 'resident' and object_id = ${residentId}`;
  return row?.amount ?? 0;
}

/**
 * Replaces what a person wrote in finished requests, and deletes their photos there. Returns how many, and the photos,
 * which are files too.
 */
export async function eraseOwnTexts(
  { db, caller, now }: Scope,
  userId: string,
  mark: string,
): Promise<{ requests: number; comments: number; photos: string[] }> {
  const finished = db`(select q.id from maintenance_requests q where q.tenant_id = ${caller.tenantId} and q.status in ('resolved', 'closed', 'cancelled'))`;
  const requests = await db`
    update maintenance_requests set title = ${mark}, description = ${mark}, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and created_by = ${userId} and id in ${finished}`;
  const comments = await db`
    update maintenance_comments set text = ${mark}
     where tenant_id = ${caller.tenantId} and created_by = ${userId} and request_id in ${finished}`;
  const photos = await db<{ id: string }[]>`
    delete from maintenance_photos where tenant_id = ${caller.tenantId} and created_by = ${userId} and request_id in ${finished} returning id`;
  return { requests: requests.count, comments: comments.count, photos: photos.map(({ id }) => id) };
}

/**
 * Replaces what matches a pattern in texts that people wrote: requests, comments, payment plans, rejected readings and
 * own fields. Returns how many rows.
 */
export async function eraseMentions({ db, caller, now }: Scope, pattern: string, mark: string): Promise<number> {
  const requests = await db`
    update maintenance_requests
       set title = regexp_replace(title, ${pattern}, ${mark}, 'gi'), description = regexp_replace(description, ${pattern}, ${mark}, 'gi'), updated_at = ${now}
     where tenant_id = ${caller.tenantId} and (title ~* ${pattern} or description ~* ${pattern})`;
  const comments = await db`
    update maintenance_comments set text = regexp_replace(text, ${pattern}, ${mark}, 'gi') where tenant_id = ${caller.tenantId} and text ~* ${pattern}`;
  const plans = await db`
    update payment_plans set terms = regexp_replace(terms, ${pattern}, ${mark}, 'gi') where tenant_id = ${caller.tenantId} and terms ~* ${pattern}`;
  const readings = await db`
    update readings set reason = regexp_replace(reason, ${pattern}, ${mark}, 'gi'), updated_at = ${now}
     where tenant_id = ${caller.tenantId} and reason ~* ${pattern}`;
  const fields = await db`
    update own_fields set value = regexp_replace(value, ${pattern}, ${mark}, 'gi') where tenant_id = ${caller.tenantId} and value ~* ${pattern}`;
  return [requests, comments, plans, readings, fields].reduce((sum, { count }) => sum + count, 0);
}

/** Whether an account has another resident record here. */
export async function hasOtherRecord({ db, caller }: Scope, userId: string, residentId: string): Promise<boolean> {
  const rows = await db`
    select from residents where tenant_id = ${caller.tenantId} and user_id = ${userId} and id <> ${residentId} limit 1`;
  return rows.length > 0;
}

/** Whether another resident or a member has this address. */
export async function isSharedAddress(
  { db, caller }: Scope,
  { residentId, emailKey }: { readonly residentId: string; readonly emailKey: string },
): Promise<boolean> {
  const rows = await db`
    select from residents p where p.tenant_id = ${caller.tenantId} and p.email_key = ${emailKey} and p.id <> ${residentId}
     union all
    select from memberships m join users u on u.id = m.user_id where m.tenant_id = ${caller.tenantId} and u.email_key = ${emailKey}
     limit 1`;
  return rows.length > 0;
}

export async function deleteInvitationsTo({ db, caller }: Scope, emailKey: string): Promise<number> {
  const { count } = await db`delete from invitations where tenant_id = ${caller.tenantId} and email_key = ${emailKey}`;
  return count;
}

/** All ways in which the address of a key is written in e-mails: in other case, and its domain in other letters. */
export async function listWaysToWrite({ db, caller }: Scope, emailKey: string): Promise<string[]> {
  const start = emailKey.slice(0, emailKey.lastIndexOf('@') + 1);
  const found = await db<{ recipient: string }[]>`
    select recipient from mails where tenant_id = ${caller.tenantId} and starts_with(lower(recipient), ${start})
     union
    select recipient from test_mails where tenant_id = ${caller.tenantId} and starts_with(lower(recipient), ${start})`;
  return found.map(({ recipient }) => recipient).filter((recipient) => normaliseEmail(recipient) === emailKey);
}

/**
 * Deletes e-mails to addresses, also kept ones of a test organization, except those of some kinds, and those that wait
 * with an invoice or are being sent.
 */
export async function deleteMailsTo(
  { db, caller, now }: Scope,
  recipients: readonly string[],
  kept: readonly LetterKind[] = [],
): Promise<number> {
  const chosen = db`
    tenant_id = ${caller.tenantId} and recipient = any (${[...recipients]}::text[]) and kind <> all (${[...kept]}::text[])`;
  const { count } = await db`
    delete from mails
     where ${chosen} and (finished_at is not null or (attachment is null and (lease_until is null or lease_until <= ${now})))`;
  await db`delete from test_mails where ${chosen}`;
  return count;
}

export async function countMailsTo({ db, caller }: Scope, recipients: readonly string[]): Promise<number> {
  const [row] = await db<{ amount: number }[]>`
    select count(*)::int as amount from mails
     where tenant_id = ${caller.tenantId} and recipient = any (${[...recipients]}::text[])`;
  return row?.amount ?? 0;
}

/** Forgets when a resident was reminded of missing readings. */
export async function deleteRemindersOf({ db, caller }: Scope, residentId: string): Promise<void> {
  await db`delete from reading_reminders where tenant_id = ${caller.tenantId} and resident_id = ${residentId}`;
  await db`delete from manual_reading_reminders where tenant_id = ${caller.tenantId} and resident_id = ${residentId}`;
}
