// Repeated requests: with an Idempotency-Key the answer is kept in the transaction of its effect, so a repeat gets the answer and not the effect (contract P-12).
import { createHash, createHmac } from 'node:crypto';
import { findAnswer, keepAnswer, reserveKey } from '../platform/answers.ts';
import { keyFor } from '../platform/config.ts';
import type { Problem } from '../platform/errors.ts';
import type { Scope } from '../platform/scope.ts';
import { seal, unseal } from '../platform/seal.ts';
import { catalogue, Refused } from './errors.ts';
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

/**
 * Runs `make` once per key: a repeat of the same request within 24 hours gets the first answer again. Throws Refused when the key is in use for another
 * request, or its first request is still running. Only successes are kept, as a failure rolls everything back.
 */
export async function once(scope: Scope, repeat: RepeatKey | undefined, make: () => Promise<Reply>): Promise<Reply> {
  if (repeat === undefined) return make();
  const { caller, config } = scope;
  const keyHash = createHash('sha256')
    .update(JSON.stringify([caller.tenantId, repeat.principal, repeat.route, repeat.key]))
    .digest();
  const fingerprint = createHmac('sha256', keyFor(config, 'request fingerprints')).update(repeat.request).digest();
  const sealing = keyFor(config, 'kept answers');
  const context = `${caller.tenantId}:${keyHash.toString('hex')}`;
  if (!(await reserveKey(scope, keyHash)))
    throw new Refused('idempotency_in_progress', { headers: { 'retry-after': '1' } });
  const kept = await findAnswer(scope, keyHash);
  if (kept !== undefined) {
    if (!kept.fingerprint.equals(fingerprint)) throw new Refused('idempotency_key_reused', { problems: [reused] });
    const reply = JSON.parse(unseal(sealing, context, kept.answer)) as Reply;
    return { ...reply, headers: { ...reply.headers, 'idempotency-replayed': 'true' } };
  }
  const reply = await make();
  if (reply.status < 400) await keepAnswer(scope, keyHash, fingerprint, seal(sealing, context, JSON.stringify(reply)));
  return reply;
}
