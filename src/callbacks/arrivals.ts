// Arrivals: what comes without a credential. Forms are read with a bound and in any encoding a bank writes in, and counted by the order they name.
import type { FastifyRequest } from 'fastify';
import iconv from 'iconv-lite';
import { Refused } from '../http/errors.ts';
import { readBody } from '../http/json.ts';
import type { Doors } from '../http/operation.ts';
import { networkOf } from '../identity/throttle.ts';
import type { Notice } from '../payments/banklink/provider.ts';
import { findTenantOfOrder } from '../payments/banklink/queries.ts';
import { NotFound } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';

const longestBody = 64 * 1024;
const mostFields = 100;
const perOrder = { name: 'order', quota: 120, windowSeconds: 60 };
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The organization of an order that an arrival names. Banks send from few addresses, so an order has a limit of its own, and only who names none that
 * exists is counted by address. Throws NotFound, TooMany.
 */
export async function tenantOfArrival(
  { house, buckets }: Doors,
  request: FastifyRequest,
  orderId: unknown,
): Promise<string> {
  const now = house.clock();
  const known = typeof orderId === 'string' && isId(orderId) ? await findTenantOfOrder(house.pool, orderId) : undefined;
  if (known !== undefined) {
    await buckets.take(perOrder, String(orderId).toLowerCase(), now);
    return known;
  }
  const { address } = house.config.rateLimits;
  await buckets.take({ name: 'address', quota: address, windowSeconds: 60 }, networkOf(request.ip), now);
  throw new NotFound();
}

const ofBanks = /^(VK_[A-Z_]{1,30}|order-token|orderToken)$/;

/** What arrived: the fields of the body of a POST, of the address of a GET, never of both. Throws Refused when it is too large. */
export async function readNotice(request: FastifyRequest): Promise<Notice> {
  return readForm(request, ofBanks);
}

/** The fields of a form whose names fit. Throws Refused when it is too large. */
export async function readForm(request: FastifyRequest, names: RegExp): Promise<Notice> {
  const { method } = request;
  if (method === 'GET') return fieldsOf(method, request.url.split('?').slice(1).join('?'), names, undefined);
  const raw = await readBody(request.raw, longestBody);
  if (raw.kind !== 'bytes' && raw.kind !== 'none')
    throw new Refused('payload_too_large', { headers: { connection: 'close' } });
  const bytes = raw.kind === 'bytes' ? raw.bytes : Buffer.alloc(0);
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() === 'application/json') return fieldsOfJson(method, bytes);
  const charset = /charset="?([\w-]+)/.exec(parameters.join(';'))?.[1];
  return fieldsOf(method, bytes.toString('latin1'), names, charset);
}

/** A bank says in VK_ENCODING what its fields are written in. That is not signed; but what it makes of them is. */
function fieldsOf(method: string, text: string, known: RegExp, charset: string | undefined): Notice {
  const pairs = text.split('&', mostFields).map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    return [bytesOf(name).toString('latin1'), bytesOf(rest.join('='))] as const;
  });
  const wanted = pairs.filter(([name]) => known.test(name));
  const encoding = (wanted.find(([name]) => name === 'VK_ENCODING')?.[1].toString('latin1') || charset) ?? 'UTF-8';
  const names = new Set(wanted.map(([name]) => name));
  if (names.size < wanted.length) return { method, fields: {}, encoding, flaw: 'repeated_field' };
  try {
    const fields = Object.fromEntries(wanted.map(([name, bytes]) => [name, decoded(bytes, encoding)]));
    return { method, fields, encoding };
  } catch {
    return { method, fields: {}, encoding, flaw: 'undecodable' }; // Not text in the encoding that it names.
  }
}

function fieldsOfJson(method: string, bytes: Buffer): Notice {
  const notice = { method, encoding: 'UTF-8' };
  try {
    const value: unknown = JSON.parse(strict.decode(bytes));
    const token = typeof value === 'object' && value !== null && 'orderToken' in value ? value.orderToken : undefined;
    return { ...notice, fields: typeof token === 'string' ? { orderToken: token } : {} };
  } catch {
    return { ...notice, fields: {}, flaw: 'undecodable' }; // No JSON, so nothing that counts.
  }
}

function decoded(bytes: Buffer, encoding: string): string {
  if (/^utf-?8$/i.test(encoding)) return strict.decode(bytes);
  if (!iconv.encodingExists(encoding)) throw new Error('An encoding nobody knows.');
  return iconv.decode(bytes, encoding);
}

/** The bytes of a part of a form: percent signs and plus signs undone, nothing decoded yet. */
function bytesOf(part: string): Buffer {
  const text = part
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}
