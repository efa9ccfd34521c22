// Signatures of a delivery: they let a receiver verify that the bytes are from this service. The body is signed exactly
// as sent.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** The signing secrets: `current`, and during a rotation also `next`, which comes into use at the announced time. */
type SigningSecrets = { readonly current: string; readonly next?: string | undefined };

/** The prefix of every secret; the rest is the key in base64. */
export const secretPrefix = 'whsec_';

/**
 * All headers of one attempt. `X-Service-Signature` has room for one signature, so it uses the current secret until a
 * rotation is complete; `webhook-signature` has both. `id` is the same for every attempt, the timestamp is the
 * attempt's.
 */
export function deliveryHeaders(attempt: {
  readonly secrets: SigningSecrets;
  readonly id: string;
  readonly attemptAt: Date;
  readonly body: Buffer | string;
  /** Marks a test event. */
  readonly test?: boolean;
}): Record<string, string> {
  const { secrets, id, body } = attempt;
  const timestamp = Math.floor(attempt.attemptAt.getTime() / 1000);
  const signing = secrets.next === undefined ? [secrets.current] : [secrets.current, secrets.next];
  return {
    'content-type': 'application/json',
    'user-agent': 'Haldur-Webhooks/1',
    'X-Service-Signature': signBody(secrets.current, body),
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': standardSignature(signing, id, timestamp, body),
    ...(attempt.test === true ? { 'webhook-test': 'true' } : {}),
  };
}

/**
 * The value of `X-Service-Signature`: HMAC-SHA256 of the body in lowercase hex. The key is the secret as shown, in
 * UTF-8.
 */
export function signBody(secret: string, body: Buffer | string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/**
 * The value of `webhook-signature` (Standard Webhooks 1.0): one signature for each secret. The key is the secret's
 * base64 part, decoded.
 */
export function standardSignature(
  secrets: readonly string[],
  id: string,
  timestampSeconds: number,
  body: Buffer | string,
): string {
  const signatures = secrets.map((secret) => {
    return `v1,${createHmac('sha256', standardKey(secret)).update(`${id}.${timestampSeconds}.`).update(body).digest('base64')}`;
  });
  return signatures.join(' ');
}

// A busy endpoint's secret signs often, and creating the key costs as much as signing.
const keys = new Map<string, KeyObject>();
const maxCachedKeys = 1000;

function standardKey(secret: string): KeyObject {
  const cachedKey = keys.get(secret);
  if (cachedKey !== undefined) return cachedKey;
  const key = createSecretKey(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret, 'base64');
  if (keys.size >= maxCachedKeys) keys.clear();
  keys.set(secret, key);
  return key;
}
