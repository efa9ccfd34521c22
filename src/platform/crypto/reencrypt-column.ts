// Encrypts a column again, with the secret key, after another one was used. Runs beside the service: a row that changes
// meanwhile keeps its change.
import { deriveAcceptedKeys, deriveKey } from '../config/config.ts';
import { type AppContext, inTenant, serviceCaller } from '../db/scope.ts';
import { findTextsOfOtherKeys, replaceTexts, type TextColumn } from './encrypted-texts.ts';
import { decrypt, encrypt, keyId } from './encryption.ts';

/** A column with encrypted texts, and how they are encrypted. */
export type EncryptedColumn = TextColumn & {
  /** The purpose of its key (deriveKey). */
  readonly purpose: string;
  /** What binds a text to its row. */
  readonly contextOf: (tenantId: string, id: string) => string;
};

/** `unreadable`: texts that need a key which is not given; they stay as they are. */
export type ReencryptedCount = { readonly reencrypted: number; readonly unreadable: number };

/** Small, so that nobody waits for a row; an e-mail has up to some hundred KB. */
const batchSize = 50;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Encrypts the texts of one organization's column that were encrypted with another key, in a transaction for each
 * batch.
 */
export async function reencryptColumn(
  app: AppContext,
  tenantId: string,
  column: EncryptedColumn,
): Promise<ReencryptedCount> {
  const counts = { reencrypted: 0, unreadable: 0 };
  for (let after: string | undefined = firstId; after !== undefined; )
    after = await reencryptBatch(app, tenantId, column, after, counts);
  return counts;
}

/** Continues after an id, and returns the last id of the batch; undefined at the end. */
async function reencryptBatch(
  app: AppContext,
  tenantId: string,
  column: EncryptedColumn,
  after: string,
  counts: { reencrypted: number; unreadable: number },
): Promise<string | undefined> {
  const key = deriveKey(app.config, column.purpose);
  const accepted = deriveAcceptedKeys(app.config, column.purpose);
  return inTenant(app, serviceCaller(tenantId), async (scope) => {
    const rows = await findTextsOfOtherKeys(scope, column, keyId(key), { after, limit: batchSize });
    const readable = rows.filter(({ text }) => accepted.some((each) => text.subarray(1, 5).equals(keyId(each))));
    const changed = readable.map(({ id, text }) => {
      const context = column.contextOf(tenantId, id);
      return { id, from: text, to: encrypt(key, context, decrypt(accepted, context, text)) };
    });
    counts.reencrypted += await replaceTexts(scope, column, changed);
    counts.unreadable += rows.length - readable.length;
    return rows.length < batchSize ? undefined : rows.at(-1)?.id;
  });
}
