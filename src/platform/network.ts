// Network helpers: recognises this machine and private networks, and reads responses up to a size limit.
import { BlockList, isIP } from 'node:net';

/** Reports whether a host in a URL or setting is this machine, so that traffic to it crosses no network. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i.test(host);
}

/** Reports whether a host in a URL is this machine, or a name or address of private networks. */
export function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  const family = isIP(bare);
  if (family !== 0) return isLoopback(bare) || privateNetworks.check(bare, family === 4 ? 'ipv4' : 'ipv6');
  const name = bare.toLowerCase().replace(/\.$/, '');
  return !name.includes('.') || /\.(localhost|local|internal|home\.arpa|test)$/.test(name);
}

/** Reports whether a host is in a list of names; `*.example.org` has all names below example.org. */
export function isListedHost(host: string, listed: readonly string[]): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return listed.some((entry) => (entry.startsWith('*.') ? name.endsWith(entry.slice(1)) : name === entry));
}

/** RFC 1918, RFC 4193 and link-local addresses. */
const privateNetworks = new BlockList();
privateNetworks.addSubnet('10.0.0.0', 8);
privateNetworks.addSubnet('172.16.0.0', 12);
privateNetworks.addSubnet('192.168.0.0', 16);
privateNetworks.addSubnet('169.254.0.0', 16);
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

/** Returns the text of a response. Throws an Error if it is longer than this number of bytes. */
export async function readTextUpTo(
  maxBytes: number,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > maxBytes) throw new Error('the answer has no end');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
