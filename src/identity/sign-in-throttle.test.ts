// Tests of the sign-in throttle: only failures count, the wait grows and ends by itself, and people do not affect each
// other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TooManyRequests } from '../platform/errors.ts';
import {
  type Attempt,
  accountKey,
  makeThrottle,
  networkOf,
  siteOf,
  type Throttle,
  waitAfter,
} from './sign-in-throttle.ts';

const start = new Date('2026-11-20T09:00:00.000Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const mari = { account: accountKey('sign-in', 'mari@example.org'), address: '192.0.2.1' };

/** The seconds to wait, 0 when the attempt may be made. */
function waitOf(throttle: Throttle, attempt: Attempt, now: Date): number {
  try {
    throttle.check(attempt, now);
    return 0;
  } catch (error) {
    assert.ok(error instanceof TooManyRequests && error.code === 'sign_in_throttled');
    assert.ok(Number.isInteger(error.retryAfter) && error.retryAfter >= 1);
    return error.retryAfter;
  }
}

/** Fails as often as it may, at one moment. */
function fail(throttle: Throttle, attempt: Attempt, count: number, now = start): void {
  for (let n = 0; n < count; n += 1) throttle.settle(attempt, false, now);
}

/** Fails time after time, waiting as long as each failure costs; returns the moment of the last. */
function failPatiently(throttle: Throttle, attempt: Attempt, count: number, from = start): Date {
  let now = from;
  for (let n = 0; n < count; n += 1) {
    now = new Date(now.getTime() + 1000 * waitOf(throttle, attempt, now));
    throttle.settle(attempt, false, now);
  }
  return now;
}

test('four failures cost nothing, the fifth a second, each further one twice as much, up to a quarter of an hour', () => {
  assert.deepEqual(
    [0, 1, 4, 5, 6, 7, 10, 14, 15, 50, 10_000].map((count) => waitAfter(count, 5) / 1000),
    [0, 0, 0, 1, 2, 4, 32, 512, 900, 900, 900],
  );
});

test('the wait ends by itself, to the millisecond', () => {
  const throttle = makeThrottle();
  fail(throttle, mari, 4);
  assert.equal(waitOf(throttle, mari, start), 0);
  const last = failPatiently(throttle, mari, 3);
  const after = (ms: number) => new Date(last.getTime() + ms);
  assert.equal(waitOf(throttle, mari, last), 4);
  assert.equal(waitOf(throttle, mari, after(3999)), 1);
  assert.equal(waitOf(throttle, mari, after(4000)), 0);
});

test('during a wait no result is revealed, not even of the correct password, and nothing counts', () => {
  const throttle = makeThrottle();
  fail(throttle, mari, 5);
  for (const right of [false, true, false])
    assert.throws(() => throttle.settle(mari, right, start), { code: 'sign_in_throttled' }, String(right));
  assert.equal(waitOf(throttle, mari, start), 1);
  throttle.settle(mari, true, later(1));
  assert.equal(waitOf(throttle, mari, later(1)), 0);
});

test('a success resets the account’s failures, and so does an hour without one', () => {
  const throttle = makeThrottle();
  const last = failPatiently(throttle, mari, 8);
  throttle.settle(mari, true, new Date(last.getTime() + 8000));
  fail(throttle, mari, 4);
  assert.equal(waitOf(throttle, mari, start), 0);
  fail(throttle, mari, 4, later(3600));
  assert.equal(waitOf(throttle, mari, later(3600)), 0);
});

test('accounts are counted separately, and so are one person’s other purposes', () => {
  const throttle = makeThrottle();
  failPatiently(throttle, mari, 20);
  assert.equal(waitOf(throttle, { ...mari, account: accountKey('sign-in', 'jaan@example.org') }, start), 0);
  assert.equal(waitOf(throttle, { account: accountKey('confirm', 'mari@example.org') }, start), 0);
});

test('guesses at many accounts from one address are slowed after fifty failures, those from another address are not', () => {
  const throttle = makeThrottle();
  for (let n = 0; n < 50; n += 1) fail(throttle, { account: `a${n}`, address: '192.0.2.1' }, 1);
  assert.equal(waitOf(throttle, { account: 'new', address: '192.0.2.1' }, start), 1);
  assert.equal(waitOf(throttle, { account: 'new', address: '192.0.2.2' }, start), 0);
  assert.equal(waitOf(throttle, { account: 'new' }, start), 0);
});

test('guesses from the many networks of an IPv6 site are slowed after five hundred failures, those from another site are not', () => {
  const throttle = makeThrottle();
  const failAt = (n: number) => fail(throttle, { account: `a${n}`, address: `2001:db8:1:${n.toString(16)}::1` }, 1);
  for (let n = 0; n < 499; n += 1) failAt(n);
  const next = { account: 'new', address: '2001:db8:1:ffff::1' };
  assert.equal(waitOf(throttle, next, start), 0);
  failAt(499);
  assert.equal(waitOf(throttle, next, start), 1);
  assert.equal(waitOf(throttle, { ...next, address: '2001:db8:2::1' }, start), 0);
  throttle.welcome({ ...next, address: '2001:db8:1:fffe::1' }, start);
  assert.equal(
    waitOf(throttle, { ...next, address: '2001:db8:1:fffe::9' }, start),
    0,
    'a familiar network of the site',
  );
});

test('on a network that a person has signed in from, only failures of their own account delay them', () => {
  const throttle = makeThrottle();
  throttle.settle(mari, true, start);
  for (let n = 0; n < 50; n += 1) fail(throttle, { account: `a${n}`, address: mari.address }, 1);
  failPatiently(throttle, { ...mari, address: '203.0.113.66' }, 20);
  assert.notEqual(waitOf(throttle, { ...mari, account: 'jaan' }, start), 0);
  assert.notEqual(waitOf(throttle, { ...mari, address: '203.0.113.67' }, later(1)), 0);
  assert.equal(waitOf(throttle, mari, start), 0);
  fail(throttle, mari, 5);
  assert.equal(waitOf(throttle, mari, start), 1);
});

test('a sign-in from a familiar network gives guesses from elsewhere no advantage', () => {
  const throttle = makeThrottle();
  throttle.settle(mari, true, start);
  const stranger = { ...mari, address: '203.0.113.66' };
  const last = failPatiently(throttle, stranger, 10);
  throttle.settle(mari, true, last);
  assert.equal(waitOf(throttle, stranger, last), 32);
});

test('a network stays familiar for ninety days after the last success there', () => {
  const day = 24 * 3600;
  const throttle = makeThrottle();
  throttle.settle(mari, true, start);
  throttle.settle(mari, true, later(60 * day));
  for (const [days, wait] of [
    [149, 0],
    [150, 1],
  ] as const) {
    for (let n = 0; n < 5; n += 1) fail(throttle, { ...mari, address: `203.0.113.${n}` }, 1, later(days * day));
    assert.equal(waitOf(throttle, mari, later(days * day)), wait, String(days));
  }
});

test('a thousand networks together guess at one account no faster than one network: about a hundred times a day, and never at the owner’s expense', () => {
  const throttle = makeThrottle();
  throttle.settle(mari, true, start);
  let learned = 0;
  for (let minute = 0; minute < 24 * 60; minute += 1) {
    const now = later(minute * 60);
    for (let n = 0; n < 1000; n += 25) {
      const stranger = { ...mari, address: `203.0.${n % 250}.${minute % 250}` };
      if (waitOf(throttle, stranger, now) > 0) continue;
      throttle.settle(stranger, false, now);
      learned += 1;
    }
    assert.equal(waitOf(throttle, mari, now), 0, `minute ${minute}`);
  }
  assert.ok(learned > 90 && learned < 115, `${learned} guesses`);
  assert.ok(waitOf(throttle, { ...mari, address: '198.51.100.1' }, later(24 * 3600)) <= 900);
});

test('at most a hundred thousand accounts are remembered, and an address that keeps failing is not forgotten', () => {
  const throttle = makeThrottle();
  const first = { account: 'first' };
  const last = failPatiently(throttle, first, 10);
  assert.equal(waitOf(throttle, first, last), 32);
  for (let n = 0; n < 100_000; n += 1) fail(throttle, { account: `a${n}` }, 1);
  assert.equal(waitOf(throttle, first, last), 0);
  const spread = makeThrottle();
  for (let n = 0; n < 50; n += 1) fail(spread, { account: `b${n}`, address: '192.0.2.1' }, 1);
  for (let n = 0; n < 60_000; n += 1) {
    const now = later(n);
    if (waitOf(spread, { account: `c${n}`, address: '192.0.2.1' }, now) === 0)
      spread.settle({ account: `c${n}`, address: '192.0.2.1' }, false, now);
    spread.settle({ account: `d${n}`, address: '192.0.2.2' }, true, now);
  }
  assert.ok(waitOf(spread, { account: 'new', address: '192.0.2.1' }, later(60_000)) > 0);
});

test('the address itself is not stored', () => {
  assert.doesNotMatch(mari.account, /mari|example/);
  assert.notEqual(accountKey('sign-in', 'a'), accountKey('sign-in', 'b'));
});

test('the site of an IPv6 address is its /48, and IPv4 has none', () => {
  const sites: [string, string | undefined][] = [
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
    ['2001:DB8:1:ffff::9', '2001:db8:1'],
    ['2001:db8::9', '2001:db8:0'],
    ['::ffff:192.0.2.1', undefined],
    ['192.0.2.1', undefined],
  ];
  for (const [address, site] of sites) assert.equal(siteOf(address), site, address);
});

test('one customer’s network is an IPv4 address or the /64 of an IPv6 address', () => {
  const networks: [string, string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::1', '0:0:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['2001:db8:1:2:ffff::', '2001:db8:1:2'],
    ['fe80::1', 'fe80:0:0:0'],
    ['not an address', 'not an address'],
  ];
  for (const [address, network] of networks) assert.equal(networkOf(address), network, address);
});
