// Stored responses of repeated requests: one row per idempotency key, written in the transaction of its effect. The
// content belongs to the http module.
import type { Scope } from './scope.ts';

const retentionMs = 24 * 3_600_000;

/**
 * Reserves a key until the transaction ends. Returns false if another transaction holds it: its request is still
 * running.
 */
export async function reserveKey({ db }: Scope, keyHash: Buffer): Promise<boolean> {
  const [lock] = await db<
    { free: boolean }[]
  >`select pg_try_advisory_xact_lock(${keyHash.readBigInt64BE(0).toString()}::bigint) as free`;
  return lock?.free ?? false;
}

/** Returns the stored response of a key, unless it is older than 24 hours. */
export async function findStoredResponseBytes(
  { db, caller, realNow }: Scope,
  keyHash: Buffer,
): Promise<{ fingerprint: Buffer; answer: Buffer } | undefined> {
  const [row] = await db<{ fingerprint: Buffer; answer: Buffer }[]>`
    select fingerprint, answer from idempotency_keys
     where tenant_id = ${caller.tenantId} and key_hash = ${keyHash} and created_at > ${new Date(realNow.getTime() - retentionMs)}`;
  return row;
}

/** Stores a response; replaces an expired one. */
export async function storeResponse(
  { db, caller, realNow }: Scope,
  keyHash: Buffer,
  fingerprint: Buffer,
  answer: Buffer,
): Promise<void> {
  await db`
    insert into idempotency_keys (tenant_id, key_hash, fingerprint, answer, created_at)
    values (${caller.tenantId}, ${keyHash}, ${fingerprint}, ${answer}, ${realNow})
    on conflict (tenant_id, key_hash) do update
       set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at`;
}

/** Deletes responses older than 24 hours, of one tenant. */
export async function deleteExpiredResponses({ db, caller, realNow }: Scope): Promise<void> {
  await db`delete from idempotency_keys where tenant_id = ${caller.tenantId} and created_at <= ${new Date(realNow.getTime() - retentionMs)}`;
}
