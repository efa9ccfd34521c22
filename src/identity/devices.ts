// Devices: recognises the device of a sign-in, names it, and sends an e-mail about a new one. A browser is recognised
// by a cookie, a program by its user agent and network.
import { createHmac, randomBytes } from 'node:crypto';
import { countMails } from '../mail/mail-queries.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { deriveAcceptedKeys, deriveKey } from '../platform/config/config.ts';
import type { Scope } from '../platform/db/scope.ts';
import { findMember } from './identity-queries.ts';
import * as queries from './sign-in-queries.ts';
import { networkOf } from './sign-in-throttle.ts';

const dayMs = 24 * 3_600_000;
/** How long a device stays known after the last sign-in from it. */
const deviceKnownMs = 365 * dayMs;
/** The maximum number of e-mails a day about new devices to one person. */
const maxEmailsADay = 3;
const maxUserAgentLength = 300;
const hashPurpose = 'known devices';

/** The origin of a sign-in. */
export type SignInSource = {
  /** The network address. */
  readonly address: string;
  /** The user agent. */
  readonly userAgent?: string | undefined;
  /** The device cookie of a browser; a program has none. */
  readonly deviceToken?: string | undefined;
};

/** Creates a value for the device cookie. */
export function createDeviceToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Reports whether a text can be the value of a device cookie. */
export function isDeviceToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** The stored part of the user agent. */
export function storedUserAgent(source: SignInSource): string | null {
  return source.userAgent?.slice(0, maxUserAgentLength) || null;
}

/** Chrome also claims to be Safari, and Edge both, so the first match counts. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Returns a readable device name, such as `Firefox, Windows` or, for a program, `curl`. Null without a user agent. */
export function deviceName(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const nameIn = (table: readonly (readonly [string, string])[]) =>
    table.find(([mark]) => userAgent.includes(mark))?.[1];
  const browser = nameIn(browsers);
  if (browser !== undefined) return [browser, nameIn(systems) ?? []].flat().join(', ');
  return userAgent.trim().split('/', 1)[0]?.split(' ', 1)[0]?.slice(0, 40) || null;
}

/**
 * Remembers the device of a sign-in, and e-mails the person if it is new. Not at the very first sign-in, which has
 * nothing to compare with.
 */
export async function recordDevice(scope: Scope, userId: string, source: SignInSource): Promise<void> {
  const hash = deviceHash(deriveKey(scope.config, hashPurpose), source);
  const hashes = deriveAcceptedKeys(scope.config, hashPurpose).map((key) => deviceHash(key, source));
  const since = new Date(scope.realNow.getTime() - deviceKnownMs);
  const { isKnown, isFirst } = await queries.findDevices(scope, hashes, since);
  await queries.rememberDevice(scope, hash, since);
  if (!isKnown && !isFirst) await sendNewDeviceLetter(scope, userId, source);
}

async function sendNewDeviceLetter(scope: Scope, userId: string, source: SignInSource): Promise<void> {
  const member = await findMember(scope, userId);
  if (member === undefined) return;
  const today = new Date(scope.now.getTime() - dayMs);
  if ((await countMails(scope, 'new-device', member.email, today)) >= maxEmailsADay) return;
  await enqueueMail(scope, {
    kind: 'new-device',
    to: { address: member.email, name: member.name },
    language: member.language,
    facts: {
      at: scope.realNow,
      device: deviceName(storedUserAgent(source)),
      address: source.address,
      link: `${scope.config.publicUrl}/console/account#sessions`,
    },
  });
}

/** The stored hash of a device; it reveals no cookie, program or network. */
function deviceHash(key: Buffer, source: SignInSource): Buffer {
  const { deviceToken, address } = source;
  const program = deviceName(storedUserAgent(source)) ?? '';
  const text = deviceToken === undefined ? `program ${program} ${networkOf(address)}` : `cookie ${deviceToken}`;
  return createHmac('sha256', key).update(text).digest();
}
