// The console's cookies: out of reach of scripts, for this site alone, and with https sent over https alone, which their names promise to the browser.
import type { RequestInput } from '../../http/validate-request.ts';
import { createDeviceToken, isDeviceToken, type SignInSource } from '../../identity/devices.ts';
import type { AppContext } from '../../platform/db/scope.ts';
import { consoleBase } from './base-path.ts';

export type CookieName = 'haldur_session' | 'haldur_device';
type HeaderSource = Pick<RequestInput<unknown, unknown>, 'header'>;

/** Below which addresses a cookie is sent. The session's is needed by few; the device's wherever somebody signs in. */
const paths: Readonly<Record<CookieName, string>> = {
  haldur_session: `${consoleBase}/session`,
  haldur_device: consoleBase,
};
/** Browsers keep a cookie for 400 days at most. */
const deviceSeconds = 400 * 24 * 3600;

/** A `Set-Cookie` header. */
export function setCookie(app: AppContext, name: CookieName, value: string, seconds: number): string {
  const secure = isSecure(app) ? '; Secure' : '';
  return `${cookieName(app, name)}=${value}; Path=${paths[name]}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** A cookie that was sent along; undefined when it was not, or is empty. */
export function readCookie(app: AppContext, { header }: HeaderSource, wanted: CookieName): string | undefined {
  const pairs = (header('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name, value]) => name === cookieName(app, wanted) && value)?.[1];
}

export type SignInBrowser = SignInSource & { readonly deviceToken: string };

/** The browser that somebody signs in with: by the device cookie that it has, or a new one. */
export function readBrowser(app: AppContext, input: HeaderSource & { readonly address: string }): SignInBrowser {
  const known = readCookie(app, input, 'haldur_device');
  const deviceToken = known !== undefined && isDeviceToken(known) ? known : createDeviceToken();
  return { address: input.address, userAgent: input.header('user-agent'), deviceToken };
}

/** Has a browser keep its device cookie (longer). */
export function deviceCookie(app: AppContext, { deviceToken }: SignInBrowser): string {
  return setCookie(app, 'haldur_device', deviceToken, deviceSeconds);
}

/** Browsers take a cookie with this prefix over https alone. `__Host-` would ask for the path `/`. */
function cookieName(app: AppContext, name: CookieName): string {
  return isSecure(app) ? `__Secure-${name}` : name;
}

function isSecure({ config }: AppContext): boolean {
  return config.publicUrl.startsWith('https:');
}
