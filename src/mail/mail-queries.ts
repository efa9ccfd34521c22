// SQL of mail. The outbox is the queue; one database function finds due e-mails across organizations.

import type { DatabasePool } from '../platform/db/pool.ts';
import { insertRows } from '../platform/db/rows.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Language } from '../platform/values/languages.ts';
import type { LetterKind } from './letter-kinds.ts';

/** The attachment of an e-mail: its invoice, as a PDF in the e-mail's language. */
export type AttachmentKind = 'invoice';

export const mailStatuses = ['pending', 'sent', 'refused', 'failed', 'expired'] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** An e-mail for the outbox; `content` is encrypted. */
type OutboxRow = {
  readonly id: string;
  readonly kind: string;
  readonly rank: number;
  readonly recipient: string;
  readonly language: string;
  readonly content: Buffer;
  readonly aboutId: string | null;
  readonly sendBefore: Date | null;
  readonly attachment: AttachmentKind | null;
};

export async function insertMails({ db, caller, now }: Scope, mails: readonly OutboxRow[]): Promise<void> {
  const columns = {
    id: 'uuid',
    kind: 'text',
    rank: 'smallint',
    recipient: 'text',
    language: 'text',
    content: 'bytea',
    aboutId: 'uuid',
    sendBefore: 'timestamptz',
    attachment: 'text',
  } as const;
  const more = { status: 'pending', dueAt: now, createdAt: now };
  await insertRows({ db, caller }, 'mails', columns, mails, { more });
  const payloads = [...new Set(mails.map(({ rank }) => `${rank} ${caller.tenantId}`))];
  await db`select pg_notify('mails', payload) from unnest(${payloads}::text[]) payload`;
}

/** The time zone of most buildings of the organization; null while there are none. */
export async function findTimeZone({ db, caller }: Scope): Promise<string | null> {
  const [row] = await db<{ timeZone: string }[]>`
    select time_zone from buildings where tenant_id = ${caller.tenantId} and archived_at is null
     group by time_zone order by count(*) desc, time_zone limit 1`;
  return row?.timeZone ?? null;
}

/** The organization and rank in the notifications of insertMails. */
export function readNotification(payload: string): { rank: number; tenantId: string } {
  const [rank, tenantId = ''] = payload.split(' ');
  return { rank: Number(rank), tenantId };
}

/** The result of an e-mail, for display: `error` is the mail server's reason, or ours. */
type MailState = {
  readonly id: string;
  readonly aboutId: string;
  readonly kind: string;
  readonly recipient: string;
  readonly language: Language;
  readonly status: MailStatus;
  readonly attempts: number;
  readonly error: string | null;
  readonly createdAt: Date;
  /** Null before the first attempt. */
  readonly lastAttemptAt: Date | null;
  readonly finishedAt: Date | null;
};

/** The e-mails about some objects (invitations, invoices), and those of these ids, newest first. */
export async function findMailsAbout(
  { db, caller }: Scope,
  aboutIds: readonly string[],
  ids: readonly string[] = [],
): Promise<MailState[]> {
  return db<MailState[]>`
    select id, about_id, kind, recipient, language, status, attempts, error, created_at, last_attempt_at, finished_at from mails
     where tenant_id = ${caller.tenantId} and (about_id = any (${[...aboutIds]}::uuid[]) or id = any (${[...ids]}::uuid[])) order by created_at desc, id desc`;
}

/** The waiting e-mails of a kind about some objects: object and recipient. */
export async function findPendingAbout(
  { db, caller }: Scope,
  kind: LetterKind,
  aboutIds: readonly string[],
): Promise<{ readonly aboutId: string; readonly recipient: string }[]> {
  return db<{ aboutId: string; recipient: string }[]>`
    select about_id, recipient from mails
     where tenant_id = ${caller.tenantId} and about_id = any (${[...aboutIds]}::uuid[]) and kind = ${kind} and status = 'pending'`;
}

/** The number of recipients of a kind of e-mail about one object in each state, by the latest e-mail to each. */
export async function countByStatus(
  { db, caller }: Scope,
  kind: LetterKind,
  aboutId: string,
): Promise<ReadonlyMap<MailStatus, number>> {
  const rows = await db<{ status: MailStatus; recipients: number }[]>`
    select status, count(*) as recipients from (
             select distinct on (lower(recipient)) status from mails
              where tenant_id = ${caller.tenantId} and about_id = ${aboutId} and kind = ${kind}
              order by lower(recipient), created_at desc, id desc) as latest
     group by status`;
  return new Map(rows.map(({ status, recipients }) => [status, recipients]));
}

export type ClaimedMail = {
  readonly tenantId: string;
  readonly id: string;
  readonly kind: string;
  readonly rank: number;
  readonly recipient: string;
  readonly content: Buffer;
  /** Attempts recorded before this one. */
  readonly attempts: number;
  readonly sendBefore: Date | null;
  readonly language: Language;
  readonly aboutId: string | null;
  readonly attachment: AttachmentKind | null;
};

/** The organizations with due e-mails without a lease, by rank. */
export async function listTenantsWithDueMails(
  pool: DatabasePool,
  now: Date,
): Promise<{ tenantId: string; rank: number }[]> {
  return pool<{ tenantId: string; rank: number }[]>`select tenant_id, rank from tenants_with_due_mails(${now})`;
}

/** Leases due e-mails of a rank, longest due first. Skips locked rows. */
export async function claimMails(
  { db, caller, now }: Scope,
  { rank, maxMails, leaseUntil }: { readonly rank: number; readonly maxMails: number; readonly leaseUntil: Date },
): Promise<ClaimedMail[]> {
  return db<ClaimedMail[]>`
    with chosen as (
      select c.id from mails c
       where c.tenant_id = ${caller.tenantId} and c.rank = ${rank} and c.status = 'pending' and c.due_at <= ${now}
         and (c.lease_until is null or c.lease_until <= ${now})
       order by c.due_at, c.id limit ${maxMails} for update skip locked
    )
    update mails m set lease_until = ${leaseUntil}
      from chosen where m.tenant_id = ${caller.tenantId} and m.id = chosen.id
    returning m.tenant_id, m.id, m.kind, m.rank, m.recipient, m.content, m.attempts, m.send_before, m.language, m.about_id, m.attachment`;
}

export type MailAttempt = {
  readonly mailId: string;
  /** Attempts recorded before and after this one: the same number if the e-mail was not tried at all. */
  readonly before: number;
  readonly attempts: number;
  /** The new state; a pending e-mail is due at dueAt. */
  readonly becomes: MailStatus;
  readonly dueAt: Date;
  readonly error: string | null;
};

/**
 * Records the result of an attempt, and returns whether it did; a finished e-mail loses its content. An e-mail recorded
 * meanwhile (by a worker that took over) does not change.
 */
export async function recordAttempt({ db, caller, now }: Scope, attempt: MailAttempt): Promise<boolean> {
  const finished = attempt.becomes === 'pending' ? null : now;
  const tried = attempt.attempts > attempt.before ? now : null;
  const { count } = await db`
    update mails set status = ${attempt.becomes}, attempts = ${attempt.attempts}, due_at = ${attempt.dueAt}, error = ${attempt.error}, lease_until = null,
           last_attempt_at = coalesce(${tried}, last_attempt_at), finished_at = ${finished}, content = case when ${finished}::timestamptz is null then content end
     where tenant_id = ${caller.tenantId} and id = ${attempt.mailId} and status = 'pending' and attempts = ${attempt.before}`;
  return count === 1;
}

/** Deletes e-mails finished before a time, at most `maxRows`; returns how many. */
export async function deleteOldMails({ db, caller }: Scope, before: Date, maxRows: number): Promise<number> {
  const { count } = await db`
    with chosen as (
      select m.id from mails m where m.tenant_id = ${caller.tenantId} and m.finished_at < ${before}
       order by m.finished_at limit ${maxRows} for update skip locked
    )
    delete from mails d using chosen where d.tenant_id = ${caller.tenantId} and d.id = chosen.id`;
  return count;
}

/** The recorded reason of a cancelled e-mail. */
export const withdrawnReason = 'Withdrawn before it was sent.';

/**
 * Cancels waiting e-mails that are no longer valid, for example because their link was cancelled. One that is being
 * sent is sent anyway.
 */
export async function withdrawMails({ db, caller, now }: Scope, aboutIds: readonly string[]): Promise<void> {
  if (aboutIds.length === 0) return;
  await db`
    update mails set status = 'expired', content = null, lease_until = null, finished_at = ${now}, error = ${withdrawnReason}
     where tenant_id = ${caller.tenantId} and about_id = any (${[...aboutIds]}::uuid[]) and status = 'pending'
       and (lease_until is null or lease_until <= ${now})`;
}

/** The number of e-mails of a kind to an address since a time. */
export async function countMails({ db, caller }: Scope, kind: string, recipient: string, since: Date): Promise<number> {
  const [row] = await db<{ letters: number }[]>`
    select count(*) as letters from mails
     where tenant_id = ${caller.tenantId} and kind = ${kind} and lower(recipient) = lower(${recipient}) and created_at > ${since}`;
  return row?.letters ?? 0;
}
