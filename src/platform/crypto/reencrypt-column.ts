// Encrypts a column again, with the secret key, after another one was used. Runs beside the service: a row that changes meanwhile keeps its change.
import { deriveAcceptedKeys, deriveKey } from '../config/config.ts';
import { type AppContext, inTenant, serviceCaller } from '../db/scope.ts';
import { decrypt, encrypt, keyId } from './encryption.ts';

/** A column with encrypted texts, in a table whose rows have an organization and an id. */
export type EncryptedColumn = {
  readonly table: string;
  readonly column: string;
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

/** Encrypts the texts of one organization's column that were encrypted with another key, in a transaction for each batch. */
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
  { table, column, purpose, contextOf }: EncryptedColumn,
  after: string,
  counts: { reencrypted: number; unreadable: number },
): Promise<string | undefined> {
  const key = deriveKey(app.config, purpose);
  const accepted = deriveAcceptedKeys(app.config, purpose);
  return inTenant(app, serviceCaller(tenantId), async ({ db }) => {
    const rows = await db.unsafe<{ id: string; text: Buffer }[]>(
      `select id, ${column} as text from ${table}
        where tenant_id = $1 and id > $2 and substring(${column} from 2 for 4) <> $3 order by id limit ${batchSize}`,
      [tenantId, after, keyId(key)],
    );
    const readable = rows.filter(({ text }) => accepted.some((each) => text.subarray(1, 5).equals(keyId(each))));
    const changed = readable.map(({ id, text }) => {
      const context = contextOf(tenantId, id);
      return { id, from: text, to: encrypt(key, context, decrypt(accepted, context, text)) };
    });
    const updated = await db.unsafe(
      `update ${table} t set ${column} = n.new from unnest($2::uuid[], $3::bytea[], $4::bytea[]) n (id, old, new)
        where t.tenant_id = $1 and t.id = n.id and t.${column} = n.old returning t.id`,
      [tenantId, changed.map((row) => row.id), changed.map((row) => row.from), changed.map((row) => row.to)],
    );
    counts.reencrypted += updated.length;
    counts.unreadable += rows.length - readable.length;
    return rows.length < batchSize ? undefined : rows.at(-1)?.id;
  });
}
