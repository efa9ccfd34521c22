// Test of the month that a manager means.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BillingFacts, isInUse, monthToBill, shownMonth } from './month-to-bill.ts';

const fresh: BillingFacts = {
  lastFull: '2026-12',
  lastBilled: undefined,
  lastPrepared: undefined,
  isBegun: false,
  addedIn: undefined,
};

test('the month to bill is the last prepared one, or the one after the last billed one', () => {
  for (const [facts, toBill, shown] of [
    [{}, '2026-12', '2026-12'],
    [{ isBegun: true }, '2027-01', '2027-01'],
    [{ lastPrepared: '2026-12', isBegun: true }, '2026-12', '2026-12'],
    [{ lastPrepared: '2026-11' }, '2026-12', '2026-12'], // The readings that meters began with.
    [{ lastBilled: '2026-12' }, '2027-01', '2026-12'],
    [{ lastBilled: '2026-12', lastPrepared: '2026-12', isBegun: true }, '2027-01', '2027-01'],
    [{ lastBilled: '2026-11', lastPrepared: '2026-12', isBegun: true }, '2026-12', '2026-12'],
    [{ lastBilled: '2026-11', isBegun: true }, '2027-01', '2027-01'],
    [{ lastBilled: '2026-08' }, '2026-09', '2026-09'],
    [{ lastBilled: '2026-08', lastPrepared: '2026-11' }, '2026-11', '2026-11'],
    [{ lastBilled: '2027-01', isBegun: true }, '2027-02', '2027-01'], // Billed in advance.
  ] as const) {
    const all = { ...fresh, ...facts };
    assert.deepEqual([monthToBill(all), shownMonth(all)], [toBill, shown], JSON.stringify(facts));
  }
});

test('a building is in use if it was billed, prepared or added with residents in the last three full months', () => {
  for (const [facts, expected] of [
    [{}, false],
    [{ lastBilled: '2026-09' }, false],
    [{ lastBilled: '2026-10' }, true],
    [{ lastBilled: '2027-01' }, true],
    [{ lastBilled: '2025-01', lastPrepared: '2026-11' }, true],
    [{ lastPrepared: '2026-06' }, false],
    [{ isBegun: true }, true],
    [{ addedIn: '2026-10' }, true],
    [{ addedIn: '2026-09' }, false],
  ] as const)
    assert.equal(isInUse({ ...fresh, ...facts }), expected, JSON.stringify(facts));
});
