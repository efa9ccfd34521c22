// Callback requests without a credential: forms are read with a size limit, in any encoding a bank uses, and counted by
// the order they name.
import type { FastifyRequest } from 'fastify';
import iconv from 'iconv-lite';
import { RequestError } from '../../http/errors.ts';
import { parseMediaType } from '../../http/header-values.ts';
import { drainBody } from '../../http/json-body.ts';
import { countForAddress, uncountForAddress } from '../../http/limits/address-limit.ts';
import { withAnonymousBody } from '../../http/limits/anonymous-bodies.ts';
import type { RouteContext } from '../../http/operation.ts';
import { networkOf, siteOf } from '../../identity/sign-in-throttle.ts';
import { orderExists } from '../../payments/banklink/banklink-queries.ts';
import { readOrderKey } from '../../payments/banklink/initiate-payment.ts';
import { encodings } from '../../payments/banklink/ipizza.ts';
import type { CallbackMessage } from '../../payments/banklink/provider.ts';
import { type Caller, inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { NotFound, orNotFound } from '../../platform/errors.ts';

const maxFields = 100;
/** The longest known value is a signed Montonio token of about a thousand characters. */
const maxFieldLength = 4000;
const orderRateLimit = { name: 'order', counts: 'messages about this payment', quota: 120, windowSeconds: 60 };
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Returns the order that a callback names, and its tenant. Callbacks are counted by address before the order is looked
 * up. Banks send from few addresses, so a callback for an existing order is counted by that order instead. Throws
 * NotFound and TooManyRequests.
 */
export async function findOrderOfRequest(
  context: RouteContext,
  request: FastifyRequest,
  key: unknown,
): Promise<{ caller: Caller; orderId: string }> {
  await countForAddress(context, request);
  const { app, buckets } = context;
  const named = orNotFound(typeof key === 'string' ? readOrderKey(key) : undefined);
  const { tenantId, orderId } = named;
  const caller = serviceCaller(tenantId);
  if (!(await inTenant(app, caller, (scope) => orderExists(scope, orderId), 'read only'))) throw new NotFound();
  await uncountForAddress(context, request);
  await buckets.take(orderRateLimit, orderId, app.clock());
  return { caller, orderId };
}

const bankFieldNames = /^(VK_[A-Z_]{1,30}|order-token|orderToken)$/;

/**
 * Returns the fields of a callback: the body of a POST or the query of a GET, never both. Throws RequestError if it is
 * too large.
 */
export async function readCallbackMessage(request: FastifyRequest): Promise<CallbackMessage> {
  return readForm(request, bankFieldNames);
}

/** Returns the fields of a form with valid names. Throws RequestError if it is too large. */
export async function readForm(request: FastifyRequest, names: RegExp): Promise<CallbackMessage> {
  const { method } = request;
  if (method === 'GET') return fieldsOf(method, request.url.split('?').slice(1).join('?'), names, undefined);
  return withAnonymousBody(request.raw, siteOf(request.ip) ?? networkOf(request.ip), async (raw) => {
    if (raw.kind !== 'bytes' && raw.kind !== 'none') {
      await drainBody(request.raw);
      throw new RequestError('payload_too_large', { headers: { connection: 'close' } });
    }
    const bytes = raw.kind === 'bytes' ? raw.bytes : Buffer.alloc(0);
    const { type, parameters } = parseMediaType(request.headers['content-type']);
    if (type === 'application/json') return fieldsOfJson(method, bytes);
    return fieldsOf(method, bytes.toString('latin1'), names, parameters.charset);
  });
}

/** A bank names the encoding of its fields in VK_ENCODING. The name is not signed, but the decoded fields are. */
function fieldsOf(method: string, text: string, accepted: RegExp, charset: string | undefined): CallbackMessage {
  const pairs = text.split('&', maxFields).map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    return [bytesOf(name).toString('latin1'), bytesOf(rest.join('='))] as const;
  });
  const wanted = pairs.filter(([name]) => accepted.test(name));
  const encoding = (wanted.find(([name]) => name === 'VK_ENCODING')?.[1].toString('latin1') || charset) ?? 'UTF-8';
  const names = new Set(wanted.map(([name]) => name));
  if (names.size < wanted.length) return { method, fields: {}, encoding, flaw: 'repeated_field' };
  if (wanted.some(([, bytes]) => bytes.length > maxFieldLength))
    return { method, fields: {}, encoding, flaw: 'malformed' };
  try {
    const fields = Object.fromEntries(wanted.map(([name, bytes]) => [name, decoded(bytes, encoding)]));
    return { method, fields, encoding };
  } catch {
    return { method, fields: {}, encoding, flaw: 'undecodable' }; // Not text in the stated encoding.
  }
}

function fieldsOfJson(method: string, bytes: Buffer): CallbackMessage {
  const message = { method, encoding: 'UTF-8' };
  try {
    const value: unknown = JSON.parse(strictUtf8.decode(bytes));
    const token = typeof value === 'object' && value !== null && 'orderToken' in value ? value.orderToken : undefined;
    if (typeof token !== 'string') return { ...message, fields: {} };
    return token.length > maxFieldLength
      ? { ...message, fields: {}, flaw: 'malformed' }
      : { ...message, fields: { orderToken: token } };
  } catch {
    return { ...message, fields: {}, flaw: 'undecodable' }; // Not JSON, so it has no fields.
  }
}

function decoded(bytes: Buffer, encoding: string): string {
  if (/^utf-?8$/i.test(encoding)) return strictUtf8.decode(bytes);
  if (!encodings.test(encoding)) throw new Error('An encoding that no bank uses.');
  const text = iconv.decode(bytes, encoding);
  // The signature covers the bytes of the text, so others that only look like it are not signed.
  if (!iconv.encode(text, encoding).equals(bytes)) throw new Error('Bytes without a meaning in this encoding.');
  return text;
}

/** The bytes of a form value: percent signs and plus signs undone, nothing decoded yet. */
function bytesOf(part: string): Buffer {
  const text = part
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}
