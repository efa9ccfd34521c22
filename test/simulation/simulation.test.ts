// Tests of the simulation: a short life agrees with its model, a difference is found and shortened, and every planted
// fault still fits the code.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { verifyFits } from '../plant-fault.ts';
import { type Answer, noRateLimits, startTestService, type TestService } from '../service-fixture.ts';
import { faults } from './faults.ts';
import { dueOn, splitBill } from './model.ts';
import { startOutsideWorld } from './outside.ts';
import { playLife, shortenLife, stepsUpTo } from './play.ts';

const g = await startTestService({ rateLimits: noRateLimits });
const outside = await startOutsideWorld();
after(() => outside.stop());

test('the model splits a bill to the cent, and moves due dates to working days', () => {
  assert.deepEqual(splitBill(100, [1, 1, 1]), [34, 33, 33]);
  assert.deepEqual(splitBill(-101, [1, 1, 0]), [-51, -50, 0]);
  assert.equal(dueOn('2026-12-10'), '2026-12-28');
  assert.equal(dueOn('2026-03-20'), '2026-04-06');
});

test('a short life agrees with the model', async () => {
  const { played, failure } = await playLife(g, outside, { seed: 1, steps: stepsUpTo(20) });
  assert.equal(failure, undefined);
  assert.equal(played, 20);
});

/** A service whose list of payments shows a cent more of the first payment, as soon as there are five. */
const wrongByACent: TestService = {
  ...g,
  ask: async <T>(method: string, path: string, ask?: Parameters<TestService['ask']>[2]) => {
    const answer = await g.ask<T>(method, path, ask);
    if (!path.startsWith('/payments?') || answer.items.length < 5) return answer;
    const [first, ...others] = answer.items as readonly { amount: number }[];
    return { ...answer, items: [{ ...first, amount: (first?.amount ?? 0) + 0.01 }, ...others] } as unknown as Answer<T>;
  },
};

test('a difference is found, and its history is shortened', async () => {
  const { failure } = await playLife(wrongByACent, outside, { seed: 3, steps: stepsUpTo(60) });
  assert.ok(failure);
  assert.equal(failure.check, 'payments');
  const shortest = await shortenLife(wrongByACent, outside, failure, 3);
  assert.ok(shortest.steps.length < failure.step, `${shortest.steps.length} steps are left of ${failure.step}`);
  assert.equal(shortest.steps.at(-1), failure.step);
  assert.equal(shortest.failure?.check, 'payments');
});

test('every planted fault fits its file, at one place', () => verifyFits(faults));
