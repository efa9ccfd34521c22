// Montonio, an aggregator of bank payments: an order is created over its API, the payer is redirected to the address it
// returns, and results come back as JWTs.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Unavailable } from '../../platform/errors.ts';
import { amountFromCents, centsFromAmount } from '../../platform/values/money.ts';
import { makeVettedFetch } from '../../platform/vetted-fetch.ts';
import type { CallbackMessage, CallbackVerdict, Order, VerifiedResult } from './provider.ts';

export const montonioUrls = ['https://stargate.montonio.com/api', 'https://sandbox-stargate.montonio.com/api'] as const;

/** The settings agreed with Montonio, without the secret key; `merchant` is the store's access key. */
export type MontonioTerms = { readonly url: string; readonly merchant: string };

const timeoutMs = 10_000;
const maxResponseBytes = 64 * 1024;

/**
 * Creates the order at Montonio and returns the payment address. Do not call it inside a transaction. `allowPrivate` is
 * WEBHOOK_ALLOW_PRIVATE_TARGETS, for a stand-in under development. Throws Unavailable when Montonio does not answer.
 */
export async function createMontonioOrder(
  order: Order,
  terms: MontonioTerms,
  {
    secret,
    returnUrl,
    now,
    allowPrivate,
  }: { readonly secret: string; readonly returnUrl: string; readonly now: Date; readonly allowPrivate: boolean },
): Promise<string> {
  const token = signToken(orderClaims(order, terms, returnUrl, now), secret);
  const send = makeVettedFetch({ allowPrivate, allowedHosts: [new URL(terms.url).hostname], maxResponseBytes });
  try {
    const response = await send(`${terms.url}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ data: token }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const { paymentUrl } = JSON.parse(await response.text()) as { paymentUrl?: unknown };
    if (response.status !== 201 && response.status !== 200) throw new Error(`status ${response.status}`);
    return validatePaymentUrl(paymentUrl, terms);
  } catch (cause) {
    throw new Unavailable(30, `The payment provider sent an unexpected response (${describeCause(cause)}).`);
  }
}

/** Accepts a payment address only on the provider's own domain. */
function validatePaymentUrl(url: unknown, terms: MontonioTerms): string {
  const expected = new URL(terms.url);
  const actual = typeof url === 'string' ? URL.parse(url) : null;
  const domain = expected.hostname.split('.').slice(1).join('.');
  if (actual === null || actual.protocol !== expected.protocol)
    throw new Error('not a payment address of the provider');
  const sameDomain = /^[a-z]+\.[a-z]+$/.test(domain) && actual.hostname.endsWith(`.${domain}`);
  if (actual.hostname !== expected.hostname && !sameDomain) throw new Error('a foreign address');
  return actual.href;
}

function describeCause(cause: unknown): string {
  return cause instanceof Error && cause.name !== 'SyntaxError' ? cause.message : 'no JSON';
}

function orderClaims(order: Order, { merchant }: MontonioTerms, back: string, now: Date): Record<string, unknown> {
  const amount = amountFromCents(order.amount);
  const { currency, language } = order;
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    accessKey: merchant,
    merchantReference: order.stamp,
    returnUrl: back,
    notificationUrl: back,
    grandTotal: amount,
    currency,
    locale: language,
    payment: {
      method: 'paymentInitiation',
      amount,
      currency,
      methodOptions: {
        paymentDescription: order.message,
        ...(order.reference === '' ? {} : { paymentReference: order.reference }),
        preferredLocale: language,
      },
    },
    iat: seconds,
    exp: seconds + 600,
  };
}

/** Reads an order token: from the payer's browser (`order-token`) or between servers (`orderToken`). */
export function readToken(message: CallbackMessage, terms: MontonioTerms, secret: string, now: Date): CallbackVerdict {
  if (message.flaw !== undefined) return { refused: message.flaw };
  const { orderToken, 'order-token': inAddress } = message.fields;
  const token = orderToken ?? inAddress;
  if (token === undefined) return { refused: 'malformed' };
  const claims = verifyToken(token, secret);
  if (claims === undefined) return { refused: 'signature' };
  if (claims.accessKey !== terms.merchant) return { refused: 'other_bank' };
  if (typeof claims.exp !== 'number' || claims.exp * 1000 < now.getTime() - 60_000) return { refused: 'too_old' };
  const text = (name: string, key: string) => {
    const value = claims[name];
    return typeof value === 'string' && value !== '' ? { [key]: value.replaceAll('\0', '') } : {};
  };
  const amount = typeof claims.grandTotal === 'number' ? centsFromAmount(claims.grandTotal) : undefined;
  if (typeof claims.merchantReference !== 'string' || amount === undefined) return { refused: 'malformed' };
  return {
    result: {
      outcome: outcomeOfStatus[String(claims.paymentStatus)] ?? 'pending',
      stamp: claims.merchantReference,
      merchant: terms.merchant,
      copy: orderToken !== undefined,
      amount,
      ...text('currency', 'currency'),
      ...text('senderName', 'payerName'),
      ...text('senderIban', 'payerIban'),
      ...text('uuid', 'orderNumber'),
      ...(typeof claims.iat === 'number' ? { at: new Date(claims.iat * 1000) } : {}),
    },
  };
}

const outcomeOfStatus: Readonly<Record<string, VerifiedResult['outcome']>> = {
  PAID: 'paid',
  ABANDONED: 'cancelled',
  VOIDED: 'failed',
};

const tokenHeader = Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT' })).toString('base64url');

/** A JWT signed with a shared secret (RFC 7515, HS256). */
function signToken(claims: Record<string, unknown>, secret: string): string {
  const body = `${tokenHeader}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
}

/** The claims of a JWT, or undefined. Only HS256 is accepted, whatever its header says (RFC 8725, 3.1). */
function verifyToken(token: string, secret: string): Record<string, unknown> | undefined {
  const [first = '', second = '', mac = '', ...more] = token.split('.');
  const expected = createHmac('sha256', secret).update(`${first}.${second}`).digest();
  const given = Buffer.from(mac, 'base64url');
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [header, claims] = [decodePart(first), decodePart(second)];
  return header?.alg === 'HS256' ? claims : undefined;
}

function decodePart(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // Not JSON, so not a token.
  }
}
