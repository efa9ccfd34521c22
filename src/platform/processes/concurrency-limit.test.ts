// Tests of concurrency limits: who waits gets a slot in the order of asking, and who gives up takes nobody else's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeConcurrencyLimit, makeSlots } from './concurrency-limit.ts';

const full = () => new Error('full');

test('slots are taken in the order of asking, and given back', async () => {
  const slots = makeSlots({ atOnce: 2, full });
  const taken: string[] = [];
  const take = async (name: string) => {
    const giveBack = await slots.take();
    taken.push(name);
    return giveBack;
  };
  const [first, second] = [await take('first'), await take('second')];
  const [third, fourth] = [take('third'), take('fourth')];
  assert.equal(slots.inUse(), 2);
  first();
  (await third)();
  (await fourth)();
  assert.deepEqual(taken, ['first', 'second', 'third', 'fourth']);
  second();
  assert.equal(slots.inUse(), 0);
});

test('who has waited too long is rejected; the others keep their turns, and no slot is lost', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const slots = makeSlots({ atOnce: 1, maxWaitMs: 20_000, full });
  const giveBack = await slots.take();
  const impatient = slots.take();
  t.mock.timers.tick(10_000);
  const later = slots.take();
  t.mock.timers.tick(10_000);
  await assert.rejects(impatient, /full/);
  giveBack();
  (await later)();
  assert.equal(slots.inUse(), 0);
});

test('more than may wait are rejected, and a slot is given back after a failure too', async () => {
  const limit = makeConcurrencyLimit({ atOnce: 1, maxWaiting: 1, full });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const [running, waiting] = [
    limit(() => held.then(() => Promise.reject(new Error('failed')))),
    limit(async () => 'done'),
  ];
  await assert.rejects(
    limit(async () => {}),
    /full/,
  );
  release();
  await assert.rejects(running, /failed/);
  assert.equal(await waiting, 'done');
});
