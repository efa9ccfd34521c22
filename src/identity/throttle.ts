// Sign-in throttling: failures alone count, per e-mail address and per network address; the wait grows, ends by itself, and locks nobody out for good.
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { TooMany } from '../platform/errors.ts';
import { makeMemory } from '../platform/memory.ts';

type Failures = { readonly count: number; readonly last: number; readonly until: number };

/** What an attempt counts for: an account (see accountKey), and the network it comes from where that matters (see networkOf). */
export type Attempt = { readonly account: string; readonly address?: string };

/** How many failures are free, and the wait after them: one second, doubling, at most a quarter of an hour. */
const free = { account: 5, address: 50 };
const longestMs = 15 * 60_000;
const forgetMs = 60 * 60_000;
const most = 100_000;

export type Throttle = {
  /** Throws TooMany while a wait is on. Call it before the work of checking a password, and again before the result is told. */
  check(attempt: Attempt, now: Date): void;
  failed(attempt: Attempt, now: Date): void;
  /** Forgets the account's failures; others' failures at this address hold the account up no more. */
  succeeded(attempt: Attempt): void;
};

/** A throttle in this process's memory. */
export function makeThrottle(): Throttle {
  const failures = makeMemory<Failures>(most);
  const familiar = makeMemory<true>(most);
  const both = ({ account, address }: Attempt) => `${account} ${address}`;
  const place = (address: string) => `address:${address}`;
  const count = (key: string, freeOnes: number, now: number) => {
    const before = failures.get(key);
    const count = before !== undefined && now - before.last < forgetMs ? before.count + 1 : 1;
    const wait = waitAfter(count, freeOnes);
    failures.set(key, { count, last: now, until: wait > 0 ? now + wait : 0 });
  };
  return {
    check(attempt, now) {
      const { account, address } = attempt;
      const counted = address === undefined || familiar.get(both(attempt)) ? [account] : [account, place(address)];
      const until = Math.max(...counted.map((key) => failures.get(key)?.until ?? 0));
      const wait = until - now.getTime();
      if (wait > 0)
        throw new TooMany(wait / 1000, 'sign_in_throttled', 'Too many failed attempts. Wait, then try again.');
    },
    failed({ account, address }, now) {
      count(account, free.account, now.getTime());
      if (address !== undefined) count(place(address), free.address, now.getTime());
    },
    succeeded(attempt) {
      failures.forget(attempt.account);
      if (attempt.address !== undefined) familiar.set(both(attempt), true);
    },
  };
}

/** The wait after a number of failures, in milliseconds. */
export function waitAfter(count: number, freeOnes: number): number {
  return count < freeOnes ? 0 : Math.min(longestMs, 1000 * 2 ** Math.min(count - freeOnes, 30));
}

/** Known and unknown addresses count alike; the address itself is not kept. */
export function accountKey(purpose: string, identifier: string): string {
  return `${purpose}:${createHash('sha256').update(identifier).digest('base64')}`;
}

/** The network that stands for one customer: the IPv4 address itself, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter((group) => group !== '').length;
  return [...groups, ...Array<string>(missing).fill('0')].slice(0, 4).join(':').toLowerCase();
}
