// The mailbox of a test organization: its e-mails are kept here to be looked at, and do not leave.
import { deriveAcceptedKeys, deriveKey } from '../platform/config/config.ts';
import { decrypt, encrypt } from '../platform/crypto/encryption.ts';
import type { PageRequest } from '../platform/db/keyset.ts';
import type { Scope } from '../platform/db/scope.ts';
import { orNotFound } from '../platform/errors.ts';
import { accountLetters, type Letter, type LetterKind } from './letter-kinds.ts';
import type { ClaimedMail } from './mail-queries.ts';
import type { MailMessage } from './mail-transport.ts';
import * as queries from './test-mailbox-queries.ts';

/** How many e-mails stay; older ones are deleted. */
const maxKept = 500;
/** The key that encrypts letters. */
export const encryptionPurpose = 'mail';

/**
 * The domain of an organization's invented people. Nobody can own a name under `.test` (RFC 2606), and no other
 * organization has this one. So whoever reads the mailbox cannot get an account with somebody else's address.
 */
export function testMailDomain(tenantId: string): string {
  return `${tenantId.slice(-12)}.test`;
}

/** Reports whether an address belongs to an invented person of the organization. */
export function isTestAddress(tenantId: string, address: string): boolean {
  return address.toLowerCase().endsWith(`@${testMailDomain(tenantId)}`);
}

/**
 * Reports whether an e-mail goes into the mailbox. A real person's sign-in link and the like leave, as the account is
 * theirs in every organization.
 */
export function staysInMailbox(
  { isTest, caller }: Pick<Scope, 'isTest' | 'caller'>,
  { kind, recipient }: Pick<ClaimedMail, 'kind' | 'recipient'>,
): boolean {
  return isTest && (!accountLetters.has(kind as LetterKind) || isTestAddress(caller.tenantId, recipient));
}

/** Puts an e-mail into the mailbox instead of sending it, and deletes what is too much. */
export async function keepMail(scope: Scope, kind: string, { id, to, attachments, ...message }: MailMessage) {
  const { subject, text, html } = message;
  const letter: Letter = { subject, text, html };
  const [attachment] = attachments;
  await queries.insertTestMail(scope, {
    id,
    kind,
    recipient: to.address,
    recipientName: to.name,
    letter: encrypt(
      deriveKey(scope.config, encryptionPurpose),
      encryptionContext(scope.caller.tenantId, id),
      JSON.stringify(letter),
    ),
    attachmentName: attachment?.filename ?? null,
    attachment: attachment?.content ?? null,
  });
  await queries.deleteOldTestMails(scope, maxKept);
}

/** A kept e-mail; in lists without its texts. */
type KeptMail = Omit<queries.TestMail, 'letter'> & { readonly subject: string };

/** Returns a page of the mailbox. */
export async function listKeptMails(scope: Scope, page: PageRequest) {
  const rows = await queries.listTestMails(scope, page);
  return rows.map(({ letter, ...mail }) => ({ ...mail, subject: openLetter(scope, mail.id, letter).subject }));
}

/** Returns one e-mail with its texts. Throws NotFound. */
export async function getKeptMail(scope: Scope, id: string): Promise<KeptMail & Letter> {
  const mail = orNotFound(await queries.findTestMail(scope, id));
  const { letter, ...rest } = mail;
  return { ...rest, ...openLetter(scope, id, letter) };
}

/** Returns the attached PDF of an e-mail. Throws NotFound. */
export async function getKeptAttachment(scope: Scope, id: string): Promise<queries.TestAttachment> {
  return orNotFound(await queries.findTestAttachment(scope, id));
}

function openLetter(scope: Scope, id: string, letter: Buffer): Letter {
  const keys = deriveAcceptedKeys(scope.config, encryptionPurpose);
  return JSON.parse(decrypt(keys, encryptionContext(scope.caller.tenantId, id), letter)) as Letter;
}

/** What binds an encrypted letter to its row. */
export function encryptionContext(tenantId: string, id: string): string {
  return `test mail ${tenantId} ${id}`;
}
