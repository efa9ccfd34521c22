// The signed link in an e-mail that leads to the payment of one invoice, without an account, until a day. Nothing is
// stored: the signature is the proof.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveAcceptedKeys, deriveKey } from '../../platform/config/config.ts';
import type { SecretKeys } from '../../platform/config/secret-key.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { idBytes, readId } from '../../platform/values/ids.ts';
import type { Language } from '../../platform/values/languages.ts';

/** The path of the page that a link opens. */
export const payLinkPath = '/pay/invoice';
/** How long a link works. A reminder brings a new one. */
const lifetimeMs = 90 * 24 * 60 * 60_000;
const idsEnd = 32;
const claimEnd = 36;
/** 128 bits, as a forged signature can only be tried over the network. */
const signatureLength = 16;
const purpose = 'pay links';

/** What a link permits: the payment of this invoice until a time. */
export type PayPermit = { readonly tenantId: string; readonly invoiceId: string; readonly expiresAt: Date };

/**
 * The link to the payment of an invoice, with the language of its recipient. The key is in the fragment, so it reaches
 * no log.
 */
export function payLink(
  { config, caller, now }: Pick<Scope, 'config' | 'caller' | 'now'>,
  invoiceId: string,
  language: Language,
): string {
  const expiry = Buffer.alloc(claimEnd - idsEnd);
  expiry.writeUInt32BE(Math.floor((now.getTime() + lifetimeMs) / 1000));
  const claim = Buffer.concat([idBytes(caller.tenantId), idBytes(invoiceId), expiry]);
  const key = Buffer.concat([claim, signatureOf(deriveKey(config, purpose), claim)]).toString('base64url');
  return `${config.publicUrl}${payLinkPath}?lang=${language}#${key}`;
}

/** The permit in a link, also an expired one; undefined unless this service signed it. */
export function readPayLink(config: SecretKeys, text: string): PayPermit | undefined {
  if (!/^[A-Za-z0-9_-]{70}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text) return undefined;
  const claim = bytes.subarray(0, claimEnd);
  const signature = bytes.subarray(claimEnd);
  if (!deriveAcceptedKeys(config, purpose).some((key) => timingSafeEqual(signature, signatureOf(key, claim))))
    return undefined;
  const expiresAt = new Date(claim.readUInt32BE(idsEnd) * 1000);
  return { tenantId: readId(claim, 0), invoiceId: readId(claim, 16), expiresAt };
}

function signatureOf(key: Buffer, claim: Buffer): Buffer {
  return createHmac('sha256', key).update(claim).digest().subarray(0, signatureLength);
}
