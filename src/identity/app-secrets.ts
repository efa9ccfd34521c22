// The secrets of authenticator apps, encrypted so that one copied to another person's row cannot be decrypted.
import { deriveAcceptedKeys, deriveKey } from '../platform/config/config.ts';
import { decrypt, encrypt, keyId } from '../platform/crypto/encryption.ts';
import type { ReencryptedCount } from '../platform/crypto/reencrypt-column.ts';
import { type AppContext, inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { bindPerson, listMemberIds } from './identity-queries.ts';
import { type AuthenticatorApp, lockApps, replaceAppSecret } from './second-factor-queries.ts';

/** Part of the key of what is stored: it cannot change without losing the secrets stored so far. */
const encryptionPurpose = 'authenticator apps';

/** Encrypts a secret for a person. */
export function encryptAppSecret(config: Scope['config'], userId: string, secret: string): Buffer {
  return encrypt(deriveKey(config, encryptionPurpose), contextOf(userId), secret);
}

/** Decrypts the secret of a person's app. Throws if it needs another key, or the bytes are another person's. */
export function appSecretOf(
  config: Scope['config'],
  userId: string,
  { secret }: Pick<AuthenticatorApp, 'secret'>,
): string {
  return decrypt(deriveAcceptedKeys(config, encryptionPurpose), contextOf(userId), secret);
}

/**
 * Encrypts the secrets of an organization's members that were encrypted with another secret key, in a transaction for
 * each member.
 */
export async function reencryptAppSecrets(app: AppContext, tenantId: string): Promise<ReencryptedCount> {
  const counts = { reencrypted: 0, unreadable: 0 };
  const current = keyId(deriveKey(app.config, encryptionPurpose));
  const accepted = deriveAcceptedKeys(app.config, encryptionPurpose).map(keyId);
  for (const userId of await inTenant(app, serviceCaller(tenantId), listMemberIds, 'read only'))
    await inTenant(app, serviceCaller(tenantId), async (scope) => {
      await bindPerson(scope.db, userId);
      for (const stored of await lockApps(scope)) {
        const used = stored.secret.subarray(1, 5);
        if (used.equals(current)) continue;
        const isReadable = accepted.some((each) => each.equals(used));
        if (isReadable)
          await replaceAppSecret(
            scope,
            stored.id,
            encryptAppSecret(app.config, userId, appSecretOf(app.config, userId, stored)),
          );
        counts[isReadable ? 'reencrypted' : 'unreadable'] += 1;
      }
    });
  return counts;
}

function contextOf(userId: string): string {
  return `authenticator app of person ${userId}`;
}
