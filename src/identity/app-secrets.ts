// The secrets of authenticator apps, encrypted so that one copied to another person's row cannot be decrypted.
import { type Config, deriveKey } from '../platform/config/config.ts';
import { decrypt, encrypt } from '../platform/crypto/encryption.ts';
import type { AuthenticatorApp } from './second-factor-queries.ts';

/** Part of the key of what is stored: it cannot change without losing the secrets stored so far. */
const encryptionPurpose = 'authenticator apps';

/** Encrypts a secret for a person. */
export function encryptAppSecret(config: Config, userId: string, secret: string): Buffer {
  return encrypt(deriveKey(config, encryptionPurpose), contextOf(userId), secret);
}

/** Decrypts the secret of a person's app. Throws if the key is another one, or the bytes are another person's. */
export function appSecretOf(config: Config, userId: string, { secret }: Pick<AuthenticatorApp, 'secret'>): string {
  return decrypt(deriveKey(config, encryptionPurpose), contextOf(userId), secret);
}

function contextOf(userId: string): string {
  return `authenticator app of person ${userId}`;
}
