// The console's cookies: hidden from scripts, for this site only, and with https sent over https only, which the cookie name prefix enforces.
import type { RequestInput } from '../../http/validate-request.ts';
import { createDeviceToken, isDeviceToken, type SignInSource } from '../../identity/devices.ts';
import type { AppContext } from '../../platform/db/scope.ts';
import { consoleBase } from './base-path.ts';

export type CookieName = 'haldur_session' | 'haldur_device' | 'haldur_provider';
type HeaderSource = Pick<RequestInput<unknown, unknown>, 'header'>;

/** The paths of the cookies: those of the session and of a sign-in at a provider for few URLs, the device's for every sign-in. */
const paths: Readonly<Record<CookieName, string>> = {
  haldur_session: `${consoleBase}/session`,
  haldur_device: consoleBase,
  haldur_provider: `${consoleBase}/session`,
};
/** Browsers keep a cookie for 400 days at most. */
const deviceSeconds = 400 * 24 * 3600;

/** Builds a `Set-Cookie` header. */
export function setCookie(app: AppContext, name: CookieName, value: string, seconds: number): string {
  const secure = isSecure(app) ? '; Secure' : '';
  return `${cookieName(app, name)}=${value}; Path=${paths[name]}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** Returns a cookie of the request; undefined if it is missing or empty. */
export function readCookie(app: AppContext, { header }: HeaderSource, wanted: CookieName): string | undefined {
  const pairs = (header('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name, value]) => name === cookieName(app, wanted) && value)?.[1];
}

export type SignInBrowser = SignInSource & { readonly deviceToken: string };

/** Returns the browser's device: from its device cookie, or a new one. */
export function readBrowser(app: AppContext, input: HeaderSource & { readonly address: string }): SignInBrowser {
  const cookie = readCookie(app, input, 'haldur_device');
  const deviceToken = cookie !== undefined && isDeviceToken(cookie) ? cookie : createDeviceToken();
  return { address: input.address, userAgent: input.header('user-agent'), deviceToken };
}

/** Sets or renews the device cookie. */
export function deviceCookie(app: AppContext, { deviceToken }: SignInBrowser): string {
  return setCookie(app, 'haldur_device', deviceToken, deviceSeconds);
}

/** Browsers accept a cookie with this prefix only over https. `__Host-` would require the path `/`. */
function cookieName(app: AppContext, name: CookieName): string {
  return isSecure(app) ? `__Secure-${name}` : name;
}

function isSecure({ config }: AppContext): boolean {
  return config.publicUrl.startsWith('https:');
}
