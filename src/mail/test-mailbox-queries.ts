// SQL of the mailbox of a test organization.
import { keyset, type PageRequest, type SortColumn } from '../platform/db/keyset.ts';
import type { Scope } from '../platform/db/scope.ts';

/** An e-mail of the mailbox; `letter` is encrypted. */
export type TestMail = {
  readonly id: string;
  readonly kind: string;
  readonly recipient: string;
  readonly recipientName: string | null;
  readonly letter: Buffer;
  readonly attachmentName: string | null;
  /** By the clock of the organization. */
  readonly sentAt: Date;
};

export const testMailOrders = { sentAt: { sql: 'sent_at', type: 'timestamptz' } } as const satisfies Record<
  string,
  SortColumn
>;

export async function insertTestMail(
  { db, caller, now }: Scope,
  mail: Omit<TestMail, 'sentAt'> & { readonly attachment: Buffer | null },
): Promise<void> {
  await db`
    insert into test_mails (tenant_id, id, kind, recipient, recipient_name, letter, attachment_name, attachment, sent_at)
    values (${caller.tenantId}, ${mail.id}, ${mail.kind}, ${mail.recipient}, ${mail.recipientName}, ${mail.letter}, ${mail.attachmentName},
            ${mail.attachment}, ${now})
    on conflict (tenant_id, id) do nothing`;
}

/** Keeps the newest e-mails. What another worker is deleting is skipped. */
export async function deleteOldTestMails({ db, caller }: Scope, maxKept: number): Promise<void> {
  await db`
    delete from test_mails where tenant_id = ${caller.tenantId} and id in (
      select id from test_mails where tenant_id = ${caller.tenantId}
       order by sent_at desc, id desc offset ${maxKept} for update skip locked)`;
}

export async function listTestMails(
  { db, caller }: Scope,
  page: PageRequest,
): Promise<(TestMail & { readonly sortValue: string })[]> {
  const { sortValue, after, orderAndLimit } = keyset(db, 'm', page, testMailOrders);
  return db<(TestMail & { readonly sortValue: string })[]>`
    select m.id, m.kind, m.recipient, m.recipient_name, m.letter, m.attachment_name, m.sent_at, ${sortValue} as sort_value from test_mails m
     where m.tenant_id = ${caller.tenantId} ${after} ${orderAndLimit}`;
}

export async function findTestMail({ db, caller }: Scope, id: string): Promise<TestMail | undefined> {
  const [row] = await db<TestMail[]>`
    select id, kind, recipient, recipient_name, letter, attachment_name, sent_at from test_mails where tenant_id = ${caller.tenantId} and id = ${id}`;
  return row;
}

export type TestAttachment = { readonly name: string; readonly bytes: Buffer };

export async function findTestAttachment({ db, caller }: Scope, id: string): Promise<TestAttachment | undefined> {
  const [row] = await db<TestAttachment[]>`
    select attachment_name as name, attachment as bytes from test_mails
     where tenant_id = ${caller.tenantId} and id = ${id} and attachment is not null`;
  return row;
}
