// Arrivals: what comes without a credential. Forms are read with a bound and in any encoding a bank writes in, and counted by the order they name.
import type { FastifyRequest } from 'fastify';
import iconv from 'iconv-lite';
import { RequestError } from '../../http/errors.ts';
import { parseMediaType } from '../../http/header-values.ts';
import { drainBody } from '../../http/json-body.ts';
import { countForAddress, uncountForAddress } from '../../http/limits/address-limit.ts';
import { withAnonymousBody } from '../../http/limits/anonymous-bodies.ts';
import type { RouteContext } from '../../http/operation.ts';
import { networkOf } from '../../identity/sign-in-throttle.ts';
import { orderExists } from '../../payments/banklink/banklink-queries.ts';
import { readOrderKey } from '../../payments/banklink/initiate-payment.ts';
import { encodings } from '../../payments/banklink/ipizza.ts';
import type { CallbackMessage } from '../../payments/banklink/provider.ts';
import { type Caller, inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { NotFound } from '../../platform/errors.ts';

const maxFields = 100;
/** The longest is a signed token of Montonio, of about a thousand characters. */
const maxFieldLength = 4000;
const orderRateLimit = { name: 'order', quota: 120, windowSeconds: 60 };
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The order that an arrival names, and whose it is. Every arrival is counted by address before the order is looked up. Banks send from few addresses,
 * so who names an order that exists is counted by that order instead. Throws NotFound, TooMany.
 */
export async function findOrderOfRequest(
  context: RouteContext,
  request: FastifyRequest,
  key: unknown,
): Promise<{ caller: Caller; orderId: string }> {
  await countForAddress(context, request);
  const { app, buckets } = context;
  const named = typeof key === 'string' ? readOrderKey(key) : undefined;
  if (named === undefined) throw new NotFound();
  const { tenantId, orderId } = named;
  const caller = serviceCaller(tenantId);
  if (!(await inTenant(app, caller, (scope) => orderExists(scope, orderId), 'read only'))) throw new NotFound();
  await uncountForAddress(context, request);
  await buckets.take(orderRateLimit, orderId, app.clock());
  return { caller, orderId };
}

const bankFieldNames = /^(VK_[A-Z_]{1,30}|order-token|orderToken)$/;

/** What arrived: the fields of the body of a POST, of the address of a GET, never of both. Throws Refused when it is too large. */
export async function readCallbackMessage(request: FastifyRequest): Promise<CallbackMessage> {
  return readForm(request, bankFieldNames);
}

/** The fields of a form whose names fit. Throws Refused when it is too large. */
export async function readForm(request: FastifyRequest, names: RegExp): Promise<CallbackMessage> {
  const { method } = request;
  if (method === 'GET') return fieldsOf(method, request.url.split('?').slice(1).join('?'), names, undefined);
  return withAnonymousBody(request.raw, networkOf(request.ip), async (raw) => {
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

/** A bank says in VK_ENCODING what its fields are written in. That is not signed; but what it makes of them is. */
function fieldsOf(method: string, text: string, known: RegExp, charset: string | undefined): CallbackMessage {
  const pairs = text.split('&', maxFields).map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    return [bytesOf(name).toString('latin1'), bytesOf(rest.join('='))] as const;
  });
  const wanted = pairs.filter(([name]) => known.test(name));
  const encoding = (wanted.find(([name]) => name === 'VK_ENCODING')?.[1].toString('latin1') || charset) ?? 'UTF-8';
  const names = new Set(wanted.map(([name]) => name));
  if (names.size < wanted.length) return { method, fields: {}, encoding, flaw: 'repeated_field' };
  if (wanted.some(([, bytes]) => bytes.length > maxFieldLength))
    return { method, fields: {}, encoding, flaw: 'malformed' };
  try {
    const fields = Object.fromEntries(wanted.map(([name, bytes]) => [name, decoded(bytes, encoding)]));
    return { method, fields, encoding };
  } catch {
    return { method, fields: {}, encoding, flaw: 'undecodable' }; // Not text in the encoding that it names.
  }
}

function fieldsOfJson(method: string, bytes: Buffer): CallbackMessage {
  const notice = { method, encoding: 'UTF-8' };
  try {
    const value: unknown = JSON.parse(strictUtf8.decode(bytes));
    const token = typeof value === 'object' && value !== null && 'orderToken' in value ? value.orderToken : undefined;
    if (typeof token !== 'string') return { ...notice, fields: {} };
    return token.length > maxFieldLength
      ? { ...notice, fields: {}, flaw: 'malformed' }
      : { ...notice, fields: { orderToken: token } };
  } catch {
    return { ...notice, fields: {}, flaw: 'undecodable' }; // No JSON, so nothing that counts.
  }
}

function decoded(bytes: Buffer, encoding: string): string {
  if (/^utf-?8$/i.test(encoding)) return strictUtf8.decode(bytes);
  if (!encodings.test(encoding)) throw new Error('An encoding that no bank writes in.');
  return iconv.decode(bytes, encoding);
}

/** The bytes of a part of a form: percent signs and plus signs undone, nothing decoded yet. */
function bytesOf(part: string): Buffer {
  const text = part
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}
