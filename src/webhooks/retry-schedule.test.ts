// Tests of the retry schedule: jitter stays within bounds, and no receiver can bring a retry forward or postpone it for
// days.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readConfig } from '../platform/config/config.ts';
import { nextAttemptAt } from './retry-schedule.ts';

const defaultSchedule = readConfig({ SECRET_KEY: Buffer.alloc(32).toString('base64') }).webhooks.retrySchedule;
const now = new Date('2026-11-21T04:00:00.000Z');
const day = 24 * 60 * 60 * 1000;

/** The wait after `attempt` attempts, in milliseconds; undefined when there is no further attempt. */
function waitAfter(
  attempt: number,
  options: { schedule?: readonly number[]; retryAfter?: string; random?: number } = {},
): number | undefined {
  const at = nextAttemptAt({ schedule: defaultSchedule, random: 0.5, now, ...options, attempt });
  return at && at.getTime() - now.getTime();
}

test('after attempt k comes entry k, and after the last attempt nothing', () => {
  assert.equal(waitAfter(1), 5000);
  assert.equal(waitAfter(9), day);
  assert.equal(waitAfter(10), undefined);
  assert.equal(waitAfter(11), undefined);
  assert.equal(waitAfter(1, { schedule: [0] }), undefined);
});

test('a wait of zero stays zero, whatever the jitter', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      (random) => waitAfter(1, { schedule: [0, 0], random }) === 0,
    ),
  );
});

test('jitter stays within 20 % of the step, and grows with the random number', () => {
  const random = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 * day }), random, random, (step, n, other) => {
      const [low = -1, high = -1] = [Math.min(n, other), Math.max(n, other)].map((r) =>
        waitAfter(1, { schedule: [0, step], random: r }),
      );
      assert.ok(
        low >= Math.round(step * 0.8) && low <= high && high <= Math.round(step * 1.2),
        `${low} ${high} for ${step}`,
      );
    }),
  );
});

test('no Retry-After brings a retry forward, and none postpones it by more than a day', () => {
  const hint = fc.oneof(
    fc.nat().map(String),
    fc.string(),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 30 * day }),
      hint,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (step, retryAfter, random) => {
        const without = waitAfter(1, { schedule: [0, step], random }) ?? -1;
        const wait = waitAfter(1, { schedule: [0, step], random, retryAfter }) ?? -1;
        assert.ok(wait >= without && wait <= Math.max(without, day), `${wait}, without the hint ${without}`);
      },
    ),
  );
});

test('Retry-After is read in seconds and in all three forms of an HTTP date', () => {
  assert.equal(waitAfter(1, { retryAfter: '120' }), 120_000);
  assert.equal(waitAfter(1, { retryAfter: 'Sat, 21 Nov 2026 04:02:00 GMT' }), 120_000);
  assert.equal(waitAfter(1, { retryAfter: 'Saturday, 21-Nov-26 04:02:00 GMT' }), 120_000);
  assert.equal(waitAfter(1, { retryAfter: 'Sat Nov 21 04:02:00 2026' }), 120_000);
});

test('a Retry-After that is past, absurd or unreadable is ignored', () => {
  for (const retryAfter of [
    '0',
    '',
    ' ',
    '-1',
    'soon',
    '1.5',
    'Sat, 21 Nov 2020 04:00:00 GMT',
    '\0',
    'NaN',
    'Infinity',
  ]) {
    assert.equal(waitAfter(1, { retryAfter }), 5000, retryAfter);
  }
  for (const retryAfter of ['99999999999999999999999', '9'.repeat(400), 'Fri, 31 Dec 9999 23:59:59 GMT']) {
    assert.equal(waitAfter(1, { retryAfter }), day, retryAfter);
  }
});
