// Webhooks: verifies that a request comes from the service (Standard Webhooks 1.0), and signs one as the service does,
// to test a receiver.
import { WebhookVerificationError } from './errors.ts';
import type { WebhookEvent } from './generated/operations.ts';
import { toBase64 } from './http.ts';

/** Headers as a framework has them: of fetch, or an object with names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export type ReceivedWebhook = {
  /** The exact bytes that came, before any parsing. */
  readonly body: Uint8Array | string;
  readonly headers: WebhookHeaders;
  /** The secret of the endpoint. Several, if you do not know which is in use. */
  readonly secret: string | readonly string[];
  /** How old or how far ahead a request may be, in seconds; 300 by default. */
  readonly toleranceSeconds?: number;
  readonly now?: Date;
};

type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The service sends one or two signatures. More are not looked at. */
const maxSignatures = 10;

/**
 * Returns the event and its id. Throws WebhookVerificationError unless one of the signatures is right and the request
 * is recent. Deliveries repeat: ignore an id that you know.
 */
export async function verifyWebhook(
  received: ReceivedWebhook,
): Promise<{ readonly id: string; readonly event: WebhookEvent }> {
  const { body, secret, toleranceSeconds = 300, now = new Date() } = received;
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    readHeader(received.headers, name),
  );
  if (!id || !timestamp || !signatures)
    throw new WebhookVerificationError('A header is missing: webhook-id, webhook-timestamp or webhook-signature.');
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('webhook-timestamp is not a number of seconds.');
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError(
      `The request is more than ${toleranceSeconds} s old or ahead. Check your clock.`,
    );
  const signed = signedBytes(id, timestamp, body);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  for (const key of await Promise.all(secrets.map(importKey)))
    for (const signature of signatures.split(' ').slice(0, maxSignatures))
      if (await isSignatureOf(key, signature, signed)) return { id, event: parseEvent(body) };
  throw new WebhookVerificationError(
    'No signature matches. Use the secret of this endpoint, and the raw body, before it is parsed.',
  );
}

/** The headers that the service sends with a body, for tests of a receiver. */
export async function signWebhook(delivery: {
  readonly body: string;
  readonly secret: string;
  readonly id: string;
  readonly at?: Date;
}): Promise<Record<string, string>> {
  const { body, secret, id, at = new Date() } = delivery;
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signature = await crypto.subtle.sign('HMAC', await importKey(secret), signedBytes(id, timestamp, body));
  const bodyKey = await importBytes(new TextEncoder().encode(secret));
  const ofBody = new Uint8Array(await crypto.subtle.sign('HMAC', bodyKey, new TextEncoder().encode(body)));
  return {
    'content-type': 'application/json',
    'x-service-signature': `sha256=${[...ofBody].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${toBase64(new Uint8Array(signature))}`,
  };
}

function readHeader(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === 'string' ? value : value?.[0];
}

function signedBytes(id: string, timestamp: string, body: Uint8Array | string): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = new Uint8Array(head.length + bytes.length);
  signed.set(head);
  signed.set(bytes, head.length);
  return signed;
}

/** The key of a secret: what stands after `whsec_`, from base64. */
async function importKey(secret: string): Promise<HmacKey> {
  const key = fromBase64(secret.replace(/^whsec_/, ''));
  if (key === undefined || key.length === 0)
    throw new WebhookVerificationError('The secret is not one of an endpoint: whsec_ and base64.');
  return importBytes(key);
}

function importBytes(bytes: Uint8Array<ArrayBuffer>): Promise<HmacKey> {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

/** `verify` compares in constant time. */
async function isSignatureOf(key: HmacKey, signature: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const given = signature.startsWith('v1,') ? fromBase64(signature.slice(3)) : undefined;
  return given !== undefined && crypto.subtle.verify('HMAC', key, given, signed);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function parseEvent(body: Uint8Array | string): WebhookEvent {
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body)) as WebhookEvent;
}
