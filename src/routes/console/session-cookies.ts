// The console's cookies: out of reach of scripts, for this site alone, and with https sent over https alone, which their names promise to the browser.
import type { Asked } from '../../http/validate-request.ts';
import { isDeviceToken, makeDeviceToken, type Source } from '../../identity/devices.ts';
import type { House } from '../../platform/db/scope.ts';
import { consoleBase } from './base-path.ts';

export type Cookie = 'haldur_session' | 'haldur_device';
type Headers = Pick<Asked<unknown, unknown>, 'header'>;

/** Below which addresses a cookie is sent. The session's is needed by few; the device's wherever somebody signs in. */
const paths: Readonly<Record<Cookie, string>> = {
  haldur_session: `${consoleBase}/session`,
  haldur_device: consoleBase,
};
/** Browsers keep a cookie for 400 days at most. */
const deviceSeconds = 400 * 24 * 3600;

/** A `Set-Cookie` header. */
export function setCookie(house: House, name: Cookie, value: string, seconds: number): string {
  const secure = isSecure(house) ? '; Secure' : '';
  return `${nameOf(house, name)}=${value}; Path=${paths[name]}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** A cookie that was sent along; undefined when it was not, or is empty. */
export function cookieOf(house: House, { header }: Headers, wanted: Cookie): string | undefined {
  const pairs = (header('cookie') ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name, value]) => name === nameOf(house, wanted) && value)?.[1];
}

export type Browser = Source & { readonly deviceToken: string };

/** The browser that somebody signs in with: by the device cookie that it has, or a new one. */
export function browserOf(house: House, asked: Headers & { readonly address: string }): Browser {
  const known = cookieOf(house, asked, 'haldur_device');
  const deviceToken = known !== undefined && isDeviceToken(known) ? known : makeDeviceToken();
  return { address: asked.address, userAgent: asked.header('user-agent'), deviceToken };
}

/** Has a browser keep its device cookie (longer). */
export function keepDevice(house: House, { deviceToken }: Browser): string {
  return setCookie(house, 'haldur_device', deviceToken, deviceSeconds);
}

/** Browsers take a cookie with this prefix over https alone. `__Host-` would ask for the path `/`. */
function nameOf(house: House, name: Cookie): string {
  return isSecure(house) ? `__Secure-${name}` : name;
}

function isSecure({ config }: House): boolean {
  return config.publicUrl.startsWith('https:');
}
