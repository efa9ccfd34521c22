// Repeated requests: with an Idempotency-Key the answer is kept in the transaction of its effect, so a repeat gets the answer and not the effect (contract P-12).
import { createHash, createHmac } from 'node:crypto';
import { findAnswer, keepAnswer, reserveKey } from '../platform/db/idempotency-store.ts';
import { keyFor } from '../platform/config/config.ts';
import type { Problem } from '../platform/errors.ts';
import type { Scope } from '../platform/db/scope.ts';
import { seal, unseal } from '../platform/crypto/encryption.ts';
import { catalogue } from './error-catalogue.ts';
import { Refused } from './errors.ts';
import type { Reply } from './operation.ts';

export type RepeatKey = {
  readonly key: string;
  readonly principal: string;
  readonly route: string;
  readonly request: string;
};

/** Reads the header: quoted (a structured-field string) or bare, 1 to 255 visible ASCII characters; or why it cannot be taken. */
export function readRepeatKey(header: string | undefined): string | Refused | undefined {
  if (header === undefined) return undefined;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const message = 'Idempotency-Key must have 1 to 255 visible ASCII characters.';
  return new Refused('validation_failed', {
    problems: [{ in: 'header', field: 'Idempotency-Key', code: 'invalid_format', message }],
  });
}

const reused: Problem = {
  in: 'header',
  field: 'Idempotency-Key',
  code: 'idempotency_key_reused',
  message: catalogue.idempotency_key_reused.meaning,
};

/** The answer kept for a repeated request, where there is one. Throws Refused when the key was used for another request. */
export async function findReply(scope: Scope, repeat: RepeatKey): Promise<Reply | undefined> {
  return keptReply(scope, repeat, keyHashOf(scope, repeat));
}

/**
 * Runs `make` once per key: a repeat of the same request within 24 hours gets the first answer again. Throws Refused when the key is in use for another
 * request, or its first request is still running. Only successes are kept, as a failure rolls everything back.
 */
export async function once(scope: Scope, repeat: RepeatKey | undefined, make: () => Promise<Reply>): Promise<Reply> {
  if (repeat === undefined) return make();
  const keyHash = keyHashOf(scope, repeat);
  if (!(await reserveKey(scope, keyHash)))
    throw new Refused('idempotency_in_progress', { headers: { 'retry-after': '1' } });
  const kept = await keptReply(scope, repeat, keyHash);
  if (kept !== undefined) return kept;
  const reply = await make();
  if (reply.status >= 400) return reply;
  const answer = seal(keyFor(scope.config, sealing), contextOf(scope, keyHash), JSON.stringify(reply));
  await keepAnswer(scope, keyHash, fingerprintOf(scope, repeat), answer);
  return reply;
}

const sealing = 'kept answers';

async function keptReply(scope: Scope, repeat: RepeatKey, keyHash: Buffer): Promise<Reply | undefined> {
  const kept = await findAnswer(scope, keyHash);
  if (kept === undefined) return undefined;
  if (!kept.fingerprint.equals(fingerprintOf(scope, repeat)))
    throw new Refused('idempotency_key_reused', { problems: [reused] });
  const reply = JSON.parse(unseal(keyFor(scope.config, sealing), contextOf(scope, keyHash), kept.answer)) as Reply;
  return { ...reply, headers: { ...reply.headers, 'idempotency-replayed': 'true' } };
}

function keyHashOf({ caller }: Scope, { principal, route, key }: RepeatKey): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([caller.tenantId, principal, route, key]))
    .digest();
}

function fingerprintOf({ config }: Scope, { request }: RepeatKey): Buffer {
  return createHmac('sha256', keyFor(config, 'request fingerprints')).update(request).digest();
}

function contextOf({ caller }: Scope, keyHash: Buffer): string {
  return `${caller.tenantId}:${keyHash.toString('hex')}`;
}
