// Vetted connections: to hosts whose addresses are checked when each connection is opened, so that no name leads the
// service into its own network.
import dns from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { buildConnector } from 'undici';
import { codeOf } from './errors.ts';
import { loadLater } from './processes/load-later.ts';

/** The HTTP client. */
export const undici: () => typeof import('undici') = loadLater('undici');

export type ResolvedAddress = { readonly address: string; readonly family: number };

/** A name look-up. The real ones are below; tests pass their own. */
export type HostLookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export type ConnectionRules = {
  readonly allowPrivate: boolean;
  readonly connectTimeoutMs: number;
  readonly resolver: HostLookup | undefined;
};

/** The reason why a connection is not opened. */
export class TargetRejected extends Error {
  override readonly name = 'TargetRejected';
  readonly reason: 'dns' | 'blocked_target';
  readonly code: string;
  constructor(reason: 'dns' | 'blocked_target', code: string) {
    super(reason);
    this.reason = reason;
    this.code = code;
  }
}

/**
 * Connects only to addresses checked for this connection: the check is the socket's own look-up, and the reached
 * address is checked again.
 */
export function vettedConnector({
  allowPrivate,
  connectTimeoutMs,
  resolver,
}: ConnectionRules): buildConnector.connector {
  const connect = undici().buildConnector({
    allowH2: false,
    timeout: connectTimeoutMs,
    // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
    rejectUnauthorized: true,
    // Tries one address after another, and makes the socket look up all of them at once.
    autoSelectFamily: true,
    lookup(hostname, _options, callback) {
      resolveTarget(hostname, { allowPrivate, lookup: resolver }).then(
        (target) => {
          if ('blocked' in target) callback(new TargetRejected('blocked_target', 'blocked'), []);
          else callback(null, [...target.addresses]);
        },
        (error) => callback(new TargetRejected('dns', codeOf(error) ?? 'failed'), []),
      );
    },
  });
  return (options, callback) => {
    const blocked = () => callback(new TargetRejected('blocked_target', 'blocked'), null);
    // A host that is an address is never looked up.
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    if (!allowPrivate && isIP(literal) !== 0 && !isPublicAddress(literal)) return blocked();
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      if (allowPrivate || isPublicAddress(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      blocked();
    });
  };
}

/**
 * Resolves a host to addresses, each of them checked; blocked if even one is not public, because a connection could use
 * it. Rejects with the resolver's error if there are none. A host that is an address is checked without a look-up.
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

/**
 * Reports whether an IP address is ordinary public unicast. Anything but a plain address, a zone id included, is not.
 */
export function isPublicAddress(ip: string): boolean {
  if (ip.includes('%')) return false;
  const family = isIP(ip);
  if (family === 4) return !specialIpv4.check(ip, 'ipv4');
  return family === 6 && globalIpv6.check(ip, 'ipv6') && !specialIpv6.check(ip, 'ipv6');
}

/**
 * Queries the DNS servers directly. The system's resolver would hold one of libuv's few look-up threads while a name
 * server is silent, so that slow names of one tenant could delay all deliveries.
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

// IANA's special-purpose registries, including "globally reachable" ones: no receiver is there. Also multicast, and
// 168.63.129.16, which looks public but is the host of every Azure machine.
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

// For IPv6 the opposite: only IANA's global unicast range, so that every form with an embedded IPv4 address is excluded
// (mapped ::ffff:0:0/96, compatible ::/96, NAT64 64:ff9b::/96), less the special ranges inside (6to4 2002::/16 among
// them).
const globalIpv6 = blockList('ipv6', ['2000::/3']);
const specialIpv6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']);
