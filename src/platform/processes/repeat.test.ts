// Tests of repeated work: it continues after failures, starts sooner when woken, and stops after the work in progress.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repeat, waitUntil } from './repeat.ts';

const hour = 3_600_000;
const unexpected = (error: unknown) => assert.fail(String(error));

test('a wake-up ends the pause, and one during the work starts the next round at once', async () => {
  const rounds = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  let round = 0;
  const repeating = repeat(
    async () => {
      round += 1;
      if (round === 1) repeating.wake();
      rounds[round - 1]?.resolve();
    },
    { everyMs: hour, onError: unexpected },
  );
  await rounds[1]?.promise;
  await new Promise(setImmediate); // The pause has begun.
  assert.equal(round, 2);
  repeating.wake();
  await rounds[2]?.promise;
  await repeating.stop();
  assert.equal(round, 3);
});

test('a failure is reported, and the next round follows; the pause may differ each time', async () => {
  const failures: unknown[] = [];
  const third = Promise.withResolvers<void>();
  let round = 0;
  const repeating = repeat(
    async () => {
      round += 1;
      if (round === 1) throw new Error('not this time');
      if (round === 3) third.resolve();
    },
    { everyMs: () => (round < 3 ? 0 : hour), onError: (error) => failures.push(error) },
  );
  await third.promise;
  await repeating.stop();
  assert.deepEqual(failures.map(String), ['Error: not this time']);
  assert.equal(round, 3);
});

test('a stop waits for the work in progress, and nothing starts after it', async () => {
  const work = Promise.withResolvers<void>();
  let ended = 0;
  const repeating = repeat(
    async () => {
      await work.promise;
      ended += 1;
    },
    { everyMs: 0, onError: unexpected },
  );
  await new Promise(setImmediate); // The work has begun.
  const stopping = repeating.stop();
  repeating.wake();
  assert.equal(ended, 0);
  work.resolve();
  await stopping;
  assert.equal(ended, 1);
});

test('waiting ends when the condition holds or the time limit is reached', async () => {
  let looks = 0;
  assert.equal(await waitUntil(() => ++looks > 3, hour), true);
  assert.equal(await waitUntil(() => false, 0), false);
});

test('what keeps failing is reported once, and again after a success', async () => {
  const failures: string[] = [];
  const fifth = Promise.withResolvers<void>();
  let round = 0;
  const work = async () => {
    round += 1;
    if (round === 5) return fifth.resolve();
    if (round !== 3) throw new Error(`round ${round}`);
  };
  const onError = (error: unknown) => failures.push(String(error));
  const repeating = repeat(work, { everyMs: () => (round < 5 ? 0 : hour), onError });
  await fifth.promise;
  await repeating.stop();
  assert.deepEqual(failures, ['Error: round 1', 'Error: round 4']);
});
