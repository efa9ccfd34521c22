// Tests of retries: which errors are temporary, and how long each wait is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, ConnectionError } from './errors.ts';
import { isTemporary, retryAfterSeconds, retryDelayMs } from './retries.ts';

const rejected = (status: number, code = 'any', retryAfter?: number) =>
  new ApiError({ status, code, title: '', detail: '' }, { retryAfter });

test('overloads, lost responses and a request that still runs are tried again; what is wrong stays wrong', () => {
  for (const error of [
    rejected(429),
    rejected(429, 'rate_limited', 60),
    rejected(502),
    rejected(503),
    rejected(504),
    rejected(409, 'idempotency_in_progress', 1),
    new ConnectionError('gone'),
  ])
    assert.equal(isTemporary(error), true, String(error));
  for (const error of [rejected(400), rejected(401), rejected(409), rejected(422), rejected(500), new Error('other')])
    assert.equal(isTemporary(error), false, String(error));
});

test('a wait of more than a minute is left to the caller', () => {
  assert.equal(isTemporary(rejected(429, 'sign_in_throttled', 61)), false);
});

test('waits double, are at most 8 s, and differ at random; what the service asks for is never cut', () => {
  const lost = new ConnectionError('gone');
  assert.deepEqual(
    [0, 1, 2, 3, 4, 9].map((retry) => retryDelayMs(lost, retry, 0)),
    [500, 1000, 2000, 4000, 8000, 8000],
  );
  assert.equal(retryDelayMs(lost, 1, 1), 500);
  assert.equal(retryDelayMs(rejected(429, 'rate_limited', 7), 0, 0), 7000);
  assert.equal(retryDelayMs(rejected(429, 'rate_limited', 7), 5, 1), 7250);
});

test('Retry-After is seconds or a date', () => {
  const now = Date.parse('2026-11-20T09:00:00Z');
  assert.equal(retryAfterSeconds('12', now), 12);
  assert.equal(retryAfterSeconds('Fri, 20 Nov 2026 09:00:30 GMT', now), 30);
  assert.equal(retryAfterSeconds('Fri, 20 Nov 2026 08:00:00 GMT', now), 0);
  for (const header of [null, '', 'soon', '1e9', '99999999999999'])
    assert.equal(retryAfterSeconds(header, now), undefined, String(header));
});
