// The outbox: an e-mail is stored in the transaction of its cause, fully composed. It is sent when that commits, and
// only then.
import { deriveAcceptedKeys, deriveKey } from '../platform/config/config.ts';
import { decrypt, encrypt } from '../platform/crypto/encryption.ts';
import type { Scope } from '../platform/db/scope.ts';
import { newId } from '../platform/values/ids.ts';
import type { Language } from '../platform/values/languages.ts';
import { composeLetter, type Letter, type LetterData, type LetterKind, letterRanks } from './letter-kinds.ts';
import { type AttachmentKind, findTimeZone, insertMails } from './mail-queries.ts';

/** An e-mail to one person, composed from its kind and data. */
export type NewMail<K extends LetterKind = LetterKind> = {
  readonly [Each in K]: {
    readonly kind: Each;
    readonly to: { readonly address: string; readonly name?: string | undefined };
    readonly language: Language;
    readonly facts: LetterData[Each];
    /** The id of its object, such as an invitation, so that its state can be shown there (findMailsAbout). */
    readonly aboutId?: string | undefined;
    /** When it expires unsent, for example because its link has expired. */
    readonly sendBefore?: Date | undefined;
    /** The attachment, generated when the e-mail is sent (see LetterHandler in send-mail.ts): its invoice. */
    readonly attachment?: AttachmentKind | undefined;
  };
}[K];

/** The content that is encrypted in the outbox until the e-mail is finished. */
export type OutboxContent = Letter & { readonly name: string | null };

/** The key that encrypts content. */
export const encryptionPurpose = 'mail';

/** Puts an e-mail into the outbox and returns its id. An invalid address is rejected at sending, not here. */
export async function enqueueMail(scope: Scope, mail: NewMail): Promise<string> {
  const [id] = await enqueueMails(scope, [mail]);
  return id as string;
}

/** Puts many e-mails into the outbox, in one statement; returns their ids in the same order. */
export async function enqueueMails(scope: Scope, mails: readonly NewMail[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const key = deriveKey(scope.config, encryptionPurpose);
  const tellsTime = mails.some(({ facts }) => Object.values(facts).some((fact) => fact instanceof Date));
  const timeZone = tellsTime ? await findTimeZone(scope) : null;
  const rows = mails.map((mail) => {
    const id = newId();
    const content: OutboxContent = {
      ...composeLetter(mail.kind, mail.language, mail.facts, timeZone),
      name: mail.to.name ?? null,
    };
    return {
      id,
      kind: mail.kind,
      rank: letterRanks[mail.kind],
      recipient: mail.to.address,
      language: mail.language,
      content: encrypt(key, encryptionContext(scope.caller.tenantId, id), JSON.stringify(content)),
      aboutId: mail.aboutId ?? null,
      sendBefore: mail.sendBefore ?? null,
      attachment: mail.attachment ?? null,
    };
  });
  await insertMails(scope, rows);
  return rows.map((row) => row.id);
}

/**
 * Decrypts content from enqueueMails. Throws an Error if the key is another one, or the bytes were changed or moved.
 */
export function openContent(
  config: Scope['config'],
  mail: { readonly tenantId: string; readonly id: string; readonly content: Uint8Array },
): OutboxContent {
  return JSON.parse(
    decrypt(deriveAcceptedKeys(config, encryptionPurpose), encryptionContext(mail.tenantId, mail.id), mail.content),
  );
}

/** What binds encrypted content to its row. */
export function encryptionContext(tenantId: string, id: string): string {
  return `mail ${tenantId} ${id}`;
}
