// SQL of retention: the settings, the counts of what was removed, and the removals that belong to no other module.
// Removals take at most a batch, oldest first, and skip rows that another transaction holds.
import type { Scope } from '../platform/db/scope.ts';
import type { Day } from '../platform/values/dates.ts';
import type { RetentionSettings } from '../platform/values/retention-rules.ts';
import type { RemovalKind } from './model.ts';

/** The days whose rows are looked at, both included. */
type RemovableDays = { readonly from: Day; readonly until: Day };

export async function findRetention({ db, caller }: Scope): Promise<RetentionSettings | undefined> {
  const [row] = await db<RetentionSettings[]>`
    select mail_days, invitation_days, security_log_days, reading_photo_months, maintenance_months, books_years, financial_year_end_month
      from retention_settings where tenant_id = ${caller.tenantId}`;
  return row;
}

/** Lets one person at a time change the settings, also while there is no row. */
export async function lockRetention({ db, caller }: Scope): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtextextended(${`retention ${caller.tenantId}`}, 0))`;
}

export async function saveRetention({ db, caller, now }: Scope, settings: RetentionSettings): Promise<void> {
  const { mailDays, invitationDays, securityLogDays, readingPhotoMonths, maintenanceMonths } = settings;
  await db`
    insert into retention_settings (tenant_id, mail_days, invitation_days, security_log_days, reading_photo_months, maintenance_months, books_years,
                                    financial_year_end_month, updated_at)
    values (${caller.tenantId}, ${mailDays}, ${invitationDays}, ${securityLogDays}, ${readingPhotoMonths}, ${maintenanceMonths}, ${settings.booksYears},
            ${settings.financialYearEndMonth}, ${now})
    on conflict (tenant_id) do update
       set mail_days = excluded.mail_days, invitation_days = excluded.invitation_days, security_log_days = excluded.security_log_days,
           reading_photo_months = excluded.reading_photo_months, maintenance_months = excluded.maintenance_months, books_years = excluded.books_years,
           financial_year_end_month = excluded.financial_year_end_month, updated_at = excluded.updated_at`;
}

export type Removal = { readonly removedOn: Day; readonly kind: RemovalKind; readonly amount: number };

export async function listRemovals({ db, caller }: Scope, maxRows: number): Promise<Removal[]> {
  return db<Removal[]>`
    select removed_on, kind, amount from removals where tenant_id = ${caller.tenantId} order by removed_on desc, kind limit ${maxRows}`;
}

/** Adds to the count of a day. */
export async function addRemoval({ db, caller }: Scope, day: Day, kind: RemovalKind, amount: number): Promise<void> {
  await db`
    insert into removals (tenant_id, removed_on, kind, amount) values (${caller.tenantId}, ${day}, ${kind}, ${amount})
    on conflict (tenant_id, removed_on, kind) do update set amount = removals.amount + excluded.amount`;
}

export async function deleteOldRemovals({ db, caller }: Scope, before: Day): Promise<void> {
  await db`delete from removals where tenant_id = ${caller.tenantId} and removed_on < ${before}`;
}

/** Deletes invitations that ended before a time. */
export async function deleteEndedInvitations({ db, caller }: Scope, before: Date, maxRows: number): Promise<number> {
  const { count } = await db`
    with chosen as (
      select i.id from invitations i where i.tenant_id = ${caller.tenantId} and i.status <> 'pending' and i.updated_at < ${before}
       order by i.updated_at limit ${maxRows} for update skip locked
    )
    delete from invitations d using chosen where d.tenant_id = ${caller.tenantId} and d.id = chosen.id`;
  return count;
}

/**
 * Takes photos from before a time out of their readings. Returns their ids. A photo without a reading is left to
 * deleteUnusedPhotos.
 */
export async function detachOldPhotos({ db, caller, now }: Scope, before: Date, maxRows: number): Promise<string[]> {
  const rows = await db<{ photoId: string }[]>`
    with chosen as (
      select p.id from reading_photos p
       where p.tenant_id = ${caller.tenantId} and p.created_at < ${before}
       order by p.created_at limit ${maxRows} for update skip locked
    ), read as (
      select r.id, r.photo_id from readings r join chosen on chosen.id = r.photo_id where r.tenant_id = ${caller.tenantId}
    )
    update readings u set photo_id = null, updated_at = ${now} from read where u.tenant_id = ${caller.tenantId} and u.id = read.id
    returning read.photo_id`;
  return [...new Set(rows.map(({ photoId }) => photoId))];
}

/** Deletes photos that are in no reading any more. Their files are deleted by the caller. */
export async function deleteReadingPhotos({ db, caller }: Scope, ids: readonly string[]): Promise<void> {
  await db`delete from reading_photos where tenant_id = ${caller.tenantId} and id = any (${[...ids]}::uuid[])`;
}

/** Finished maintenance requests last changed before a time. */
export async function lockFinishedRequests({ db, caller }: Scope, before: Date, maxRows: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from maintenance_requests
     where tenant_id = ${caller.tenantId} and status in ('closed', 'cancelled', 'resolved') and updated_at < ${before}
     order by updated_at limit ${maxRows} for update skip locked`;
  return rows.map(({ id }) => id);
}

/** Deletes requests with their comments and photos. Returns the ids of the photos' files. */
export async function deleteMaintenanceRequests({ db, caller }: Scope, ids: readonly string[]): Promise<string[]> {
  const requests = [...ids];
  const photos = await db<{ id: string }[]>`
    delete from maintenance_photos where tenant_id = ${caller.tenantId} and request_id = any (${requests}::uuid[]) returning id`;
  await db`delete from maintenance_comments where tenant_id = ${caller.tenantId} and request_id = any (${requests}::uuid[])`;
  await db`delete from maintenance_requests where tenant_id = ${caller.tenantId} and id = any (${requests}::uuid[])`;
  return photos.map(({ id }) => id);
}

/** Settled and cancelled invoices between two days that still name people, the oldest first. */
export async function lockOldInvoices(
  { db, caller }: Scope,
  { from, until }: RemovableDays,
  maxRows: number,
): Promise<{ id: string; day: Day }[]> {
  return db<{ id: string; day: Day }[]>`
    select id, issue_date as day from invoices
     where tenant_id = ${caller.tenantId} and issue_date between ${from} and ${until} and status in ('paid', 'cancelled') and recipients <> '[]'::jsonb
     order by issue_date limit ${maxRows} for update skip locked`;
}

/**
 * Removes the recipients of invoices, and the PDF files that were sent to them. The sums stay. Returns the ids of the
 * files.
 */
export async function removeRecipients({ db, caller, now }: Scope, ids: readonly string[]): Promise<string[]> {
  const invoices = [...ids];
  await db`
    update invoices set recipients = '[]'::jsonb, updated_at = ${now} where tenant_id = ${caller.tenantId} and id = any (${invoices}::uuid[])`;
  const files = await db<{ fileId: string }[]>`
    delete from sent_invoice_files where tenant_id = ${caller.tenantId} and invoice_id = any (${invoices}::uuid[]) returning file_id`;
  return files.map(({ fileId }) => fileId);
}

/**
 * Removes name, account and text of the payer from payments between two days, the oldest first, and returns their days.
 * Money that still waits to be matched keeps them.
 */
export async function removePayers(
  { db, caller, now }: Scope,
  { from, until }: RemovableDays,
  maxRows: number,
): Promise<Day[]> {
  const rows = await db<{ id: string; day: Day }[]>`
    with chosen as (
      select p.id from payments p
       where p.tenant_id = ${caller.tenantId} and p.paid_on between ${from} and ${until} and (p.payer_name is not null or p.payer_iban is not null or p.payer_words is not null)
         and (p.status in ('matched', 'reversed') or p.dismissed_at is not null)
       order by p.paid_on limit ${maxRows} for update skip locked
    )
    update payments d set payer_name = null, payer_iban = null, payer_words = null, description = null, evidence = null, dismissed_note = null, updated_at = ${now}
      from chosen where d.tenant_id = ${caller.tenantId} and d.id = chosen.id
    returning d.id, d.paid_on as day`;
  const ids = rows.map(({ id }) => id);
  await db`update allocations set evidence = null where tenant_id = ${caller.tenantId} and payment_id = any (${ids}::uuid[])`;
  return rows.map(({ day }) => day);
}

/**
 * Removes name, account and text of the payer from bank entries until a day, except where their money still waits to be
 * matched.
 */
export async function removeEntryPayers({ db, caller }: Scope, until: Day, maxRows: number): Promise<number> {
  const { count } = await db`
    with chosen as (
      select e.id from bank_entries e
       where e.tenant_id = ${caller.tenantId} and e.booked_on <= ${until} and (e.payer_name is not null or e.payer_iban is not null)
         and not exists (select from payments p where p.tenant_id = ${caller.tenantId} and p.bank_entry_id = e.id
                          and p.status in ('unmatched', 'partially_matched') and p.dismissed_at is null)
       order by e.booked_on limit ${maxRows} for update skip locked
    )
    update bank_entries d set payer_name = null, payer_iban = null, description = '' from chosen
     where d.tenant_id = ${caller.tenantId} and d.id = chosen.id`;
  return count;
}
