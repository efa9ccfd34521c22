// The console's cookies: hidden from scripts, for this site only, and with https for this host and https only, which
// the prefix of their names enforces.

import { createDeviceToken, isDeviceToken, type SignInSource } from '../identity/devices.ts';
import type { AppContext } from '../platform/db/scope.ts';
import type { RequestInput } from './validate-request.ts';

type CookieName = 'haldur_session' | 'haldur_device' | 'haldur_provider';
type ConfigSource = Pick<AppContext, 'config'>;
export type HeaderSource = Pick<RequestInput<unknown, unknown>, 'header'>;

/** Browsers keep a cookie for 400 days at most. */
const deviceSeconds = 400 * 24 * 3600;

/** Builds a `Set-Cookie` header. */
export function setCookie(app: ConfigSource, name: CookieName, value: string, seconds: number): string {
  const secure = isSecure(app) ? '; Secure' : '';
  return `${cookieName(app, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/**
 * Returns a cookie of the request; undefined if it is missing or empty. With https no other name is read: a
 * neighbouring host could set a cookie without the prefix, and so plant a session of its own. Of two with one name
 * browsers send that with the narrower path first.
 */
export function readCookie(app: ConfigSource, { header }: HeaderSource, wanted: CookieName): string | undefined {
  const pairs = (header('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
  const full = cookieName(app, wanted);
  return pairs.findLast(([name, value]) => name === full && value)?.[1];
}

export type SignInBrowser = SignInSource & { readonly deviceToken: string };

/** Returns the browser's device: from its device cookie, or a new one. */
export function readBrowser(app: ConfigSource, input: HeaderSource & { readonly address: string }): SignInBrowser {
  const cookie = readCookie(app, input, 'haldur_device');
  const deviceToken = cookie !== undefined && isDeviceToken(cookie) ? cookie : createDeviceToken();
  return { address: input.address, userAgent: input.header('user-agent'), deviceToken };
}

/** Sets or renews the device cookie. */
export function deviceCookie(app: ConfigSource, { deviceToken }: SignInBrowser): string {
  return setCookie(app, 'haldur_device', deviceToken, deviceSeconds);
}

/** Browsers accept a cookie with this prefix only over https, for the path `/`, and send it to this host alone. */
function cookieName(app: ConfigSource, name: CookieName): string {
  return isSecure(app) ? `__Host-${name}` : name;
}

function isSecure({ config }: ConfigSource): boolean {
  return config.publicUrl.startsWith('https:');
}
