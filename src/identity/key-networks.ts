// The networks that an API key is accepted from: how they are written, and whether an address is in one of them.
import { BlockList, isIP } from 'node:net';

/** The maximum number of networks of a key. */
export const maxKeyNetworks = 50;

/**
 * A network as it is stored: `192.0.2.0/24` or `2001:db8::/32`. A single address becomes a network of one. Undefined if
 * the text is neither, or if the address has bits beyond its prefix, because then it is not clear whether one address
 * or a network is meant.
 */
export function parseNetwork(text: string): string | undefined {
  const [address = '', prefixText, ...more] = text.trim().toLowerCase().split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0 || address.includes('%')) return undefined;
  const bits = family === 4 ? 32 : 128;
  const prefix = prefixText ?? String(bits);
  if (!/^(0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > bits) return undefined;
  return isFirstAddress(address, Number(prefix)) ? `${address}/${prefix}` : undefined;
}

/** Reports whether an address of a request is in one of these networks. IPv4 in the form of IPv6 counts as IPv4. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const plain = toPlainAddress(address);
  const family = familyOf(plain);
  return family !== undefined && toBlockList(networks).check(plain, family);
}

/** The address without its IPv6 wrapping (::ffff:192.0.2.1) and without a zone (fe80::1%eth0). */
export function toPlainAddress(address: string): string {
  const bare = address.split('%')[0] ?? '';
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
}

/** Whether no address of the network comes before this one: the one before it is in another network of this size. */
function isFirstAddress(address: string, prefix: number): boolean {
  const bytes = addressBytes(address);
  return bytes.every((byte, index) => {
    const kept = Math.min(8, Math.max(0, prefix - index * 8));
    return (byte & (0xff >> kept)) === 0;
  });
}

/** The 4 or 16 bytes of a valid address. */
function addressBytes(address: string): number[] {
  if (isIP(address) === 4) return address.split('.').map(Number);
  const host = new URL(`http://[${address}]`).hostname.slice(1, -1); // Writes every address in hexadecimal.
  const [head = '', tail] = host.split('::');
  const groupsOf = (part: string) => part.split(':').filter((group) => group !== '');
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const groups = [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
  return groups.flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const family = isIP(address);
  if (family === 0) return undefined;
  return family === 4 ? 'ipv4' : 'ipv6';
}
