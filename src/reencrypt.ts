// Re-encryption: after the secret key was replaced, encrypts everything stored with the new one, so that nothing stored
// needs the previous one any more.
import { reencryptAppSecrets } from './identity/app-secrets.ts';
import * as outbox from './mail/outbox.ts';
import * as testMailbox from './mail/test-mailbox.ts';
import * as banks from './payments/banklink/banks.ts';
import { type EncryptedColumn, type ReencryptedCount, reencryptColumn } from './platform/crypto/reencrypt-column.ts';
import type { AppContext } from './platform/db/scope.ts';
import { listTenantIds } from './platform/db/tenants.ts';
import * as endpoints from './webhooks/endpoints.ts';
import * as signingSecrets from './webhooks/signing-secrets.ts';

/**
 * All of organizations but the stored responses of repeated requests, which expire within 24 hours. Those of people are
 * in app-secrets.ts.
 */
export const encryptedColumns: readonly EncryptedColumn[] = [
  {
    table: 'webhook_endpoints',
    column: 'secret',
    purpose: endpoints.encryptionPurpose,
    contextOf: signingSecrets.encryptionContext,
  },
  {
    table: 'webhook_endpoints',
    column: 'next_secret',
    purpose: endpoints.encryptionPurpose,
    contextOf: signingSecrets.encryptionContext,
  },
  { table: 'banks', column: 'keys', purpose: banks.encryptionPurpose, contextOf: banks.encryptionContext },
  { table: 'mails', column: 'content', purpose: outbox.encryptionPurpose, contextOf: outbox.encryptionContext },
  {
    table: 'test_mails',
    column: 'letter',
    purpose: testMailbox.encryptionPurpose,
    contextOf: testMailbox.encryptionContext,
  },
];

/**
 * Encrypts everything stored with the secret key. Runs beside the service, changes nothing that is already so, and may
 * be repeated: run it when no process writes with the previous key any more.
 */
export async function reencrypt(app: AppContext): Promise<ReencryptedCount> {
  const total = { reencrypted: 0, unreadable: 0 };
  for (const tenantId of await listTenantIds(app.pool)) {
    const counts = [await reencryptAppSecrets(app, tenantId)];
    for (const column of encryptedColumns) counts.push(await reencryptColumn(app, tenantId, column));
    for (const { reencrypted, unreadable } of counts) {
      total.reencrypted += reencrypted;
      total.unreadable += unreadable;
    }
  }
  return total;
}
