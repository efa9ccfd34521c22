// The outbox: a letter is written into it in the transaction of its cause, as it will be read. It leaves when that commits, and only then.
import { deriveKey } from '../platform/config/config.ts';
import { decrypt, encrypt } from '../platform/crypto/encryption.ts';
import type { Scope } from '../platform/db/scope.ts';
import { newId } from '../platform/values/ids.ts';
import type { Language } from '../platform/values/languages.ts';
import { composeLetter, type Letter, type LetterData, type LetterKind, letterRanks } from './letter-kinds.ts';
import { type AttachmentKind, insertMails } from './mail-queries.ts';

/** A letter to one person: what it says follows from its kind and the facts. */
export type NewLetter<K extends LetterKind = LetterKind> = {
  readonly [Each in K]: {
    readonly kind: Each;
    readonly to: { readonly address: string; readonly name?: string | undefined };
    readonly language: Language;
    readonly facts: LetterData[Each];
    /** The id of what it is about, such as an invitation, so that its state can be shown there (findMailsAbout). */
    readonly aboutId?: string | undefined;
    /** From then on it is not sent any more, such as when its link has run out. */
    readonly uselessAfter?: Date | undefined;
    /** What goes along, made when the letter leaves (see Care in send.ts): the invoice that it is about. */
    readonly attachment?: AttachmentKind | undefined;
  };
}[K];

/** What rests sealed in the outbox until the mail is finished. */
export type OutboxContent = Letter & { readonly name: string | null };

/** The key under which content is sealed. */
const encryptionPurpose = 'mail';

/** Puts a letter into the outbox and returns its id. An address that cannot be one is refused when it would be sent, not here. */
export async function enqueueMail(scope: Scope, mail: NewLetter): Promise<string> {
  const [id] = await enqueueMails(scope, [mail]);
  return id as string;
}

/** Puts many letters into the outbox, in one statement; answers with their ids in the same order. */
export async function enqueueMails(scope: Scope, mails: readonly NewLetter[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const key = deriveKey(scope.config, encryptionPurpose);
  const rows = mails.map((mail) => {
    const id = newId();
    const content: OutboxContent = { ...composeMail(mail), name: mail.to.name ?? null };
    return {
      id,
      kind: mail.kind,
      rank: letterRanks[mail.kind],
      recipient: mail.to.address,
      language: mail.language,
      content: encrypt(key, encryptionContext(scope.caller.tenantId, id), JSON.stringify(content)),
      aboutId: mail.aboutId ?? null,
      uselessAfter: mail.uselessAfter ?? null,
      attachment: mail.attachment ?? null,
    };
  });
  await insertMails(scope, rows);
  return rows.map((row) => row.id);
}

/** Opens what enqueueMails sealed. Throws an Error when it was sealed under another key, changed, or moved elsewhere. */
export function openContent(
  config: Scope['config'],
  mail: { readonly tenantId: string; readonly id: string; readonly content: Uint8Array },
): OutboxContent {
  return JSON.parse(
    decrypt(deriveKey(config, encryptionPurpose), encryptionContext(mail.tenantId, mail.id), mail.content),
  );
}

function encryptionContext(tenantId: string, id: string): string {
  return `mail ${tenantId} ${id}`;
}

function composeMail<K extends LetterKind>(mail: NewLetter<K>): Letter {
  return composeLetter(mail.kind, mail.language, mail.facts);
}
