// Signing secrets: made by the service, shown once, and kept sealed so that a row copied to another endpoint does not open.
import { randomBytes } from 'node:crypto';
import { decrypt, encrypt } from '../platform/crypto/encryption.ts';
import { secretPrefix } from './signatures.ts';

/** A new secret: `whsec_` and 32 random bytes in base64, as Standard Webhooks writes them. */
export function createSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64');
}

/** What may be shown of a secret after its creation: enough to tell two apart, too little to guess it. */
export function secretHint(secret: string): string {
  return `${secretPrefix}…${secret.slice(-4)}`;
}

/** Encrypts a secret for the row of its endpoint; `key` has 32 bytes. */
export function encryptSecret(key: Buffer, tenantId: string, endpointId: string, secret: string): Buffer {
  return encrypt(key, encryptionContext(tenantId, endpointId), secret);
}

/** The secret that was sealed for this endpoint. Throws when the key is another one, or the bytes come from another row. */
export function decryptSecret(key: Buffer, tenantId: string, endpointId: string, sealed: Uint8Array): string {
  return decrypt(key, encryptionContext(tenantId, endpointId), sealed);
}

/** Opens as openSecret does, and remembers what it opened: a busy endpoint's secret is asked for at every attempt. */
export function makeSecretDecrypter(key: Buffer): (tenantId: string, endpointId: string, sealed: Buffer) => string {
  const decryptedSecrets = new Map<string, string>();
  return (tenantId, endpointId, sealed) => {
    const name = `${tenantId} ${endpointId} ${sealed.toString('base64')}`;
    const known = decryptedSecrets.get(name);
    if (known !== undefined) return known;
    if (decryptedSecrets.size >= maxCachedSecrets) decryptedSecrets.clear();
    const secret = decryptSecret(key, tenantId, endpointId, sealed);
    decryptedSecrets.set(name, secret);
    return secret;
  };
}

const maxCachedSecrets = 1000;

function encryptionContext(tenantId: string, endpointId: string): string {
  return `webhook secret of endpoint ${endpointId}, tenant ${tenantId}`;
}
