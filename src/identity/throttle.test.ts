// Throttling: failures alone count, the wait grows and ends by itself, and one person's failures are not another's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TooMany } from '../platform/errors.ts';
import { accountKey, makeThrottle, networkOf, type Throttle, waitAfter } from './throttle.ts';

const start = new Date('2026-11-20T09:00:00.000Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const mari = { account: accountKey('sign-in', 'mari@example.org'), address: '192.0.2.1' };

/** The seconds to wait, 0 when the attempt may be made. */
function waitOf(throttle: Throttle, attempt: { account: string; address?: string }, now: Date): number {
  try {
    throttle.check(attempt, now);
    return 0;
  } catch (error) {
    assert.ok(error instanceof TooMany && error.code === 'sign_in_throttled');
    assert.ok(Number.isInteger(error.retryAfter) && error.retryAfter >= 1);
    return error.retryAfter;
  }
}

function fail(throttle: Throttle, attempt: { account: string; address?: string }, count: number, now = start): void {
  for (let n = 0; n < count; n += 1) throttle.failed(attempt, now);
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
  fail(throttle, mari, 3);
  assert.equal(waitOf(throttle, mari, start), 4);
  assert.equal(waitOf(throttle, mari, later(3.999)), 1);
  assert.equal(waitOf(throttle, mari, later(4)), 0);
});

test('a success forgets the account’s failures, and so does an hour without one', () => {
  const throttle = makeThrottle();
  fail(throttle, mari, 8);
  throttle.succeeded(mari);
  fail(throttle, mari, 4);
  assert.equal(waitOf(throttle, mari, start), 0);
  fail(throttle, mari, 4, later(3600));
  assert.equal(waitOf(throttle, mari, later(3600)), 0);
});

test('accounts are counted apart, and the same person’s other purposes too', () => {
  const throttle = makeThrottle();
  fail(throttle, mari, 20);
  assert.equal(waitOf(throttle, { ...mari, account: accountKey('sign-in', 'jaan@example.org') }, start), 0);
  assert.equal(waitOf(throttle, { account: accountKey('confirm', 'mari@example.org') }, start), 0);
});

test('guessing at many accounts from one address is slowed after fifty failures, from another address it is not', () => {
  const throttle = makeThrottle();
  for (let n = 0; n < 50; n += 1) throttle.failed({ account: `a${n}`, address: '192.0.2.1' }, start);
  assert.equal(waitOf(throttle, { account: 'new', address: '192.0.2.1' }, start), 1);
  assert.equal(waitOf(throttle, { account: 'new', address: '192.0.2.2' }, start), 0);
  assert.equal(waitOf(throttle, { account: 'new' }, start), 0);
});

test('who has signed in from an address before is not held up by others’ failures there, only by failures of the own account', () => {
  const throttle = makeThrottle();
  throttle.succeeded(mari);
  for (let n = 0; n < 80; n += 1) throttle.failed({ account: `a${n}`, address: mari.address }, start);
  assert.equal(waitOf(throttle, mari, start), 0);
  assert.notEqual(waitOf(throttle, { ...mari, account: 'jaan' }, start), 0);
  fail(throttle, mari, 5);
  assert.equal(waitOf(throttle, mari, start), 1);
});

test('no more than a hundred thousand accounts are remembered, and an address that goes on failing is not forgotten', () => {
  const throttle = makeThrottle();
  const first = { account: 'first' };
  fail(throttle, first, 10);
  for (let n = 0; n < 100_000; n += 1) throttle.failed({ account: `a${n}`, address: '192.0.2.1' }, start);
  assert.equal(waitOf(throttle, first, start), 0);
  assert.equal(waitOf(throttle, { account: 'new', address: '192.0.2.1' }, start), 900);
});

test('the address itself is not kept', () => {
  assert.doesNotMatch(mari.account, /mari|example/);
  assert.notEqual(accountKey('sign-in', 'a'), accountKey('sign-in', 'b'));
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
  for (const [address, network] of networks) assert.equal(networkOf(address), network);
});
