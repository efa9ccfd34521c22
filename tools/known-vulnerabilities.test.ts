// Tests of the times for updates: a new vulnerability fails at once, a listed one when its days are over, and a fixed
// one until it is taken out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Advisory, isReviewDue, knownVulnerabilities, whatIsOverdue } from './known-vulnerabilities.ts';

const url = 'https://example.org/1';
const advisory = (severity: Advisory['severity']): Advisory => ({ component: 'x', severity, title: 'Bad', url });
const listed = { url, knownSince: '2026-11-01', reason: 'The newest version is affected too; nothing calls it.' };

test('a vulnerability that nobody has listed fails, whatever its severity', () => {
  for (const severity of ['low', 'critical'] as const)
    assert.match(whatIsOverdue([advisory(severity)], [], '2026-11-01').join(), /x: Bad https.*Update the component/);
});

test('a listed one has its days: 7 for a critical one, 14, 30, 90', () => {
  for (const [severity, last, first] of [
    ['critical', '2026-11-08', '2026-11-09'],
    ['high', '2026-11-15', '2026-11-16'],
    ['moderate', '2026-12-01', '2026-12-02'],
    ['low', '2027-01-30', '2027-01-31'],
  ] as const) {
    assert.deepEqual(whatIsOverdue([advisory(severity)], [listed], last), [], severity);
    assert.match(whatIsOverdue([advisory(severity)], [listed], first).join(), /Known since 2026-11-01/, severity);
  }
});

test('what is fixed must be taken out', () => {
  assert.match(whatIsOverdue([], [listed], '2026-11-02').join(), /is fixed/);
  assert.deepEqual(whatIsOverdue([], [], '2026-11-02'), []);
});

test('all versions are reviewed every 90 days', () => {
  assert.equal(isReviewDue('2027-02-22', '2026-11-24'), false);
  assert.equal(isReviewDue('2027-02-23', '2026-11-24'), true);
});

test('each one that is listed has an address, a day and a reason', () => {
  for (const { url: address, knownSince, reason } of knownVulnerabilities) {
    assert.match(address, /^https:/);
    assert.match(knownSince, /^\d{4}-\d{2}-\d{2}$/);
    assert.ok(reason.length > 20);
  }
});
