// Tests of long calculations in steps: at once and in turns they give the same, and in turns others get theirs in
// between.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runAtOnce, runInTurns, type Steps, turnBudget } from './steps.ts';

function* countInSteps(noted: string[]): Steps<number> {
  for (let nth = 1; nth <= 3; nth += 1) {
    noted.push(`step ${nth}`);
    yield turnBudget;
  }
  return noted.length;
}

test('at once nothing comes in between; in turns another turn comes between any two steps', async () => {
  const atOnce: string[] = [];
  const timer = setImmediate(() => atOnce.push('another'));
  assert.equal(runAtOnce(countInSteps(atOnce)), 3);
  clearImmediate(timer);
  assert.deepEqual(atOnce, ['step 1', 'step 2', 'step 3']);

  const inTurns: string[] = [];
  const takeTurns = () => {
    inTurns.push('another');
    if (inTurns.length < 6) setImmediate(takeTurns);
  };
  setImmediate(takeTurns);
  await runInTurns(countInSteps(inTurns));
  assert.deepEqual(inTurns.slice(0, 5), ['step 1', 'another', 'step 2', 'another', 'step 3']);
});

test('an error of a step is thrown', async () => {
  // biome-ignore lint/correctness/useYield: it fails before.
  function* fail(): Steps<void> {
    throw new RangeError('malformed');
  }
  assert.throws(() => runAtOnce(fail()), RangeError);
  await assert.rejects(runInTurns(fail()), RangeError);
});
