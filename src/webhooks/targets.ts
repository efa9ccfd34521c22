// Delivery targets: the URLs and addresses that the service may post to. Everything that is not clearly public is rejected.

import dns from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { ProblemCode } from '../platform/problem-codes.ts';

export type ResolvedAddress = { readonly address: string; readonly family: number };

/** A name look-up. The real ones are below; tests pass their own. */
export type HostLookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export type UrlCheck =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly code: ProblemCode; readonly message: string };

/**
 * Validates the URL of an endpoint at its creation. The addresses of a name are checked at each connection (resolveTarget). `allowPrivate` is
 * WEBHOOK_ALLOW_PRIVATE_TARGETS: it also allows http and any port, for receivers under development. `allowedPorts` keeps the service from being used to probe
 * other services; existing endpoints are not checked again.
 */
export function checkTargetUrl(
  text: string,
  { allowPrivate, allowedPorts }: { readonly allowPrivate: boolean; readonly allowedPorts: readonly number[] },
): UrlCheck {
  const refuse = (code: ProblemCode, message: string): UrlCheck => ({ ok: false, code, message });
  if (text.length > maxUrlLength) return refuse('url_too_long', `The URL may have at most ${maxUrlLength} characters.`);
  // URL would silently fix "https:host", spaces and line breaks; the stored URL should be the one that was sent.
  if (!/^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) {
    return refuse('invalid_url', 'The URL must be absolute, such as https://example.org/hook.');
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
  return { ok: true, url };
}

/**
 * Resolves a host to addresses, each of them checked; blocked if even one is not public, because a connection could use it. Rejects with the resolver's error
 * if there are none. A host that is an address is checked without a look-up.
 */
export async function resolveTarget(
  hostname: string,
  {
    allowPrivate,
    lookup = allowPrivate ? systemLookup : dnsLookup,
  }: { readonly allowPrivate: boolean; readonly lookup?: HostLookup | undefined },
): Promise<{ readonly addresses: readonly ResolvedAddress[] } | { readonly blocked: true }> {
  const family = isIP(hostname);
  const addresses = family === 0 ? await lookup(hostname) : [{ address: hostname, family }];
  if (addresses.length === 0) throw new Error(`${hostname} has no address`);
  const decision = allowPrivate || addresses.every(({ address }) => isPublicAddress(address));
  return decision ? { addresses } : { blocked: true };
}

/** Reports whether an IP address is ordinary public unicast. Anything but a plain address, a zone id included, is not. */
export function isPublicAddress(ip: string): boolean {
  if (ip.includes('%')) return false;
  const family = isIP(ip);
  if (family === 4) return !specialIpv4.check(ip, 'ipv4');
  return family === 6 && globalIpv6.check(ip, 'ipv6') && !specialIpv6.check(ip, 'ipv6');
}

/** The host of a URL as a name or bare address: without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
}

const maxUrlLength = 2048;

/** Names that cannot be public are rejected at once, not at the first delivery; a name without a dot is in the local network. */
function mayBePublic(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host);
  const name = host.replace(/\.$/, '');
  return name.includes('.') && !/\.(localhost|local|internal)$/.test(name);
}

/**
 * Queries the DNS servers directly. The system's resolver would hold one of libuv's few look-up threads while a name server is silent, so that slow names of one
 * tenant could delay all deliveries.
 */
async function dnsLookup(hostname: string): Promise<readonly ResolvedAddress[]> {
  const resolver = new dns.promises.Resolver({ timeout: 1000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  return [
    ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 })),
    ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 })),
  ];
}

/** Uses the system's resolver with its hosts file: receivers under development are often named only there. */
function systemLookup(hostname: string): Promise<readonly ResolvedAddress[]> {
  return dns.promises.lookup(hostname, { all: true });
}

function blockList(type: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), type);
  }
  return list;
}

// IANA's special-purpose registries, including "globally reachable" ones: no receiver is there. Also multicast, and 168.63.129.16, which looks public but is
// the host of every Azure machine.
const specialIpv4 = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);

// For IPv6 the opposite: only IANA's global unicast range, so that every form with an embedded IPv4 address is excluded (mapped ::ffff:0:0/96, compatible
// ::/96, NAT64 64:ff9b::/96), less the special ranges inside (6to4 2002::/16 among them).
const globalIpv6 = blockList('ipv6', ['2000::/3']);
const specialIpv6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']);
