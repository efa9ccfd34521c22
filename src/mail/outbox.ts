// The outbox: a letter is written into it in the transaction of its cause, as it will be read. It leaves when that commits, and only then.
import { keyFor } from '../platform/config/config.ts';
import { newId } from '../platform/values/ids.ts';
import type { Language } from '../platform/values/languages.ts';
import type { Scope } from '../platform/db/scope.ts';
import { seal, unseal } from '../platform/crypto/encryption.ts';
import { compose, type FactsOf, type Kind, type Letter, rankOf } from './letter-kinds.ts';
import { type AttachmentKind, insertMails } from './mail-queries.ts';

/** A letter to one person: what it says follows from its kind and the facts. */
export type Mail<K extends Kind = Kind> = {
  readonly [Each in K]: {
    readonly kind: Each;
    readonly to: { readonly address: string; readonly name?: string | undefined };
    readonly language: Language;
    readonly facts: FactsOf[Each];
    /** The id of what it is about, such as an invitation, so that its state can be shown there (findMailsAbout). */
    readonly aboutId?: string | undefined;
    /** From then on it is not sent any more, such as when its link has run out. */
    readonly uselessAfter?: Date | undefined;
    /** What goes along, made when the letter leaves (see Care in send.ts): the invoice that it is about. */
    readonly attachment?: AttachmentKind | undefined;
  };
}[K];

/** What rests sealed in the outbox until the mail is finished. */
export type Content = Letter & { readonly name: string | null };

/** The key under which content is sealed. */
const sealingPurpose = 'mail';

/** Puts a letter into the outbox and answers with its id. An address that cannot be one is refused when it would be sent, not here. */
export async function enqueueMail(scope: Scope, mail: Mail): Promise<string> {
  const [id] = await enqueueMails(scope, [mail]);
  return id as string;
}

/** Puts many letters into the outbox, in one statement; answers with their ids in the same order. */
export async function enqueueMails(scope: Scope, mails: readonly Mail[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const key = keyFor(scope.config, sealingPurpose);
  const rows = mails.map((mail) => {
    const id = newId();
    const content: Content = { ...composed(mail), name: mail.to.name ?? null };
    return {
      id,
      kind: mail.kind,
      rank: rankOf[mail.kind],
      recipient: mail.to.address,
      language: mail.language,
      content: seal(key, contextOf(scope.caller.tenantId, id), JSON.stringify(content)),
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
): Content {
  return JSON.parse(unseal(keyFor(config, sealingPurpose), contextOf(mail.tenantId, mail.id), mail.content));
}

function contextOf(tenantId: string, id: string): string {
  return `mail ${tenantId} ${id}`;
}

function composed<K extends Kind>(mail: Mail<K>): Letter {
  return compose(mail.kind, mail.language, mail.facts);
}
