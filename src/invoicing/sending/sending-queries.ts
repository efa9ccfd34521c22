// All SQL of sending: the facts for e-mails, the receivers, the state of mailings, and reminders.

import { isOwed, isUnsent } from '../../charging/invoice-status-queries.ts';
import { keyset, type PageRequest, type SortColumn } from '../../platform/db/keyset.ts';
import type { Db } from '../../platform/db/pool.ts';
import { insertRows } from '../../platform/db/rows.ts';
import type { Scope } from '../../platform/db/scope.ts';
import type { Day, Period } from '../../platform/values/dates.ts';
import type { Language } from '../../platform/values/languages.ts';
import type { Cents } from '../../platform/values/money.ts';
import { languageOfResident } from '../../residents/resident-queries.ts';
import { localDays } from '../invoice-queries.ts';
import type { InvoiceStatus, LocalDays, Recipient, SendingState, SentBy } from '../model.ts';
import { isOfResidency } from '../visibility-queries.ts';

/** The facts of an invoice that e-mails contain. */
export type SendableInvoice = Period & {
  readonly id: string;
  readonly number: string;
  readonly reference: string;
  readonly status: InvoiceStatus;
  readonly sentAt: Date | null;
  readonly recipients: readonly Recipient[];
  readonly dueDate: Day;
  readonly currency: string;
  readonly amount: Cents;
  /** The amount still to be paid. */
  readonly balance: Cents;
  readonly buildingId: string;
  readonly building: string;
  readonly apartment: string;
  readonly payee: string;
  readonly iban: string | null;
  /** Of a credit note: the number of the invoice that it credits. */
  readonly credits: string | null;
};

/** Which invoices: by id, or those of a building within a period. */
export type InvoiceSelection = readonly string[] | (Period & { readonly buildingId: string });

/** Locks the invoices of a selection, in the order of their ids, so that callers cannot deadlock. */
export async function lockSendableInvoices(
  { db, caller }: Scope,
  selection: InvoiceSelection,
): Promise<SendableInvoice[]> {
  const chosen =
    'buildingId' in selection
      ? db`i.building_id = ${selection.buildingId} and i.period_start >= ${selection.periodStart} and i.period_end <= ${selection.periodEnd}`
      : db`i.id = any (${[...selection]}::uuid[])`;
  const invoices = await db<(SendableInvoice & { apartmentId: string })[]>`
    select i.apartment_id, ${sendableColumns({ db, caller }, db`null`)} from ${invoicesOfBuildings(db)}
     where i.tenant_id = ${caller.tenantId} and ${chosen} order by i.id for update of i`;
  // Not joined: where the planner takes the organization for empty, each would be compared with each.
  const numbers = await db<{ id: string; number: string }[]>`
    select id, number from apartments
     where tenant_id = ${caller.tenantId} and id = any (${[...new Set(invoices.map(({ apartmentId }) => apartmentId))]}::uuid[])`;
  const numberOf = new Map(numbers.map(({ id, number }) => [id, number]));
  return invoices.map(({ apartmentId, ...invoice }) => ({ ...invoice, apartment: numberOf.get(apartmentId) ?? '' }));
}

/** A receiver of invoices, and the invoice. */
export type InvoiceReceiver = {
  readonly invoiceId: string;
  readonly name: string;
  readonly email: string | null;
  readonly language: Language;
  /** Whether the person can sign in. */
  readonly hasAccount: boolean;
};

/** The receivers of these invoices, owners first. Without an address the person cannot be reached by e-mail. */
export async function listInvoiceReceivers(
  { db, caller }: Scope,
  invoiceIds: readonly string[],
): Promise<InvoiceReceiver[]> {
  const receiving = await db<{ invoiceId: string; residentId: string }[]>`
    select i.id as invoice_id, r.resident_id
      from invoices i cross join lateral (
             select * from residencies where tenant_id = ${caller.tenantId} and apartment_id = i.apartment_id and receives_invoice offset 0) r
     where i.tenant_id = ${caller.tenantId} and i.id = any (${[...invoiceIds]}::uuid[]) and ${isOfResidency({ db, caller })}
     order by i.id, r.role, r.since, r.resident_id`;
  const people = await db<(Omit<InvoiceReceiver, 'invoiceId'> & { id: string })[]>`
    select id, name, email, ${languageOfResident(db)} as language, user_id is not null as has_account from residents p
     where tenant_id = ${caller.tenantId} and id = any (${[...new Set(receiving.map(({ residentId }) => residentId))]}::uuid[])`;
  const byId = new Map(people.map(({ id, ...person }) => [id, person]));
  return receiving.flatMap(({ invoiceId, residentId }) => {
    const person = byId.get(residentId);
    return person === undefined ? [] : [{ invoiceId, ...person }];
  });
}

/** The sort orders of invoices for paper; the first is the default. */
export const paperOrders = {
  number: { sql: 'number', type: 'text' },
  createdAt: { sql: 'created_at', type: 'timestamptz' },
} as const satisfies Record<string, SortColumn>;

/** Why e-mail cannot deliver an invoice. */
export const paperReasons = ['nobody_receives', 'no_address', 'failed'] as const;

/** An invoice that has reached nobody and that e-mail cannot deliver. */
type PaperInvoice = Period & {
  readonly id: string;
  readonly number: string;
  readonly buildingId: string;
  readonly apartmentId: string;
  readonly currency: string;
  readonly amount: Cents;
  /** Names of its receivers. */
  readonly recipients: readonly string[];
  readonly reason: (typeof paperReasons)[number];
};

/** A page of invoices that reached nobody, because their receivers have no address or all e-mails failed. */
export async function findPaperInvoices(
  { db, caller }: Scope,
  { buildingId }: { readonly buildingId?: string },
  page: PageRequest,
): Promise<(PaperInvoice & { sortValue: string })[]> {
  const { sortValue, after, updated, orderAndLimit } = keyset(db, 'i', page, paperOrders);
  return db<(PaperInvoice & { sortValue: string })[]>`
    select i.id, i.number, i.building_id, i.apartment_id, i.period_start, i.period_end, i.currency, i.amount, w.recipients,
           case when cardinality(w.recipients) = 0 then 'nobody_receives' when w.reachable then 'failed' else 'no_address' end as reason,
           ${sortValue} as sort_value
      from invoices i join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id and b.archived_at is null
           cross join lateral (
             select coalesce(array_agg(p.name order by r.role, r.since, p.id), '{}') as recipients, coalesce(bool_or(p.email is not null), false) as reachable
               from residencies r join residents p on p.tenant_id = r.tenant_id and p.id = r.resident_id
              where r.tenant_id = ${caller.tenantId} and r.apartment_id = i.apartment_id and r.receives_invoice and ${isOfResidency({ db, caller })}) w
     where i.tenant_id = ${caller.tenantId} and ${isUnsent(db)} and (not w.reachable or i.sending = 'failed')
       ${buildingId === undefined ? db`` : db`and i.building_id = ${buildingId}`} ${updated} ${after} ${orderAndLimit}`;
}

/** Sets the mailing state of invoices. */
export async function updateSendingState(
  { db, caller, now }: Scope,
  invoiceIds: readonly string[],
  sending: SendingState | null,
): Promise<void> {
  await db`
    update invoices set sending = ${sending}, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = any (${[...invoiceIds]}::uuid[]) and sending is distinct from ${sending}`;
}

/**
 * Records that an invoice, locked by the caller, has reached a recipient. A draft becomes sent; a paid one returns to
 * sent if its payment is reversed.
 */
export async function recordSent(
  { db, caller, now }: Scope,
  invoiceId: string,
  { by, recipients }: { readonly by: SentBy; readonly recipients: readonly Recipient[] },
): Promise<void> {
  await db`
    update invoices
       set status = case when status = 'draft' then 'sent' else status end, status_when_unpaid = case when status = 'paid' then 'sent' else status_when_unpaid end,
           sent_at = coalesce(sent_at, ${now}), sent_by = coalesce(sent_by, ${by}), recipients = ${db.json(recipients)}, updated_at = ${now}
     where tenant_id = ${caller.tenantId} and id = ${invoiceId} and status <> 'cancelled'`;
}

/**
 * A file generated for the e-mails of an invoice in one language. `sentAt`: when a mail server first accepted it; null
 * before that.
 */
export type SentFile = { readonly language: Language; readonly fileId: string; readonly sentAt: Date | null };

/** The files of an invoice, in the order they were sent. */
export async function listSentFiles({ db, caller }: Scope, invoiceId: string): Promise<SentFile[]> {
  return db<SentFile[]>`
    select language, file_id, sent_at from sent_invoice_files
     where tenant_id = ${caller.tenantId} and invoice_id = ${invoiceId} order by sent_at, language`;
}

/** Inserts the file unless the invoice already has one in that language. Returns whether it was inserted. */
export async function insertSentFile(
  { db, caller, now }: Scope,
  { invoiceId, language, fileId }: Omit<SentFile, 'sentAt'> & { readonly invoiceId: string },
): Promise<boolean> {
  const { count } = await db`
    insert into sent_invoice_files (tenant_id, invoice_id, language, file_id, created_at)
    values (${caller.tenantId}, ${invoiceId}, ${language}, ${fileId}, ${now})
    on conflict (tenant_id, invoice_id, language) do nothing`;
  return count === 1;
}

export async function recordFileSent({ db, caller, now }: Scope, invoiceId: string, language: Language): Promise<void> {
  await db`
    update sent_invoice_files set sent_at = ${now}
     where tenant_id = ${caller.tenantId} and invoice_id = ${invoiceId} and language = ${language} and sent_at is null`;
}

export async function deleteUnsentFiles(
  { db, caller }: Scope,
  invoiceIds: readonly string[],
): Promise<Pick<SentFile, 'fileId'>[]> {
  return db<Pick<SentFile, 'fileId'>[]>`
    delete from sent_invoice_files
     where tenant_id = ${caller.tenantId} and invoice_id = any (${[...invoiceIds]}::uuid[]) and sent_at is null returning file_id`;
}

/** After how many days a building reminds of unpaid invoices. */
export type ReminderSettings = { readonly daysAfterDue: number };

export async function findReminder({ db, caller }: Scope, buildingId: string): Promise<ReminderSettings | undefined> {
  const [row] = await db<ReminderSettings[]>`
    select days_after_due from payment_reminders where tenant_id = ${caller.tenantId} and building_id = ${buildingId}`;
  return row;
}

/** Sets after how many days a building sends reminders; keeps `since` if reminders were already on. */
export async function saveReminder(
  { db, caller, now }: Scope,
  buildingId: string,
  { daysAfterDue, since }: ReminderSettings & { readonly since: Day },
): Promise<void> {
  await db`
    insert into payment_reminders (tenant_id, building_id, days_after_due, since, updated_at)
    values (${caller.tenantId}, ${buildingId}, ${daysAfterDue}, ${since}, ${now})
    on conflict (tenant_id, building_id) do update set days_after_due = excluded.days_after_due, updated_at = excluded.updated_at`;
}

export async function deleteReminder({ db, caller }: Scope, buildingId: string): Promise<void> {
  await db`delete from payment_reminders where tenant_id = ${caller.tenantId} and building_id = ${buildingId}`;
}

/**
 * Marks at most `limit` invoices as reminded of their due date and returns them, the oldest due first. Rows locked by
 * another transaction wait for the next run.
 */
export async function markReminded({ db, caller }: Scope, days: LocalDays, limit: number): Promise<SendableInvoice[]> {
  return db<SendableInvoice[]>`
    with due as (
      select i.id from invoices i
        join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id and b.archived_at is null
        join payment_reminders s on s.tenant_id = i.tenant_id and s.building_id = i.building_id
        join ${localDays(db, days)}
          on here.time_zone = b.time_zone
       where i.tenant_id = ${caller.tenantId} and ${isOwed(db)}
         and i.due_date + s.days_after_due <= here.today and i.due_date + s.days_after_due >= s.since and i.reminded_due_date is distinct from i.due_date
         and not ${hasPaymentPlan({ db, caller })}
       order by i.due_date, i.id limit ${limit} for update of i skip locked
    ), noted as (
      update invoices i set reminded_due_date = i.due_date from due
       where i.tenant_id = ${caller.tenantId} and i.id = due.id returning i.id
    )
    select ${sendableColumns({ db, caller })} from noted join ${sendableInvoices(db)} on i.tenant_id = ${caller.tenantId} and i.id = noted.id
     order by i.due_date, i.id`;
}

/** Whether a payment plan of the invoice `i` stands on the day `here.today`. */
function hasPaymentPlan({ db, caller }: Pick<Scope, 'db' | 'caller'>) {
  return db`exists (
    select from payment_plans l
     where l.tenant_id = ${caller.tenantId} and l.apartment_id = i.apartment_id and l.ended_at is null and l.until >= here.today)`;
}

/** The overdue invoices of apartments, the oldest due first, locked. `onPlan`: a payment plan stands. */
export async function lockOverdueInvoices(
  { db, caller }: Scope,
  days: LocalDays,
  apartmentIds: readonly string[],
  limit: number,
): Promise<(SendableInvoice & { readonly onPlan: boolean })[]> {
  return db<(SendableInvoice & { onPlan: boolean })[]>`
    select ${sendableColumns({ db, caller })}, ${hasPaymentPlan({ db, caller })} as on_plan
      from ${sendableInvoices(db)}
      join ${localDays(db, days)}
        on here.time_zone = b.time_zone
     where i.tenant_id = ${caller.tenantId} and a.id = any (${[...apartmentIds]}::uuid[]) and ${isOwed(db)}
       and i.due_date < here.today
     order by i.due_date, i.id limit ${limit} for update of i`;
}

/** Records which invoices each reminder lists. */
export async function insertReminded(
  { db, caller }: Scope,
  reminded: readonly { readonly mailId: string; readonly invoiceId: string }[],
): Promise<void> {
  await insertRows({ db, caller }, 'reminded_invoices', { mailId: 'uuid', invoiceId: 'uuid' }, reminded);
}

/** The ids of the reminders that list an invoice. */
export async function findReminders({ db, caller }: Scope, invoiceId: string): Promise<string[]> {
  const rows = await db<{ mailId: string }[]>`
    select mail_id from reminded_invoices where tenant_id = ${caller.tenantId} and invoice_id = ${invoiceId}`;
  return rows.map(({ mailId }) => mailId);
}

/** The reminders of the invoice `i`: a table `m` of when they were queued. */
export function remindersOfInvoice({ db, caller }: Pick<Scope, 'db' | 'caller'>) {
  return db`(select queued.created_at from reminded_invoices listed
               join mails queued on queued.tenant_id = listed.tenant_id and queued.id = listed.mail_id
              where listed.tenant_id = ${caller.tenantId} and listed.invoice_id = i.id) m`;
}

/** The invoices of these that a payment reminder was queued for today, in the time zone of their building. */
export async function findRemindedToday(
  scope: Scope,
  invoiceIds: readonly string[],
): Promise<{ readonly id: string }[]> {
  const { db, caller, now } = scope;
  return db<{ id: string }[]>`
    select i.id from invoices i join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id
     where i.tenant_id = ${caller.tenantId} and i.id = any (${[...invoiceIds]}::uuid[])
       and exists (select from ${remindersOfInvoice(scope)}
                    where (m.created_at at time zone b.time_zone)::date = (${now}::timestamptz at time zone b.time_zone)::date)`;
}

/** Whether something is left to pay on an invoice that a reminder lists. The version before listed `aboutId` alone. */
export async function hasOpenInvoice({ db, caller }: Scope, mailId: string, aboutId: string | null): Promise<boolean> {
  const rows = await db`
    select from invoices i join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id and b.archived_at is null
     where i.tenant_id = ${caller.tenantId} and i.status = 'sent' and i.amount > i.amount_paid
       and (i.id = ${aboutId} or i.id in (select invoice_id from reminded_invoices where tenant_id = ${caller.tenantId} and mail_id = ${mailId}))
     limit 1`;
  return rows.length === 1;
}

function sendableColumns({ db, caller }: Pick<Scope, 'db' | 'caller'>, apartment = db`a.number`) {
  return db`i.id, i.number, i.reference, i.status, i.sent_at, i.recipients, i.period_start, i.period_end, i.due_date, i.currency, i.amount,
    i.amount - i.amount_paid as balance, i.building_id, b.name as building, ${apartment} as apartment, coalesce(b.beneficiary, o.name, t.name) as payee, b.iban,
    (select k.number from invoices k where k.tenant_id = ${caller.tenantId} and k.id = i.corrects_id and i.amount < 0) as credits`;
}

function sendableInvoices(db: Db) {
  return db`${invoicesOfBuildings(db)}
    join apartments a on a.tenant_id = i.tenant_id and a.building_id = i.building_id and a.id = i.apartment_id`;
}

function invoicesOfBuildings(db: Db) {
  return db`invoices i join buildings b on b.tenant_id = i.tenant_id and b.id = i.building_id and b.archived_at is null
    join tenants t on t.id = i.tenant_id
    left join building_senders o on o.tenant_id = i.tenant_id and o.building_id = i.building_id`;
}
