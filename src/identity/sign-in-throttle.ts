// Sign-in throttling: only failures count. The wait grows and ends by itself, and failures elsewhere never delay a
// person where they have signed in before. In this process's memory or shared.

import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { TooManyRequests } from '../platform/errors.ts';
import { makeLruCache } from '../platform/processes/lru-cache.ts';

type Failures = { readonly count: number; readonly last: number; readonly until: number };

/** What an attempt is counted for: an account (see accountKey), and the address it comes from if that matters. */
export type Attempt = { readonly account: string; readonly address?: string };

/** How many networks' worth a site of IPv6 may use: it has 65,536 networks, so each of them alone would be no limit. */
export const networksOfSite = 10;
/**
 * The number of free failures and the wait after them: one second, doubling, at most 15 minutes. An hour without
 * failures resets the count.
 */
export const free = { account: 5, network: 50, site: 50 * networksOfSite };
export const maxWaitMs = 15 * 60_000;
export const forgetMs = 60 * 60_000;
/** How long a network where a person has signed in stays familiar for their account. */
export const familiarMs = 90 * 24 * 3_600_000;
const maxRemembered = 100_000;

/** An in-memory throttle returns at once; a shared one (shared-sign-in-throttle.ts) returns a promise. */
export type Throttle = {
  /** Throws TooManyRequests during a wait. Call it before checking a password. */
  check(attempt: Attempt, now: Date): void | Promise<void>;
  /**
   * Counts the result of the attempt; call it before reporting the result. Throws TooManyRequests, and counts nothing,
   * if a wait has begun since: so many concurrent guesses learn no more than the few free ones.
   */
  settle(attempt: Attempt, right: boolean, now: Date): void | Promise<void>;
  /**
   * Makes a network familiar to an account whose owner signed in there by an e-mailed link: failures of others no
   * longer delay them.
   */
  welcome(attempt: Attempt, now: Date): void | Promise<void>;
};

/** A counter of failures, and how many of them are free. */
export type Counter = { readonly name: string; readonly free: number };

/**
 * The counters of an attempt. On a familiar network only failures there delay it; elsewhere all failures of the account
 * from unfamiliar networks count (so a thousand networks guess no faster than one), and all from that network and its
 * site.
 */
export function countersOf({ account, address }: Attempt): {
  readonly account: string;
  /** The account on this network. */
  readonly pair?: string;
  readonly networks: readonly Counter[];
} {
  if (address === undefined) return { account, networks: [] };
  const [network, site] = [networkOf(address), siteOf(address)];
  const networks = [{ name: `address:${network}`, free: free.network }];
  if (site !== undefined) networks.push({ name: `site:${site}`, free: free.site });
  return { account, pair: `${account} ${network}`, networks };
}

/** A throttle in this process's memory. */
export function makeThrottle() {
  const failures = makeLruCache<Failures>(maxRemembered);
  const familiar = makeLruCache<number>(maxRemembered);
  const waitOf = (key: string, now: number) => (failures.get(key)?.until ?? 0) - now;
  const count = (key: string, freeOnes: number, now: number) => {
    const before = failures.get(key);
    const count = before !== undefined && now - before.last < forgetMs ? before.count + 1 : 1;
    const wait = waitAfter(count, freeOnes);
    failures.set(key, { count, last: now, until: wait > 0 ? now + wait : 0 });
  };
  const validate = (attempt: Attempt, now: number) => {
    const { account, networks, pair } = countersOf(attempt);
    const isFamiliar = pair !== undefined && (familiar.get(pair) ?? 0) > now;
    const counter = isFamiliar ? pair : account;
    const delaying = isFamiliar ? [] : networks;
    refuseFor(Math.max(waitOf(counter, now), ...delaying.map(({ name }) => waitOf(name, now))));
    return { own: counter, networks, pair };
  };
  return {
    check(attempt, now) {
      validate(attempt, now.getTime());
    },
    settle(attempt, right, now) {
      const at = now.getTime();
      const { own, networks, pair } = validate(attempt, at);
      if (right) {
        failures.delete(own);
        if (pair !== undefined) familiar.set(pair, at + familiarMs);
      } else {
        count(own, free.account, at);
        for (const network of networks) count(network.name, network.free, at);
      }
    },
    welcome(attempt, now) {
      const { pair } = countersOf(attempt);
      if (pair === undefined) return;
      failures.delete(pair);
      familiar.set(pair, now.getTime() + familiarMs);
    },
  } satisfies Throttle;
}

/** Throws TooManyRequests if there are milliseconds to wait. */
export function refuseFor(wait: number): void {
  if (wait > 0)
    throw new TooManyRequests(wait / 1000, 'sign_in_throttled', 'Too many failed attempts. Wait, then try again.');
}

/** The wait after a number of failures, in milliseconds. */
export function waitAfter(count: number, freeOnes: number): number {
  return count < freeOnes ? 0 : Math.min(maxWaitMs, 1000 * 2 ** Math.min(count - freeOnes, 30));
}

/** Known and unknown addresses count alike; the address itself is not stored. */
export function accountKey(purpose: string, identifier: string): string {
  return `${purpose}:${createHash('sha256').update(identifier).digest('base64')}`;
}

/** The site that may have many networks: the /48 of an IPv6 address; undefined for IPv4. */
export function siteOf(address: string): string | undefined {
  return isIPv6(address) && !isMappedIpv4.test(address)
    ? networkOf(address).split(':').slice(0, 3).join(':')
    : undefined;
}

/** The network of one customer: the IPv4 address itself, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const mapped = isMappedIpv4.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter((group) => group !== '').length;
  return [...groups, ...Array<string>(missing).fill('0')].slice(0, 4).join(':').toLowerCase();
}

const isMappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
