// Delivery targets: the URLs that the service may post to. Everything that is not clearly public is rejected.

import { isIP } from 'node:net';
import { isListedHost } from '../platform/network.ts';
import type { ProblemCode } from '../platform/problem-codes.ts';
import { isPublicAddress } from '../platform/vetted-connections.ts';

type UrlCheck =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly code: ProblemCode; readonly message: string };

/** What the operator allows. */
type TargetRules = {
  readonly allowPrivate: boolean;
  readonly allowedPorts: readonly number[];
  readonly allowedHosts?: readonly string[] | undefined;
};

/**
 * Validates the URL of an endpoint at its creation. The addresses of a name are checked at each connection
 * (src/platform/vetted-connections.ts). `allowPrivate` is WEBHOOK_ALLOW_PRIVATE_TARGETS: it also allows http and any
 * port, for receivers under development. `allowedPorts` keeps the service from being used to probe other services;
 * existing endpoints are not checked again. `allowedHosts` is OUTGOING_HOSTS, which is checked at each delivery too.
 */
export function checkTargetUrl(text: string, { allowPrivate, allowedPorts, allowedHosts }: TargetRules): UrlCheck {
  const refuse = (code: ProblemCode, message: string): UrlCheck => ({ ok: false, code, message });
  if (text.length > maxUrlLength) return refuse('url_too_long', `The URL may have at most ${maxUrlLength} characters.`);
  // URL would silently fix "https:host", spaces and line breaks; the stored URL should be the one that was sent.
  if (!/^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) {
    return refuse('invalid_url', 'The URL must begin with https://, as https://example.org/hook, and have no blanks.');
  }
  const url = new URL(text);
  if (url.protocol === 'http:' && !allowPrivate) return refuse('https_required', 'The URL must begin with https://.');
  if (url.username !== '' || url.password !== '')
    return refuse('credentials_in_url', 'The URL must not hold a user name or password.');
  if (url.href.includes('#'))
    return refuse('fragment_in_url', 'The URL must not have a fragment (#): it would never be sent.');
  if (url.port === '0' || url.hostname === '.')
    return refuse('invalid_url', 'The URL must name a host and a port that can be reached.');
  if (!allowPrivate && !mayBePublic(hostOf(url))) {
    return refuse('private_target', 'The URL must lead to a host on the public internet.');
  }
  if (!allowPrivate && !allowedPorts.includes(Number(url.port || 443))) {
    const ports = `${allowedPorts.slice(0, -1).join(', ')} or ${allowedPorts.at(-1)}`;
    return refuse('port_not_allowed', `The URL must have one of the ports that the operator allows: ${ports}.`);
  }
  if (allowedHosts !== undefined && !isListedHost(url.hostname, allowedHosts))
    return refuse(
      'not_allowed',
      `The operator does not allow requests to ${url.hostname}. Ask them to add it to OUTGOING_HOSTS.`,
    );
  return { ok: true, url };
}

/** The host of a URL as a name or bare address: without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

const maxUrlLength = 2048;

/**
 * Names that cannot be public are rejected at once, not at the first delivery; a name without a dot is in the local
 * network.
 */
function mayBePublic(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host);
  const name = host.replace(/\.$/, '');
  return name.includes('.') && !/\.(localhost|local|internal)$/.test(name);
}
