// Tests of the next meter to read: one in use without a reading in the month, after the one that was read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNextMeter } from './next-meter.ts';

const inUse = { apartmentId: 'home', removedOn: null, lastReading: null };
const month = '2026-11';
const next = (
  meters: Parameters<typeof findNextMeter>[0],
  latest?: ReadonlyMap<string, { readonly readAt: string; readonly status: string }>,
) => findNextMeter(meters, { sentId: 'b', latest, month })?.id;
const meter = (id: string, of: Partial<typeof inUse | { lastReading: { readAt: string } }> = {}) => ({
  ...inUse,
  id,
  ...of,
});

test('the next meter without a reading in the month follows, then those before', () => {
  assert.equal(next([meter('a'), meter('b'), meter('c')]), 'c');
  assert.equal(next([meter('a'), meter('b')]), 'a');
  assert.equal(next([meter('b')]), undefined);
});

test('a meter that was read in the month is left out, unless its reading was rejected', () => {
  const read = { lastReading: { readAt: '2026-11-02T08:00:00Z' } };
  const earlier = { lastReading: { readAt: '2026-10-31T08:00:00Z' } };
  assert.equal(next([meter('a', earlier), meter('b'), meter('c', read)]), 'a');
  const entered = (status: string) => new Map([['a', { readAt: '2026-11-02T08:00:00Z', status }]]);
  assert.equal(next([meter('a'), meter('b')], entered('submitted')), undefined);
  assert.equal(next([meter('a'), meter('b')], entered('rejected')), 'a');
});

test('meters of the building and meters that were removed are left out', () => {
  assert.equal(
    next([{ ...meter('a'), apartmentId: null }, meter('b'), { ...meter('c'), removedOn: '2026-11-01' }]),
    undefined,
  );
});
