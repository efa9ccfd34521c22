// Signing secrets: made by the service, shown once, and kept sealed so that a row copied to another endpoint does not open.
import { randomBytes } from 'node:crypto';
import { seal, unseal } from '../platform/seal.ts';
import { secretPrefix } from './sign.ts';

/** A new secret: `whsec_` and 32 random bytes in base64, as Standard Webhooks writes them. */
export function makeSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64');
}

/** What may be shown of a secret after its creation: enough to tell two apart, too little to guess it. */
export function secretHint(secret: string): string {
  return `${secretPrefix}…${secret.slice(-4)}`;
}

/** Encrypts a secret for the row of its endpoint; `key` has 32 bytes. */
export function sealSecret(key: Buffer, tenantId: string, endpointId: string, secret: string): Buffer {
  return seal(key, placeOf(tenantId, endpointId), secret);
}

/** The secret that was sealed for this endpoint. Throws when the key is another one, or the bytes come from another row. */
export function openSecret(key: Buffer, tenantId: string, endpointId: string, sealed: Uint8Array): string {
  return unseal(key, placeOf(tenantId, endpointId), sealed);
}

function placeOf(tenantId: string, endpointId: string): string {
  return `webhook secret of endpoint ${endpointId}, tenant ${tenantId}`;
}
